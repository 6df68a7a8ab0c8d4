<?php
/*
 * The shop. The files in `backend` take its payments; docs/any-backend.md describes them.
 * This folder is the document root: anyone can download its files.
 */
declare(strict_types=1);

use Pay\{HttpError, Payments};
use function Pay\{body, connect, customer_of, find_order, note};
use const Pay\{PAY_URL, REQUEST_MAX};

ini_set('display_errors', '0'); // errors are for the log, not for strangers

$path = (string) parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if (str_starts_with($path, '/pay/')) {
    require dirname(__DIR__) . '/backend/public/index.php';
    return true;
}
if (preg_match('#^/assets/[\w./-]+\.(?:css|js|json)\z#', $path)) {
    return false; // PHP's own server sends the file
}
require dirname(__DIR__) . '/shop/pages.php';
require dirname(__DIR__) . '/backend/pay.php';
require dirname(__DIR__) . '/backend/settings.php';

$database = connect();
$database->exec('CREATE TABLE IF NOT EXISTS lines (order_ref TEXT, product TEXT, cents INTEGER, count INTEGER)');
$cookies = $_SERVER['HTTP_COOKIE'] ?? '';
$hash = __DIR__ . '/assets/integrity.txt';
if (!is_file($hash)) {
    note('public/assets: the tags are missing. Run: npm install && npm run build');
    http_response_code(500);
    return true;
}
$integrity = trim(file_get_contents($hash));
$texts = texts_for($_SERVER['HTTP_ACCEPT_LANGUAGE'] ?? '');

/** Whether a form comes from a page of this shop. A sender without both headers has no session of a visitor. */
function is_own_form(): bool
{
    if (isset($_SERVER['HTTP_SEC_FETCH_SITE'])) {
        return in_array($_SERVER['HTTP_SEC_FETCH_SITE'], ['same-origin', 'none'], true);
    }
    $origin = $_SERVER['HTTP_ORIGIN'] ?? '';
    $own = [$_SERVER['HTTP_HOST'] ?? '', explode('/', PAY_URL)[2]];
    return $origin === '' || in_array(explode('/', $origin)[2] ?? '', $own, true);
}

if ($path === '/') {
    return write_page(200, $texts['catalogue'], catalogue($texts, isset($_GET['empty'])), $texts, $integrity);
}
if ($path === '/orders' && $_SERVER['REQUEST_METHOD'] === 'POST') {
    if (!is_own_form()) {
        http_response_code(403);
        return true;
    }
    try {
        body(REQUEST_MAX);
    } catch (HttpError $tooLong) {
        http_response_code($tooLong->status);
        return true;
    }
    $counts = array_map(fn ($product) => (int) ($_POST[$product] ?? 0), array_keys(PRODUCTS));
    $chosen = array_filter(array_combine(array_keys(PRODUCTS), $counts), fn ($count) => $count > 0 && $count < 100);
    if (!$chosen) {
        header('location: /?empty', true, 303);
        return true;
    }
    $customer = customer_of($cookies) ?? bin2hex(random_bytes(16));
    $ref = bin2hex(random_bytes(16));
    $cents = array_sum(array_map(fn ($product) => PRODUCTS[$product] * $chosen[$product], array_keys($chosen)));
    $amount = sprintf('%d.%02d', intdiv($cents, 100), $cents % 100);
    $database->beginTransaction();
    $order = $database->prepare('INSERT INTO orders (ref, amount, currency, customer) VALUES (?, ?, ?, ?)');
    $order->execute([$ref, $amount, CURRENCY, $customer]);
    $line = $database->prepare('INSERT INTO lines VALUES (?, ?, ?, ?)');
    foreach ($chosen as $product => $count) {
        $line->execute([$ref, $product, PRODUCTS[$product], $count]);
    }
    $database->commit();
    $secure = str_starts_with(PAY_URL, 'https:');
    $session = ['path' => '/', 'httponly' => true, 'samesite' => 'Lax', 'secure' => $secure, 'expires' => time() + 2592000];
    setcookie('customer', $customer, $session);
    header("location: /checkout/$ref", true, 303);
    return true;
}
$order = preg_match('#^/checkout/(\w+)\z#', $path, $found) ? find_order($database, $found[1], $cookies) : null;
if ($order) {
    $lines = $database->prepare('SELECT product, cents, count FROM lines WHERE order_ref = ?');
    $lines->execute([$order['ref']]);
    $isRefund = fn ($row) => $row['id'] === $order['paid_by'] && $row['phase'] === 'refunded';
    $isRefunded = array_filter((new Payments($database))->ofOrder($order['ref']), $isRefund) !== [];
    $page = checkout($order, $lines->fetchAll(), $isRefunded, $texts);
    return write_page(200, $texts['checkout'], $page, $texts, $integrity);
}
$missing = '<h1>' . text($texts['missing']) . '</h1><p><a href="/">' . text($texts['back']) . '</a></p>';
return write_page(404, $texts['missing'], $missing, $texts, $integrity);
