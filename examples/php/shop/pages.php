<?php
// The products and the pages. `text` escapes every value.
declare(strict_types=1);

const CURRENCY = 'USD';
// Where the tags send a payer who has to ask the shop. Put your own address in its place: mailto:, tel: or https:.
const CONTACT = 'mailto:help@shop.example';
const PRODUCTS = ['beans' => 1450, 'dripper' => 1999, 'filters' => 499]; // cents

const CONTENT_POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
    . "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; "
    . 'trusted-types lit-html';

/** Returns the texts in the first supported language of an Accept-Language header, or in English. */
function texts_for(string $acceptLanguage): array
{
    $all = json_decode(file_get_contents(__DIR__ . '/texts.json'), true);
    $asked = array_map(fn ($entry) => strtolower(substr(trim($entry), 0, 2)), explode(',', $acceptLanguage));
    $lang = current(array_intersect($asked, array_keys($all))) ?: 'en';
    return [...$all[$lang], 'lang' => $lang, 'dir' => $lang === 'ar' ? 'rtl' : 'ltr'];
}

function text(string $text): string
{
    return htmlspecialchars($text, ENT_QUOTES | ENT_SUBSTITUTE);
}

function price(int $cents): string
{
    return sprintf('%d.%02d %s', intdiv($cents, 100), $cents % 100, CURRENCY);
}

/** @param $integrity - the hash of the script; the browser refuses any other script */
function write_page(int $status, string $title, string $body, array $texts, string $integrity): bool
{
    http_response_code($status);
    header('content-type: text/html; charset=utf-8');
    header('content-security-policy: ' . CONTENT_POLICY);
    header('referrer-policy: same-origin');
    header('x-content-type-options: nosniff');
    header('cache-control: no-store');
    header_remove('x-powered-by');
    [$title, $shop] = array_map(text(...), [$title, $texts['shop']]);
    echo <<<HTML
    <!doctype html>
    <html lang="{$texts['lang']}" dir="{$texts['dir']}">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>$title · $shop</title>
        <link rel="icon" href="data:,">
        <link rel="stylesheet" href="/assets/shop.css">
        <script type="module" src="/assets/pay-elements.js" integrity="$integrity" crossorigin></script>
      </head>
      <body>
        <header><a href="/">$shop</a></header>
        <main>$body</main>
      </body>
    </html>
    HTML;
    return true;
}

/** @param $isEmpty - an order without products was sent: the page says what to do, and the first quantity has the focus */
function catalogue(array $texts, bool $isEmpty): string
{
    $alert = $isEmpty ? '<p class="notice" id="empty" role="alert">' . text($texts['empty']) . '</p>' : '';
    $lines = '';
    foreach (PRODUCTS as $product => $cents) {
        $focus = $isEmpty && $lines === '' ? ' autofocus aria-describedby="empty"' : '';
        $lines .= "<li><label for=\"$product\">" . text($texts['products'][$product]) . '</label><span>' . price($cents)
            . "</span><input id=\"$product\" name=\"$product\" type=\"number\" min=\"0\" max=\"99\" placeholder=\"0\"$focus></li>";
    }
    return '<h1>' . text($texts['catalogue']) . '</h1>' . $alert . '<form method="post" action="/orders"><ul class="lines">' . $lines
        . '</ul><button class="primary">' . text($texts['buy']) . '</button></form>';
}

function checkout(array $order, array $lines, bool $isRefunded, array $texts): string
{
    $items = '';
    foreach ($lines as ['product' => $product, 'cents' => $cents, 'count' => $count]) {
        $name = text($texts['products'][$product]);
        $items .= "<li><span>$count × $name</span><span>" . price($cents * $count) . '</span></li>';
    }
    $total = text("{$order['amount']} {$order['currency']}");
    $items .= '<li><strong>' . text($texts['total']) . "</strong><strong>$total</strong></li>";
    $paid = text($texts[$isRefunded ? 'refunded' : 'paid']);
    $notice = $order['paid_by'] === null ? '' : "<p class=\"notice\">$paid</p>";
    $src = text("/pay/orders/{$order['ref']}");
    $tag = "<pay-checkout src=\"$src\" contact=\"" . CONTACT . '">';
    return '<h1>' . text($texts['checkout']) . "</h1><ul class=\"lines\">$items</ul>$notice$tag"
        . '<noscript>' . text($texts['script']) . '</noscript><a slot="paid" href="/">' . text($texts['back'])
        . '</a></pay-checkout>';
}
