"""The page: HTML that makes no network requests, with a policy that lets only its own scripts run."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import tempfile
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from functools import partial
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from vlmeval_hvs import __version__
from vlmeval_hvs.files import write_atomically
from vlmeval_hvs.progress import shown
from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.viewer.book import book, part, part_path, runs_of
from vlmeval_hvs.viewer.thumbnails import Images

SAMPLES, FEWEST = 48, 6  # most and fewest samples of a dataset in a page that is one file
BUDGET, SAMPLE_BYTES = 14_000_000, 16_000  # of small copies of images in such a page, and about of those of one sample

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
    with TemporaryDirectory() as drawn:
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
