"""Scanpaths told in words: "First the centre, then the upper left corner, and finally the lower right corner"."""

from __future__ import annotations

import re

_HEIGHTS = {"upper": 0.0, "top": 0.0, "lower": 1.0, "bottom": 1.0}
_SIDES = {"left": 0.0, "right": 1.0}
_OF_IMAGE = r"(?: of the (?:image|picture|photo|frame|scene|screen))?"
_PLACE = (
    r"(?:the )?(?:(?P<middle>(?:very |exact |image |dead )?(?:centre|center|middle)(?: of the (?:image|picture|photo"
    r"|frame|scene))?)"
    r"|(?:very |extreme )?(?P<height>upper|top|lower|bottom)[ -](?P<side>left|right)(?:-hand)? corner"
    rf"|(?:centre|center|middle) of the (?P<edge>left|right|top|upper|bottom|lower) (?:edge|border|side)){_OF_IMAGE}"
)
_STEP = re.compile(
    r"(?:(?:and|first|then|next|finally|lastly|afterwards|after that|second|third|from there|at first|last)[,:]? ){0,3}"
    r"(?:(?:the (?:gaze|eyes?)|it|they|a (?:viewer|person)) )?(?:(?:starts?|begins?|goes|go|moves?|jumps?|shifts?"
    r"|looks?|ends?) )?"
    rf"(?:(?:at|to|in|on|with|towards?|into) )?{_PLACE}",
    re.IGNORECASE,
)
_BETWEEN = re.compile(
    r"\s*(?:,|;|->|\u2192|>|\n)\s*(?:\d\. |[-*] )?|(?<=\w)\s+(?=(?:and then|then|followed by)\b)(?:followed by )?",
    re.IGNORECASE,
)
_LONGEST, _LEAST = 400, 2


def path_in_words(text: str) -> list[tuple[float, float]]:
    """Return the places of a text that is nothing but a sequence of exact places, [] for any other text.

    Args:
        text: The reply in plain words, without coordinates.

    Returns:
        (x, y) of each place, 0-1 from the left and the top of the image; corners and edges are meant exactly.

    Example:
        >>> path_in_words("First the centre, then the upper left corner.")
        [(0.5, 0.5), (0.0, 0.0)]
        >>> path_in_words("First the dog, then the upper left corner.")
        []
    """
    if len(text) > _LONGEST or any(map(str.isdecimal, text)):
        return []
    found: list[tuple[float, float]] = []
    for piece in _BETWEEN.split(text.strip(" .!\n")):
        step = _STEP.fullmatch(piece.strip(" .!"))
        if step is None:
            return []
        found.append(_place(step))
    return found if len(found) >= _LEAST else []


def _place(step: re.Match[str]) -> tuple[float, float]:
    if step["middle"]:
        return 0.5, 0.5
    if step["edge"]:
        edge = step["edge"].lower()
        return (_SIDES[edge], 0.5) if edge in _SIDES else (0.5, _HEIGHTS[edge])
    return _SIDES[step["side"].lower()], _HEIGHTS[step["height"].lower()]
