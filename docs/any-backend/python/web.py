"""Reads requests and writes answers: JSON, errors by fixed codes, and nothing that a cache may keep."""

import contextlib
import io
import json
import re
import signal
import socket
import sys
import threading
import time
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

REQUEST_MAX, WEBHOOK_MAX = 16 * 1024, 64 * 1024  # bytes


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


class Server(ThreadingHTTPServer):
    """
    Serves until SIGTERM or SIGINT (Ctrl-C), and answers the requests that have begun. The first process of a container
    is not ended by a signal that it does not handle.
    """

    STOP_LIMIT = 4  # seconds that these answers may take; Docker waits 10 s, and then kills

    def run(self):
        self.answering = set()
        for number in (signal.SIGINT, signal.SIGTERM):
            # In a thread, because `shutdown` waits for the loop of `serve_forever`.
            signal.signal(number, lambda *_: threading.Thread(target=self.shutdown).start())
        self.serve_forever()
        self.server_close()
        ends = time.monotonic() + self.STOP_LIMIT
        while self.answering and time.monotonic() < ends:
            time.sleep(0.05)


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
        try:
            super().handle_one_request()
        finally:
            self.server.answering.discard(self)

    def finish(self):
        """Takes the rest of a body that was refused, for 2 s: a connection that ends before may lose the answer."""
        super().finish()
        if vars(self).get("is_read", True):
            return
        self.input.ends = time.monotonic() + 2
        with contextlib.suppress(OSError):
            self.connection.shutdown(socket.SHUT_WR)
            while self.input.readinto(bytearray(REQUEST_MAX)):
                pass

    def parse_request(self):
        self.server.answering.add(self)  # its first line has arrived
        is_parsed = super().parse_request()
        if is_parsed:
            has_body = "content-length" in self.headers or "transfer-encoding" in self.headers
            self.is_read = not has_body and self.is_understood
        return is_parsed

    @property
    def is_understood(self):
        return not self.headers.defects  # a header that cannot be parsed may be the length of a body

    @property
    def url_path(self):
        """As it was sent: `path` has one slash for `//`, and `urlsplit` raises an error for some URLs."""
        return self.requestline.split()[1].partition("?")[0]

    def send_response(self, code, message=None):
        """Without the header that names the version of Python."""
        self.send_response_only(code, message)
        self.send_header("date", self.date_time_string())

    def respond(self, routes):
        """Answers by the route that the first part of the path below /pay names. The other parts are its arguments."""
        path = self.url_path
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

    def read(self, limit):
        """The body of the request, in bytes."""
        lengths = self.headers.get_all("content-length", [])
        codings = [coding.lower() for coding in self.headers.get_all("transfer-encoding", [])]
        try:
            if codings:
                # Whoever reads another length than this server could hide a request in the body.
                if [*codings, *lengths] != ["chunked"] or self.request_version != "HTTP/1.1":
                    raise HttpError(400, "invalid-request")
                return self.read_chunks(limit)
            if not lengths:
                raise HttpError(411, "invalid-request")
            if len(set(lengths)) > 1 or not re.fullmatch("[0-9]{1,18}", lengths[0]):
                raise HttpError(400, "invalid-request")
            if int(lengths[0]) > limit:
                raise HttpError(413, "invalid-request")
            content = self.rfile.read(int(lengths[0]))
        except socket.timeout:
            raise HttpError(408, "invalid-request") from None
        self.is_read = self.is_understood
        return content

    def read_chunks(self, limit):
        """A body in chunks. After an error, nobody knows where the next request begins: the connection is closed."""
        content = bytearray()
        size = -1
        while size:
            line = re.fullmatch(rb"([0-9A-Fa-f]{1,8})(?:;[\t -~]*)?\r\n", self.rfile.readline(256))
            if not line:
                raise HttpError(400, "invalid-request")
            size = int(line[1], 16)
            if len(content) + size > limit:
                raise HttpError(413, "invalid-request")
            content += self.rfile.read(size)
            if size and self.rfile.read(2) != b"\r\n":
                raise HttpError(400, "invalid-request")
        # Otherwise trailers follow, which nobody reads.
        self.is_read = self.rfile.readline(3) == b"\r\n" and self.is_understood
        return bytes(content)
