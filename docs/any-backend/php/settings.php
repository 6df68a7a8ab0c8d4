<?php
/*
 * The settings, from the environment. A wrong one is an error that names it.
 *
 * SERVICE_URL, SERVICE_KEY   base address and API key of the payment service
 * PAY_SECRET                 at least 32 random characters; signs the addresses of the webhooks
 * PUBLIC_URL                 where /pay can be reached from outside: https, except on your own machine
 * DATABASE                   the SQLite file, never inside `public`; payments.db beside this file by default
 * PROXIES                    how many proxies of yours write X-Forwarded-For; visitor.php says what happens without
 * STATUS_MAP                 the service's own status words as JSON: {"COMPLETED": "paid"}
 * TOLERANCE                  by how much payments may differ, as JSON by coin: {"BTC": "0.000001"}; 0 by default
 * LOCALCODE_CURRENCY         the currency of your account's local codes: without it that method is not offered
 * WALLET_CURRENCIES          the currencies that the wallet is offered for, such as USD,EUR; all of them by default
 * ALLOW_TEST_PAYMENTS        yes (or 1) accepts a sandbox's payments as real ones; never in production
 */
declare(strict_types=1);

function read_setting(string $name, ?string $default = null): string
{
    $value = (string) getenv($name);
    return $value !== '' ? $value : $default ?? throw new RuntimeException("$name: is missing");
}

/** A JSON object of texts. */
function read_map(string $name, callable $isRight, string $reason): array
{
    $entries = json_decode(read_setting($name, '{}'), true);
    if (!is_array($entries)) {
        throw new RuntimeException("$name: must be a JSON object such as {\"NAME\": \"value\"}");
    }
    foreach ($entries as $key => $value) {
        if (!$isRight($value)) {
            throw new RuntimeException("$name: $key: " . json_encode($value) . " $reason");
        }
    }
    return $entries;
}

/** Throws when the web server would give the database to anybody who asks for it. */
function refuse_inside(string $documentRoot, string $path): void
{
    $file = realpath($path) ?: realpath(dirname($path));
    $root = realpath($documentRoot);
    if ($file && $root && str_starts_with($file . DIRECTORY_SEPARATOR, $root . DIRECTORY_SEPARATOR)) {
        $reason = "is inside the document root $root, where anybody could download it: put it outside";
        throw new RuntimeException("DATABASE: $path $reason");
    }
}

define('SERVICE_URL', rtrim(read_setting('SERVICE_URL'), '/'));
define('SERVICE_KEY', read_setting('SERVICE_KEY'));
define('PUBLIC_URL', rtrim(read_setting('PUBLIC_URL'), '/'));
$isPhase = fn ($value) => in_array($value, array_keys(MAY_FOLLOW), true);
define('STATUS_MAP', read_map('STATUS_MAP', $isPhase, 'is not a phase'));
define('TOLERANCE', read_map('TOLERANCE', fn ($value) => decimal_text($value) !== null, 'is not decimal text'));
define('LOCALCODE_CURRENCY', read_setting('LOCALCODE_CURRENCY', ''));
$walletCurrencies = str_replace(',', ' ', strtoupper(read_setting('WALLET_CURRENCIES', '')));
define('WALLET_CURRENCIES', preg_split('/ +/', $walletCurrencies, -1, PREG_SPLIT_NO_EMPTY));
define('ALLOW_TEST_PAYMENTS', in_array(read_setting('ALLOW_TEST_PAYMENTS', ''), ['1', 'yes'], true));

define('PAY_SECRET', read_setting('PAY_SECRET'));
if (strlen(PAY_SECRET) < 32) {
    throw new RuntimeException('PAY_SECRET: must have at least 32 characters');
}

$proxies = read_setting('PROXIES', '');
if (!preg_match('/^\d{0,2}\z/', $proxies)) {
    throw new RuntimeException('PROXIES: must be a whole number');
}
define('PROXIES', $proxies === '' ? null : (int) $proxies);

$database = read_setting('DATABASE', 'payments.db');
$isAbsolute = preg_match('#^([/\\\\]|[A-Za-z]:)#', $database);
define('DATABASE', $isAbsolute ? $database : __DIR__ . "/$database");
foreach ([__DIR__ . '/public', $_SERVER['DOCUMENT_ROOT'] ?? ''] as $documentRoot) {
    if ($documentRoot !== '') { // on the command line there is none
        refuse_inside($documentRoot, DATABASE);
    }
}
