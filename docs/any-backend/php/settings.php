<?php
/*
 * The settings, from the environment, and from a file `.env` in this folder or the one above. The environment comes
 * first. A wrong setting is an error that names it.
 *
 * SERVICE_URL, SERVICE_KEY   base address and API key of the payment service: https, except on your own machine
 * PAY_SECRET                 at least 32 random characters; signs the addresses of the webhooks
 * PAY_SECRET_PREVIOUS        is refused: change PAY_SECRET while no payment is open
 * PAY_URL                    where /pay can be reached from outside: https, except on your own machine
 * PAYOUT_BTC, PAYOUT_ETH     the addresses that the proceeds go to: a coin without one is not offered
 * PAYOUT_WALLET              the e-mail address of your wallet account: without it the wallet is not offered
 * PORT                       where serve.php listens; 8080 by default
 * DATABASE                   the SQLite file, never inside `public`; payments.db beside this file by default
 * PROXIES                    the number of your own proxies, which append to X-Forwarded-For; visitor.php has its default
 * STATUS_MAP                 the service's own status words as JSON: {"COMPLETED": "paid"}
 * TOLERANCE                  by how much payments may differ, as JSON by coin: {"BTC": "0.000001"}; 0 by default
 * LOCALCODE_CURRENCY         the currency of your account's local codes: without it that method is not offered
 * WALLET_CURRENCIES          the currencies that the wallet is offered for, such as USD,EUR; all of them by default
 * ALLOW_TEST_PAYMENTS        yes (or 1) accepts a sandbox's payments as real ones; never in production
 */
declare(strict_types=1);

namespace Pay;

use RuntimeException;

require_once __DIR__ . '/env_file.php';
require_once __DIR__ . '/money.php';
require_once __DIR__ . '/status.php';

// For payments of the sandbox alone. The keys of these addresses are public: anybody could take what arrives there.
const TEST_PAYOUT = [
    'PAYOUT_BTC' => 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
    'PAYOUT_ETH' => '0xAff4d6793F584a473348EbA058deb8caad77a288',
    'PAYOUT_WALLET' => 'till@shop.example',
];

$envFile = current(array_filter([__DIR__ . '/.env', dirname(__DIR__) . '/.env'], is_file(...)));
define('Pay\ENV_VALUES', $envFile ? read_env_file(file_get_contents($envFile)) : []);

function read_setting(string $name, ?string $default = null): string
{
    $value = getenv($name);
    $value = $value === false ? ENV_VALUES[$name] ?? '' : $value;
    $reason = 'is missing. Set it in the environment or in the file .env';
    return $value !== '' ? $value : $default ?? throw new RuntimeException("$name: $reason");
}

/** Whether only this machine can reach an address. */
function is_local(string $url): bool
{
    return preg_match('~^https?://(localhost|[^/:]+\.localhost|127(\.\d{1,3}){3}|\[::1\])([:/]|\z)~i', $url) === 1;
}

function read_url(string $name, string $example): string
{
    $value = rtrim(read_setting($name), '/');
    if (!preg_match('~^https?://[^\s/?#@]+(/[^\s?#]*)?\z~', $value)) {
        throw new RuntimeException("$name: must be an address such as $example");
    }
    // The key and the addresses of webhooks are credentials. A name without a dot is one of a network of containers.
    $isPublic = strpbrk((string) parse_url($value, PHP_URL_HOST), '.:') !== false;
    if (str_starts_with($value, 'http:') && $isPublic && !is_local($value)) {
        throw new RuntimeException("$name: must be https; http is for your own machine only");
    }
    return $value;
}

