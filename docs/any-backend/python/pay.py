"""The addresses below /pay, and what each answers."""

import functools
import hashlib
import hmac
import json
import secrets
import time
import urllib.parse

import payments
import service
import settings
from money import PAID, decimal_text, is_for_order, settles_order
from orders import find_order, on_settled
from visitor import SHARED_LIMITS, SHOP_LIMITS, VISITOR_LIMITS, visitor_of
from web import Handler, HttpError, log

REQUEST_MAX, WEBHOOK_MAX = 16 * 1024, 64 * 1024  # bytes


def keyed_hash(text):
    return hmac.new(settings.PAY_SECRET, text.encode(), hashlib.sha256).hexdigest()


class Pay(Handler):
    def do_GET(self):
        self.respond({"orders": self.get_order, "payments": self.get_payment, "status": self.get_status})

    def do_POST(self):
        self.respond({"payments": self.create_payment, "webhook": self.receive_webhook})

    @functools.cached_property
    def database(self):
        """A connection for this request, opened when it is first needed: the body may be slow to arrive."""
        return payments.connect()

    def respond(self, routes):
        try:
            super().respond(routes)
        finally:
            opened = vars(self).pop("database", None)
            if opened:
                opened.close()

    def order(self, ref):
        order = find_order(self.database, ref, self.headers.get("cookie", ""))
        if not order:
            raise HttpError(404, "unknown-order")
        return order

    def offered(self, order):
        """What the order can be paid with. A local code has the currency of the account, and the call names none."""
        payout, currency = order["payout"], order["currency"].upper()
        methods = [{"method": "crypto", "coins": [{"symbol": symbol} for symbol in payout["crypto"]]}]
        if not settings.WALLET_CURRENCIES or currency in settings.WALLET_CURRENCIES:
            methods.append({"method": "wallet"})
        if payout["localcode"]["currency"].upper() == currency:
            methods.append({"method": "localcode"})
        return methods

    def settled_by(self, order):
        """The payment that settles the order. None: it is not paid."""
        rows = payments.of_order(self.database, order["ref"])
        for row in rows:
            if settles_order(row, order, settings.ALLOW_TEST_PAYMENTS):
                on_settled(self.database, row)
                return row
        return None

    # GET /pay/orders/:order
    def get_order(self, ref):
        order = self.order(ref)
        paid = self.settled_by(order)
        rows = payments.of_order(self.database, ref)
        open = [] if paid else [row for row in rows if row["holds"] and payments.is_current(row, order)]
        mismatched = [row for row in rows if row["phase"] in PAID and not is_for_order(row, order)]
        shown = ("id", "amount", "currency", "phase")
        answer = {
            "order": ref,
            "amount": order["amount"],
            "currency": order["currency"],
            "expiresAt": payments.iso_time(order["expires_at"]),
            "methods": self.offered(order),
            "payments": [payments.view(row) for row in open],
            "paid": paid and payments.view(paid),
            "mismatchedPayments": [{name: row[name] for name in shown} for row in mismatched] or None,
        }
        return 200, {name: value for name, value in answer.items() if value is not None}

    # POST /pay/payments
    def create_payment(self):
        order_ref, method, coin = self.read_choice()
        # In one transaction, so that order, payments and limits are still the same when the new row is written.
        with payments.transaction(self.database):
            order = self.order(order_ref)
            self.check_choice(order, method, coin)
            holder = payments.holder(self.database, order_ref, method, coin)
            if holder and payments.is_current(holder, order):
                return 200, payments.view(holder)
            if holder and payments.is_being_created(holder):
                raise HttpError(503, "busy", 2)  # by a request from another tab; the tag asks again
            visitor = self.limit()
            if holder:
                payments.release(self.database, holder["ref"])
            ref = secrets.token_hex(16)
            row = {"ref": ref, "token": secrets.token_hex(16), "visitor": visitor, "method": method, "coin": coin}
            payments.insert(self.database, row, order)
        try:
            id, data = service.create(method, self.fields(ref, order, method, coin), order)
        except service.ServiceError as error:
            payments.release(self.database, ref)
            log(error)
            raise HttpError(503, "busy" if error.retry_after else "service-unavailable", error.retry_after) from None
        payments.attach(self.database, ref, id, data)
        return 201, payments.view(payments.by(self.database, "ref", ref))

    def read_choice(self):
        if self.headers.get("sec-fetch-site") == "cross-site":
            raise HttpError(403, "invalid-request")  # another site's page
        if self.headers.get_content_type() != "application/json":
            raise HttpError(415, "invalid-request")  # another site's form
        try:
            request = json.loads(self.read(REQUEST_MAX))
            choice = request["order"], request["method"], request.get("coin") or ""
            "".join(choice).encode()  # an error for what is no text, and for half a character ("\ud800")
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise HttpError(400, "invalid-request") from None
        return choice

    def check_choice(self, order, method, coin):
        if method not in [offer["method"] for offer in self.offered(order)]:
            raise HttpError(400, "invalid-request")
        if not (coin in order["payout"]["crypto"] if method == "crypto" else coin == ""):
            raise HttpError(400, "invalid-request")
        paid = self.settled_by(order)
        if paid:
            raise HttpError(409, "already-paid", payment=payments.view(paid))
        if order["expires_at"] is not None and order["expires_at"] <= time.time():
            raise HttpError(409, "offer-expired")

    def limit(self):
        """Who asks, as a hash; too many payments of theirs are an error."""
        forwarded = ",".join(self.headers.get_all("x-forwarded-for") or [])
        name = visitor_of(self.client_address[0], forwarded, settings.PROXIES)
        visitor = keyed_hash(f"visitor {name}")
        seconds = payments.wait(self.database, VISITOR_LIMITS if name else SHARED_LIMITS, visitor)
        if seconds and not name:
            log("too many payments of visitors that cannot be told apart: set PROXIES")
        if seconds:
            raise HttpError(429, "busy", seconds)
        seconds = payments.wait(self.database, SHOP_LIMITS)
        if seconds:
            log("too many payments of all visitors together: see SHOP_LIMITS")
            raise HttpError(503, "busy", seconds)
        return visitor

    def fields(self, ref, order, method, coin):
        """What the service is asked for."""
        payout, currency = order["payout"], order["currency"]
        fields = {
            "amount": float(order["amount"]),  # money of a few digits: the float is printed as it was written
            "webhook_url": f"{settings.PUBLIC_URL}/webhook/{ref}/{keyed_hash(f'webhook {ref}')}",
            "meta": {"order": str(order["number"]), "nonce": secrets.token_hex(8)},
        }
        if method == "crypto":
            return {**fields, "currency": currency, "crypto_coin": coin, "payout_address": payout["crypto"][coin]}
        if method == "wallet":
            return {**fields, "currency": currency, "payout_email": payout["wallet"]}
        return {**fields, **{name: value for name, value in payout["localcode"].items() if name != "currency"}}

    # GET /pay/payments/:token
    def get_payment(self, token):
        return 200, payments.view(self.payment(token))

    # GET /pay/status/:token
    def get_status(self, token):
        return 200, payments.status_of(self.payment(token))

    def payment(self, token):
        row = payments.by(self.database, "token", token)
        if not row or not row["answer"]:
            raise HttpError(404, "unknown-payment")
        return row

    # POST /pay/webhook/:ref/:key
    def receive_webhook(self, ref, key):
        if not hmac.compare_digest(keyed_hash(f"webhook {ref}").encode(), key.encode(errors="replace")):
            raise HttpError(404, "not-found")
        news = read_news(self.read(WEBHOOK_MAX))
        with payments.transaction(self.database):
            row = payments.by(self.database, "ref", ref)
            if not row:
                raise HttpError(404, "not-found")  # the same answer for both
            # Received and of no use. A 4xx would make some senders try again for ever.
            if not news["status"] or (news["id"] and row["id"] and news["id"] != row["id"]):
                return 202, {}
            payments.apply(self.database, row, news)
        return 200, {}  # only now, when it is written: whatever fails before is a 500, and is sent again


def read_news(body):
    """The contract does not show the payload: JSON or a form, at the top or below `data`. Numbers as their text."""
    try:
        news = json.loads(body, parse_float=str, parse_int=str)
        json.dumps(news, ensure_ascii=False).encode()  # an error for half a character ("\ud800")
    except (ValueError, RecursionError):
        news = dict(urllib.parse.parse_qsl(body))
    if isinstance(news, dict) and isinstance(news.get("data"), dict):
        news = news["data"]
    texts = {name: value for name, value in news.items() if isinstance(value, str)} if isinstance(news, dict) else {}

    def count(name):
        text = texts.get(name, "")
        return int(text) if text.isdecimal() and len(text) < 7 else None

    return {
        "id": texts.get("tid") or texts.get("pid") or texts.get("bid"),
        "status": texts.get("status", "")[:200],
        "received": decimal_text(texts.get("cryptoAmountReceived")),
        "confirmations": count("confirmations"),
        "required": count("confirmationsRequired"),
    }
