"""The payment service's three creations (contract 4.3 to 4.5). Standard library only."""

import http.client
import json
import os
import urllib.parse

TIMEOUT = 15  # seconds, for each step of the way: a payer waits
ANSWER_MAX = 1024 * 1024  # bytes

CALLS = {
    "crypto": ("POST", "/v1/payments"),
    "wallet": ("POST", "/v1/wallet/payments"),
    "localcode": ("GET", "/v1/payments/localcode"),  # a GET with a body
}


class NotMade(Exception):
    """No payment to show. `retry_after`: seconds, where the service was only too busy and made none."""

    def __init__(self, why, retry_after=None):
        super().__init__(why)
        self.retry_after = retry_after


def create(method, fields):
    """The `data` of the service's answer, every number as the text it came as: a coin amount is no float."""
    verb, path = CALLS[method]
    base = urllib.parse.urlsplit(os.environ["SERVICE_URL"])
    kind = http.client.HTTPSConnection if base.scheme == "https" else http.client.HTTPConnection
    connection = kind(base.netloc, timeout=TIMEOUT)
    headers = {
        "accept": "application/json",
        "authorization": "Bearer " + os.environ["SERVICE_KEY"],
        "content-type": "application/json",
    }
    try:
        # http.client sends the body of a GET with its length, follows no redirect and repeats nothing. urllib does not
        # do: what repeats a GET by itself makes two payments.
        connection.request(verb, base.path.rstrip("/") + path, json.dumps(fields).encode(), headers)
        answer = connection.getresponse()
        text = answer.read(ANSWER_MAX)
    except (OSError, http.client.HTTPException) as error:
        raise NotMade("no whole answer") from error  # a payment that nobody was told of may exist; nobody will pay it
    finally:
        connection.close()
    if answer.status in (429, 503):
        told = answer.getheader("retry-after") or ""
        raise NotMade("too busy", int(told) if told.isdecimal() else 30)
    if not 200 <= answer.status < 300:
        raise NotMade(f"the service answered {answer.status}")
    try:
        data = json.loads(text, parse_float=str, parse_int=str)["data"]
        data["tid" if method == "crypto" else "pid" if method == "wallet" else "bid"]
    except (ValueError, KeyError, TypeError) as error:
        raise NotMade("an answer that cannot be read") from error
    # A cache on the way may take one GET for another: what was sent must come back.
    if method == "localcode" and (data.get("meta") or fields["meta"]) != fields["meta"]:
        raise NotMade("another payment's answer")
    return data