function read_port(): int
{
    $value = read_setting('PORT', '8080');
    if (!preg_match('/^\d{1,5}\z/', $value) || (int) $value > 65535) {
        throw new RuntimeException("PORT: has to be a number from 0 to 65535, not '$value'");
    }
    return (int) $value;
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

function check_currency(string $name, string $code): void
{
    if (!preg_match('/^[A-Za-z]{3}\z/', $code)) {
        throw new RuntimeException("$name: '$code' is no code of three letters, such as USD");
    }
}

function read_payout(string $name, string $form, string $what): string
{
    $hasOwn = implode('', array_map(fn ($each) => read_setting($each, ''), array_keys(TEST_PAYOUT))) !== '';
    $value = read_setting($name, IS_SANDBOX && !$hasOwn ? TEST_PAYOUT[$name] : '');
    if ($value !== '' && !preg_match("/^(?:$form)\\z/", $value)) {
        throw new RuntimeException("$name: is not $what");
    }
    return $value;
}

/** Throws when the web server would give a file to anybody who asks for it. */
function refuse_inside(string $documentRoot, string $name, string $path): void
{
    $file = realpath($path) ?: realpath(dirname($path));
    $root = realpath($documentRoot);
    if ($file && $root && str_starts_with($file . DIRECTORY_SEPARATOR, $root . DIRECTORY_SEPARATOR)) {
        $reason = "is inside the document root $root, where anybody could download it: put it outside";
        throw new RuntimeException("$name: $path $reason");
    }
}

define('Pay\SERVICE_URL', read_url('SERVICE_URL', 'https://service.example'));
define('Pay\SERVICE_KEY', read_setting('SERVICE_KEY'));
if (!preg_match('/^[\x21-\x7e]+\z/', SERVICE_KEY)) {
    throw new RuntimeException('SERVICE_KEY: plain text without spaces is needed');
}
define('Pay\PAY_URL', read_url('PAY_URL', 'https://shop.example/pay'));
define('Pay\PORT', read_port());
$isPhase = fn ($value) => in_array($value, array_keys(MAY_FOLLOW), true);
define('Pay\STATUS_MAP', read_map('STATUS_MAP', $isPhase, 'is not a phase'));
define('Pay\TOLERANCE', read_map('TOLERANCE', fn ($value) => decimal_text($value) !== null, 'is not decimal text'));
define('Pay\LOCALCODE_CURRENCY', read_setting('LOCALCODE_CURRENCY', ''));
if (LOCALCODE_CURRENCY !== '') {
    check_currency('LOCALCODE_CURRENCY', LOCALCODE_CURRENCY);
}
$walletCurrencies = str_replace(',', ' ', strtoupper(read_setting('WALLET_CURRENCIES', '')));
define('Pay\WALLET_CURRENCIES', preg_split('/ +/', $walletCurrencies, -1, PREG_SPLIT_NO_EMPTY));
foreach (WALLET_CURRENCIES as $code) {
    check_currency('WALLET_CURRENCIES', $code);
}
$allowed = read_setting('ALLOW_TEST_PAYMENTS', '');
define('Pay\ALLOW_TEST_PAYMENTS', in_array($allowed, ['1', 'yes'], true));
if (!in_array($allowed, ['1', 'yes', '', '0', 'no'], true)) {
    throw new RuntimeException('ALLOW_TEST_PAYMENTS: only yes turns it on; leave it empty in production');
}

// The sandbox listens on this machine only.
define('Pay\IS_SANDBOX', ALLOW_TEST_PAYMENTS && is_local(SERVICE_URL));
// The form alone: a mistyped letter is found by the payment service.
$btcForm = 'bc1[02-9ac-hj-np-z]{11,87}|BC1[02-9AC-HJ-NP-Z]{11,87}|[13][1-9A-HJ-NP-Za-km-z]{25,34}';
define('Pay\PAYOUT_COINS', array_filter([
    'BTC' => read_payout('PAYOUT_BTC', $btcForm, 'an address of BTC'),
    'ETH' => read_payout('PAYOUT_ETH', '0x[0-9a-fA-F]{40}', 'an address of ETH'),
]));
define('Pay\PAYOUT_WALLET', read_payout('PAYOUT_WALLET', '[^\s@]+@[^\s@]+\.[^\s@]+', 'an e-mail address'));
if (!PAYOUT_COINS && PAYOUT_WALLET === '') {
    $reason = 'are missing. Set at least one, or nothing can be paid';
    throw new RuntimeException("PAYOUT_BTC, PAYOUT_ETH, PAYOUT_WALLET: $reason");
}

define('Pay\PAY_SECRET', read_setting('PAY_SECRET'));
if (strlen(PAY_SECRET) < 32) {
    throw new RuntimeException('PAY_SECRET: must have at least 32 characters');
}
if (read_setting('PAY_SECRET_PREVIOUS', '') !== '') {
    $reason = 'has no effect here. Remove it, and change PAY_SECRET while no payment is open';
    throw new RuntimeException("PAY_SECRET_PREVIOUS: $reason");
}

$proxies = read_setting('PROXIES', '');
if (!preg_match('/^\d{0,2}\z/', $proxies)) {
    throw new RuntimeException('PROXIES: must be a whole number');
}
define('Pay\PROXIES', $proxies === '' ? null : (int) $proxies);

$database = read_setting('DATABASE', 'payments.db');
$isAbsolute = preg_match('#^([/\\\\]|[A-Za-z]:)#', $database);
define('Pay\DATABASE', $isAbsolute ? $database : __DIR__ . "/$database");
if (!is_dir(dirname(DATABASE))) {
    throw new RuntimeException('DATABASE: there is no folder ' . dirname(DATABASE));
}
foreach ([__DIR__ . '/public', $_SERVER['DOCUMENT_ROOT'] ?? ''] as $documentRoot) {
    if ($documentRoot !== '') { // on the command line there is none
        refuse_inside($documentRoot, 'DATABASE', DATABASE);
        if ($envFile) {
            refuse_inside($documentRoot, 'The file of settings', $envFile);
        }
    }
}
