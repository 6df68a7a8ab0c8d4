"""
A shop's backend for Pay Elements: `python3 shop.py`. Standard library only; the protocol is in any-backend.md.

SERVICE_URL, SERVICE_KEY   the payment service's base address, and the key
PAY_SECRET                 32 characters or more; signs the webhooks' addresses
PUBLIC_URL                 where /pay is reached from outside: https, but on your own machine
PORT, DATABASE             where it listens, and its file
A_MINUTE                   how many payments one visitor may begin in a minute: the service allows 35 for the whole shop
"""

import hashlib
import hmac
import json
import os
import re
import secrets
import urllib.parse
from http.server import ThreadingHTTPServer

import payments
import service
from wire import DATABASE, Failure, Handler

PUBLIC_URL = os.environ["PUBLIC_URL"].rstrip("/")
SECRET = os.environ["PAY_SECRET"].encode()
A_MINUTE = int(os.environ.get("A_MINUTE", "10"))
WISH_MAX, WEBHOOK_MAX = 16 * 1024, 64 * 1024  # bytes

assert len(SECRET) >= 32, "PAY_SECRET: 32 characters or more are needed"


def find_order(ref):
    """What is to be paid: from the shop's own tables, never from a browser. None where there is no such order."""
    if not re.fullmatch(r"1\d{3}", ref, re.ASCII):
        return None
    bitcoin, ethereum = "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu", "0xAff4d6793F584a473348EbA058deb8caad77a288"
    return {
        "amount": "19.99",
        "currency": "USD",
        "coins": {"BTC": bitcoin, "ETH": ethereum},  # where the proceeds go
        "wallet": "till@shop.example",
        "localcode": ("ETH", ethereum),
    }


def signature(ref):
    return hmac.new(SECRET, b"pay-webhook\0" + ref.encode(), hashlib.sha256).hexdigest()


