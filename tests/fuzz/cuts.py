"""Bytes of the fuzzer to arguments: the first bytes choose what was asked, the rest is the text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

Item = TypeVar("Item")

FINISHED = (None, False, True)


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
        return [as_text(part) for part in self.data.split(b"\xff", most - 1)]

    def text(self) -> str:
        return as_text(self.data)


def as_text(data: bytes) -> str:
    """Bytes as text; those that are no UTF-8 become lone surrogates."""
    return data.decode("utf-8", "surrogateescape")


def as_bytes(text: str) -> bytes:
    """The bytes of which `as_text` makes a text; surrogates that it never makes become "?"."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace")
