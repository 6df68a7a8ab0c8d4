"""The addresses below /pay, and what each answers."""

import base64
import email.policy
import functools
import hashlib
import hmac
import json
import re
import secrets
import time
import urllib.parse

from . import payments, service, settings
from .money import PAID, decimal_text, is_for_order, settles_order
from .orders import find_order, on_settled
from .visitor import SHARED_LIMITS, SHOP_LIMITS, VISITOR_LIMITS, networks_of, visitor_of
from .web import REQUEST_MAX, WEBHOOK_MAX, HttpError, error_text, log, to_json, to_wsgi


def keyed_hash(text):
    return hmac.new(settings.PAY_SECRET, text.encode(), hashlib.sha256).hexdigest()


def probe_hash(purpose, text):
    """The same in the form of `npx pay-elements doctor`."""
    key = hmac.new(settings.PAY_SECRET, f"pay-elements {purpose} v1\0{text}".encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(key.digest()).rstrip(b"=").decode()


def respond(request):
    """The status, the headers and the content of the answer to a request below /pay."""
    pay = Pay(request)
    try:
        return to_json(*pay.answer())
    except HttpError as failure:
        return to_json(failure.status, failure.body, failure.retry_after)
    except Exception as error:  # its text is for the log, not for strangers
        log(f"{request.path.split('/')[2:3]}: {error_text(error)}")
        return to_json(500, {"error": {"code": "internal"}})
    finally:
        pay.close()


application = to_wsgi(respond)


class Pay:
    def __init__(self, request):
        self.request = request

    def answer(self):
        """Answers by the route that the first part of the path below /pay names. The other parts are its arguments."""
        routes = {
            "GET": {"orders": self.get_order, "payments": self.get_payment, "status": self.get_status},
            "POST": {"payments": self.create_payment, "webhook": self.receive_webhook},
        }
        path = self.request.path
        parts = path.split("/")[2:] if path.startswith("/pay/") else [""]
        route = routes.get(self.request.method, {}).get(parts[0])
        if not route or len(parts) != route.__code__.co_argcount:
            raise HttpError(404, "not-found")
        return route(*parts[1:])

    @functools.cached_property
    def database(self):
        """A connection for this request, opened when it is first needed: the body may be slow to arrive."""
        return payments.connect()

    def close(self):
        opened = vars(self).pop("database", None)
        if opened:
            opened.close()

    def order(self, ref):
        order = find_order(self.database, ref, self.request.header("cookie"))
        if not order:
            raise HttpError(404, "unknown-order")
        if decimal_text(order["amount"]) in (None, "0"):
            log(f"order {order['number']}: amount {order['amount']!r} is no decimal amount above zero")
            raise HttpError(500, "internal")
        return order

    def offered(self, order):
        """What the order can be paid with. A local code has the currency of the account, and the call names none."""
        payout, currency = order["payout"], order["currency"].upper()
        methods = []
        if payout["crypto"]:
            methods.append({"method": "crypto", "coins": [{"symbol": symbol} for symbol in payout["crypto"]]})
        if payout["wallet"] and (not settings.WALLET_CURRENCIES or currency in settings.WALLET_CURRENCIES):
            methods.append({"method": "wallet"})
        if "localcode" in payout and payout["localcode"]["currency"].upper() == currency:
            methods.append({"method": "localcode"})
        return methods

    def settled_by(self, order):
        """The payment that settles the order. None: it is not paid."""
        rows = payments.of_order(self.database, order["ref"])
        for row in sorted(rows, key=lambda row: row["id"] != order["paid_by"]):
            if settles_order(row, order, settings.ALLOW_TEST_PAYMENTS):
                on_settled(self.database, row)
                return row
        return None

    # GET /pay/orders/:order
    def get_order(self, ref):
        order = self.order(ref)
        paid = self.settled_by(order)
        is_sent = order["sent_at"] is not None  # also after a refund: what was sent is not offered again
        rows = payments.of_order(self.database, ref)
        # Also one with money that was replaced, is late, or whose order is paid: a payer who has sent money must see it.
        open = [
            row
            for row in rows
            if payments.is_moving(row) or (not paid and not is_sent and row["holds"] and payments.is_current(row, order))
        ]
        if not open and not paid:
            # A payer who reloads the page still sees the number of a payment that has ended, or that it was refunded.
            open = [row for row in rows if (row["phase"] == "refunded" if is_sent else payments.is_over(row))][-1:]
        mismatched = [row for row in rows if row["phase"] in PAID and not is_for_order(row, order)]
        settling = [row for row in rows if paid and settles_order(row, order, settings.ALLOW_TEST_PAYMENTS)]
        duplicates = [row for row in settling if row["ref"] != paid["ref"]]
        answer = {
            "order": ref,
            "amount": order["amount"],
            "currency": order["currency"],
            "expiresAt": payments.iso_time(order["expires_at"]),
            "methods": self.offered(order),
            "payments": [payments.view(row, order) for row in open],
            "paid": payments.view(paid, order) if paid else is_sent or None,
            "mismatchedPayments": [payments.summary(row) for row in mismatched] or None,
            "duplicatePayments": [payments.summary(row) for row in duplicates] or None,
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
                return 200, payments.view(holder, order)
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
            log(f"order {order['number']}: {error}")
            raise HttpError(503, "busy" if error.retry_after else "service-unavailable", error.retry_after) from None
        payments.attach(self.database, ref, id, data)
        return 201, payments.view(payments.by(self.database, "ref", ref), order)

    def read_choice(self):
        if self.request.header("sec-fetch-site") == "cross-site":
            raise HttpError(403, "invalid-request", field="origin")  # another site's page
        if self.request.header("content-type").partition(";")[0].strip().lower() != "application/json":
            raise HttpError(415, "invalid-request", field="content-type")  # another site's form
        try:
            request = json.loads(self.request.read(REQUEST_MAX))
        except (ValueError, RecursionError):
            request = None
        if not isinstance(request, dict):
            raise HttpError(400, "invalid-request", field="body")
        choice = {"order": request.get("order"), "method": request.get("method"), "coin": request.get("coin") or ""}
        for field, text in choice.items():
            if not isinstance(text, str) or re.search(r"[\ud800-\udfff]", text):  # half a character
                raise HttpError(400, "invalid-request", field=field)
        return choice.values()

    def check_choice(self, order, method, coin):
        if method not in [offer["method"] for offer in self.offered(order)]:
            raise HttpError(400, "invalid-request", field="method")
        if not (coin in order["payout"]["crypto"] if method == "crypto" else coin == ""):
            raise HttpError(400, "invalid-request", field="coin")
        paid = self.settled_by(order)
        if paid:
            raise HttpError(409, "already-paid", payment=payments.view(paid, order))
        if order["sent_at"] is not None:
            raise HttpError(409, "already-paid")
        if order["expires_at"] is not None and order["expires_at"] <= time.time():
            raise HttpError(409, "offer-expired")

    def visitor(self):
        return visitor_of(self.request.address, self.request.header("x-forwarded-for"), settings.PROXIES)

    def limit(self):
        """Who asks, as the hashes of their networks; too many payments of theirs are an error."""
        name = self.visitor()
        visitor, seconds = "", 0
        for network, share in networks_of(name):
            visitor += keyed_hash(f"visitor {network}")
            limits = [(span, most * share) for span, most in (VISITOR_LIMITS if name else SHARED_LIMITS)]
            seconds = max(seconds, payments.wait(self.database, limits, visitor))
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
            "webhook_url": f"{settings.PAY_URL}/webhook/{ref}/{keyed_hash(f'webhook {ref}')}",
            "meta": {"order": str(order["number"]), "nonce": secrets.token_hex(8)},
        }
        if method == "crypto":
            return {**fields, "currency": currency, "crypto_coin": coin, "payout_address": payout["crypto"][coin]}
        if method == "wallet":
            return {**fields, "currency": currency, "payout_email": payout["wallet"]}
        return {**fields, **{name: value for name, value in payout["localcode"].items() if name != "currency"}}

    # GET /pay/payments/:token
    def get_payment(self, token):
        row = self.payment(token)
        return 200, payments.view(row, find_order(self.database, row["order_ref"]))

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
        given = key.encode(errors="replace")
        if hmac.compare_digest(probe_hash("probe", ref).encode(), given):
            return 200, answer_probe(self.request.read(WEBHOOK_MAX), ref, self.visitor())
        if not hmac.compare_digest(keyed_hash(f"webhook {ref}").encode(), given):
            raise HttpError(404, "not-found")
        news = read_news(self.request.read(WEBHOOK_MAX), self.request.header("content-type"))
        with payments.transaction(self.database):
            row = payments.by(self.database, "ref", ref)
            if not row:
                raise HttpError(404, "not-found")  # the same answer for both
            # Received and of no use. A 4xx would make some senders try again for ever.
            if not news["status"] or (news["id"] and row["id"] and news["id"] != row["id"]):
                return 202, {}
            payments.apply(self.database, row, news)
        return 200, {}  # only now, when it is written: whatever fails before is a 500, and is sent again


def answer_probe(body, ref, visitor):
    """
    The answer to the doctor's test webhook, which belongs to no payment. It proves that this shop has the doctor's
    secret, and by the `probe` of the body that the whole body has arrived. `visitor` tells whether the address that the
    doctor writes into X-Forwarded-For was believed.
    """
    try:
        probe = json.loads(body)
        is_whole = probe["filler"] == "x" * 1000 and re.fullmatch(r"[\w-]{22}", probe["probe"], re.ASCII)
    except (ValueError, KeyError, TypeError):
        is_whole = False
    proof = probe_hash("probe answer", probe["probe"] if is_whole else ref)
    return {"probe": proof, "visitor": "forged" if visitor == "192.0.2.1" else "identified" if visitor else "unidentified"}


def read_form(body, content_type):
    """The fields of a form in either of its encodings. Text of another type is read like an address's query."""
    if not content_type.lower().startswith("multipart/form-data"):
        return dict(urllib.parse.parse_qsl(body.decode(errors="replace")))
    head = f"content-type: {content_type}\r\n\r\n".encode("latin-1", "replace")
    message = email.message_from_bytes(head + body, policy=email.policy.HTTP)
    return {
        part.get_param("name", header="content-disposition"): part.get_payload(decode=True).decode(errors="replace")
        for part in message.iter_parts()
        if not part.is_multipart()
    }


def read_news(body, content_type):
    """The contract does not show the payload: JSON or a form, at the top or below `data`. Numbers as their text."""
    try:
        news = json.loads(body, parse_float=str, parse_int=str, parse_constant=str)
        json.dumps(news, ensure_ascii=False).encode()  # an error for half a character ("\ud800")
    except (ValueError, RecursionError):
        news = read_form(body, content_type)
    if isinstance(news, dict) and isinstance(news.get("data"), dict):
        data = news["data"]
        if any(isinstance(data.get(name), str) for name in ("tid", "pid", "bid")):
            # In an envelope, the status "success" at the top is that of the request.
            top = {name: value for name, value in news.items() if (name, value) != ("status", "success")}
            news = {**top, **data}
        else:
            news = {**data, **news}
    texts = {name: value for name, value in news.items() if isinstance(value, str)} if isinstance(news, dict) else {}

    def count(name):
        text = texts.get(name, "")
        return int(text) if text.isdecimal() and len(text) < 7 else None

    received = news.get("cryptoAmountReceived") if texts else None
    amount = decimal_text(received if isinstance(received, str) else None)
    return {
        "id": texts.get("tid") or texts.get("pid") or texts.get("bid"),
        "status": texts.get("status", "")[:200],
        "received": amount,
        "unreadable": str(received) if received is not None and amount is None else None,
        "confirmations": count("confirmations"),
        "required": count("confirmationsRequired"),
    }
