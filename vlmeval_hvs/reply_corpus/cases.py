"""The reply corpus: replies of all kinds, each with what a careful person reads in it.

One JSON object per line, in ``<kind>.jsonl`` or ``<kind>.jsonl.gz``. docs/reply_corpus.md describes the fields.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import bundled, write_atomically

SPLITS = ("development", "held-out")
UNLABELLED = "?"
"""Stands for the reading of a case that nobody has read yet."""

_ENDINGS = (".jsonl", ".jsonl.gz")
_NEEDED = ("id", "kind", "question", "reply", "reading")


@dataclass(frozen=True)
class Case:
    """One reply.

    Attributes:
        id: Unique name.
        kind: Kind of the answer, a key of `KINDS`.
        question: What the model was asked, its options included.
        reply: The model's whole reply.
        reading: What a person reads as the answer; None when there is none; `UNLABELLED` when nobody has read it.
        reason: Why a person reads it so.
        split: ``development`` or ``held-out``; "" for users' own cases.
        family: Model family in whose manner the reply is written, or the model.
        style: Style family of the reply.
        language: ISO code.
        labels: Letters of the options (choice, order).
        options: Texts of the options, in the labels' order.
        n_views: Number of views (views, view_operations).
        size: ``(width, height)`` in px of the image that was shown (scanpath, fixation), where known.
        finished: False when the host knows that the reply was cut by a token limit, True when it knows that the
            reply ended by itself, None when unknown.
        ours: What the readers of this package read, by profile; in cases of users' own runs.
    """

    id: str
    kind: str
    question: str
    reply: str
    reading: Any
    reason: str = ""
    split: str = ""
    family: str = ""
    style: str = ""
    language: str = ""
    labels: str | None = None
    options: list[str] | None = None
    n_views: int = 4
    size: tuple[int, int] | None = None
    finished: bool | None = None
    ours: Mapping[str, Any] | None = None

    @property
    def family_line(self) -> str:
        """The line of models that its `family` belongs to ("Claude-3.5-Sonnet" to "Claude"); else its own name."""
        return family_line(self.family)

    @property
    def labelled(self) -> bool:
        """Whether a person has read it."""
        return bool(self.reading != UNLABELLED)


@cache
def family_line(family: str) -> str:
    """The line of models that a model's name belongs to, as ``families.json`` tells by how names begin.

    Example:
        >>> family_line("Claude-3.5-Sonnet"), family_line("GLM-4.5V"), family_line("MyModel")
        ('Claude', 'GLM-V', 'MyModel')
    """
    known = bundled(__package__, "families.json").items()
    return next((line for line, begins in known if re.match(begins, family, re.IGNORECASE)), family)


def corpus_folder() -> Path:
    """Where the corpus of this package is: beside this module when installed, in ``tests/data`` in a checkout."""
    installed = Path(__file__).parent / "cases"
    return installed if installed.is_dir() else Path(__file__).parents[2] / "tests" / "data" / "replies"


def read_cases(place: Path) -> list[Case]:
    """The cases of a file, or of all files of a folder.

    Args:
        place: A ``.jsonl`` or ``.jsonl.gz`` file, or a folder with such files.

    Raises:
        DataError: There is no case, an id occurs twice, or a line is no case; the message names file and line.
    """
    files = [place] if place.is_file() else sorted(path for path in place.glob("*") if path.name.endswith(_ENDINGS))
    cases: dict[str, Case] = {}
    for file in files:
        for number, line in enumerate(_text(file).split("\n"), 1):
            if not line.strip():
                continue
            try:
                case = _case(json.loads(line))
                if case.id in cases:
                    raise DataError(f"the id {case.id} occurs twice")
            except (ValueError, TypeError) as error:
                raise DataError(f"{file}, line {number}: {error}") from error
            cases[case.id] = case
    if not cases:
        raise DataError(
            f"{place}: no cases there (a file, or a folder with files, that end in {' or '.join(_ENDINGS)})"
        )
    return list(cases.values())


def write_cases(file: Path, cases: Iterable[Case]) -> None:
    """Write cases as JSON lines; what a case does not have is left out."""
    lines = []
    for case in cases:
        cells = {name: value for name, value in asdict(case).items() if value not in (None, "") or name in _NEEDED}
        lines.append(json.dumps(cells, ensure_ascii=False) + "\n")
    data = "".join(lines).encode("utf-8", "replace")
    write_atomically(file, gzip.compress(data, mtime=0) if file.suffix == ".gz" else data)


def _text(file: Path) -> str:
    try:
        data = file.read_bytes()
        return (gzip.decompress(data) if file.suffix == ".gz" else data).decode("utf-8")
    except (OSError, EOFError, ValueError) as error:
        raise DataError(f"{file}: cannot be read ({error})") from error


_NAMES = {entry.name for entry in fields(Case)}


def _case(cells: Any) -> Case:
    if not isinstance(cells, dict):
        raise DataError("this is no JSON object")
    missing = [name for name in _NEEDED if name not in cells]
    unknown = [name for name in cells if name not in _NAMES]
    if missing or unknown:
        raise DataError("; ".join([f"{name} is missing" for name in missing] + [f"no field {n}" for n in unknown]))
    if cells.get("size") is not None:
        cells["size"] = tuple(cells["size"])
    case = Case(**cells)
    if case.kind not in KINDS:
        raise DataError(f"kind {case.kind!r} is none of {', '.join(KINDS)}")
    if case.kind in ("choice", "order") and not case.labels:
        raise DataError(f"a case of the kind {case.kind} needs labels")
    if case.kind == "option" and not case.options:
        raise DataError("a case of the kind option needs options")
    if case.labelled and case.reading is not None and not KINDS[case.kind](case):
        raise DataError(f"reading {case.reading!r} is none of the kind {case.kind}")
    return case


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _are_views(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_whole, value)) and value == sorted(set(value))


def _are_directions(value: Any) -> bool:
    from standardizers.views.directions import DIRECTIONS  # all readers come with it

    return isinstance(value, list) and value == sorted(set(value)) and set(value) <= {*DIRECTIONS}


def _is_order(case: Case) -> bool:
    text = case.reading
    return isinstance(text, str) and len(set(text)) == len(text) > 0 and set(text) <= set(case.labels or "")


def _is_scanpath(case: Case) -> bool:
    lists: list[Any] = [case.reading.get(axis) for axis in "xyt"] if isinstance(case.reading, dict) else [None]
    numbers = all(isinstance(one, list) and all(map(_is_number, one)) for one in lists)
    return numbers and len({len(one) for one in lists}) == 1


def _is_fixation(case: Case) -> bool:
    points = case.reading
    return isinstance(points, list) and all(len(point) == 3 and all(map(_is_number, point)) for point in points)


def _is_operations(case: Case) -> bool:
    value = case.reading
    return isinstance(value, dict) and all(
        name in ("part", "keep", "shift")
        and (part is None or _are_views(part) or (name == "shift" and _are_directions(part)))
        for name, part in value.items()
    )


KINDS: dict[str, Callable[[Case], bool]] = {
    "choice": lambda case: case.reading in tuple(case.labels or ""),
    "option": lambda case: _is_whole(case.reading) and 0 <= case.reading < len(case.options or ()),
    "count": lambda case: _is_whole(case.reading),
    "order": _is_order,
    "scanpath": _is_scanpath,
    "fixation": _is_fixation,
    "views": lambda case: _are_views(case.reading),
    "view_operations": _is_operations,
    "need_more": lambda case: case.reading in ("yes", "no"),
}
"""Kind of an answer to the check of a person's reading."""
