"""How the shop's backend reads requests and writes answers: JSON, errors by fixed codes, and nothing kept in a cache."""

import json
import os
import urllib.parse
from http.server import BaseHTTPRequestHandler

import payments

DATABASE = os.environ.get("DATABASE", "payments.db")


class Failure(Exception):
    def __init__(self, status, code, retry_after=None, **beside):
        self.status, self.retry_after, self.beside = status, retry_after, beside
        self.error = {"code": code, **({"retryAfter": retry_after} if retry_after else {})}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 20  # seconds; who sends no request to its end is not waited for

    def respond(self, routes):
        self.is_read = not any(name in self.headers for name in ("content-length", "transfer-encoding"))
        path = urllib.parse.urlsplit(self.path).path
        parts = [urllib.parse.unquote(part) for part in path.split("/")[2:]] if path.startswith("/pay/") else []
        self.database = payments.connect(DATABASE)  # one a request
        try:
            route = routes.get(parts[0]) if parts else None
            if not route or len(parts) != route.__code__.co_argcount:
                raise Failure(404, "not-found")
            status, body = route(*parts[1:])
            self.write(status, body)
        except Failure as failure:
            self.write(failure.status, {"error": failure.error, **failure.beside}, failure.retry_after)
        except Exception as error:  # its text is for the log, not for strangers
            self.log_error("%s: %r", parts[:1], error)
            self.write(500, {"error": {"code": "internal"}})
        finally:
            self.database.close()

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
            self.send_header("connection", "close")  # what was not read must not be taken for the next request
        self.end_headers()
        self.wfile.write(content)

    def log_request(self, code="-", size="-"):
        """Not with its path: a webhook's address is a credential."""

    def read(self, limit):
        length = self.headers.get("content-length") or ""
        if not length.isdecimal() or int(length) > limit:
            raise Failure(413 if length.isdecimal() else 411, "invalid-request")
        content = self.rfile.read(int(length))
        self.is_read = True
        return content.decode(errors="replace")
