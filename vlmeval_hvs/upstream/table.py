"""The tables that VLMEvalKit downloads: one file for all datasets with the same rows and messages.

Columns: ``index`` (unique integers), ``image`` (base64 of the file as it is, a list of several, or the index of an
earlier row with the same images), ``image_path`` (their names), ``question`` (the words of the first message),
``messages`` (the message as the model gets it, JSON, with names of images), ``messages_one_image`` (the same for models
that take one image; empty where it is the same), ``datasets`` (names of the datasets that the row belongs to), and the
row's own columns. Pictures that a dataset draws are in the table, because the contribution draws nothing.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.messages import Message, ModelTraits
from vlmeval_hvs.names import base_name
from vlmeval_hvs.registry import card_of, dataset_class, set_of

Row = Mapping[str, Any]

_ONE = ModelTraits("", interleave=False)
_SHOWN = ("messages", "messages_one_image", "question")
_OWN = ("index", "image", "image_path", "question", "messages", "messages_one_image", "datasets")


@dataclass(frozen=True)
class Table:
    """A file that the host downloads."""

    name: str  # without the ending
    datasets: tuple[str, ...]
    content: bytes
    either: bool = False  # whether models that take one image get another message

    @property
    def md5(self) -> str:
        """The digest that the host compares."""
        return hashlib.md5(self.content, usedforsecurity=False).hexdigest()


def tables_of(
    names: Sequence[str], turns: tuple[str, ...] = (), columns: Callable[[Any, Row], Row] = lambda dataset, row: {}
) -> list[Table]:
    """The tables of some datasets of one benchmark, whose sets are built; a `DataError` names an unfit row.

    ``turns``: endings of the names (without ``_DEMO``) of datasets that ask in several turns; these have no message.
    ``columns``: further columns of a row of a dataset.
    """
    groups: list[_Group] = []
    for name in names:
        dataset = dataset_class(card_of(name))(name)
        added = _Group(set_of(name), {}, {})
        for row in map(dataset.row, range(len(dataset))):
            if not row["index"].isdecimal():
                raise DataError(f"{name}: index {row['index']} is no integer, which the host needs")
            added.add(dataset, row, base_name(name).endswith(turns), columns(dataset, row))
        if not any(group.take(added) for group in groups):
            groups.append(added)
    result: list[Table] = []
    for group in groups:
        named = {name for row in group.rows.values() for name in row["datasets"].split()}
        held = tuple(name for name in names if name in named)
        own = min(held, key=len) if group.set_name in {table.name for table in result} else group.set_name
        either = any(row["messages_one_image"] for row in group.rows.values())
        result.append(Table(own, held, group.content(), either))
    return result


@dataclass
class _Group:
    """Rows by index, and their images: name in the table to file."""

    set_name: str
    rows: dict[str, dict[str, Any]]
    images: dict[str, Path]

    def add(self, dataset: Any, row: Row, in_turns: bool, more: Row) -> None:
        """Add a row of a dataset with more columns."""
        shown: Message = []
        single: Message = []
        if in_turns:
            paths = json.loads(row["image_path"]) if row["image_path"].startswith("[") else [row["image_path"]]
            used = [self._noted(dataset.image(path), dataset.folder) for path in paths]
        else:
            shown, single = (self._named(dataset.first_turn(row, *traits), dataset.folder) for traits in ((), (_ONE,)))
            used = [part["value"] for part in [*shown, *single] if part["type"] == "image"]
        words = "\n".join(part["value"] for part in shown if part["type"] == "text")
        self.rows[row["index"]] = {
            **{key: value for key, value in row.items() if key not in _OWN},
            **more,
            "index": row["index"],
            "images": row.get("image_path", ""),
            "question": row.get("question", words),
            "messages": json.dumps(shown, ensure_ascii=False) if shown else "",
            "messages_one_image": json.dumps(single, ensure_ascii=False) if single != shown else "",
            "image_path": list(dict.fromkeys(used)),
            "datasets": dataset.dataset_name,
        }

    def _named(self, message: Message, folder: Path) -> Message:
        """A message with the names of its images in place of their paths."""
        pictures = {part["value"]: self._noted(part["value"], folder) for part in message if part["type"] == "image"}
        return [{**part, "value": pictures.get(part["value"], part["value"])} for part in message]

    def _noted(self, path: str, folder: Path) -> str:
        file = Path(path)
        name = file.relative_to(folder).as_posix() if file.is_relative_to(folder) else f"drawn/{file.name}"
        if self.images.setdefault(name, file) != file:
            raise DataError(f"two images would have the name {name}")
        return name

    def take(self, other: _Group) -> bool:
        """Add the rows of another dataset, unless one contradicts a row here; False then."""
        clash = any(self.images.get(name, path) != path for name, path in other.images.items())
        both = [(self.rows[index], row) for index, row in other.rows.items() if index in self.rows]
        for mine, row in both:
            free = {"datasets", "image_path", *(_SHOWN if "" in (mine["messages"], row["messages"]) else ())}
            clash |= any(mine.get(name) != row.get(name) for name in (mine.keys() | row.keys()) - free)
        if other.set_name != self.set_name or clash:
            return False
        for mine, row in both:
            mine |= {name: mine[name] or row[name] for name in _SHOWN}
            mine["image_path"] = list(dict.fromkeys([*mine["image_path"], *row["image_path"]]))
            mine["datasets"] += f" {row['datasets']}"
        self.rows = {**self.rows, **other.rows, **self.rows}
        self.images |= other.images
        return True

    def content(self) -> bytes:
        """The file; images that an earlier row has are given by the index of that row."""
        first: dict[tuple[str, ...], str] = {}
        lines = []
        for index, row in self.rows.items():
            names = tuple(row["image_path"])
            cell = first.setdefault(names, index)
            if cell == index:
                coded = [base64.b64encode(self.images[name].read_bytes()).decode() for name in names]
                cell = coded[0] if len(coded) == 1 else str(coded) if coded else ""
            lines.append({**row, "image": cell, "image_path": str(list(names))})
        frame = pd.DataFrame(lines)
        frame = frame[[*_OWN, *sorted(set(frame) - set(_OWN))]].fillna("")
        text: str = frame.to_csv(sep="\t", index=False, lineterminator="\n")
        return text.encode("utf-8")
