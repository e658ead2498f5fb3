"""How the readers of `standardizers` read replies of real models: by source, and by rule.

Reads ``../shared/data/real_replies`` beside the checkout, where it is there; its licences do not let it be shipped.
Each reply stands with the reading of the source's own authors. For choices the host's own extraction (`can_infer`)
reads the same rows, where a host is installed.

Usage: python -m speed.real_replies
"""

import gzip
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from string import ascii_uppercase
from typing import Any

import numpy as np
import pandas as pd

from speed.timing import in_turns, table
from standardizers import Standardized, choice, count, fixation, option, order, view_operations, views

FOLDER = Path(__file__).resolve().parents[2] / "shared" / "data" / "real_replies"
YARDSTICK = re.compile(r"(?i)\b(?:answer|choice|option)\b[^.\n]{0,40}?\b([A-J])\b|\(([A-J])\)|\b\d+\b")
"""A regular expression that reads nothing well: the measure of speed."""
SIZE = (4000, 4000)  # a picture in which every point of the sources lies, px
BY_PATTERN = ("mathv", "mmlu_pro")
"""Sources whose authors read by patterns: where these found nothing, a rule is neither right nor wrong."""

Row = Mapping[str, Any]


def replies(folder: Path = FOLDER) -> Iterator[Row]:
    """Yield the replies, source by source."""
    for path in sorted(folder.glob("*.jsonl.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            yield from map(json.loads, lines)


def _choice(row: Row) -> Standardized[Any]:
    labels, options = "".join(row["labels"] or "ABCD"), row["options"]
    return choice(row["reply"], labels, options=options if options and len(options) == len(labels) else None)


def _point(row: Row) -> Standardized[Any]:
    found = fixation(row["reply"], size=SIZE)
    across = 1000 if found.rule.endswith("_thousand") else SIZE[0]
    return found._replace(value=[[round(x * across, 1), round(y * across, 1)] for x, y, _ in found.value])


READERS: dict[str, tuple[Callable[[Row], Standardized[Any]], Callable[[Row, Any], Any]]] = {
    "choice": (_choice, lambda row, value: value),
    "option": (lambda row: option(row["reply"], row["options"]), lambda row, value: row["options"][value].lower()),
    "count": (lambda row: count(row["reply"]), lambda row, value: str(value)),
    "order": (
        lambda row: order(row["reply"], "".join(row["labels"]), options=row["options"]),
        lambda row, value: value,
    ),
    "views": (lambda row: views(row["reply"]), lambda row, value: list(value)),
    "view_operations": (
        lambda row: view_operations(row["reply"], 6),
        lambda row, value: {name: list(part) for name, part in value._asdict().items() if part is not None},
    ),
    "point": (_point, lambda row, value: value),
}
"""For each kind its reader, and its value in the form of the authors' readings."""


def read(row: Row) -> tuple[Any, str]:
    """What was read, comparable with the authors' reading ("" for none), and the rule."""
    reader, form = READERS[row["kind"]]
    found = reader(row)
    return "" if found.fallback else form(row, found.value), found.rule


def agrees(row: Row, value: Any) -> float:
    """Whether a value of `read` is what the source's authors read, 1 or 0; NaN where they read nothing themselves."""
    kind, theirs = row["kind"], row["authors_reading"]
    if row.get("authors_correct") is not None:  # these authors say only whether the reply is right
        return float((value == str(row["gold"]).lower() or value == row["gold"]) == row["authors_correct"])
    if theirs is None or (kind == "choice" and isinstance(theirs, list)) or (kind == "point" and not theirs):
        return np.nan
    if kind == "view_operations":
        theirs = {name: part for name, part in theirs.items() if part is not None}
    if kind == "count" and "" not in (value, theirs):
        return float(float(value) == float(theirs))
    return float(value == (theirs.lower() if kind == "option" else theirs))


def readings(rows: Iterable[Row]) -> pd.DataFrame:
    """Every row that some reader has, with source, kind, rule, and in percent: unread, and right or not.

    ``settled`` is ``right`` where the authors' silence does not come from their patterns.
    """
    lines = []
    for row in (row for row in rows if row["kind"] in READERS):
        value, rule = read(row)
        right = 100 * agrees(row, value)
        settled = np.nan if row["source"] in BY_PATTERN and row["authors_reading"] == "" else right
        known = {"source": row["source"], "kind": row["kind"], "rule": rule}
        lines.append({**known, "unread": 100.0 * (value == ""), "right": right, "settled": settled})
    return pd.DataFrame(lines)


def _host(rows: list[Row]) -> dict[str, float]:
    """Percent of choices that the host's own extraction reads as the authors do, by source; empty without a host."""
    try:
        from vlmeval.utils.matching_util import can_infer
    except ImportError:
        return {}
    lines = []
    for row in (row for row in rows if row["kind"] == "choice"):
        labels = row["labels"] or "ABCD"
        options = dict(zip(ascii_uppercase, row["options"] or labels, strict=False))  # it knows capitals only
        value = str(can_infer(row["reply"], options) or "")
        told = labels[ascii_uppercase.index(value)] if value in options else ""
        lines.append((row["source"], 100 * agrees(row, told)))
    return dict(pd.DataFrame(lines).groupby(0)[1].mean())


def main() -> None:
    """Print the tables."""
    rows = list(replies())
    found, host = readings(rows), _host(rows)
    lines = []
    for (source, kind), own in found.groupby(["source", "kind"], sort=False):
        theirs = host.get(source, np.nan) if kind == "choice" else np.nan
        shares = (own["right"].mean(), own["unread"].mean(), theirs)
        lines.append((source, kind, f"{len(own):,}", *map(_percent, shares)))
    print(table(("source", "kind", "replies", "as the authors, %", "unread, %", "host, %"), lines) + "\n")
    lines = []
    for (kind, rule), own in found.groupby(["kind", "rule"]):
        sources = found[found["kind"] == kind]["source"].value_counts()
        most = (100 * own["source"].value_counts() / sources).max()
        lines.append((kind, rule, len(own), f"{most:.2f}", _percent(own["settled"].mean())))
    lines.sort(key=lambda line: (list(READERS).index(line[0]), -line[2]))
    print(table(("kind", "rule", "settles", "of most in a source, %", "right, %"), lines) + "\n")
    for kind in ("choice", "option", "count"):
        chosen = [row for row in rows if row["kind"] == kind]
        spent = in_turns(
            {
                "yardstick": lambda chosen=chosen: [YARDSTICK.findall(row["reply"]) for row in chosen],
                "readers": lambda chosen=chosen: [read(row) for row in chosen],
            },
            1,
        )
        print(f"{kind}: {spent['readers'][0] / spent['yardstick'][0]:.1f} times the yardstick's time")


def _percent(share: float) -> str:
    return "-" if np.isnan(share) else f"{share:.1f}"


if __name__ == "__main__":
    main()
