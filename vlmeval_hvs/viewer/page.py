"""The page: HTML without network requests, whose policy lets only its own scripts run; written or served."""

import base64
import hashlib
import json
import os
import tempfile
import threading
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext, suppress
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

from jinja2 import Environment
from markupsafe import Markup

from vlmeval_hvs import __version__
from vlmeval_hvs.errors import DataError, HVSError
from vlmeval_hvs.files import write_atomically
from vlmeval_hvs.lazy_images import Draw, png
from vlmeval_hvs.progress import shown
from vlmeval_hvs.results.collect import Result, collect
from vlmeval_hvs.results.files import SCORES
from vlmeval_hvs.results.ledger import LEDGER
from vlmeval_hvs.results.row_names import column
from vlmeval_hvs.viewer.book import book, part, part_path, runs_of
from vlmeval_hvs.viewer.samples import UNSCORED, Images, under_way

SAMPLES, FEWEST = 48, 6  # most and fewest samples of a dataset in a page that is one file
BUDGET, SAMPLE_BYTES = 14_000_000, 16_000  # of small copies of images in such a page, and about of those of one sample

LOOPBACK = "127.0.0.1"

SERVED_SAMPLES = 1000
"""Samples of a dataset in a page that is served."""

_TYPES = {
    **{".html": "text/html; charset=utf-8", ".js": "text/javascript", ".json": "application/json"},
    **{".jpg": "image/jpeg", ".txt": "text/plain"},
}

LIBRARIES = ("d3", "plot")
PARTS = (
    *("dom.js", "figures.js", "plots.js"),
    *("drawing.js", "overview.js", "benchmark.js", "samples.js", "compare.js", "main.js"),
)

PLOT_STYLES = ("+TfQir1nvDucAdvE6XUQBt4ayUjpAWkbw2kCdSfekHM=", "vnLCBQhI2E03zAY/Mp8RxBhuZSloT7+cclqIlG2t6/M=")
"""Hashes of the style elements that Observable Plot adds to its charts; they are the same in every chart."""


