"""The page: HTML that makes no network requests, with a policy that lets only its own scripts run."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from vlmeval_hvs import __version__
from vlmeval_hvs.files import write_atomically
from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.viewer.book import book
from vlmeval_hvs.viewer.thumbnails import Images

LIBRARIES = ("d3", "plot")
PARTS = (
    *("dom.js", "figures.js", "plots.js"),
    *("drawing.js", "overview.js", "benchmark.js", "samples.js", "compare.js", "main.js"),
)

PLOT_STYLES = ("+TfQir1nvDucAdvE6XUQBt4ayUjpAWkbw2kCdSfekHM=", "vnLCBQhI2E03zAY/Mp8RxBhuZSloT7+cclqIlG2t6/M=")
"""Hashes of the style elements that Observable Plot adds to its charts; they are the same in every chart."""


def html(
    content: dict[str, Any],
    images_beside: bool = False,
    state: str = "",
    parts: Sequence[str] = PARTS,
    libraries: Sequence[str] = LIBRARIES,
    title: str = "results",
) -> str:
    """The page of a book.

    Args:
        content: What `vlmeval_hvs.viewer.book.book` gives.
        images_beside: The images are files beside the page, not parts of it.
        state: State of the results that the page shows. The page then asks the server that sent it, and nobody else,
            whether it is still that; "" asks nobody.
        parts: Our scripts, in their order.
        libraries: Libraries that they use.
        title: What the page shows, in a word.
    """
    content = {**content, "state": state}
    here = files(__package__)
    scripts = [(here / "vendor" / f"{name}.min.js").read_text("utf-8") for name in libraries]
    licences = [(here / "vendor" / f"{name}.LICENSE.txt").read_text("utf-8") for name in libraries]
    scripts.append("\n".join((here / "app" / name).read_text("utf-8") for name in parts))
    style = (here / "app" / "style.css").read_text("utf-8")
    policy = {
        "default-src": "'none'",
        "script-src": " ".join(map(_hash, scripts)),
        "style-src": " ".join([_hash(style), *(f"'sha256-{digest}'" for digest in PLOT_STYLES)]),
        "img-src": "data: 'self' file:" if images_beside else "data:",
        "connect-src": "'self'" if state else "'none'",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    # Inside a script element only these characters could end it; in JSON they may be written as escapes.
    data = json.dumps(content, ensure_ascii=True, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")
    template = Environment(autoescape=True).from_string((here / "app" / "page.html.j2").read_text("utf-8"))
    return template.render(
        policy=Markup("; ".join(f"{name} {value}" for name, value in policy.items())),
        style=Markup(style),
        licences=[Markup(text) for text in licences],
        scripts=[Markup(script) for script in scripts],
        book=Markup(data),
        title=title,
        version=__version__,
    )


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def write_page(results: Sequence[Result], place: Path, title: str) -> Path:
    """Write the page: one file where ``place`` ends in .html or .htm, else a folder with all samples and images.

    Args:
        results: Runs.
        place: The file or the folder.
        title: Name of the folder of results.

    Returns:
        The page's path.
    """
    one_file = place.suffix.lower() in (".html", ".htm")
    page = place if one_file else place / "index.html"
    images = Images(None if one_file else place / "images")
    content = book(results, images, title)
    write_atomically(page, html(content, not one_file).encode("utf-8"))
    return page
