"""How the readers of `standardizers` read replies of real models: by source, and by rule.

Reads ``../shared/data/real_replies`` beside the checkout, where it is there; its licences do not let it be shipped.
Each reply stands with the reading of the source's own authors. For choices the host's own extraction (`can_infer`)
reads the same rows, where a host is installed.

Usage: python -m speed.real_replies [--folder FOLDER] [--no-host]
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from string import ascii_uppercase
from typing import Any, NamedTuple

from standardizers import Standardized, choice, count, fixation, option, order, view_operations, views

FOLDER = Path(__file__).resolve().parents[2] / "shared" / "data" / "real_replies"
YARDSTICK = re.compile(r"(?i)\b(?:answer|choice|option)\b[^.\n]{0,40}?\b([A-J])\b|\(([A-J])\)|\b\d+\b")
"""A regular expression that reads nothing well: the measure of speed."""
SIZE = (4000, 4000)
"""A picture in which every point of the sources lies, px."""
BY_PATTERN = ("mathv", "mmlu_pro")
"""Sources whose authors read by patterns: where these found nothing, a rule is neither right nor wrong."""

Row = Mapping[str, Any]


class Reading(NamedTuple):
    """What was read: comparable with the authors' reading ("" for none), and the rule."""

    value: Any
    rule: str


def replies(folder: Path = FOLDER) -> Iterator[Row]:
    """Yield the replies, source by source.

    Raises:
        FileNotFoundError: The folder is not there.
    """
    files = sorted(folder.glob("*.jsonl.gz"))
    if not files:
        raise FileNotFoundError(f"{folder} holds no replies")
    for path in files:
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            yield from map(json.loads, lines)


def read(row: Row) -> Reading | None:
    """Read a row with the reader of its kind; None where no reader has its kind."""
    reader = _READERS.get(row["kind"])
    return reader(row) if reader else None


def _choice(row: Row) -> Reading:
    labels, options = "".join(row["labels"] or "ABCD"), row["options"]
    found = choice(row["reply"], labels, options=options if options and len(options) == len(labels) else None)
    return _reading(found, found.value)


def _option(row: Row) -> Reading:
    found = option(row["reply"], row["options"])
    return _reading(found, "" if found.fallback else row["options"][found.value].lower())


def _count(row: Row) -> Reading:
    found = count(row["reply"])
    return _reading(found, str(found.value))


def _order(row: Row) -> Reading:
    found = order(row["reply"], "".join(row["labels"]), options=row["options"])
    return _reading(found, found.value)


def _views(row: Row) -> Reading:
    found = views(row["reply"])
    return _reading(found, list(found.value))


def _operations(row: Row) -> Reading:
    found = view_operations(row["reply"], 6)
    parts = {name: list(part) for name, part in found.value._asdict().items() if part is not None}
    return _reading(found, parts)


def _point(row: Row) -> Reading:
    found = fixation(row["reply"], size=SIZE)
    across = 1000 if found.rule.endswith("_thousand") else SIZE[0]
    return _reading(found, [[round(x * across, 1), round(y * across, 1)] for x, y, _ in found.value])


def _reading(found: Standardized[Any], value: Any) -> Reading:
    return Reading("" if found.fallback else value, found.rule)


_READERS: dict[str, Callable[[Row], Reading]] = {
    "choice": _choice,
    "option": _option,
    "count": _count,
    "order": _order,
    "views": _views,
    "view_operations": _operations,
    "point": _point,
}


def agrees(row: Row, value: Any) -> bool | None:
    """Whether a value is what the source's authors read; None where they read nothing themselves.

    Args:
        row: The row.
        value: As in `Reading`.
    """
    if row.get("authors_correct") is not None:  # these authors say only whether the reply is right
        return bool((value == str(row["gold"]).lower() or value == row["gold"]) == row["authors_correct"])
    theirs = row["authors_reading"]
    if theirs is None or (row["kind"] == "choice" and isinstance(theirs, list)):
        return None
    if row["kind"] == "view_operations":
        wanted = {name: part for name, part in theirs.items() if part is not None}
        return bool(value == wanted)
    if row["kind"] == "point":
        return value == theirs if theirs else None
    if row["kind"] == "count" and "" not in (value, theirs):
        return float(value) == float(theirs)
    return bool(value == (theirs.lower() if row["kind"] == "option" else theirs))


