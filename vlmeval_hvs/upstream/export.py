"""Exports one benchmark into a checkout of the host: folder, list entry, documentation row, tables."""

import ast
import re
from collections.abc import Sequence
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from pprint import pformat
from types import ModuleType
from typing import NamedTuple
from urllib.parse import urlsplit

from vlmeval_hvs.errors import DataError, OptionError
from vlmeval_hvs.files import write_atomically
from vlmeval_hvs.names import DEMO
from vlmeval_hvs.registry import Card, all_cards, is_built, set_of
from vlmeval_hvs.upstream.checkout import Checkout
from vlmeval_hvs.upstream.code import Reached, file_of, free_names, merged
from vlmeval_hvs.upstream.table import Table, tables_of

AIM = 2500  # largest number of lines that a contribution should have
ENTRIES = "vlmeval_hvs.upstream.entries"
PIPELINES = "message.answer("  # code of hosts whose datasets can ask in several turns (`write_patches`)
LIST_FILE = "vlmeval/dataset/__init__.py"
DOCS_FILE = "docs/en/Development.md"
_LIST = "IMAGE_DATASET"
_TABLE = "| Dataset Name \\ Fields"
_PLACEHOLDER = re.compile(r"example\.|localhost|placeholder|todo|your|[<>{}]|xxx", re.IGNORECASE)


class Export(NamedTuple):
    """The new folder in the checkout, the number of lines of its files, and the tables to upload."""

    folder: str
    lines: dict[str, int]
    tables: list[Table]


def folder_of(card: Card) -> str:
    """Name of the benchmark's folder in the host, and of its entry here."""
    return card.package.rpartition(".")[2]


def entry_of(card: Card) -> ModuleType:
    """The entry of a benchmark, a module of `vlmeval_hvs.upstream.entries`."""
    return import_module(f"{ENTRIES}.{folder_of(card)}")


def exportable() -> dict[str, Card]:
    """The benchmarks that can be exported, by name."""
    return {card.name: card for card in all_cards() if file_of(f"{ENTRIES}.{folder_of(card)}") is not None}


def datasets_of(card: Card) -> list[str]:
    """The datasets that can be exported now: those of the entry whose sets are built, demo sets last."""
    names = entry_of(card).NAMES
    found = [name for form in ("", DEMO) for name in (f"{one}{form}" for one in names) if is_built(set_of(name))]
    if not found:
        raise DataError(f"no set of {card.name} is built: vlmeval-hvs build {card.name}, or with --demo")
    return found


def export(checkout: Checkout, card: Card, url: str, names: Sequence[str], out: Path) -> Export:
    """Commit a benchmark to a checkout, and write its tables, which will be at ``url``, into the folder ``out``.

    Raises:
        DataError: There are changes, the host lacks something, or its checks fail; nothing is changed then.
        OptionError: The address is no https address, or a placeholder.
    """
    parts = urlsplit(url)
    if parts.scheme != "https" or "." not in parts.netloc or _PLACEHOLDER.search(url):
        raise OptionError(f"url={url!r}: give the https address of the folder for the tables")
    entry, folder = entry_of(card), f"vlmeval/dataset/{folder_of(card)}"
    turns = getattr(entry, "TURNS", ())
    if turns and PIPELINES not in checkout.text("vlmeval/vlm/base.py"):
        how = "vlmeval-hvs export-upstream --patches FOLDER, then git am FOLDER/pipelines.patch"
        raise DataError(f"{card.name} asks in several turns, for which {checkout.root} lacks a patch: {how}")
    tables = tables_of(names, turns, getattr(entry, "columns", lambda dataset, row: {}))
    texts = {f"{folder}/{name}": text for name, text in sources(card, tables, url.rstrip("/")).items()}
    code = [name for name in texts if name.endswith(".py")]
    with checkout.commit(f"[Benchmark] Add {card.title}", folder):
        checkout.write(texts)
        checkout.format(code)
        lists = {LIST_FILE: with_class(checkout.text(LIST_FILE), folder_of(card), card.class_name)}
        if (checkout.root / DOCS_FILE).is_file():
            released = [name for name in names if not name.endswith(DEMO)] or list(names)
            lists[DOCS_FILE] = with_docs_row(checkout.text(DOCS_FILE), card, released)
        checkout.write(lists)
        checkout.check([*code, LIST_FILE])
    for table in tables:
        write_atomically(out / f"{table.name}.tsv", table.content)
    counts = {name.rpartition("/")[2]: len(checkout.text(name).splitlines()) for name in texts}
    return Export(folder, counts, tables)


