"""Structure-aware mutation: a valid value of lists, mappings and cells, with some places replaced by odd ones."""

from __future__ import annotations

import copy
import math
from collections.abc import Sequence
from typing import Any

from tests.fuzz.cuts import Cut

ODD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2, 255, 10**30, -(10**30), 0.5, -0.5, 1e308, math.nan, math.inf, -math.inf),
    *("", " ", "0", "1", "-1", "1.0", "01", "1e999", "nan", "None", "null", "[]", "{}", "A", "é", "十", "²", "İ"),
    *("x" * 300, "y" * 5000, "9" * 5000, "\ud800", "\x00", "a\nb\tc", '"', "'", "../../x", "/etc/passwd", "a\\b"),
    *(".", "..", "a/../b", "a" * 200 + ".jpg", "CON", "\u202e", "<b>", "{", "[" * 3000, "(1, 2)", "['a']"),
    *([], {}, [[]], [None], [1], [0, 0, 0, 0], [1, 2, 3], [1, 2, 3, 4, 5], ["a", "b"], [[1, 2]], [math.nan] * 4),
    *([1e300, 1e300, 1e300, 1e300], [10**30] * 4, ["1", "2", "3", "4"], [[0, 0], None], {"a": None}, {"": []}),
    *([{"X": [0.5], "Y": [0.5]}], [-5, -5, -5, -5], "data:image/png;base64,", "1,2,3", "test", "Q1", "yes"),
)  # fmt: skip
"""What cells of official files have never held, and might."""

_DEEPEST = 8


def mutated(value: Any, cut: Cut) -> Any:
    """A copy of `value` with one to four places changed, as the bytes of `cut` say."""
    whole = [copy.deepcopy(value)]
    for _ in range(1 + cut.byte() % 4):
        _change(whole, 0, cut)
    return whole[0]


def _change(parent: Any, key: Any, cut: Cut) -> None:
    """Walk down from a place and change one: at every level a byte says whether to go on."""
    for _ in range(_DEEPEST):
        value = parent[key]
        if not isinstance(value, (list, dict)) or not value or cut.byte() % 8 == 0:
            break
        keys = range(len(value)) if isinstance(value, list) else list(value)
        parent, key = value, keys[cut.byte() % len(keys)]
    way = cut.byte() % 8
    if way == 0 and isinstance(parent, (list, dict)) and len(parent) > 1:
        del parent[key]
    elif way == 1 and isinstance(parent, list):
        parent.insert(key, copy.deepcopy(parent[cut.byte() % len(parent)]))
    elif way == 2 and isinstance(parent, dict):
        parent[cut.one_of(("", "index", "image", "X", "é", "a b"))] = copy.deepcopy(cut.one_of(ODD))
    elif way == 3 and isinstance(parent[key], (str, bytes)):
        parent[key] = spoilt_text(parent[key], cut)
    elif way == 4 and isinstance(parent[key], (int, float)) and not isinstance(parent[key], bool):
        parent[key] = cut.one_of((-1, 0, 2, 1000, 0.5, 1e9)) * parent[key] if parent[key] == parent[key] else 0
    else:
        parent[key] = copy.deepcopy(cut.one_of(ODD))


def spoilt_text(value: Any, cut: Cut) -> Any:
    """Text or bytes, cut off, with a piece twice, or with one character changed."""
    place = cut.byte() * max(len(value), 1) // 256
    way = cut.byte() % 4
    if way == 0:
        return value[:place]
    if way == 1:
        return value[:place] + value[: place // 2] + value[place:]
    other: Any = bytes([cut.byte()]) if isinstance(value, bytes) else cut.one_of([o for o in ODD if isinstance(o, str)])
    return value[:place] + other + value[place + (way == 2) :]


def text_of(value: Any) -> str:
    """A cell of a text table."""
    return "" if value is None else value if isinstance(value, str) else repr(value)


def table_bytes(rows: Sequence[Any], separator: str) -> bytes:
    """Rows as a CSV or TSV file; lone surrogates become bytes that are no UTF-8."""
    import csv
    import io

    rows = [row for row in rows if isinstance(row, dict)]
    names = list(dict.fromkeys(name for row in rows for name in row))
    buffer = io.StringIO()
    writer = csv.writer(buffer, delimiter=separator)
    writer.writerow([text_of(name) for name in names])
    writer.writerows([text_of(row.get(name)).replace("\x00", "") for name in names] for row in rows)
    return buffer.getvalue().encode("utf-8", "surrogatepass")