class Tally:
    """Counts of one source."""

    def __init__(self) -> None:
        self.n = self.judged = self.right = self.unread = 0
        self.rules: Counter[str] = Counter()
        self.checked: Counter[str] = Counter()
        self.rights: Counter[str] = Counter()

    def add(self, row: Row, reading: Reading) -> None:
        """Count one reply."""
        self.n += 1
        self.rules[reading.rule] += 1
        self.unread += reading.value == ""
        agreed = agrees(row, reading.value)
        if agreed is not None:
            self.judged, self.right = self.judged + 1, self.right + agreed
            if row["source"] not in BY_PATTERN or row["authors_reading"] != "":
                self.checked[reading.rule] += 1
                self.rights[reading.rule] += agreed


def tallies(rows: list[Row]) -> dict[tuple[str, str], Tally]:
    """Count all rows, by source and kind."""
    found: dict[tuple[str, str], Tally] = defaultdict(Tally)
    for row in rows:
        reading = read(row)
        if reading is not None:
            found[row["source"], row["kind"]].add(row, reading)
    return found


def _host(rows: list[Row]) -> dict[str, tuple[int, int]]:
    """(right, judged) of the host's own extraction on choices, by source; empty without a host."""
    try:
        from vlmeval.utils.matching_util import can_infer
    except ImportError:
        return {}
    found: dict[str, list[bool]] = defaultdict(list)
    for row in rows:
        if row["kind"] == "choice":
            labels = row["labels"] or "ABCD"
            options = dict(zip(ascii_uppercase, row["options"] or labels, strict=False))  # it knows capitals only
            value = str(can_infer(row["reply"], options) or "")
            agreed = agrees(row, labels[ascii_uppercase.index(value)] if value in options else "")
            found[row["source"]] += [] if agreed is None else [agreed]
    return {source: (sum(each), len(each)) for source, each in found.items() if each}


def _speed(rows: list[Row]) -> dict[str, float]:
    """Times of the yardstick by kind of answer, in CPU seconds."""
    found = {}
    for kind in ("choice", "option", "count"):
        chosen = [row for row in rows if row["kind"] == kind]
        began = time.process_time()
        for row in chosen:
            YARDSTICK.findall(row["reply"])
        middle = time.process_time()
        for row in chosen:
            read(row)
        found[kind] = (time.process_time() - middle) / (middle - began)
    return found


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}" if whole else "-"


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--no-host", action="store_true", help="leave out the host's own extraction")
    given = parser.parse_args()
    rows = list(replies(given.folder))
    found, host = tallies(rows), {} if given.no_host else _host(rows)
    print(
        "| source | kind | replies | as the authors, % | unread, % | host, % |\n| --- | --- | --: | --: | --: | --: |"
    )
    for (source, kind), tally in found.items():
        theirs = host.get(source, (0, 0)) if kind == "choice" else (0, 0)
        shares = f"{_share(tally.right, tally.judged)} | {_share(tally.unread, tally.n)} | {_share(*theirs)}"
        print(f"| {source} | {kind} | {tally.n:,} | {shares} |")
    print("\n| kind | rule | settles | of most in a source, % | right, % |\n| --- | --- | --: | --: | --: |")
    for kind in _READERS:
        of_kind = [tally for (_, each), tally in found.items() if each == kind]
        rules: Counter[str] = sum((tally.rules for tally in of_kind), Counter())
        for rule, number in rules.most_common():
            checked, right = (sum(getattr(tally, name)[rule] for tally in of_kind) for name in ("checked", "rights"))
            most = max(tally.rules[rule] / tally.n for tally in of_kind)
            print(f"| {kind} | {rule} | {number:,} | {100 * most:.2f} | {_share(right, checked)} |")
    print("\n" + ", ".join(f"{kind}: {ratio:.1f} times the yardstick's time" for kind, ratio in _speed(rows).items()))


if __name__ == "__main__":
    main()