def sources(card: Card, tables: Sequence[Table], url: str) -> dict[str, str]:
    """The files of the folder before formatting: name to text."""
    from jinja2 import Environment

    entry, name, reached = entry_of(card), folder_of(card), Reached()
    turns = getattr(entry, "TURNS", ())
    always, shared = turns == ("",), "vlmeval_hvs.messages"
    wanted = {"score": entry.__name__, "read_record": shared, "reply_text": shared}
    if turns:
        wanted |= {"pipeline": entry.__name__, "drive": "vlmeval_hvs.host.generate"}
        wanted |= {"ModelTraits": shared, "Prompt": shared}
        wanted |= {} if always else {"base_name": "vlmeval_hvs.names"}
    for what, module in wanted.items():
        reached.reach(module, what, ("for_model",))  # a method that the class calls
    data = _data_files(reached, getattr(entry, "DATA", ()))
    found = merged(reached, ("score", "pipeline"))
    define = r"^(def {0}\(|class {0}[(:])".format
    defined = {what: stem for stem, text in found.items() for what in wanted if re.search(define(what), text, re.M)}
    template = (files(__package__) / "dataset.py.j2").read_text("utf-8")
    named = {
        "urls": {table.name: f"{url}/{table.name}.tsv" for table in tables},
        "md5s": {table.name: table.md5 for table in tables},
        "files": {dataset: table.name for table in tables for dataset in table.datasets},
    }
    text = (
        Environment(trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True)
        .from_string(template)
        .render(
            **{"card": card, "turns": turns, "always": always, "either": any(table.either for table in tables)},
            imports=[f"from .{stem} import {what}" for what, stem in defined.items()],
            **{what: pformat(value, width=100) for what, value in named.items()},
        )
    )
    texts = {f"{stem}.py": code for stem, code in found.items()} | {f"{name}.py": text}
    texts["__init__.py"] = f"from .{name} import {card.class_name}\n\n__all__ = ['{card.class_name}']\n"
    return texts | data


def _data_files(reached: Reached, only: tuple[str, ...]) -> dict[str, str]:
    """The JSON files in the folders of modules that reached pieces read; a `DataError` if two have one name."""
    found: dict[str, Path] = {}
    for module in reached.modules.values():
        readers = [piece.kept for piece in module.taken if "bundled" in free_names(piece.kept)]
        for part in (part for node in readers for part in ast.walk(node)):
            values = (
                part.values if isinstance(part, ast.JoinedStr) else [part] if isinstance(part, ast.Constant) else []
            )
            name = "".join(str(one.value) if isinstance(one, ast.Constant) else "*" for one in values)
            for file in module.path.parent.glob(name) if re.fullmatch(r".+\.json", name) else ():
                if (not only or file.name in only) and found.setdefault(file.name, file) != file:
                    raise DataError(f"two data files have the name {file.name}")
    return {name: file.read_text(encoding="utf-8") for name, file in sorted(found.items())}


def with_class(text: str, folder: str, class_name: str) -> str:
    """The host's list of datasets with a class imported, among the other imports, and at the end of the list."""
    tree, lines = ast.parse(text), text.splitlines(keepends=True)
    assigned = [node for node in tree.body if isinstance(node, ast.Assign) and isinstance(node.value, ast.List)]
    listed = [node for node in assigned if getattr(node.targets[0], "id", "") == _LIST]
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.level == 1]
    if not listed or not imports:
        raise DataError(f"{LIST_FILE} has no list {_LIST}")
    lines.insert((listed[0].end_lineno or 0) - 1, f"    {class_name},\n")
    later = (node.lineno for node in imports if (node.module or "").lower() > folder)
    lines.insert(next(later, (imports[-1].end_lineno or 0) + 1) - 1, f"from .{folder} import {class_name}\n")
    return "".join(lines)


def with_docs_row(text: str, card: Card, names: list[str]) -> str:
    """The host's table of datasets with a row for the benchmark."""
    lines = text.splitlines(keepends=True)
    head = next((place for place, line in enumerate(lines) if line.startswith(_TABLE)), None)
    if head is None:
        raise DataError(f"{DOCS_FILE} has no table of datasets")
    columns = [column.strip() for column in lines[head].strip().strip("|").split("|")]
    has = {"index", "image", "image_path", "question"}
    shown = f"{card.name} ({', '.join(names)})" if names != [card.name] else card.name
    cells = [shown, *("✅" if column in has else "" for column in columns[1:])]
    end = next((place for place in range(head, len(lines)) if not lines[place].startswith("|")), len(lines))
    lines.insert(end, f"| {' | '.join(cells)} |\n")
    return "".join(lines)


def write_patches(folder: Path) -> list[Path]:
    """Write the patches for the host into a folder, as ``git am`` takes them, and return their paths.

    ``plugins.patch`` lets it read dataset classes of installed packages from entry points; ``pipelines.patch`` lets a
    message answer itself in several turns.
    """
    paths = [folder / name for name in ("pipelines.patch", "plugins.patch")]
    for path in paths:
        write_atomically(path, (files(__package__) / "patches" / path.name).read_bytes())
    return paths
