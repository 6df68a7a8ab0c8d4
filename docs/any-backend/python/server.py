"""
A web server of the standard library for a WSGI application: for a start, and behind a proxy. It reads each request
whole before it calls the application, within limits of size and time.
"""

import contextlib
import io
import re
import signal
import socket
import sys
import threading
import time
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from pay.web import WEBHOOK_MAX, HttpError, to_json


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

    def __init__(self, address, application):
        try:
            super().__init__(address, Handler)
        except OSError as error:
            raise SystemExit(f"PORT: cannot listen at {address[0]}:{address[1]}: {error.strerror}") from None
        self.application = application
        self.answering = set()

    def run(self):
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

    def log_error(self, *message):
        """Logs no connection that waits for its next request until the time limit, as browsers keep several."""
        if self in self.server.answering:
            super().log_error(*message)

    def finish(self):
        """Takes the rest of a body that was refused, for 2 s: a connection that ends before may lose the answer."""
        super().finish()
        if vars(self).get("is_read", True):
            return
        self.input.ends = time.monotonic() + 2
        with contextlib.suppress(OSError):
            self.connection.shutdown(socket.SHUT_WR)
            while self.input.readinto(bytearray(WEBHOOK_MAX)):
                pass

    def parse_request(self):
        self.server.answering.add(self)  # its first line has arrived
        self.is_read = False
        return super().parse_request()

    def do_GET(self):
        try:
            body = self.read()
        except HttpError as failure:
            status, headers, content = to_json(failure.status, failure.body)
            self.send(status, list(headers.items()), content)
            return
        answer = []

        def start_response(status, headers, _error=None):
            answer[:] = int(status[:3]), headers

        content = b"".join(self.server.application(self.environ(body), start_response))
        self.send(*answer, content)

    do_POST = do_GET

    def environ(self, body):
        # As it was sent: `path` has one slash for `//`, and `urlsplit` raises an error for some URLs.
        path, _, query = self.requestline.split()[1].partition("?")
        host, port = self.server.server_address[:2]
        # An application could not tell a name with an underscore from one with a hyphen.
        names = {name.lower() for name in self.headers if "_" not in name}
        headers = {f"HTTP_{name.upper().replace('-', '_')}": ",".join(self.headers.get_all(name)) for name in names}
        length = {"CONTENT_LENGTH": str(len(body))} if self.has_body else {}
        return {
            **headers,
            **length,
            "CONTENT_TYPE": self.headers.get("content-type", ""),
            "REQUEST_METHOD": self.command,
            "SCRIPT_NAME": "",
            "PATH_INFO": urllib.parse.unquote(path, "latin-1"),
            "QUERY_STRING": query,
            "REMOTE_ADDR": self.client_address[0],
            "SERVER_NAME": host,
            "SERVER_PORT": str(port),
            "SERVER_PROTOCOL": self.request_version,
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(body),
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": True,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
        }

    def send(self, status, headers, content):
        self.send_response_only(status)  # without the header that names the version of Python
        for name, value in [("date", self.date_time_string()), *headers]:
            self.send_header(name, value)
        if not self.is_read:
            self.send_header("connection", "close")  # the rest of the body must not be taken for the next request
        self.end_headers()
        self.wfile.write(content)

    def read(self):
        """The body of the request, in bytes."""
        lengths = self.headers.get_all("content-length", [])
        codings = [coding.lower() for coding in self.headers.get_all("transfer-encoding", [])]
        self.has_body = bool(lengths or codings)
        try:
            if codings:
                # Whoever reads another length than this server could hide a request in the body.
                if [*codings, *lengths] != ["chunked"] or self.request_version != "HTTP/1.1":
                    raise HttpError(400, "invalid-request", field="body")
                content = self.read_chunks()
            else:
                if len(set(lengths)) > 1 or not re.fullmatch("[0-9]{1,18}", lengths[0] if lengths else "0"):
                    raise HttpError(400, "invalid-request", field="body")
                length = int(lengths[0]) if lengths else 0
                if length > WEBHOOK_MAX:
                    raise HttpError(413, "invalid-request", field="body")
                content = self.rfile.read(length)
        except socket.timeout:
            raise HttpError(408, "invalid-request", field="body") from None
        self.is_read = not self.headers.defects  # a header that cannot be parsed may be the length of a body
        return content

    def read_chunks(self):
        """A body in chunks. After an error, nobody knows where the next request begins: the connection is closed."""
        content = bytearray()
        size = -1
        while size:
            line = re.fullmatch(rb"([0-9A-Fa-f]{1,8})(?:;[\t -~]*)?\r\n", self.rfile.readline(256))
            if not line:
                raise HttpError(400, "invalid-request", field="body")
            size = int(line[1], 16)
            if len(content) + size > WEBHOOK_MAX:
                raise HttpError(413, "invalid-request", field="body")
            content += self.rfile.read(size)
            if size and self.rfile.read(2) != b"\r\n":
                raise HttpError(400, "invalid-request", field="body")
        if self.rfile.readline(3) != b"\r\n":  # trailers, which nobody reads
            raise HttpError(400, "invalid-request", field="body")
        return bytes(content)
