"""Exports one benchmark into a checkout of the host: folder, list entry, documentation row, tables, pull request."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from vlmeval_hvs.errors import DataError, OptionError
from vlmeval_hvs.files import read_json, write_atomically
from vlmeval_hvs.names import DEMO, base_name
from vlmeval_hvs.registry import Card, is_built, set_of
from vlmeval_hvs.upstream.checkout import Checkout, HostStyle
from vlmeval_hvs.upstream.folder import entry_of, folder_of, sources, turns_of
from vlmeval_hvs.upstream.table import Table, tables_of

AIM = 2500
"""Largest number of lines that a contribution should have."""

PIPELINES = "message.answer("
"""Code of hosts whose datasets can ask in several turns (`write_patches`)."""

LIST_FILE = "vlmeval/dataset/__init__.py"
DOCS_FILE = "docs/en/Development.md"
_LIST = "IMAGE_DATASET"
_TABLE = "| Dataset Name \\ Fields"
_PLACEHOLDER = re.compile(r"example\.|localhost|placeholder|todo|your|[<>{}]|xxx", re.IGNORECASE)


@dataclass(frozen=True)
class Export:
    """The new folder in the checkout, the number of lines of its files, and the tables to upload."""

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
        raise OptionError(f"url={url!r}: give the https address of the folder for the tables")
    return url.rstrip("/")


def datasets_of(card: Card) -> list[str]:
    """The datasets that can be exported now: those of the entry whose sets are built, demo sets last.

    Raises:
        DataError: None is built.
    """
    names = entry_of(card).NAMES
    found = [name for form in ("", DEMO) for name in (f"{one}{form}" for one in names) if is_built(set_of(name))]
    if not found:
        raise DataError(f"no set of {card.name} is built: vlmeval-hvs build {card.name}, or with --demo")
    return found


def export(checkout: Checkout, card: Card, url: str, style: HostStyle, names: Sequence[str], out: Path) -> Export:
    """Commit a benchmark to a checkout.

    Args:
        checkout: The checkout, without uncommitted changes.
        card: The benchmark.
        url: Address of the folder with the tables.
        style: The host's formatters.
        names: Datasets to export.
        out: Folder for the tables.

    Raises:
        DataError: There are changes, the host lacks something, or its checks fail; nothing is changed then.
        OptionError: The address is a placeholder.
    """
    url, entry, folder = checked_url(url), entry_of(card), f"vlmeval/dataset/{folder_of(card)}"
    turns = turns_of(entry)
    if turns and PIPELINES not in checkout.text("vlmeval/vlm/base.py"):
        raise DataError(
            f"{card.name} asks in several turns, for which {checkout.root} lacks a patch: "
            "vlmeval-hvs export-upstream --patches FOLDER, then git am FOLDER/pipelines.patch"
        )
    tables = tables_of(names, turns, getattr(entry, "columns", None))
    texts = {f"{folder}/{name}": text for name, text in sources(card, tables, url).items()}
    code = [name for name in texts if name.endswith(".py")]
    with checkout.commit(f"[Benchmark] Add {card.title}", folder):
        checkout.write(texts)
        style.format(code)
        checkout.write(_lists(checkout, card, list(names)))
        style.check([*code, LIST_FILE])
    for table in tables:
        table.write(out)
    counts = {name.rpartition("/")[2]: len(checkout.text(name).splitlines()) for name in texts}
    return Export(folder, counts, tables)


def _lists(checkout: Checkout, card: Card, names: list[str]) -> dict[str, str]:
    """The files of the host that list datasets, with the benchmark."""
    released = [name for name in names if not name.endswith(DEMO)] or names
    texts = {LIST_FILE: with_class(checkout.text(LIST_FILE), folder_of(card), card.class_name)}
    if (checkout.root / DOCS_FILE).is_file():
        texts[DOCS_FILE] = with_docs_row(checkout.text(DOCS_FILE), card, released)
    return texts


def with_class(text: str, folder: str, class_name: str) -> str:
    """The host's list of datasets with a class imported, among the other imports, and at the end of the list.

    Raises:
        DataError: The file has no such list.
    """
    tree = ast.parse(text)
    lines = text.splitlines(keepends=True)
    listed = [
        node
        for node in tree.body
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == _LIST
        if isinstance(node.value, ast.List)
    ]
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.level == 1]
    if not listed or not imports:
        raise DataError(f"{LIST_FILE} has no list {_LIST}")
    lines.insert((listed[0].end_lineno or 0) - 1, f"    {class_name},\n")
    later = (node.lineno for node in imports if (node.module or "").lower() > folder)
    lines.insert(next(later, (imports[-1].end_lineno or 0) + 1) - 1, f"from .{folder} import {class_name}\n")
    return "".join(lines)


def with_docs_row(text: str, card: Card, names: list[str]) -> str:
    """The host's table of datasets with a row for the benchmark.

    Raises:
        DataError: There is no such table.
    """
    lines = text.splitlines(keepends=True)
    head = next((place for place, line in enumerate(lines) if line.startswith(_TABLE)), None)
    if head is None:
        raise DataError(f"{DOCS_FILE} has no table of datasets")
    columns = [column.strip() for column in lines[head].strip().strip("|").split("|")]
    has = {"index", "image", "image_path", "question"}
    shown = f"{card.name} ({', '.join(names)})" if names != [card.name] else card.name
    cells = [shown, *("✅" if column in has else "" for column in columns[1:])]
    end = head
    while end < len(lines) and lines[end].startswith("|"):
        end += 1
    lines.insert(end, f"| {' | '.join(cells)} |\n")
    return "".join(lines)


_RUN_NEEDED = "No runs were given; the table needs one of at least one model, with its full command."


def request_text(card: Card, done: Export, names: Sequence[str], results: Path | None) -> str:
    """The text of the pull request in Markdown: aim, files, tables, command, published and own scores, known issues."""
    known = [name for name in names if not name.endswith(DEMO)] or list(names)
    lines = [
        f"# [Benchmark] {card.title}",
        "",
        card.about,
        "",
        f"Paper: {card.paper['title']} ({card.paper['venue']}), {card.paper['url']}.",
        f"Terms of the data: {card.licence}.",
        "",
        "| Dataset | What it asks |",
        "| --- | --- |",
        *(f"| `{name}` | {card.datasets[base_name(name)]['about']} |" for name in known),
        "",
        f"Added: `{done.folder}` ({done.total} lines in {len(done.lines)} files), generated from the package "
        "`vlmeval-hvs`; an entry in the list of datasets; a row of the documentation. Replies are read by the rules of "
        "the paper or of its official code.",
        "",
        "| Table | Size | MD5 |",
        "| --- | --- | --- |",
        *(f"| `{table.name}.tsv` | {len(table.content) / 1e6:.1f} MB | `{table.md5}` |" for table in done.tables),
        "",
        f"Run: `python run.py --data {known[0]} --model MODEL --work-dir outputs`",
        "",
        "## Scores",
        "",
        *_scores(card, known, results),
        "",
        *(["## Known issues", "", *(f"- {note}" for note in card.notes), ""] if card.notes else []),
    ]
    return "\n".join(lines)


def _scores(card: Card, names: Sequence[str], results: Path | None) -> list[str]:
    published = card.reference.get("rows", {})
    rows = [
        f"| {model} | published | | {100 * values['Overall']:.2f} | |"
        for model, values in published.items()
        if isinstance(values, dict) and isinstance(values.get("Overall"), float)
    ]
    runs = _runs(card, names, results)
    head = ["| Model | Dataset | n | Overall | 95 % interval |", "| --- | --- | --- | --- | --- |"]
    return [*(head if rows or runs else []), *rows, *runs, *([] if runs else ["", _RUN_NEEDED])]


def _runs(card: Card, names: Sequence[str], results: Path | None) -> list[str]:
    found: dict[tuple[str, str], str] = {}
    for path in sorted(results.rglob("*_hvs_scores.json")) if results else ():
        scores: dict[str, Any] = read_json(path)
        name = "Overall" if scores["reading"] == "paper" else "Overall_paper"
        value = scores["metrics"].get(name)
        if scores["benchmark"] != card.name or scores["dataset"] not in names or value is None:
            continue
        low, high = scores["intervals"].get(name) or (None, None)
        interval = "" if low is None or high is None else f"{100 * low:.2f} to {100 * high:.2f}"
        model, dataset = scores["model"], scores["dataset"]
        n = scores.get("rests_on", scores)["n"]
        found[model, dataset] = f"| {model} | `{dataset}` | {n} | {100 * value:.2f} | {interval} |"
    return list(found.values())


def write_patches(folder: Path) -> list[Path]:
    """Write the patches for the host into a folder, as ``git am`` takes them, and return their paths.

    ``plugins.patch`` lets it read dataset classes of installed packages from entry points; ``pipelines.patch`` lets a
    message answer itself in several turns.
    """
    paths = [folder / name for name in ("pipelines.patch", "plugins.patch")]
    for path in paths:
        write_atomically(path, (files(__package__) / "patches" / path.name).read_bytes())
    return paths
