"""`transformers serve` with the tiny model, behind a proxy that writes down what crosses the wire."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Request:
    """One chat completion: what was asked and what came back."""

    asked: dict[str, Any]
    reply: str

    @property
    def parts(self) -> list[dict[str, Any]]:
        """The parts of the last user message."""
        return self.asked["messages"][-1]["content"]

    @property
    def kinds(self) -> list[str]:
        return [part["type"] for part in self.parts]

    @property
    def images(self) -> list[str]:
        """Data URLs of the images, in order."""
        return [part["image_url"]["url"] for part in self.parts if part["type"] == "image_url"]

    @property
    def text(self) -> str:
        return "\n".join(part["text"] for part in self.parts if part["type"] == "text")


@dataclass
class ServedModel:
    """A running server: its address for clients, and everything they asked since `requests` was cleared."""

    name: str
    base_url: str = ""
    requests: list[Request] = field(default_factory=list)


@contextmanager
def serve(folder: Path, log: Path) -> Iterator[ServedModel]:
    """Serve the model in `folder` under the folder's name until the block ends."""
    port = free_port()
    offline = {"HF_HUB_OFFLINE": "1", "TRANSFORMERS_OFFLINE": "1", "TOKENIZERS_PARALLELISM": "false"}
    code = "import sys; from transformers.cli.transformers import main; sys.exit(main())"
    command = [sys.executable, "-c", code, "serve", folder.name, "--host", "127.0.0.1", "--port", str(port)]
    command += ["--device", "cpu", "--dtype", "float32"]
    with log.open("wb") as output:
        # The working directory is the model's parent: a model name with a slash would become a path in the host.
        server = subprocess.Popen(
            command,
            cwd=folder.parent,
            env={**os.environ, **offline, "OMP_NUM_THREADS": "1", "CUDA_VISIBLE_DEVICES": ""},
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    model = ServedModel(folder.name)
    proxy = ThreadingHTTPServer(("127.0.0.1", 0), _recording(f"http://127.0.0.1:{port}", model.requests))
    threading.Thread(target=proxy.serve_forever, daemon=True).start()
    try:
        wait_until_healthy(f"http://127.0.0.1:{port}/health", server, log)
        model.base_url = f"http://127.0.0.1:{proxy.server_port}/v1"
        yield model
    finally:
        proxy.shutdown()
        proxy.server_close()
        server.terminate()
        try:
            server.wait(20)
        except subprocess.TimeoutExpired:
            server.kill()


def wait_until_healthy(url: str, server: subprocess.Popen[bytes], log: Path) -> None:
    while server.poll() is None:
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.3)
    raise RuntimeError(f"the model server did not come up:\n{log.read_text(errors='replace')[-3000:]}")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _recording(target: str, requests: list[Request]) -> type[BaseHTTPRequestHandler]:
    class Recorder(BaseHTTPRequestHandler):
        """Passes every POST on to the server, and writes down question and answer."""

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            request = urllib.request.Request(target + self.path, body, {"Content-Type": "application/json"})
            try:
                with urllib.request.urlopen(request) as response:
                    status, answer = response.status, response.read()
            except urllib.error.HTTPError as error:
                status, answer = error.code, error.read()
            requests.append(Request(json.loads(body), _reply(answer)))
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *arguments: Any) -> None:
            """Silent: pytest shows the requests that an assertion is about."""

    return Recorder


def _reply(answer: bytes) -> str:
    try:
        return json.loads(answer)["choices"][0]["message"]["content"]
    except (ValueError, LookupError, TypeError):
        return answer.decode(errors="replace")
