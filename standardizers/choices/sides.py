"""Options that are places of an image, such as "in the top left", found by their sides in any language."""

from __future__ import annotations

from collections.abc import Sequence

from ..views.directions import directions_named
from ..views.languages import in_english

_LONGEST = 80
Sides = frozenset[str]


def sides_of(options: Sequence[str]) -> list[Sides]:
    """Return the sides that each option names, [] unless all name some, each others.

    Example:
        >>> [sorted(sides) for sides in sides_of(["In the top left", "In the bottom left"])]
        [['left', 'up'], ['down', 'left']]
    """
    found = [directions_named(option.lower()) for option in options]
    return found if found and all(found) and len({*found}) == len(found) else []


def told_side(text: str, sides: Sequence[Sides]) -> int:
    """Return the option with just the sides that a short text names, or -1."""
    if not sides or len(text) > _LONGEST:
        return -1
    lowered = text.lower()
    named = directions_named(lowered) | directions_named(in_english(lowered))
    return sides.index(named) if named in sides else -1
