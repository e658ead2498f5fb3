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

Key = tuple[str, str, str]  # dataset, picture and printed box of an object


@dataclass
class Names:
    """Names of objects."""

    known: Mapping[Key, str] = field(default_factory=dict)  # names from a sheet; they replace those of the source
    needed: dict[Key, str] = field(default_factory=dict)  # all names that were asked for, "" for an object without one
    missing: Counter[str] = field(default_factory=Counter)  # counts names that could not be used, by reason

    def of(self, picture: AnnotatedPicture, one: SalientObject) -> str:
        """What an object may be called in a question, "" where it has no name that may be used."""
        keys = {other: (picture.dataset, picture.name, box_text(other.box)) for other in picture.objects}
        names = {other: self.known.get(key) or (other.name and f"the {other.name}") for other, key in keys.items()}
        name = self.needed[keys[one]] = names.pop(one)
        if not name:
            self.missing["object without a name"] += 1
        elif name.casefold() in map(str.casefold, names.values()):
            self.missing["name that two objects have"] += 1
            return ""
        return name


def sheet(names: Mapping[Key, str]) -> bytes:
    """The names as CSV, in order."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([COLUMNS, *((*key, name) for key, name in sorted(names.items()))])
    return out.getvalue().encode("utf-8", "replace")


def read_sheet(path: Path) -> dict[Key, str]:
    """The names of a sheet; objects without one are left out."""
    try:
        rows = list(csv.DictReader(io.StringIO(path.read_bytes().decode("utf-8-sig")), restval=""))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise DataError(f"{path}: cannot be read as CSV in UTF-8 ({error})") from error
    found: dict[Key, str] = {}
    for number, row in enumerate(rows, start=2):
        if lacking := [column for column in COLUMNS if column not in row]:
            raise DataError(f"{path}: no column {', '.join(lacking)}; expected {', '.join(COLUMNS)}")
        *key, name = (row[column].strip() for column in COLUMNS)
        if not re.fullmatch(r"[^\[\]{}<>\n\r\t]{0,80}", name):
            raise DataError(f"{path}, row {number}: {name[:40]!r} is no name of up to 80 letters without brackets")
        if name:
            found[key[0], key[1], key[2]] = name
    return found
