"""Serves the page of a folder of results on the loopback address, anew whenever a result has changed."""

from __future__ import annotations

import json
import tempfile
import threading
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote

from vlmeval_hvs.errors import HVSError
from vlmeval_hvs.results.collect import Result, collect
from vlmeval_hvs.results.files import SCORES
from vlmeval_hvs.viewer.book import book, part
from vlmeval_hvs.viewer.page import html
from vlmeval_hvs.viewer.thumbnails import Images

LOOPBACK = "127.0.0.1"

_TYPES = {".html": "text/html; charset=utf-8", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".png": "image/png"}


class Shelf:
    """The page of a folder of results, without the samples, which are made when the page asks for them.

    Args:
        work_dir: Folder of results.
        folder: An empty folder for images and for samples that were made.
    """

    def __init__(self, work_dir: Path, folder: Path) -> None:
        self.work_dir, self.folder = work_dir, folder
        self._lock = threading.Lock()
        self._state = ""
        self._results: list[Result] = []
        self._images = Images(folder / "images")
        self._made: dict[str, Path] = {}

    def state(self) -> str:
        """Changes whenever a score file appears, changes or goes."""
        files = sorted(self.work_dir.rglob(f"*{SCORES}"))
        return str(hash(tuple((str(path), path.stat().st_mtime_ns) for path in files if path.exists())))

    def page(self) -> bytes:
        """The page as of now.

        Raises:
            HVSError: There is no result yet.
        """
        with self._lock:
            state = self.state()
            if state != self._state:
                results, images = collect(self.work_dir), Images(self.folder / "images")
                made = html(book(results, images, self.work_dir.name, whole=False), True, state)
                self._results, self._images, self._made = results, images, {}
                self._made["/"] = self._kept(made.encode())
                self._state = state  # last, so that a page that cannot be made is tried again
            return self._made["/"].read_bytes()

    def part(self, dataset: str) -> bytes:
        """Samples and comparisons of a dataset of the page, as JSON.

        Raises:
            HVSError: The page has no such dataset.
        """
        with self._lock:
            if dataset not in self._made:
                content = part(self._results, self._images, dataset)
                self._made[dataset] = self._kept(json.dumps(content, allow_nan=False).encode())
            return self._made[dataset].read_bytes()

    def _kept(self, data: bytes) -> Path:
        """Samples of large runs are too many to be held in memory for every dataset."""
        path = self.folder / f"{len(self._made)}.json"
        path.write_bytes(data)
        return path


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
        path, _, query = self.path.partition("?")
        if path == "/state":
            self._send(HTTPStatus.OK, json.dumps(self.shelf.state()).encode(), "application/json")
        elif path == "/part":
            try:
                self._send(HTTPStatus.OK, self.shelf.part(unquote(query)), "application/json")
            except HVSError as error:
                self._send(HTTPStatus.NOT_FOUND, str(error).encode(), "text/plain")
        elif path == "/":
            try:
                self._send(HTTPStatus.OK, self.shelf.page(), _TYPES[".html"])
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
