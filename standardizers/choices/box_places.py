"""Boxes named by their place or size among the options: "the right-hand box", "the person on the left"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from ..stance.mentions import Mention
from ..stance.verdict import Verdict
from ..text.cued import Cued
from .clauses import given
from .letters import FOREIGN_PLACE, distance

Box = Sequence[float]

_LONGEST = 200
_LONGEST_TEXT = 2_000
_SIDE = (
    r"(?:(?:far|very|extreme)[ -])?(?:(?P<row{0}>top|upper|bottom|lower)(?:most)?(?:[ -](?:and )?"
    r"(?P<corner{0}>left|right|cent(?:er|re)|middle))?|(?P<column{0}>left|right|cent(?:er|re)|middle|central)(?:most)?)"
)
_NO_NOUN = (
    r"(?!(?:side|edge|corner|half|part|third|border|hand|answer|choice|option|entry|way|and|or|of|to|in|on|at|is|are|was|has|with|by"
    r"|but|does|eye|arm|leg|foot|in the list)\b)"
)
_OF_IMAGE = r" of the (?:image|picture|photo|photograph|frame|scene|screen|shot|view)\b"
_PHRASE = Cued(
    rf"\b(?:the|this|that) (?P<size>larger|largest|bigger|biggest|smaller|smallest)(?: of the two)?(?: bounding)? "
    rf"{_NO_NOUN}[a-z]{{3,12}}\b"
    rf"|(?:\b(?:the|this|that) (?:[a-z]{{2,12}} )?|(?<![\s\S])){_SIDE.format('')}(?:[- ]hand)?(?: (?:bounding|side))?"
    rf" {_NO_NOUN}[a-z]{{3,12}}\b"
    r"|^\W{0,3}(?P<bare>left|right)(?=\W{0,3}$)|\b(?P<it>left|right)(?=,? it is\b)"
    rf"|\b(?:(?:the|that|this|my) (?:(?!(?:is|are|was|lies|stands|sits|hangs|appears|looks|can|has"
    rf"|located) )[a-z-]{{2,14}} ){{1,3}}?(?:(?:that|which) is |who is "
    rf"|located |placed |standing"
    r" |sitting |seated |positioned )?)?"
    rf"(?:on|to|at|in|near|towards?|around|about|covering|over) (?:the |its )?{_SIDE.format('_of')}"
    rf"(?:[- ]hand(?= side))?(?: (?:side|edge|corner|half|part|third|area|region)\b)?"
    rf"(?:{_OF_IMAGE}| of the (?:two|three|four|five)\b|(?! of\b)(?! (?:list|row|box|option)\b)\b)",
    re.IGNORECASE,
)
_DENIES = re.compile(r"\b(?:not|never|neither|nor|no|less|if|or|both|than|and|between)\b|n't|\?", re.IGNORECASE)
_INTRODUCES = re.compile(
    r"\W*(?:(?:so|definitely|probably|clearly|likely|i (?:think|believe|guess|say|would say|'?d say),?|in my view,?"
    r"|(?:my |the )?(?:final )?(?:answer|choice|pick|option)(?: is|:)|(?:it|that|this)(?: is|'s| would be| must be),?)"
    r"\W+){0,3}",
    re.IGNORECASE,
)
_LONGEST_LOOK = re.compile(  # "The fixation in the middle most likely lasted longest."
    r"\b(?:lasted|held|kept|had|has|got|received|draws?|attracts?|is)\b[^.;,]{0,30}\b(?:longest|most)\b", re.IGNORECASE
)
_NAMES = re.compile(
    r"\s{0,2}(?:[.,;:!()\u2013-]|$)|\s(?:because|since|as|due|for|it|with|wearing|where)\b", re.IGNORECASE
)
"""What stands behind an option that a reply does no more than name."""
_FEW_CHARACTERS = 24  # of a reply in another language that does no more than name a side
_SIZE_ABROAD = re.compile(  # "il più piccolo dei tre riquadri"
    r"\b(?:il|la|le|el|o|a|der|die|das|de|het|den|det)\s(?:(?P<large>più grande|plus grande?|más grande|maior"
    r"|größte[rn]?|grootste|største|största)"
    r"|più piccol[oa]|plus petite?|más pequeñ[oa]|menor|kleinste[rn]?|mindste|minsta|minste)(?!\w)"
    r"(?:\s(?:d[eao]i?s?|del?|delle|des|der|von|van de|af de) (?:tre|trois|tres|três|drei|drie|due|deux|dos|dois"
    r"|zwei|twee)?\s?(?:[^\W\d_]+)?"
    r"|\s(?:box|boîte|caja|caixa|kasten|rahmen|riquadro|kader|objekt|objet|objeto|oggetto|object))?",
    re.IGNORECASE,
)
_SIZES: dict[str, Callable[[Box], float]] = {
    **dict.fromkeys(("larger", "largest", "bigger", "biggest"), lambda box: (box[2] - box[0]) * (box[3] - box[1])),
    **dict.fromkeys(("smaller", "smallest"), lambda box: -(box[2] - box[0]) * (box[3] - box[1])),
}
_MARGIN = 0.02  # how much the best box must have of what is said, more than the next
_COMMITTED = frozenset(("phrase", "conclusion", "predicate", "comparison", "correction", "elimination", "marks"))
"""Rules that read a statement about an option, where others take the only one that is named."""
_ANNOUNCED = frozenset(("phrase", "conclusion", "correction"))


def box_in_words(text: str, labels: Sequence[str], boxes: Sequence[Box], announced: bool = False) -> int:
    """Return the option that a reply without letters and coordinates names by place or size among the boxes, or -1.

    Args:
        text: Text from `standardizers.text.plain`.
        labels: The options' letters.
        boxes: x1, y1, x2, y2 of each option.
        announced: Only what the reply calls its answer counts: it has letters as well.

    Example:
        >>> box_in_words("The right-hand box.", "AB", [(0.1, 0.2, 0.3, 0.4), (0.6, 0.2, 0.9, 0.4)])
        1
        >>> box_in_words("The boy on the left draws more attention.", "AB", [(0.1, 0, 0.3, 1), (0.6, 0, 0.9, 1)])
        0
    """
    if len(text) > _LONGEST_TEXT or len(boxes) < 2 or any(len(box) != 4 for box in boxes):
        return -1
    if not text.isascii() or _SIZE_ABROAD.search(text) is not None:
        text = _SIZE_ABROAD.sub(lambda match: "the largest box" if match["large"] else "the smallest box", text)
    mentions = list(_mentions(text, boxes))
    abroad = [] if mentions else list(_abroad(text, boxes))
    if not mentions and not abroad:
        return -1
    index, rule = Verdict(text, mentions or abroad, len(boxes), False, True).decide()
    if index >= 0 and rule in (_ANNOUNCED if announced else _COMMITTED):
        return index
    if announced:
        return -1
    if abroad and (index := given(text, labels, abroad)) >= 0:
        return index
    first, *others = mentions or abroad
    if any(other.option != first.option for other in others) or len(text) > _LONGEST or _DENIES.search(text):
        return -1
    if abroad:
        return first.option if len(text) <= _FEW_CHARACTERS else -1
    if _LONGEST_LOOK.search(text, first.end) is not None:
        return first.option
    names = _INTRODUCES.fullmatch(text, 0, first.start) is not None and _NAMES.match(text, first.end) is not None
    return first.option if names else -1


def _mentions(text: str, boxes: Sequence[Box]) -> Iterator[Mention]:
    for match in _PHRASE.finditer(text):
        if match["size"]:
            size = _SIZES[match["size"].lower()]
            option = _best([size(box) for box in boxes])
        else:
            row = match["row"] or match["row_of"] or ""
            column = (
                match["corner"]
                or match["corner_of"]
                or match["column"]
                or match["column_of"]
                or match["bare"]
                or match["it"]
                or ""
            )
            option = _at(row.lower(), column.lower(), boxes)
        if option >= 0:
            yield Mention(match.start(), match.end(), option, True)


def _abroad(text: str, boxes: Sequence[Box]) -> Iterator[Mention]:
    """Yield what other languages than English name by its side."""
    for match in FOREIGN_PLACE.finditer(text):
        side = match.lastgroup or ""
        row, column = (side, "") if side in ("top", "bottom") else ("", side)
        if (option := _at(row, column, boxes)) >= 0:
            yield Mention(match.start(), match.end(), option, True)


def _at(row: str, column: str, boxes: Sequence[Box]) -> int:
    row = {"upper": "top", "lower": "bottom"}.get(row, row)
    place = (row, column if column in ("", "left", "right") else "center")
    return _best([-distance(place, box) for box in boxes])


def _best(values: Sequence[float]) -> int:
    first, second = sorted(range(len(values)), key=lambda index: -values[index])[:2]
    return first if values[first] - values[second] >= _MARGIN else -1
