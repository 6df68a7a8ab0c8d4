"""Reads requests and writes answers: JSON, errors by fixed codes, and nothing that a cache may keep."""

import io
import json
import socket
import sys
import time
import urllib.parse
from http.server import BaseHTTPRequestHandler


def log(text):
    """For the shop, on standard error. Never the path of a webhook: it is a credential."""
    print("pay:", text, file=sys.stderr, flush=True)


class HttpError(Exception):
    def __init__(self, status, code, retry_after=None, **beside):
        self.status, self.retry_after, self.beside = status, retry_after, beside
        self.error = {"code": code, **({"retryAfter": retry_after} if retry_after else {})}


class Input(io.RawIOBase):
    """What a connection receives until the time `ends`. Python's own limit begins again with each byte."""

    def __init__(self, connection):
        self.connection, self.ends = connection, 0

    def readable(self):
        return True

    def readinto(self, buffer):
        self.connection.settimeout(max(0.001, self.ends - time.monotonic()))
        try:
            return self.connection.recv_into(buffer)
        finally:
            self.connection.settimeout(Handler.timeout)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 15  # seconds in which a request has to be complete, and the same for its answer

    def setup(self):
        super().setup()
        self.rfile.close()
        self.input = Input(self.connection)
        self.rfile = io.BufferedReader(self.input)

    def handle_one_request(self):
        self.input.ends = time.monotonic() + self.timeout
        super().handle_one_request()

    def respond(self, routes):
        """Answers by the route that the first part of the path below /pay names. The other parts are its arguments."""
        self.is_read = not any(name in self.headers for name in ("content-length", "transfer-encoding"))
        path = urllib.parse.urlsplit(self.path).path
        parts = [urllib.parse.unquote(part) for part in path.split("/")[2:]] if path.startswith("/pay/") else []
        try:
            route = routes.get(parts[0]) if parts else None
            if not route or len(parts) != route.__code__.co_argcount:
                raise HttpError(404, "not-found")
            self.write(*route(*parts[1:]))
        except HttpError as failure:
            self.write(failure.status, {"error": failure.error, **failure.beside}, failure.retry_after)
        except Exception as error:  # its text is for the log, not for strangers
            log(f"{parts[:1]}: {error!r}")
            self.write(500, {"error": {"code": "internal"}})

    def write(self, status, body, retry_after=None):
        content = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json; charset=utf-8")
        self.send_header("content-length", str(len(content)))
        self.send_header("cache-control", "no-store")
        self.send_header("referrer-policy", "no-referrer")
        self.send_header("x-content-type-options", "nosniff")
        if retry_after:
            self.send_header("retry-after", str(retry_after))
        if not self.is_read:
            self.send_header("connection", "close")  # the rest of the body must not be taken for the next request
        self.end_headers()
        self.wfile.write(content)

    def log_request(self, code="-", size="-"):
        """Does not log the path: that of a webhook is a credential."""

    def read(self, limit):
        length = self.headers.get("content-length") or ""
        if not length.isdecimal() or int(length) > limit:
            raise HttpError(413 if length.isdecimal() else 411, "invalid-request")
        try:
            content = self.rfile.read(int(length))
        except socket.timeout:
            raise HttpError(408, "invalid-request") from None
        self.is_read = True
        return content.decode(errors="replace")
