"""
The shop: `python3 shop.py`. Standard library only. The files in `backend` take its payments; docs/any-backend.md
describes them.
"""

import pathlib
import re
import secrets
import sys
import urllib.parse

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE / "backend"), str(HERE / "shop")]

import pages  # noqa: E402
import payments  # noqa: E402
import settings  # noqa: E402
from orders import customer_of, find_order  # noqa: E402
from pay import Pay  # noqa: E402
from web import REQUEST_MAX, HttpError, Server, log  # noqa: E402

# The tags, from the npm package. In production the web server should serve this folder.
ELEMENTS = HERE / "node_modules/pay-elements/dist/cdn"
INTEGRITY = (ELEMENTS / "integrity.txt").read_text().strip()
TYPES = {"css": "text/css", "js": "text/javascript", "json": "application/json"}
LINES = "CREATE TABLE IF NOT EXISTS lines (order_ref TEXT, product TEXT, cents INTEGER, count INTEGER)"


class Shop(Pay):
    def do_GET(self):
        super().do_GET() if self.path.startswith("/pay/") else self.answer(self.get_page)

    def do_POST(self):
        super().do_POST() if self.path.startswith("/pay/") else self.answer(self.place_order)

    def answer(self, route):
        try:
            self.send(*route(self.url_path))
        except HttpError as failure:
            self.send(failure.status, {})
        except Exception as error:  # its text is for the log, not for strangers
            log(repr(error))
            self.send(500, {})
        finally:
            opened = vars(self).pop("database", None)
            if opened:
                opened.close()

    def send(self, status, headers, content=b""):
        self.send_response(status)
        for name, value in {**headers, "content-length": str(len(content))}.items():
            self.send_header(name, value)
        if not self.is_read:
            self.send_header("connection", "close")  # the rest of the body must not be taken for the next request
        self.end_headers()
        self.wfile.write(content)

    def get_page(self, path):
        texts = pages.texts_for(self.headers.get("accept-language", ""))

        def page(status, title, body):
            return status, pages.HEADERS, pages.page(title, body, texts, INTEGRITY).encode()

        if path == "/":
            return page(200, texts["catalogue"], pages.catalogue(texts))
        asset = re.fullmatch(r"/assets/((?:locales/)?[\w-]+\.(css|js|json))", path)
        if asset:
            file = (HERE / "public" if asset[2] == "css" else ELEMENTS) / asset[1]
            if file.is_file():
                return 200, {"content-type": f"{TYPES[asset[2]]}; charset=utf-8"}, file.read_bytes()
        found = re.fullmatch(r"/checkout/(\w+)", path)
        order = found and find_order(self.database, found[1], self.headers.get("cookie", ""))
        if order:
            query = "SELECT product, cents, count FROM lines WHERE order_ref = ?"
            lines = self.database.execute(query, [order["ref"]]).fetchall()
            return page(200, texts["checkout"], pages.checkout(order, lines, texts))
        return page(404, texts["missing"], pages.missing(texts))

    def is_own_form(self):
        """Whether a form comes from a page of this shop. A sender without both headers has no session of a visitor."""
        site, origin = self.headers.get("sec-fetch-site"), self.headers.get("origin")
        if site:
            return site in ("same-origin", "none")
        own = self.headers.get("host"), urllib.parse.urlsplit(settings.PAY_URL).netloc
        return not origin or origin.rpartition("://")[2] in own

    def place_order(self, path):
        if path != "/orders":
            raise HttpError(404, "not-found")
        if not self.is_own_form():
            raise HttpError(403, "invalid-request")
        form = dict(urllib.parse.parse_qsl(self.read(REQUEST_MAX).decode(errors="replace")))
        counts = [(product, cents, form.get(product, "")) for product, cents in pages.PRODUCTS.items()]
        lines = [(product, cents, int(count)) for product, cents, count in counts if re.fullmatch("[1-9][0-9]?", count)]
        if not lines:
            return 303, {"location": "/"}
        customer = customer_of(self.headers.get("cookie", "")) or secrets.token_hex(16)
        ref = secrets.token_hex(16)
        total = sum(cents * count for _, cents, count in lines)
        with payments.transaction(self.database):
            self.database.execute(
                "INSERT INTO orders (ref, amount, currency, customer) VALUES (?, ?, ?, ?)",
                [ref, f"{total // 100}.{total % 100:02}", pages.CURRENCY, customer],
            )
            self.database.executemany("INSERT INTO lines VALUES (?, ?, ?, ?)", [(ref, *line) for line in lines])
        secure = "; Secure" if settings.PAY_URL.startswith("https:") else ""
        session = f"customer={customer}; Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000{secure}"
        return 303, {"location": f"/checkout/{ref}", "set-cookie": session}


if __name__ == "__main__":
    database = payments.create_tables()
    database.execute(LINES)
    database.close()
    Server(("127.0.0.1", settings.PORT), Shop).run()
