"""Boxes named by their place or size among the options: "the right-hand box", "the larger one"."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

Box = Sequence[float]

_LONGEST = 200
_NOUN = r"(?:one|box|bounding box|object|region|item|rectangle|area|option)"
_PHRASE = re.compile(
    r"\bthe (?P<word>left|right|upper|top|lower|bottom|larger|largest|bigger|biggest|smaller|smallest)(?:most)?"
    rf"(?:[- ]hand)?(?: (?:bounding|of the two|one))? {_NOUN}\b",
    re.IGNORECASE,
)
_DENIES = re.compile(r"\b(?:not|never|neither|nor|no|less|if|or|both|than|and)\b|n't|\?", re.IGNORECASE)
_KEYS: dict[str, Callable[[Box], float]] = {
    **dict.fromkeys(("left",), lambda box: -(box[0] + box[2])),
    **dict.fromkeys(("right",), lambda box: box[0] + box[2]),
    **dict.fromkeys(("upper", "top"), lambda box: -(box[1] + box[3])),
    **dict.fromkeys(("lower", "bottom"), lambda box: box[1] + box[3]),
    **dict.fromkeys(("larger", "largest", "bigger", "biggest"), lambda box: (box[2] - box[0]) * (box[3] - box[1])),
    **dict.fromkeys(("smaller", "smallest"), lambda box: -(box[2] - box[0]) * (box[3] - box[1])),
}
_MARGIN = 0.02  # how much the best box must have of what is said, more than the next


def box_in_words(text: str, boxes: Sequence[Box]) -> int:
    """Return the option that a short reply names by its place or size among the boxes, or -1.

    Args:
        text: Text from `standardizers.text.plain`.
        boxes: x1, y1, x2, y2 of each option.

    Example:
        >>> box_in_words("The right-hand box.", [(0.1, 0.2, 0.3, 0.4), (0.6, 0.2, 0.9, 0.4)])
        1
    """
    if len(text) > _LONGEST or _DENIES.search(text):
        return -1
    words = {match["word"].lower() for match in _PHRASE.finditer(text)}
    if len(words) != 1 or any(len(box) != 4 for box in boxes):
        return -1
    key = _KEYS[words.pop()]
    ranked = sorted(range(len(boxes)), key=lambda index: key(boxes[index]), reverse=True)
    if len(ranked) < 2 or key(boxes[ranked[0]]) - key(boxes[ranked[1]]) < _MARGIN:
        return -1
    return ranked[0]
