"""The products and the pages. `text` escapes every value."""

import json
import pathlib
from html import escape as text

CURRENCY = "USD"
# Where the tags send a payer who has to ask the shop. Put your own address in its place: mailto:, tel: or https:.
CONTACT = "mailto:help@shop.example"
PRODUCTS = {"beans": 1450, "dripper": 1999, "filters": 499}  # cents

HEADERS = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types lit-html",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
}

TEXTS = json.loads(pathlib.Path(__file__).with_name("texts.json").read_text("utf-8"))


def texts_for(accept_language):
    """Return the texts in the first supported language of an Accept-Language header, or in English."""
    asked = [entry.strip()[:2].lower() for entry in accept_language.split(",")]
    lang = next((one for one in asked if one in TEXTS), "en")
    return {**TEXTS[lang], "lang": lang, "dir": "rtl" if lang == "ar" else "ltr"}


def price(cents):
    return f"{cents // 100}.{cents % 100:02} {CURRENCY}"


def page(title, body, texts, integrity):
    """integrity: the hash of the script. The browser refuses any other script."""
    title, shop = text(title), text(texts["shop"])
    return f"""<!doctype html>
    <html lang="{texts["lang"]}" dir="{texts["dir"]}">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>{title} · {shop}</title>
        <link rel="icon" href="data:,">
        <link rel="stylesheet" href="/assets/shop.css">
        <script type="module" src="/assets/pay-elements.js" integrity="{integrity}" crossorigin></script>
      </head>
      <body>
        <header><a href="/">{shop}</a></header>
        <main>{body}</main>
      </body>
    </html>"""


def catalogue(texts, is_empty):
    """is_empty: an order without products was sent. The page says what to do, and the first quantity has the focus."""
    alert = f'<p class="notice" id="empty" role="alert">{text(texts["empty"])}</p>' if is_empty else ""
    focus = ' autofocus aria-describedby="empty"' if is_empty else ""
    lines = "".join(
        f'<li><label for="{product}">{text(texts["products"][product])}</label><span>{price(cents)}</span>'
        f'<input id="{product}" name="{product}" type="number" min="0" max="99" placeholder="0"{"" if index else focus}></li>'
        for index, (product, cents) in enumerate(PRODUCTS.items())
    )
    return f"""<h1>{text(texts["catalogue"])}</h1>
        {alert}
        <form method="post" action="/orders">
          <ul class="lines">{lines}</ul>
          <button class="primary">{text(texts["buy"])}</button>
        </form>"""


def checkout(order, lines, is_refunded, texts):
    items = "".join(
        f"<li><span>{count} × {text(texts['products'][product])}</span><span>{price(cents * count)}</span></li>"
        for product, cents, count in lines
    )
    paid = texts["refunded" if is_refunded else "paid"]
    notice = f'<p class="notice">{text(paid)}</p>' if order["paid_by"] else ""
    total = text(f"{order['amount']} {order['currency']}")
    return f"""<h1>{text(texts["checkout"])}</h1>
        <ul class="lines">
          {items}<li><strong>{text(texts["total"])}</strong><strong>{total}</strong></li>
        </ul>
        {notice}
        <pay-checkout src="/pay/orders/{text(order["ref"])}" contact="{CONTACT}">
          <noscript>{text(texts["script"])}</noscript>
          <a slot="paid" href="/">{text(texts["back"])}</a>
        </pay-checkout>"""


def missing(texts):
    return f'<h1>{text(texts["missing"])}</h1><p><a href="/">{text(texts["back"])}</a></p>'
