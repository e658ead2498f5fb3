"""Serves the page of a folder of results on the loopback address, anew whenever a result has changed."""

from __future__ import annotations

import json
import tempfile
import threading
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from vlmeval_hvs.errors import HVSError
from vlmeval_hvs.results.collect import collect
from vlmeval_hvs.results.files import SCORES
from vlmeval_hvs.viewer.page import write_page

LOOPBACK = "127.0.0.1"

_TYPES = {".html": "text/html; charset=utf-8", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".png": "image/png"}


class Shelf:
    """The page of a folder of results, written to a folder of its own and again when results change."""

    def __init__(self, work_dir: Path, folder: Path) -> None:
        self.work_dir, self.folder = work_dir, folder
        self._lock = threading.Lock()
        self._written: str | None = None

    def state(self) -> str:
        """Changes whenever a score file appears, changes or goes."""
        files = sorted(self.work_dir.rglob(f"*{SCORES}"))
        return str(hash(tuple((str(path), path.stat().st_mtime_ns) for path in files if path.exists())))

    def page(self) -> Path:
        """The page as of now.

        Raises:
            HVSError: There is no result yet.
        """
        with self._lock:
            state = self.state()
            if state != self._written:
                write_page(collect(self.work_dir), self.folder, self.work_dir.name, state)
                self._written = state
        return self.folder / "index.html"


class Handler(BaseHTTPRequestHandler):
    """Answers with the page, its images, and the state that tells the page to load again."""

    def __init__(self, shelf: Shelf, *args: object) -> None:
        self.shelf = shelf
        super().__init__(*args)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        """Answer one request."""
        host = (self.headers.get("Host") or "").rsplit(":", 1)[0]
        if host not in (LOOPBACK, "localhost"):  # a foreign name that points here is somebody else's page
            self._send(HTTPStatus.FORBIDDEN, b"this server answers to the loopback address only", "text/plain")
            return
        path = self.path.partition("?")[0]
        if path == "/state":
            self._send(HTTPStatus.OK, json.dumps(self.shelf.state()).encode(), "application/json")
        elif path == "/":
            try:
                self._send(HTTPStatus.OK, self.shelf.page().read_bytes(), _TYPES[".html"])
            except HVSError as error:
                self._send(HTTPStatus.OK, f"{error}\nload again when a run has ended".encode(), "text/plain")
        else:
            self._image(path)

    def _image(self, path: str) -> None:
        folder, _, name = path.strip("/").partition("/")
        file = self.shelf.folder / "images" / name
        known = folder == "images" and "/" not in name and "\\" not in name and not name.startswith(".")
        if not known or not file.is_file():
            self._send(HTTPStatus.NOT_FOUND, b"not here", "text/plain")
            return
        self._send(HTTPStatus.OK, file.read_bytes(), _TYPES.get(file.suffix, f"image/{file.suffix[1:] or 'png'}"))

    def _send(self, status: HTTPStatus, body: bytes, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        """Requests are not logged."""


def serve(work_dir: Path, port: int = 0) -> tuple[ThreadingHTTPServer, tempfile.TemporaryDirectory[str]]:
    """A server of the page, not yet running, and the folder that it needs.

    Args:
        work_dir: Folder of results.
        port: Port of the loopback address; 0 for a free one.

    Raises:
        OSError: The port is taken.
    """
    folder = tempfile.TemporaryDirectory(prefix="vlmeval_hvs_view_")
    handler = partial(Handler, Shelf(work_dir, Path(folder.name)))
    return ThreadingHTTPServer((LOOPBACK, port), handler), folder
