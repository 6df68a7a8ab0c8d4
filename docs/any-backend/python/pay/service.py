"""The payment service's three calls that create a payment (contract 4.3 to 4.5). Standard library only."""

import http.client
import json
import urllib.parse

from . import settings
from .money import is_for_order

TIMEOUT = 15  # seconds, for each step of the call: a payer waits
ANSWER_MAX = 1024 * 1024  # bytes

CALLS = {
    "crypto": ("POST", "/v1/payments", "tid"),
    "wallet": ("POST", "/v1/wallet/payments", "pid"),
    "localcode": ("GET", "/v1/payments/localcode", "bid"),  # a GET with a body
}


class ServiceError(Exception):
    """No payment to show. `retry_after`: seconds, when the service was too busy and has created none."""

    def __init__(self, reason, retry_after=None):
        super().__init__(reason)
        self.retry_after = retry_after


def create(method, fields, order):
    """The payment's identifier, and the `data` of the answer with every number as the text that it came as."""
    verb, path, id_name = CALLS[method]
    base = urllib.parse.urlsplit(settings.SERVICE_URL)
    kind = http.client.HTTPSConnection if base.scheme == "https" else http.client.HTTPConnection
    connection = kind(base.netloc, timeout=TIMEOUT)
    headers = {
        "accept": "application/json",
        "authorization": "Bearer " + settings.SERVICE_KEY,
        "content-type": "application/json",
    }
    try:
        # http.client sends the body of a GET with its length, follows no redirect and repeats nothing. urllib does not
        # send it, and a client that repeats a GET by itself creates two payments.
        connection.request(verb, base.path + path, json.dumps(fields).encode(), headers)
        answer = connection.getresponse()
        text = answer.read(ANSWER_MAX)
    except (OSError, http.client.HTTPException) as error:
        # A payment may exist all the same. Nobody has seen its address, so nobody will pay it.
        raise ServiceError(f"the service has not answered, at {settings.SERVICE_URL}: {error}") from error
    finally:
        connection.close()
    if answer.status in (429, 503):
        told = answer.getheader("retry-after") or ""
        raise ServiceError("the service is busy", int(told) if told.isdecimal() else 30)
    if not 200 <= answer.status < 300:
        # Not the answer itself: it may repeat the address of the webhook, which is a secret.
        raise ServiceError(f"the service has answered {answer.status} to {verb} {path}: are payout and currency right?")
    try:
        data = json.loads(text, parse_float=str, parse_int=str)["data"]
        id = data[id_name]
    except (ValueError, KeyError, TypeError) as error:
        raise ServiceError("the service's answer cannot be read") from error
    # A cache between may give the answer of another GET: what was sent must come back.
    if method == "localcode" and (data.get("meta") or fields["meta"]) != fields["meta"]:
        raise ServiceError("the service's answer is for another payment")
    # A payer who pays what the answer asks must have paid what the order asks. A field that is absent says nothing.
    terms = {name: order[name] if data.get(name) is None else data[name] for name in ("amount", "currency")}
    if not isinstance(terms["currency"], str) or not is_for_order(terms, order):
        raise ServiceError("the service's answer is for another amount or currency")
    return id, data
