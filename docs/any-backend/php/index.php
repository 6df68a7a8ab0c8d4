<?php
/**
 * A shop's backend for Pay Elements: `php -S 127.0.0.1:8080 index.php`, or behind any web server that sends /pay/ here.
 * Needs PHP 8.1 with its SQLite (Debian: php-cli php-sqlite3); the protocol is in any-backend.md.
 *
 * SERVICE_URL, SERVICE_KEY   the payment service's base address, and the key
 * PAY_SECRET                 32 characters or more; signs the webhooks' addresses
 * PUBLIC_URL                 where /pay is reached from outside: https, but on your own machine
 * DATABASE                   its file
 * A_MINUTE                   how many payments one visitor may begin in a minute: the service allows 35 for the whole shop
 */
declare(strict_types=1);

foreach (['wire', 'service', 'payments', 'pay'] as $part) {
    require __DIR__ . "/$part.php";
}

ini_set('display_errors', '0'); // errors are for the log, not for strangers

/** What is to be paid: from the shop's own tables, never from a browser. Null where there is no such order. */
function find_order(string $ref): ?array
{
    if (!preg_match('/^1\d{3}\z/', $ref)) {
        return null;
    }
    $ethereum = '0xAff4d6793F584a473348EbA058deb8caad77a288';
    return [
        'amount' => '19.99',
        'currency' => 'USD',
        'coins' => ['BTC' => 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', 'ETH' => $ethereum], // where the proceeds go
        'wallet' => 'till@shop.example',
        'localcode' => ['payout_crypto_coin' => 'ETH', 'payout_address' => $ethereum],
    ];
}

try {
    $secret = (string) getenv('PAY_SECRET');
    if (strlen($secret) < 32) {
        throw new RuntimeException('PAY_SECRET: 32 characters or more are needed');
    }
    $publicUrl = rtrim((string) getenv('PUBLIC_URL'), '/');
    $pay = new Pay(new Payments(getenv('DATABASE') ?: 'payments.db', $publicUrl), $publicUrl, $secret);
    write(...$pay->answer($_SERVER['REQUEST_METHOD'], (string) parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH)));
} catch (Failure $failure) {
    $error = ['code' => $failure->error, ...($failure->retryAfter ? ['retryAfter' => $failure->retryAfter] : [])];
    write($failure->status, ['error' => $error, ...$failure->beside], $failure->retryAfter);
} catch (Throwable $error) {
    error_log("pay: {$error->getMessage()}");
    write(500, ['error' => ['code' => 'internal']]);
}
