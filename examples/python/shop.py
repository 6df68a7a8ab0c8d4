"""
The shop: `python3 shop.py`, or `gunicorn shop:application`. The package `pay` in `backend` takes its payments;
docs/any-backend.md describes it.
"""

import contextlib
import pathlib
import re
import secrets
import sys
import urllib.parse

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE / "backend"), str(HERE / "shop")]

import pages  # noqa: E402
from pay import pay, payments, settings  # noqa: E402
from pay.orders import customer_of, find_order  # noqa: E402
from pay.web import REQUEST_MAX, HttpError, error_text, log, to_wsgi  # noqa: E402
from server import Server  # noqa: E402

# `npm run build` has copied the tags to it. In production the web server should serve this folder.
ASSETS = HERE / "public/assets"
TYPES = {"css": "text/css", "js": "text/javascript", "json": "application/json"}
if not (ASSETS / "integrity.txt").is_file():
    raise SystemExit(f"{ASSETS}: the tags are missing. Run: npm install && npm run build")
INTEGRITY = (ASSETS / "integrity.txt").read_text().strip()
LINES = "CREATE TABLE IF NOT EXISTS lines (order_ref TEXT, product TEXT, cents INTEGER, count INTEGER)"


def respond(request):
    """The status, the headers and the content of the answer to a request."""
    if request.path.startswith("/pay/"):
        return pay.respond(request)
    try:
        with contextlib.closing(payments.connect()) as database:
            database.execute(LINES)
            if request.method == "POST":
                status, headers, content = place_order(database, request)
            else:
                status, headers, content = get_page(database, request)
    except HttpError as failure:
        status, headers, content = failure.status, {}, b""
    except Exception as error:  # its text is for the log, not for strangers
        log(error_text(error))
        status, headers, content = 500, {}, b""
    return status, {**headers, "content-length": str(len(content))}, content


def get_page(database, request):
    texts = pages.texts_for(request.header("accept-language"))

    def page(status, title, body):
        return status, pages.HEADERS, pages.page(title, body, texts, INTEGRITY).encode()

    path = request.path
    if path == "/":
        return page(200, texts["catalogue"], pages.catalogue(texts, request.environ.get("QUERY_STRING") == "empty"))
    asset = re.fullmatch(r"/assets/((?:locales/)?[\w-]+\.(css|js|json))", path)
    if asset and (ASSETS / asset[1]).is_file():
        return 200, {"content-type": f"{TYPES[asset[2]]}; charset=utf-8"}, (ASSETS / asset[1]).read_bytes()
    found = re.fullmatch(r"/checkout/(\w+)", path)
    order = found and find_order(database, found[1], request.header("cookie"))
    if order:
        query = "SELECT product, cents, count FROM lines WHERE order_ref = ?"
        lines = database.execute(query, [order["ref"]]).fetchall()
        rows = payments.of_order(database, order["ref"])
        is_refunded = any(row["id"] == order["paid_by"] and row["phase"] == "refunded" for row in rows)
        return page(200, texts["checkout"], pages.checkout(order, lines, is_refunded, texts))
    return page(404, texts["missing"], pages.missing(texts))


def is_own_form(request):
    """Whether a form comes from a page of this shop. A sender without both headers has no session of a visitor."""
    site, origin = request.header("sec-fetch-site"), request.header("origin")
    if site:
        return site in ("same-origin", "none")
    own = request.header("host"), urllib.parse.urlsplit(settings.PAY_URL).netloc
    return not origin or origin.rpartition("://")[2] in own


def place_order(database, request):
    if request.path != "/orders":
        raise HttpError(404, "not-found")
    if not is_own_form(request):
        raise HttpError(403, "invalid-request")
    form = dict(urllib.parse.parse_qsl(request.read(REQUEST_MAX).decode(errors="replace")))
    counts = [(product, cents, form.get(product, "")) for product, cents in pages.PRODUCTS.items()]
    lines = [(product, cents, int(count)) for product, cents, count in counts if re.fullmatch("[1-9][0-9]?", count)]
    if not lines:
        return 303, {"location": "/?empty"}, b""
    customer = customer_of(request.header("cookie")) or secrets.token_hex(16)
    ref = secrets.token_hex(16)
    total = sum(cents * count for _, cents, count in lines)
    with payments.transaction(database):
        database.execute(
            "INSERT INTO orders (ref, amount, currency, customer) VALUES (?, ?, ?, ?)",
            [ref, f"{total // 100}.{total % 100:02}", pages.CURRENCY, customer],
        )
        database.executemany("INSERT INTO lines VALUES (?, ?, ?, ?)", [(ref, *line) for line in lines])
    secure = "; Secure" if settings.PAY_URL.startswith("https:") else ""
    session = f"customer={customer}; Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000{secure}"
    return 303, {"location": f"/checkout/{ref}", "set-cookie": session}, b""


application = to_wsgi(respond)

if __name__ == "__main__":
    payments.connect().close()  # an error now, if there can be no database
    server = Server(("127.0.0.1", settings.PORT), application)
    print(f"Shop: http://127.0.0.1:{server.server_port}", flush=True)
    server.run()
