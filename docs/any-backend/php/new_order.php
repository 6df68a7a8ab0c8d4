<?php
// Writes an order to try, as a shop does when a cart becomes one: `php new_order.php 19.99 USD`.
// A number after that ends its offer after so many seconds.
declare(strict_types=1);

namespace Pay;

require_once __DIR__ . '/payments.php';
require_once __DIR__ . '/settings.php';

if (!in_array($argc, [3, 4], true) || !preg_match('/^\d+\z/', $argv[3] ?? '0')) {
    fwrite(STDERR, "Usage: php new_order.php <amount> <currency> [<seconds>]\n");
    exit(2);
}
[, $amount, $currency] = $argv;
$expiresAt = isset($argv[3]) ? time() + (int) $argv[3] : null;
$ref = bin2hex(random_bytes(16));
connect()->prepare('INSERT INTO orders (ref, amount, currency, expires_at) VALUES (?, ?, ?, ?)')
    ->execute([$ref, $amount, $currency, $expiresAt]);
echo '<pay-checkout src="', PAY_URL, "/orders/$ref\"></pay-checkout>\n";
