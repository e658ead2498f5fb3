"""Exports one benchmark into a checkout of the host: folder, list entry, documentation row, tables and texts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from urllib.parse import urlsplit

from vlmeval_hvs.errors import DataError, OptionError
from vlmeval_hvs.names import DEMO
from vlmeval_hvs.registry import Card, is_built, set_of
from vlmeval_hvs.upstream.checkout import Checkout
from vlmeval_hvs.upstream.folder import entry_of, folder_of, sources
from vlmeval_hvs.upstream.host_lines import DOCS_FILE, LIST_FILE, added, with_class, with_docs_row
from vlmeval_hvs.upstream.style import HostStyle
from vlmeval_hvs.upstream.table import Table, tables_of

AIM = 2500
"""Lines that a contribution should stay under."""

PIPELINES = "message.answer("
"""What the host's models have where a dataset can ask in several turns (`patches`)."""

_PLACEHOLDER = re.compile(r"example\.|localhost|placeholder|todo|your|[<>{}]|xxx", re.IGNORECASE)


@dataclass(frozen=True)
class Export:
    """What was written.

    Attributes:
        folder: The new folder, relative to the checkout.
        lines: Lines of each of its files.
        tables: The tables that have to be uploaded.
    """

    folder: str
    lines: dict[str, int]
    tables: list[Table]

    @property
    def total(self) -> int:
        """Lines of all files."""
        return sum(self.lines.values())


def checked_url(url: str) -> str:
    """The address of the folder with the tables, without a slash at its end.

    Raises:
        OptionError: It is no https address of a real host.
    """
    parts = urlsplit(url)
    if parts.scheme != "https" or "." not in parts.netloc or _PLACEHOLDER.search(url):
        raise OptionError(f"url={url!r}: give the https address of the folder that the tables will be downloaded from")
    return url.rstrip("/")


def datasets_of(card: Card, root: Path | None = None) -> list[str]:
    """The datasets that can be exported now: those of the entry whose sets are built, demo sets last.

    Raises:
        DataError: None is built.
    """
    names = entry_of(card).names
    found = [name for form in ("", DEMO) for name in (f"{one}{form}" for one in names) if is_built(set_of(name), root)]
    if not found:
        raise DataError(f"no set of {card.name} is built: vlmeval-hvs build {card.name}, or with --demo")
    return found


def export(checkout: Checkout, card: Card, url: str, style: HostStyle, names: Sequence[str], out: Path) -> Export:
    """Write a benchmark into a checkout, in place of what an earlier export of it wrote.

    Args:
        checkout: The checkout; it may hold other exports, and nothing else that is not committed.
        card: The benchmark.
        url: Address of the folder with the tables.
        style: The host's formatters.
        names: Datasets to export.
        out: Folder for the tables.

    Raises:
        DataError: The tree is not clean, the host lacks something, or its checks fail; the tree is as before then.
        OptionError: The address is a placeholder.
    """
    url = checked_url(url)
    checkout.refuse_foreign_changes()
    entry = entry_of(card)
    if entry.turns and PIPELINES not in checkout.text("vlmeval/vlm/base.py"):
        raise DataError(
            f"{card.name} asks in several turns, for which {checkout.root} lacks a patch: "
            "vlmeval-hvs export-upstream --patches FOLDER, then git am FOLDER/pipelines.patch"
        )
    columns = getattr(import_module(entry.module), "columns", None)
    tables = tables_of(names, entry.turns, columns)
    checkout.undo(card.name)
    folder = f"vlmeval/dataset/{folder_of(card)}"
    texts = {f"{folder}/{name}": text for name, text in sources(card, tables, url).items()}
    lines: dict[str, list[str]] = {}
    try:
        checkout.write(card.name, texts)
        code = [name for name in texts if name.endswith(".py")]
        style.format(code)
        lines = _add_lines(checkout, card, list(names))
        checkout.present(card.name, lines)
        style.check([*code, LIST_FILE])
    except Exception:
        checkout.present(card.name, lines)
        checkout.undo(card.name)
        raise
    for table in tables:
        table.write(out)
    counts = {name.rpartition("/")[2]: len(checkout.text(name).splitlines()) for name in texts}
    return Export(folder, counts, tables)


def _add_lines(checkout: Checkout, card: Card, names: list[str]) -> dict[str, list[str]]:
    """Add the benchmark to files of the host, and tell the lines."""
    released = [name for name in names if not name.endswith(DEMO)] or names
    wanted = {LIST_FILE: with_class(checkout.text(LIST_FILE), folder_of(card), card.class_name)}
    if (checkout.root / DOCS_FILE).is_file():
        wanted[DOCS_FILE] = with_docs_row(checkout.text(DOCS_FILE), card, released)
    lines = {path: added(checkout.text(path), text) for path, text in wanted.items()}
    for path, text in wanted.items():
        (checkout.root / path).write_bytes(text.encode("utf-8", "surrogateescape"))
    return lines
