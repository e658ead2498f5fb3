"""Names of objects in Q5 and Q7: from their source, or from people who fill in a sheet.

The sheet of a generated set lists every object that these questions would name. With names filled in, it
makes the next generation ask these questions.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from dataset_builders.hvsbench.generate.annotations import AnnotatedPicture, SalientObject
from dataset_builders.hvsbench.printed import box_text
from vlmeval_hvs.errors import DataError

COLUMNS = ("dataset", "picture", "box", "name")
LONGEST_NAME = 80

Key = tuple[str, str, str]  # dataset, picture and printed box of an object


@dataclass
class Names:
    """Names of objects."""

    known: Mapping[Key, str] = field(default_factory=dict)  # names from a sheet; they replace those of the source
    needed: dict[Key, str] = field(default_factory=dict)  # all names that were asked for, "" for an object without one
    missing: Counter[str] = field(default_factory=Counter)  # counts names that could not be used, by reason

    def of(self, picture: AnnotatedPicture, one: SalientObject) -> str:
        """What an object may be called in a question, "" where it has no name that may be used."""
        name = self.needed[_key(picture, one)] = self._name(picture, one)
        others = {self._name(picture, other).casefold() for other in picture.objects if other is not one}
        if not name:
            self.missing["object without a name"] += 1
        elif name.casefold() in others:
            self.missing["name that two objects have"] += 1
            return ""
        return name

    def _name(self, picture: AnnotatedPicture, one: SalientObject) -> str:
        return self.known.get(_key(picture, one), "") or (f"the {one.name}" if one.name else "")


def _key(picture: AnnotatedPicture, one: SalientObject) -> Key:
    return picture.dataset, picture.name, box_text(one.box)


def sheet(names: Mapping[Key, str]) -> bytes:
    """The names as CSV, in order."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows((*key, name) for key, name in sorted(names.items()))
    return out.getvalue().encode("utf-8", "replace")


def read_sheet(path: Path) -> dict[Key, str]:
    """The names of a sheet; objects without one are left out."""
    try:
        rows = list(csv.DictReader(io.StringIO(path.read_bytes().decode("utf-8-sig")), restval=""))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise DataError(f"{path}: cannot be read as CSV in UTF-8 ({error})") from error
    found: dict[Key, str] = {}
    for number, row in enumerate(rows, start=2):
        lacking = [column for column in COLUMNS if column not in row]
        if lacking:
            raise DataError(f"{path}: no column {', '.join(lacking)}; expected {', '.join(COLUMNS)}")
        dataset, picture, box, name = (row[column].strip() for column in COLUMNS)
        if len(name) > LONGEST_NAME or not name.isprintable() or re.search(r"[\[\]{}<>]", name):
            raise DataError(
                f"{path}, row {number}: {name[:40]!r} is no name: one line of at most {LONGEST_NAME} characters, "
                "without brackets"
            )
        if name and found.setdefault((dataset, picture, box), name) != name:
            raise DataError(f"{path}, row {number}: another name for the object of an earlier row")
    return found