def html(content: dict[str, Any], images_beside: bool = False, state: str = "") -> str:
    """The page of what `vlmeval_hvs.viewer.book.book` gives.

    ``images_beside``: images and samples are files beside the page. A page with a ``state`` of the results asks the
    server that sent it, and nobody else, whether it is still that.
    """
    here = files(__package__)
    scripts = [(here / "vendor" / f"{name}.min.js").read_text("utf-8") for name in LIBRARIES]
    licences = [(here / "vendor" / f"{name}.LICENSE.txt").read_text("utf-8") for name in LIBRARIES]
    scripts.append("\n".join((here / "app" / name).read_text("utf-8") for name in PARTS))
    style = (here / "app" / "style.css").read_text("utf-8")
    policy = {
        "default-src": "'none'",
        "script-src": " ".join([*map(_hash, scripts), *(["'self' file:"] if images_beside else [])]),
        "style-src": " ".join([_hash(style), *(f"'sha256-{digest}'" for digest in PLOT_STYLES)]),
        "img-src": "data: 'self' file:" if images_beside else "data:",
        "connect-src": "'self'" if state else "'none'",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    template = Environment(autoescape=True).from_string((here / "app" / "page.html.j2").read_text("utf-8"))
    return template.render(
        policy=Markup("; ".join(f"{name} {value}" for name, value in policy.items())),
        style=Markup(style),
        licences=list(map(Markup, licences)),
        scripts=list(map(Markup, scripts)),
        book=Markup(_json({**content, "state": state})),
        served=bool(state),
        version=__version__,
    )


def _json(content: dict[str, Any]) -> str:
    # Inside a script element only these characters could end it; in JSON they may be written as escapes.
    return json.dumps(content, ensure_ascii=True, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def data_file(content: dict[str, Any]) -> str:
    """The script with a part of the book, which a page loads when its dataset is shown."""
    return f"part({_json(content)});"


def write_page(results: Sequence[Result], place: Path, title: str) -> Path:
    """Write the page, one dataset in each process, and return its path.

    One file where ``place`` ends in .html or .htm, with a draw of the samples; else a folder with all samples and
    images, in which a dataset is loaded when it is shown.
    """
    one_file = place.suffix.lower() in (".html", ".htm")
    page, content = place if one_file else place / "index.html", book(results, title)
    runs = {name: {k: results[k] for k in own} for name, own in runs_of(results).items()}
    make = partial(_made, folder=None if one_file else place, most=BUDGET // len(runs))
    workers = min(len(runs), os.cpu_count() or 1)
    with tempfile.TemporaryDirectory() as drawn:
        pool = ProcessPoolExecutor(workers, initializer=_draw_in, initargs=(drawn,)) if workers > 1 else None
        with pool or nullcontext():
            found = (pool.map if pool else map)(make, runs, runs.values())
            for one in shown(found, "samples and comparisons", "dataset", len(runs)):
                if one:  # datasets share images
                    content["images"] |= one["images"]
                    content["parts"].append({**one, "images": {}})
    write_atomically(page, html(content, not one_file).encode("utf-8"))
    return page


def _draw_in(folder: str) -> None:
    tempfile.tempdir = folder  # processes of a pool leave their temporary files


def _made(dataset: str, runs: dict[int, Result], folder: Path | None, most: int) -> dict[str, Any] | None:
    """The part of a dataset: some samples, or all in a file of a folder."""
    if folder is None:
        return part(dataset, runs, Images(most=most), max(FEWEST, min(SAMPLES, most // SAMPLE_BYTES)))
    content = part(dataset, runs, Images(folder / "images"), None)
    path = folder / part_path(dataset)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, data_file(content).encode("utf-8"))
    return None


class Shelf:
    """The page of a folder of results; samples are made when it asks for them, and kept in an empty ``folder``."""

    def __init__(self, work_dir: Path, folder: Path) -> None:
        self.work_dir, self.folder = work_dir, folder
        self._lock = threading.Lock()
        self._state = ""
        self._results: list[Result] = []
        self._images: dict[str, Path | Draw] = {}
        self._made: dict[str, Path] = {}

    def state(self) -> tuple[str, int]:
        """What changes when a score file or ledger appears, changes or goes; and the bytes of all ledgers."""
        files = [path for path in sorted(self.work_dir.rglob("*_hvs_*")) if path.exists()]
        scores = [(str(path), path.stat().st_mtime_ns) for path in files if path.name.endswith(SCORES)]
        ledgers = {str(path): path.stat().st_size for path in files if LEDGER in path.name}
        return str(hash((*scores, *ledgers))), sum(ledgers.values())

    def page(self) -> bytes:
        """The page as of now; an `HVSError` where there is no result yet."""
        with self._lock:
            state, _ = self.state()
            if state != self._state:
                results = []
                with suppress(DataError):
                    results = collect(self.work_dir)
                if not (results := [*results, *under_way(self.work_dir, results)]):
                    raise DataError(f"{self.work_dir}: no result of a vlmeval_hvs benchmark (*{SCORES}) in it")
                self._results, self._images, self._made = results, {}, {}
                self._kept("/", html(book(results, self.work_dir.name), True, state))
                self._state = state  # last, so that a page that cannot be made is tried again
            return self._made["/"].read_bytes()

    def part(self, place: str) -> bytes:
        """The script with samples and comparison of a dataset; a `DataError` where the page has no such dataset."""
        with self._lock:
            own = next((own for name, own in runs_of(self._results).items() if part_path(name) == place), None)
            if own is None:
                raise DataError(f"no runs at {place}")
            runs = {k: self._results[k] for k in own}
            if place in self._made and not any(UNSCORED in run.scores for run in runs.values()):
                return self._made[place].read_bytes()
            images = Images(served=True)
            made = data_file(part(column(self._results[own[0]]), runs, images, SERVED_SAMPLES))
            self._images |= images.files
            return self._kept(place, made)

    def image(self, name: str) -> bytes:
        """An image of the parts that were made, drawn now where it has no file; a `DataError` for any other name."""
        image = self._images.get(name)
        if image is None:
            raise DataError(f"no image {name}")
        return image.read_bytes() if isinstance(image, Path) else png(image)

    def _kept(self, place: str, text: str) -> bytes:
        self._made[place] = self.folder / quote(place, safe="")
        self._made[place].write_bytes(text.encode())
        return text.encode()


class Handler(BaseHTTPRequestHandler):
    """Answers with the page, its parts and images, and a state by which the page knows that it must reload."""

    def __init__(self, shelf: Shelf, *args: object) -> None:
        self.shelf = shelf
        super().__init__(*args)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        """Answer one request."""
        path = unquote(self.path.partition("?")[0]).lstrip("/")
        host = (self.headers.get("Host") or "").rsplit(":", 1)[0]
        status, ending = HTTPStatus.OK, Path(path).suffix
        try:
            if host not in (LOOPBACK, "localhost"):  # a foreign name that points here is somebody else's page
                status, ending = HTTPStatus.FORBIDDEN, ".txt"
                body = b"this server answers to the loopback address only"
            elif path == "state":
                body, ending = json.dumps(self.shelf.state()).encode(), ".json"
            elif path.startswith("data/"):
                body = self.shelf.part(path)
            elif path.startswith("images/"):
                body = self.shelf.image(path.removeprefix("images/"))
            elif path:
                raise DataError("not here")
            else:
                body, ending = self.shelf.page(), ".html"
        except (HVSError, OSError) as error:
            waits = "" if path else "\nreload when a run has begun"
            status, body, ending = HTTPStatus.NOT_FOUND if path else status, f"{error}{waits}".encode(), ".txt"
        self.send_response(status)
        self.send_header("Content-Type", _TYPES.get(ending, f"image/{ending[1:] or 'png'}"))
        self.send_header("Content-Length", str(len(body)))
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")  # no other page loads parts as scripts
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        """Requests are not logged."""


def serve(work_dir: Path, port: int = 0) -> tuple[ThreadingHTTPServer, tempfile.TemporaryDirectory[str]]:
    """A server of the page on a port of the loopback address (0: a free one), not yet running, and its folder."""
    folder = tempfile.TemporaryDirectory(prefix="vlmeval_hvs_view_")
    handler = partial(Handler, Shelf(work_dir, Path(folder.name)))
    return ThreadingHTTPServer((LOOPBACK, port), handler), folder
