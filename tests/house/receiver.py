"""A receiver of webhooks on loopback that takes what it is sent, refuses it, is slow, or is dead; as a test wants it."""

import base64
import hmac
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class Receiver:
    """``answers`` are the statuses of the next requests, 200 after them; ``hold`` has a request wait until it is set."""

    def __init__(self, port: int = 0) -> None:
        self.got: list[dict[str, Any]] = []  # bodies that were taken, each with the headers of its request
        self.tried: list[str] = []  # ids, of everything that was sent
        self.answers: list[int] = []
        self.hold: threading.Event | None = None
        self.location = ""
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                receiver.tried.append(self.headers["webhook-id"])
                if receiver.hold is not None:
                    receiver.hold.wait(60)
                status = receiver.answers.pop(0) if receiver.answers else 200
                self.send_response(status)
                if receiver.location:
                    self.send_header("location", receiver.location)
                self.send_header("content-length", "0")
                self.end_headers()
                if status == 200:
                    receiver.got.append(json.loads(body) | {"headers": dict(self.headers.items()), "raw": body})

            def log_message(self, format: str, *args: Any) -> None:
                """Nobody reads it."""

        self._server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self._server.daemon_threads = True
        self.port: int = self._server.server_address[1]
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hooks"

    def die(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(60)

    def __enter__(self) -> "Receiver":
        return self

    def __exit__(self, *_: object) -> None:
        if self.hold is not None:
            self.hold.set()
        self.die()


def is_signed(message: dict[str, Any], secret: str) -> bool:
    """Whether a message is what the sender signed, as standardwebhooks.com says; written apart from the house."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    headers = {name.lower(): value for name, value in message["headers"].items()}
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + message["raw"]
    expected = base64.b64encode(hmac.digest(key, signed, "sha256")).decode()
    return f"v1,{expected}" in headers["webhook-signature"].split(" ")
