"""Views that a text names by their neighbours: "the part below part 3", "the centre tile and the one to its right"."""

from __future__ import annotations

import re

from .places import places
from .split import Split, split_of

_STEPS = {"above": (0, -1), "below": (0, 1), "left": (-1, 0), "right": (1, 0)}
_RELATED = re.compile(
    r"(?:\b(?:parts?|tiles?) (?P<before>\d{1,2})(?: \w{1,9}){0,2}?,? )?\b(?:part|view|one|section|quadrant|area"
    r"|region|tile)"
    r"(?: (?:which|that) is)?(?: (?:directly|just|right|immediately|located))?"
    r" (?:(?P<line>above|below|beneath|under|underneath)|(?:to|on) (?:the|its) (?P<side>left|right)(?: of)?)"
    r"(?: (?:(?:part|view|no|section|tile|number|image) (?P<behind>\d{1,2})|it|that))?\b"
)
_RELATIONS = ("above ", "below ", "beneath ", "under", " the left", " the right", "its ")
_TO_IT = re.compile(r"\b(?:its|it|that)\b")
_FAR = 80  # characters between a view and what is said of its neighbour
_THAT = (
    r"(?:(?:the |la |il |l')?(?:part|quella|quello|la que|el que|a que|o que|die|der|das|den|la|el)\s)?"
    r"(?:(?:está|est|sta|fica|située?|se trouve)\s)?(?:(?:juste|justo|direkt|directement|subito|logo|unmittelbar)\s)?"
)
_BESIDE = re.compile(
    rf"\b{_THAT}(?:(?:à|a|alla|zu) (?:sa|su|sua|seiner|ihrer|leur) (?P<own>left|right)\b|(?P<of>left|right) (?:davon"
    rf"|daneben"
    r"|от не[её]|от него|від неї)\b)"
)
_BELOW = re.compile(
    rf"\b{_THAT}(?:darunter|(?:en |au-)dessous|debajo|embaixo dela|sotto di essa|под ней|ниже не[её])\b"
)
_ABOVE = re.compile(rf"\b{_THAT}(?:darüber|au-dessus|encima|acima dela|sopra di essa|над ней|выше не[её])\b")


def related(text: str, n_views: int, seen: int = 0) -> str:
    """Return text with views that are named by their neighbours ("the part below part 3") named themselves.

    Args:
        text: A text in lower case.
        n_views: Number of views, or their `Split`.
        seen: The view that is seen now: "the one below it", where the text places no other.

    Example:
        >>> related("the part below part 3", 4), related("the one below it", 4, seen=1)
        ('the part 4', 'the part 2')
    """
    split = split_of(n_views)
    if not split.columns or not any(word in text for word in _RELATIONS):
        return text
    return _RELATED.sub(lambda match: _neighbour(match, split, seen), text)


def neighbours_in_english(text: str) -> str:
    """Return text whose places are English with other languages' words for neighbours in English, too.

    Example:
        >>> neighbours_in_english("la middle part et part juste à sa right")
        'la middle part and the one to its right'
    """
    if text.isascii() and "davon" not in text and "dar" not in text and " su " not in text and " sua " not in text:
        return text
    found = _BESIDE.sub(lambda match: f"the one to its {match['own'] or match['of']}", text)
    found = _ABOVE.sub("the one above it", _BELOW.sub("the one below it", found))
    return (
        re.sub(
            r"\b(?:und|et|y|e|и|en) (?:(?:sur|auf|en|su|sulla|na|на|в|in) )?(?=the one (?:to its|above|below)\b)",
            "and ",
            found,
        )
        if found != text
        else text
    )


def _neighbour(match: re.Match[str], split: Split, seen: int) -> str:
    number = int(match.group("behind") or match.group("before") or 0)
    if not number and _TO_IT.search(match.group()):
        number = _placed_before(match, split) or seen
    if not 1 <= number <= split:
        return match.group()
    column, row = split.place(number)
    line = match.group("line")
    right, down = _STEPS[match.group("side") or ("above" if line == "above" else "below")]
    column, row = column + right, row + down
    if not (0 <= column < split.columns and 0 <= row < split.rows):
        return match.group()
    found = split.number(column, row)
    ahead = match.group("before")  # "part 1 and the part to its right"
    return f"part {ahead} and part {found}" if ahead else f"part {found}"


def _placed_before(match: re.Match[str], split: Split) -> int:
    """Return the one view that the words in front of a relation place ("the centre tile and ..."), 0 when none does."""
    said = match.string[max(0, match.start() - _FAR) : match.start()]
    views = [one for _, _, one in places(said, split)]
    return next(iter(views[-1])) if views and len(views[-1]) == 1 else 0
