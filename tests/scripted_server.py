"""An OpenAI-compatible server on 127.0.0.1 with scripted replies, which remembers what it was asked.

A reply is a function of the request alone, so every client that asks the same is told the same.
"""

from __future__ import annotations

import hashlib
import json
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Script = Callable[[dict[str, Any]], Any]

REPLIES = (
    "A", "B", "1", "2", "3, 1", "Yes", "No.", "yes, show me more", "I cannot tell.", '{"part": "1,2", "reason": ""}',
    '{"keep": "1", "shift": "4"}', '{"x": 120, "y": 80}', "(320, 240)", "[[0.5, 0.5], [0.2, 0.7]]", "The answer is C.",
    "=1+2", "NA", "two", "0.25, 0.75\r\nnext", "tab\there \ud83d\ude00",
)  # fmt: skip


def drawn(body: dict[str, Any]) -> str:
    """One of `REPLIES`, drawn by all that was asked."""
    digest = hashlib.sha256(json.dumps(body["messages"], sort_keys=True).encode()).digest()
    return REPLIES[digest[0] % len(REPLIES)]


class Server:
    """The server; use it in a ``with``.

    Args:
        script: Request body to the reply, or to ``(status, headers, body)`` for another answer.
        latency: Seconds before each answer.
        models: Models that it lists, or ``(status, headers, body)`` for another answer; None where it has no list.
    """

    def __init__(self, script: Script = drawn, latency: float = 0.0, models: Any = None) -> None:
        self.script, self.latency, self.models = script, latency, models
        self.bodies: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.at_once = self.most_at_once = 0
        self._lock = threading.Lock()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            do_POST, do_GET = (lambda self: outer.handle(self)), (lambda self: outer.list_models(self))

            def log_message(self, *arguments: Any) -> None:
                """Silent."""

        class Many(ThreadingHTTPServer):
            request_queue_size, daemon_threads = 256, True

        self._server = Many(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/v1"

    def __enter__(self) -> Server:
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *error: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def list_models(self, request: BaseHTTPRequestHandler) -> None:
        told = self.models if request.path == "/v1/models" else None
        if not isinstance(told, tuple):
            told = (404, {}, b"not found") if told is None else (200, {}, json.dumps({"data": told}).encode())
        respond(request, *told)

    def handle(self, request: BaseHTTPRequestHandler) -> None:
        body = json.loads(request.rfile.read(int(request.headers["Content-Length"])))
        with self._lock:
            self.bodies.append(body)
            self.headers.append(dict(request.headers))
            self.at_once += 1
            self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            answer = self.script(body)
            time.sleep(self.latency)
            respond(request, *(answer if isinstance(answer, tuple) else (200, {}, completion(answer))))
        except (BrokenPipeError, ConnectionResetError):
            pass  # the client has gone
        finally:
            with self._lock:
                self.at_once -= 1


def respond(request: BaseHTTPRequestHandler, status: int, headers: dict[str, str], data: bytes) -> None:
    request.send_response(status)
    for name, value in {**headers, "Content-Length": str(len(data))}.items():
        request.send_header(name, value)
    request.end_headers()
    request.wfile.write(data)


def completion(reply: str | None, finish: str = "stop", tokens: int = 3) -> bytes:
    choice = {"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": reply}}
    usage = {"prompt_tokens": 7, "completion_tokens": tokens}
    return json.dumps({"object": "chat.completion", "choices": [choice], "usage": usage}).encode()
