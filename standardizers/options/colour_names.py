"""Names of colours in many languages, by their English names."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from ..words.wording import Names

COLOURS = (
    *("black", "blue", "brown", "cyan", "green", "grey", "magenta", "orange", "pink", "purple", "red"),
    *("turquoise", "violet", "white", "yellow"),
)


class Coloured(NamedTuple):
    """The English name of a colour and where a text names it."""

    colour: str
    start: int
    end: int


@cache
def _names() -> Names:
    return Names(COLOURS)


@lru_cache(maxsize=64)
def colours_named(text: str) -> tuple[Coloured, ...]:
    """Return the colours that a text names, by position.

    Example:
        >>> [one.colour for one in colours_named("Der rote Pfeil und die blaue Box")]
        ['red', 'blue']
    """
    return tuple(Coloured(COLOURS[one.option], one.start, one.end) for one in _names().mentions(text))
