"""Reads requests and writes answers: JSON, errors by fixed codes, and nothing that a cache may keep."""

import json
import sys
import traceback
from http import HTTPStatus

REQUEST_MAX, WEBHOOK_MAX = 16 * 1024, 64 * 1024  # bytes


def log(text):
    """For the shop, on standard error. Never the path of a webhook: it is a credential."""
    print("pay:", text, file=sys.stderr, flush=True)


def error_text(error):
    """An exception for the log, with its lines of code."""
    return "".join(traceback.format_exception(error)).rstrip()


class HttpError(Exception):
    """field: the part of the request that is invalid."""

    def __init__(self, status, code, retry_after=None, field=None, **beside):
        self.status, self.retry_after = status, retry_after
        error = {"code": code, "field": field, "retryAfter": retry_after}
        self.body = {"error": {name: value for name, value in error.items() if value}, **beside}


class Request:
    """A request, as its WSGI environment describes it (PEP 3333)."""

    def __init__(self, environ):
        self.environ = environ
        self.method = environ["REQUEST_METHOD"]
        # A framework that mounts this application at /pay moves that part of the path to SCRIPT_NAME.
        mount = "/pay" if environ.get("SCRIPT_NAME", "").endswith("/pay") else ""
        self.path = mount + environ.get("PATH_INFO", "").encode("latin-1").decode(errors="replace")
        self.address = environ.get("REMOTE_ADDR", "")

    def header(self, name):
        """A header; an empty text when there is none."""
        name = name.upper().replace("-", "_")
        return self.environ.get(name if name == "CONTENT_TYPE" else f"HTTP_{name}", "")

    def read(self, limit):
        """The body, in bytes."""
        stream, length = self.environ["wsgi.input"], self.environ.get("CONTENT_LENGTH")
        try:
            if length:
                content = stream.read(min(int(length), limit + 1))
            elif self.environ.get("wsgi.input_terminated"):  # a body in chunks, which the server puts together
                content = stream.read(limit + 1)
            else:
                raise HttpError(411, "invalid-request", field="body")
        except OSError:  # the connection has ended, or the chunks cannot be read
            raise HttpError(400, "invalid-request", field="body") from None
        if len(content) > limit:
            raise HttpError(413, "invalid-request", field="body")
        if length and len(content) < int(length):
            raise HttpError(400, "invalid-request", field="body")
        return content


def to_json(status, body, retry_after=None):
    """The status, the headers and the content of an answer."""
    content = json.dumps(body).encode()
    headers = {
        "content-type": "application/json; charset=utf-8",
        "content-length": str(len(content)),
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
        **({"retry-after": str(retry_after)} if retry_after else {}),
    }
    return status, headers, content


def to_wsgi(respond):
    """The WSGI application of a function that gives the status, the headers and the content for a request."""

    def application(environ, start_response):
        status, headers, content = respond(Request(environ))
        start_response(f"{status} {HTTPStatus(status).phrase}", list(headers.items()))
        return [content]

    return application
