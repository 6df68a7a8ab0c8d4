<?php
// Writes an order to try, as a shop does when a cart becomes one: `php new_order.php 19.99 USD`.
// A number after that ends its offer after so many seconds.
declare(strict_types=1);

foreach (['money', 'status', 'orders', 'payments', 'settings'] as $part) {
    require __DIR__ . "/$part.php";
}

[, $amount, $currency] = $argv;
$expiresAt = isset($argv[3]) ? time() + (int) $argv[3] : null;
$ref = bin2hex(random_bytes(16));
connect()->prepare('INSERT INTO orders (ref, amount, currency, expires_at) VALUES (?, ?, ?, ?)')
    ->execute([$ref, $amount, $currency, $expiresAt]);
echo '<pay-checkout src="', PAY_URL, "/orders/$ref\"></pay-checkout>\n";
