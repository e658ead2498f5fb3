"""What objects are called in Q5 and Q7: by their source, by a model that sees the picture, and by people who review it.

All names that questions need are listed in a sheet. A model's name counts once a person has written ``right`` beside
it or corrected it; the name of a source counts unless a person has written ``wrong``.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from dataset_builders.hvsbench.generate.annotations import AnnotatedPicture, Box, SalientObject
from dataset_builders.hvsbench.printed import box_text
from vlmeval_hvs.errors import DataError

COLUMNS = ("dataset", "picture", "box", "from", "proposed_name", "corrected_name", "verdict")
RIGHT, WRONG = "right", "wrong"
LONGEST_NAME = 80

_FORMULA = re.compile(r"'*[=@+-]")

Key = tuple[str, str, str]
"""Dataset, picture and printed box of an object."""

Describe = Callable[[Path, Box], str]
"""Says what the object in a box of a picture file is, such as ``the person on the left``; "" where that failed."""


class Name(NamedTuple):
    """A name under review: who proposes it, what, what a person makes of it."""

    by: str
    proposed: str
    corrected: str = ""
    verdict: str = ""

    @property
    def verified(self) -> bool:
        """Whether it may be used."""
        if self.verdict == WRONG and not self.corrected:
            return False
        return bool(self.corrected or self.verdict == RIGHT or self.by == "source")

    @property
    def text(self) -> str:
        """What the object is called, "" where it has no name."""
        return self.corrected or self.proposed


@dataclass
class Names:
    """Names of objects.

    Attributes:
        known: Names from a sheet that people have gone through.
        describe: Gives the names that are not known by picture and box, as `cleaned`; None for nobody.
        unverified: Use names that nobody has verified, too.
        needed: All names that were asked for.
        missing: Counts questions' names that could not be used, by reason.
    """

    known: Mapping[Key, Name] = field(default_factory=dict)
    describe: Callable[[AnnotatedPicture, Box], str] | None = None
    unverified: bool = False
    needed: dict[Key, Name] = field(default_factory=dict)
    missing: Counter[str] = field(default_factory=Counter)

    def of(self, picture: AnnotatedPicture, one: SalientObject) -> str:
        """What an object may be called in a question, "" where it has no name that may be used."""
        key = (picture.dataset, picture.name, box_text(one.box))
        name = self.needed[key] = self.needed.get(key) or self._find(key, picture, one)
        if not name.text:
            self.missing["object without a name"] += 1
        elif not (name.verified or self.unverified) or (name.verdict == WRONG and not name.corrected):
            self.missing["name not verified"] += 1
        elif self._ambiguous(name.text, picture, one):
            self.missing["name that two objects have"] += 1
        else:
            return name.text
        return ""

    def _find(self, key: Key, picture: AnnotatedPicture, one: SalientObject) -> Name:
        known = self.known.get(key)
        if known and (known.text or known.verdict):
            return known
        if one.name:
            return Name("source", f"the {one.name}")
        described = self.describe(picture, one.box) if self.describe else ""
        return Name("model" if described else "", described)

    def _ambiguous(self, text: str, picture: AnnotatedPicture, one: SalientObject) -> bool:
        others = [other for other in picture.objects if other is not one]
        names = {f"the {other.name}".casefold() for other in others if other.name}
        for other in others:
            name = self.known.get((picture.dataset, picture.name, box_text(other.box)))
            if name:
                names.add(name.text.casefold())
        return text.casefold() in names


def cleaned(reply: str) -> str:
    """A model's description as a question can print it; "" where it is no short phrase."""
    lines = [line.strip() for line in reply.strip().splitlines() if line.strip()]
    text = lines[0].strip("\"'`*. ") if len(lines) == 1 else ""
    if not text or len(text) > LONGEST_NAME or not text.isprintable() or re.search(r"[\[\]{}<>]", text):
        return ""
    return text[0].lower() + text[1:] if text[:2].lower() in ("a ", "an", "th") else text


def sheet(names: Iterable[tuple[Key, Name]]) -> bytes:
    """The names as CSV, in order; what a spreadsheet would take for a formula begins with ``'``."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for key, name in sorted(names):
        writer.writerow([f"'{cell}" if _FORMULA.match(cell) else cell for cell in (*key, *name)])
    return out.getvalue().encode("utf-8", "replace")


def read_sheet(path: Path) -> dict[Key, Name]:
    """The names of a sheet that people have gone through.

    Raises:
        DataError: It is no such sheet; the message names the row.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
        rows = list(csv.DictReader(io.StringIO(text), restval=""))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise DataError(f"{path}: cannot be read as CSV in UTF-8 ({error})") from error
    head = rows[0].keys() if rows else text.splitlines()[:1] and text.splitlines()[0].split(",")
    lacking = [column for column in COLUMNS if column not in head]
    if lacking:
        raise DataError(f"{path}: no column {', '.join(lacking)}; expected {', '.join(COLUMNS)}")
    found: dict[Key, Name] = {}
    for number, row in enumerate(rows, start=2):
        cells = [_plain(row[column]) for column in COLUMNS]
        key, name = (cells[0], cells[1], cells[2]), Name(cells[3], cells[4], cells[5], cells[6].casefold())
        if name.verdict not in ("", RIGHT, WRONG):
            raise DataError(f"{path}, row {number}: verdict {cells[6][:40]!r} is neither {RIGHT} nor {WRONG}")
        if name.verdict == RIGHT and not name.text:
            raise DataError(f"{path}, row {number}: the verdict is {RIGHT}, and there is no name")
        for text in (name.proposed, name.corrected):
            if text and not cleaned(text):
                raise DataError(
                    f"{path}, row {number}: {text[:40]!r} is no name: one line of at most {LONGEST_NAME} characters, "
                    "without brackets"
                )
        if found.setdefault(key, name) != name:
            raise DataError(f"{path}, row {number}: another name for the object of an earlier row")
    return found


def _plain(cell: str) -> str:
    cell = cell.strip()
    return cell[1:] if cell[:1] == "'" and _FORMULA.match(cell) else cell


def as_line(key: Key, name: Name) -> str:
    """A name as one line of JSON."""
    return json.dumps([key, name])


def from_line(line: str) -> tuple[Key, Name]:
    """What `as_line` wrote."""
    key, name = json.loads(line)
    return (key[0], key[1], key[2]), Name(*name)
