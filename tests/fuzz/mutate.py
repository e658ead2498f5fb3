"""Bytes of the fuzzer to arguments, and structure-aware mutation of lists, mappings and cells."""

import copy
import math
from collections.abc import Sequence
from typing import Any, TypeVar

Item = TypeVar("Item")

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
ODD_TEXTS = tuple(odd for odd in ODD if isinstance(odd, str))


class Cut:
    """Takes bytes from the front of an input; an input that is too short gives zeros."""

    def __init__(self, data: bytes) -> None:
        self.data = data

    def byte(self) -> int:
        first, self.data = self.data[:1], self.data[1:]
        return first[0] if first else 0

    def one_of(self, items: Sequence[Item]) -> Item:
        return items[self.byte() % len(items)]

    def parts(self, most: int) -> list[str]:
        """The rest as texts, at most so many, split at the byte 0xFF (which no UTF-8 text holds)."""
        return [part.decode("utf-8", "surrogateescape") for part in self.data.split(b"\xff", most - 1)]


def as_bytes(text: str) -> bytes:
    """The bytes of which `Cut.parts` makes a text; surrogates become "?"."""
    return text.encode("utf-8", "replace")


def mutated(value: Any, cut: Cut) -> Any:
    """A copy of `value` with one to four places changed, as the bytes of `cut` say."""
    whole = [copy.deepcopy(value)]
    for _ in range(1 + cut.byte() % 4):
        _change(whole, 0, cut)
    return whole[0]


def _change(parent: Any, key: Any, cut: Cut) -> None:
    """Walk down from a place and change one: at every level a byte says whether to go on."""
    for _ in range(8):
        value = parent[key]
        if not isinstance(value, (list, dict)) or not value or cut.byte() % 8 == 0:
            break
        parent, key = value, cut.one_of(range(len(value)) if isinstance(value, list) else list(value))
    value, way = parent[key], cut.byte() % 8
    if way == 0 and len(parent) > 1:
        del parent[key]
    elif way == 1 and isinstance(parent, list):
        parent.insert(key, copy.deepcopy(cut.one_of(parent)))
    elif way == 2 and isinstance(parent, dict):
        parent[cut.one_of(("", "index", "image", "X", "é", "a b"))] = copy.deepcopy(cut.one_of(ODD))
    elif way == 3 and isinstance(value, (str, bytes)):
        parent[key] = spoilt(value, cut)
    elif way == 4 and type(value) in (int, float):
        parent[key] = cut.one_of((-1, 0, 2, 1000, 0.5, 1e9)) * value
    else:
        parent[key] = copy.deepcopy(cut.one_of(ODD))


def spoilt(value: Any, cut: Cut) -> Any:
    """Text or bytes, cut off, with a piece twice, or with one character changed or added."""
    place = cut.byte() * max(len(value), 1) // 256
    way = cut.byte() % 4
    if way == 0:
        return value[:place]
    if way == 1:
        return value[:place] + value[: place // 2] + value[place:]
    other: Any = bytes([cut.byte()]) if isinstance(value, bytes) else cut.one_of(ODD_TEXTS)
    return value[:place] + other + value[place + (way == 2) :]