class Pay(Handler):
    def do_GET(self):
        self.respond({"orders": self.get_order, "payments": self.get_payment, "status": self.get_status})

    def do_POST(self):
        self.respond({"payments": self.create, "webhook": self.hear})

    # GET /pay/orders/:order
    def get_order(self, ref):
        order = find_order(ref)
        if not order:
            raise Failure(404, "unknown-order")
        rows = [row for row in payments.of_order(self.database, ref) if row["answer"]]
        answer = {
            "order": ref,
            "amount": order["amount"],
            "currency": order["currency"],
            "methods": [
                {"method": "crypto", "coins": [{"symbol": symbol} for symbol in order["coins"]]},
                {"method": "wallet"},
                {"method": "localcode"},
            ],
            "payments": [payments.view(row, PUBLIC_URL) for row in rows if row["holds"]],
        }
        paid = self.paid_by(ref)
        return 200, {**answer, "payments": [], "paid": paid} if paid else answer

    def paid_by(self, order):
        """What paid an order; True where the answer to its creation was lost."""
        for row in payments.of_order(self.database, order):
            if row["phase"] in ("paid", "overpaid"):
                return payments.view(row, PUBLIC_URL) if row["answer"] else True
        return None

    # POST /pay/payments
    def create(self):
        if self.headers.get("sec-fetch-site") == "cross-site":
            raise Failure(403, "invalid-request")  # another site's page
        if self.headers.get_content_type() != "application/json":
            raise Failure(415, "invalid-request")  # another site's form
        try:
            wish = json.loads(self.read(WISH_MAX))
            ref, method, coin = wish["order"], wish["method"], wish.get("coin") or ""
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise Failure(400, "invalid-request") from None
        if not all(isinstance(text, str) for text in (ref, method, coin)):
            raise Failure(400, "invalid-request")
        order = find_order(ref)
        if not order:
            raise Failure(404, "unknown-order")
        if method not in service.CALLS or not (coin in order["coins"] if method == "crypto" else coin == ""):
            raise Failure(400, "invalid-request")
        paid = self.paid_by(ref)
        if paid:
            raise Failure(409, "already-paid", **({} if paid is True else {"payment": paid}))
        return self.make(ref, order, method, coin)

    def make(self, order_ref, order, method, coin):
        for row in payments.of_order(self.database, order_ref):
            if row["holds"] and row["answer"] and (row["method"], row["coin"]) == (method, coin):
                return 200, payments.view(row, PUBLIC_URL)  # one choice is one payment
        visitor = hashlib.sha256(SECRET + self.client_address[0].encode()).hexdigest()  # behind a proxy: what it says
        if payments.made_by(self.database, visitor, 60) >= A_MINUTE:
            raise Failure(429, "busy", 60)
        ref, token = secrets.token_urlsafe(16), secrets.token_urlsafe(16)
        if not payments.begin(self.database, ref, token, order_ref, method, coin, visitor):
            raise Failure(503, "busy", 2)  # another tab's creation is under way; the tag asks again
        fields = {
            "amount": float(order["amount"]),  # fiat of a few digits: the float prints as it was written
            "webhook_url": f"{PUBLIC_URL}/webhook/{ref}/{signature(ref)}",
            "meta": {"order": order_ref, "nonce": secrets.token_urlsafe(9)},
        }
        if method == "crypto":
            fields |= {"currency": order["currency"], "crypto_coin": coin, "payout_address": order["coins"][coin]}
        elif method == "wallet":
            fields |= {"currency": order["currency"], "payout_email": order["wallet"]}
        else:
            fields |= dict(zip(("payout_crypto_coin", "payout_address"), order["localcode"]))
        try:
            data = service.create(method, fields)
        except service.NotMade as error:
            payments.give_up(self.database, ref)
            self.log_error("%s", error)
            if error.retry_after:
                raise Failure(503, "busy", error.retry_after) from None
            raise Failure(503, "service-unavailable") from None
        payments.attach(self.database, ref, data.get("tid") or data.get("pid") or data.get("bid"), data)
        return 201, payments.view(payments.by(self.database, "ref", ref), PUBLIC_URL)

    # GET /pay/payments/:token
    def get_payment(self, token):
        return 200, payments.view(self.shown(token), PUBLIC_URL)

    # GET /pay/status/:token
    def get_status(self, token):
        return 200, payments.status_of(self.shown(token))

    def shown(self, token):
        row = payments.by(self.database, "token", token)
        if not row or not row["answer"]:
            raise Failure(404, "unknown-payment")
        return row

    # POST /pay/webhook/:ref/:signature
    def hear(self, ref, given):
        known = hmac.compare_digest(signature(ref).encode(), given.encode(errors="replace"))
        row = payments.by(self.database, "ref", ref) if known else None
        if not row:
            raise Failure(404, "not-found")  # the same for both
        news = read_news(self.read(WEBHOOK_MAX))
        id = news.get("tid") or news.get("pid") or news.get("bid")
        word = news.get("status")
        # Taken and of no use: a 4xx would be tried for ever by some senders. A row that has no id yet takes any.
        if not isinstance(word, str) or not word or len(word) > 200 or (id and row["id"] and id != row["id"]):
            return 202, {}
        count = lambda name: int(news[name]) if str(news.get(name, "")).isdecimal() and len(str(news[name])) < 7 else None
        received = news.get("cryptoAmountReceived")
        payments.hear(
            self.database,
            ref,
            word,
            received if isinstance(received, str) and len(received) <= 40 else None,
            count("confirmations"),
            count("confirmationsRequired"),
        )
        return 200, {}  # only after it was written: what fails before is a 500, and is sent again


def read_news(body):
    """The payload is not shown in the contract: JSON or a form, at the top or below `data`. Numbers as their text."""
    try:
        news = json.loads(body, parse_float=str, parse_int=str)
    except (ValueError, RecursionError):
        news = dict(urllib.parse.parse_qsl(body))
    if isinstance(news, dict) and isinstance(news.get("data"), dict):
        news = news["data"]
    return news if isinstance(news, dict) else {}


if __name__ == "__main__":
    opened = payments.connect(DATABASE)
    opened.executescript(payments.SCHEMA)
    opened.close()
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8080"))), Pay)
    print(f"http://127.0.0.1:{server.server_port}/pay", flush=True)
    server.serve_forever()
