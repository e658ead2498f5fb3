"""Boxes, names and places of options in a ranking, replaced by the options' letters."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import islice, permutations

from ..stance.mentions import name_mentions, option_name
from ..stance.ranking_words import ORDINAL
from ..text.cleaning import fold
from ..text.cued import Cued
from .question import question

Box = tuple[float, float, float, float]

MARK = "\u00a4"  # stands for a box that only annotates its letter
_BOX_BEHIND = re.compile(r"(?<=[^\W\d_])[\s,:(\[]{1,4}(?:\d?\.?\d{1,6}[\s,;]{1,3}){3}\d?\.?\d{1,6}[)\]\s]{0,3}$")
_MOST = 400
_NUMBER = r"-?\d{0,4}\.?\d{1,6}"
_BOX = re.compile(rf"[\[(]{{0,3}}(?<![\d.])({_NUMBER})(?:[\s,;()\[\]]{{1,5}}({_NUMBER})){{3}}(?![\d.]\d)[\])]{{0,3}}")
_ITEM = re.compile(r"(?<![^\n;,])(\s{0,3}\d{1,2})\)(?=\s{1,3}[\[(]{0,2}\d?\.\d)")  # "1) 0.42,0.15,0.70,0.95"
_DIGITS = re.compile(r"\d\D{1,6}\d")
_NUMBERS = re.compile(r"-?\d*\.?\d+")
_NUMBERED = re.compile(
    r"\b(?:the )?(?:option|box|object|item|region|candidate|kasten|objekt|boîte|caja|caixa|рамка|框)\s?(?:no\.? ?"
    r"|number |#)?(\d)\b",
    re.IGNORECASE,
)
_ORDINAL = re.compile(
    r"\b(?:the )?(?:(?P<ordinal>first|second|third|fourth|fifth|sixth)|(?P<last>(?<!and )(?:(?<=the )last"
    r"|last(?= (?:option"
    r"|box|object|item|one|region)))))\b(?: (?P<noun>option|box|bounding box|object|item|one|region|candidate)\b)?",
    re.IGNORECASE,
)
_ORDINALS_ALONE = re.compile(
    r"\W*(?:(?:the|and|then|first|second|third|fourth|fifth|sixth|last)\b\W*){2,14}", re.IGNORECASE
)
_NUMBER_CHAIN = re.compile(r"(?<![\w.,>] )(?<![\w.,>])[1-8](?:\s?(?:>|\u2192|->)\s?[1-8](?![\w.,%])){1,7}(?!\s?[>\w])")
_OF_NAME = re.compile(r"\s(?:[^\W\d_]{1,5}\s){0,2}")
_LONGEST_TOLD = 500
_ARTICLE = re.compile(
    r"\b(?:an?|the|la|le|el|il|o|der|die|das|un|une|una|uma|um|ein|eine|de|het|een)\s$", re.IGNORECASE
)
_SURE, _MARGIN = 0.4, 0.15  # overlap (IoU) of a box that means an option, and how much nearer than any other it must be
_PLACE = Cued(
    r"\b(?:(?P<row>top|upper|bottom|lower)(?:[\s-](?:and[\s-])?(?P<column>left|right|center|centre|middle))?"
    r"|(?P<only>(?:far[\s-])?(?:left|right)(?:most)?|center|centre|central|middle))\b",
    re.IGNORECASE,
)
_THE_LETTER = re.compile(r"\bthe (?=\[[A-Z]\])", re.IGNORECASE)
_PLACE_NOUN = re.compile(
    rf"(?:{_PLACE.pattern})(?:\s(?:one|object|item|box|region|figure|thing|option)\b)?", re.IGNORECASE
)
_DIRECTION = re.compile(
    r"\bfrom (?:the )?(?P<start>left|right|top|bottom)(?:most)? to (?:the )?(?P<end>left|right|top|bottom)",
    re.IGNORECASE,
)
_OPPOSITE = {"left": "right", "right": "left", "top": "bottom", "bottom": "top"}
_DOWN = re.compile(
    r"\b(?:salien\w+|prominence|attention|importance|conspicu\w+)\b[^.\n]{0,30}\b(?:decreas|drop|fall|fade|declin"
    r"|diminish"
    r"|descend|goes down|gets? (?:lower|weaker))\w*|\b(?:decreas|descend|declin"
    r"|diminish)\w+ (?:in )?(?:order of )?(?:salien|prominen)\w+",
    re.IGNORECASE,
)
_UP = re.compile(
    r"\b(?:salien\w+|prominence|attention|importance|conspicu\w+)\b[^.\n]{0,30}\b(?:increas|grow|ris|climb|ascend"
    r"|goes up|gets? (?:higher|stronger))\w*|\b(?:increas|ascend|rising"
    r"|growing)\w* (?:in )?(?:order of )?(?:salien|prominen)\w+",
    re.IGNORECASE,
)
_AGAINST = re.compile(r"\b(?:not|never|neither|except|however|if|but)\b|n't", re.IGNORECASE)
# Places in other languages, as stems, and what they are in English.
_PLACE_STEMS = {
    "left": "左[边側侧面方]?|왼쪽|\\blinks\\b|\\blinke[nrs]?\\b|\\bgauche\\b"
    "|\\bizquierd[ao]\\b|\\besquerd[ao]\\b|\\bsinistr[ao]\\b"
    "|\\bслева\\b|\\bлев\\w{2,3}\\b|\\bsol(?:da|daki)\\b|\\bkiri\\b|\\bbên trái\\b",
    "right": "右[边側侧面方]?|오른쪽|\\brechts\\b|\\brechte[nrs]?\\b|\\bdroite?\\b"
    "|\\bderech[ao]\\b|\\bdireit[ao]\\b|\\bdestr[ao]\\b"
    "|\\bсправа\\b|\\bправ\\w{2,3}\\b|\\bsağ(?:da|daki)\\b|\\bkanan\\b|\\bbên phải\\b",
    "center": "中[间間央心]|真ん中|가운데|중앙|\\bmitte\\b|\\bmittler\\w{1,2}\\b"
    "|\\bmilieu\\b|\\bcentro\\b|\\bmeio\\b|\\bцентр\\w{0,4}\\b"
    "|\\bпосередине\\b|\\borta(?:da|daki)\\b|\\btengah\\b|\\bở giữa\\b",
    "top": "上[方部边側侧]|위쪽|\\boben\\b|\\bobere[nrs]?\\b|\\ben haut\\b"
    "|\\barriba\\b|\\bсверху\\b|\\bверхн\\w{2,3}\\b",
    "bottom": "下[方部边側侧]|아래쪽|\\bunten\\b|\\buntere[nrs]?\\b|\\ben bas\\b"
    "|\\babajo\\b|\\bснизу\\b|\\bнижн\\w{2,3}\\b",
}
FOREIGN_PLACE = Cued("|".join(f"(?P<{place}>{stems})" for place, stems in _PLACE_STEMS.items()), re.IGNORECASE)
_PLACES_DIFFER = 0.1  # how much better the reading of all places must be than any other (in widths of the image)
_LARGEST_SHARE = 1.5  # coordinate of a box that is given in shares of the image
_MOST_PLACES = 6
_TWO = 2  # options, of which one alone may be named: "The lighthouse is more salient."


def in_shares(boxes: Sequence[Sequence[float]]) -> Sequence[Sequence[float]]:
    """Return boxes (x0, y0, x1, y1) as shares of the part of the image that they reach, where they are in pixels.

    Example:
        >>> in_shares([(0, 0, 100, 200), (200, 0, 400, 400)])
        [(0.0, 0.0, 0.25, 0.5), (0.5, 0.0, 1.0, 1.0)]
    """
    across, down = (max((box[axis] for box in boxes if len(box) == 4), default=0) for axis in (2, 3))
    if min(across, down) <= _LARGEST_SHARE:
        return boxes
    return [(box[0] / across, box[1] / down, box[2] / across, box[3] / down) if len(box) == 4 else box for box in boxes]


@lru_cache(maxsize=4096)
def as_box(option: str) -> Box | None:
    """Return an option's corners x0, y0, x1, y1, or None when its text is no box."""
    numbers = _NUMBERS.findall(fold(option)) if len(option) < 100 else []
    if len(numbers) != 4 or re.search(r"[A-Za-z]{2}", option):
        return None
    x0, y0, x1, y1 = map(float, numbers)
    return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


def with_letters(text: str, letters: Sequence[str], options: Sequence[str] | None) -> str:
    """Return the text with options' boxes, and names or places where it uses no letters, replaced by their letters.

    A box next to a letter only annotates it and becomes `MARK`. Boxes near two options, names that fit two, and places
    that can be read in two ways stay as they are.

    Args:
        text: Text from `standardizers.text.plain`.
        letters: The labels.
        options: The options' texts in the labels' order, or None when unknown.
    """
    boxes = [as_box(option) for option in options or ()]
    if not _DIGITS.search(text) or not _BOX.search(text):
        pass
    elif boxes and all(boxes):
        text = _ITEM.sub(r"\1.", text) if ") " in text else text
        text = _boxes_replaced(text, letters, [box for box in boxes if box])
    else:
        text = _BOX.sub(f" {MARK} ", text)
    if not options or len(options) != len(letters) or _uses_letters(text, letters):
        return text
    for numbered in (_numbers_replaced(text, letters), _ordinals_replaced(text, letters)):
        if numbered is not text:
            return numbered
    if not any(boxes):
        return _names_replaced(text, letters, options)
    if not all(boxes):
        return text
    shares = in_shares([box for box in boxes if box])
    along = _along(text, letters, shares) if " to " in text else text
    return along if along != text else _places_replaced(text, letters, shares)


def _numbers_replaced(text: str, letters: Sequence[str]) -> str:
    """Return "box 2, box 1" with the options' letters where each option's number occurs, else the text itself."""
    numbers = [int(number) for number in _NUMBERED.findall(text)] if _NUMBERED.search(text) else []
    if sorted(set(numbers)) != [*range(1, len(letters) + 1)]:
        return text
    return _NUMBERED.sub(lambda match: f"[{letters[int(match.group(1)) - 1]}]", text)


def _ordinals_replaced(text: str, letters: Sequence[str]) -> str:
    """Return "the third box, then the first" with the letters of the places in the list, else the text itself.

    Each option has to be named once by its place. In the list's own order the ordinals rather count what is told.
    """
    n = len(letters)
    if (chain := _NUMBER_CHAIN.search(text)) is not None:
        numbers = [int(number) for number in re.findall(r"\d", chain.group())]
        if sorted(numbers) == [*range(1, n + 1)]:
            row = " > ".join(letters[number - 1] for number in numbers)
            return f"{text[: chain.start()]}{row}{text[chain.end() :]}"
    found = list(islice(_ORDINAL.finditer(text), n + 2)) if len(text) <= _LONGEST_TOLD else []
    places = [n if match["last"] else ORDINAL.get(match["ordinal"].lower(), 0) for match in found]
    if sorted(places) != [*range(1, n + 1)] or places == sorted(places):
        return text
    if not _ORDINALS_ALONE.fullmatch(text) and not any(match["noun"] for match in found):
        return text
    pieces, end = [], 0
    for match, place in zip(found, places, strict=True):
        pieces += [text[end : match.start()], f"[{letters[place - 1]}]"]
        end = match.end()
    return "".join([*pieces, text[end:]])


def _uses_letters(text: str, letters: Sequence[str]) -> bool:
    return _letters_pattern(tuple(letters)).search(text) is not None


@lru_cache(maxsize=256)
def _letters_pattern(letters: tuple[str, ...]) -> re.Pattern[str]:
    among = "".join(map(re.escape, letters))
    return re.compile(rf"(?<![^\W_])[{among}]{{1,{len(letters)}}}(?![^\W_]|\s[a-z]|'[a-z])|[\[(][{among}][\])]")


def _boxes_replaced(text: str, letters: Sequence[str], boxes: Sequence[Box]) -> str:
    among = "".join(map(re.escape, letters))
    before = re.compile(rf"(?<![^\W_])[{among}][\])]?(?:\s(?:at|with|in|is|box|has))?[\s:=(\[-]{{0,4}}$")
    behind = re.compile(rf"[\s:=-]{{0,3}}[(\[]?[{among}](?![^\W_])")

    def letter(match: re.Match[str]) -> str:
        if before.search(text[max(0, match.start() - 12) : match.start()]) or behind.match(text, match.end()):
            return f" {MARK} "
        place = nearest([float(number) for number in _NUMBERS.findall(match.group())], boxes)
        return f" {MARK} " if place is None else f" [{letters[place]}] "

    return _BOX.sub(letter, text, count=_MOST)


def nearest(numbers: Sequence[float], boxes: Sequence[Box]) -> int | None:
    """Return the index of the box that four numbers mean, also when they are given in percent or per mille."""
    if len(numbers) != 4:
        return None
    largest = max(numbers)
    scale = 1.0 if largest <= max(max(box) for box in boxes) * 1.2 else 100.0 if largest <= 100 else 1000.0
    x0, y0, x1, y1 = (number / scale for number in numbers)
    overlaps = [_overlap((min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)), box) for box in boxes]
    best = max(range(len(boxes)), key=lambda place: overlaps[place])
    second = max((overlap for place, overlap in enumerate(overlaps) if place != best), default=0.0)
    return best if overlaps[best] >= _SURE and overlaps[best] - second >= _MARGIN else None


def _overlap(one: Box, two: Box) -> float:
    width = min(one[2], two[2]) - max(one[0], two[0])
    height = min(one[3], two[3]) - max(one[1], two[1])
    if width <= 0 or height <= 0:
        return 0.0
    shared = width * height
    return shared / (_area(one) + _area(two) - shared)


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _names_replaced(text: str, letters: Sequence[str], options: Sequence[str]) -> str:
    names = [option_name(_BOX_BEHIND.sub("", option)) for option in options]
    found = name_mentions(text, names)
    missing = set(range(len(names))) - {mention.option for mention in found}
    if missing:
        heads = [name.split()[-1] if name.split() else "" for name in names]
        lone = [head if heads.count(head) == 1 and place in missing else "" for place, head in enumerate(heads)]
        found = sorted([*found, *name_mentions(text, lone)])
    if {mention.option for mention in found} < set(range(len(names))):
        words = question(tuple(letters), tuple(names)).names
        more = words.mentions(text) if words is not None else []
        if words is not None and found and {mention.option for mention in more} < set(range(len(names))):
            rest = text  # synonyms count where no option is called by its name
            for mention in (*found, *more):
                rest = rest[: mention.start] + " " * (mention.end - mention.start) + rest[mention.end :]
            known = {mention.option for mention in found}
            more = sorted([*found, *(mention for mention in words.mentions(rest) if mention.option not in known)])
        if {mention.option for mention in more} == set(range(len(names))):
            found = more
    kept: list[str] = []
    end = 0
    last = -1
    for mention in islice(found, _MOST):
        if mention.option == last and _OF_NAME.fullmatch(text, end, mention.start):
            end = mention.end  # "Frau in Gelb" is one name
        elif mention.start >= end:
            last = mention.option
            kept += [_ARTICLE.sub("", text[end : mention.start]), f"[{letters[mention.option]}]"]
            end = mention.end
    return (
        "".join((*kept, text[end:]))
        if len({mention.option for mention in found}) > 1 or (found and len(names) == _TWO)
        else text
    )


def with_names_too(text: str, letters: Sequence[str], options: Sequence[str]) -> str:
    """Return a text that uses letters with the names of the other options replaced by theirs ("lamp first, then B")."""
    used = {match for match in re.findall(r"(?<![^\W_])[A-Z](?![^\W_])", text) if match in letters}
    names = ["" if letter in used else option_name(option) for letter, option in zip(letters, options, strict=True)]
    pieces, end = [], 0
    for mention in name_mentions(text, names) if used and any(names) else ():
        if mention.start >= end:
            pieces += [_ARTICLE.sub("", text[end : mention.start]), f"[{letters[mention.option]}]"]
            end = mention.end
    return "".join([*pieces, text[end:]])


def _places_replaced(text: str, letters: Sequence[str], boxes: Sequence[Sequence[float]]) -> str:
    """Replace phrases such as "top left" when as many differ as there are boxes, and one assignment is best."""
    found = list(islice(_PLACE.finditer(text), _MOST))
    if len(found) < len(boxes):
        text = FOREIGN_PLACE.sub(lambda match: f" {match.lastgroup} ", text)
        found = list(islice(_PLACE.finditer(text), _MOST))
    phrases = list(dict.fromkeys(_place(match) for match in found))
    if len(phrases) != len(boxes) or len(boxes) > _MOST_PLACES:
        return text
    ranked = sorted(
        (sum(distance(phrase, boxes[place]) for phrase, place in zip(phrases, places, strict=True)), places)
        for places in permutations(range(len(boxes)))
    )
    if len(ranked) > 1 and ranked[1][0] - ranked[0][0] < _PLACES_DIFFER:
        return text
    letter = {phrase: f"[{letters[place]}]" for phrase, place in zip(phrases, ranked[0][1], strict=True)}
    placed = _PLACE_NOUN.sub(lambda match: letter.get(_place(match), match.group()), text)
    return _THE_LETTER.sub("", placed)


def _along(text: str, letters: Sequence[str], boxes: Sequence[Sequence[float]]) -> str:
    """Return the ranking of boxes along an edge ("saliency decreases from left to right") as text, else the text."""
    match = _DIRECTION.search(text)
    if match is None or len(_DIRECTION.findall(text)) > 1 or _AGAINST.search(text):
        return text
    down = _DOWN.search(text) is not None
    if down == (_UP.search(text) is not None):
        return text
    start = match.group("start").lower()
    axis = 0 if start in ("left", "right") else 1
    centres = [box[axis] + box[axis + 2] for box in boxes]
    if len(set(centres)) < len(centres) or match.group("end").lower() != _OPPOSITE[start]:
        return text
    places = sorted(range(len(boxes)), key=lambda place: centres[place], reverse=start in ("right", "bottom"))
    return " > ".join(letters[place] for place in (places if down else reversed(places)))


def _place(match: re.Match[str]) -> tuple[str, str]:
    words = (match.group("row") or "", match.group("column") or match.group("only") or "")
    return (
        {"t": "top", "u": "top", "b": "bottom", "l": "bottom"}.get(words[0][:1].lower(), ""),
        "left"
        if "left" in words[1].lower()
        else "right"
        if "right" in words[1].lower()
        else "center"
        if words[1]
        else "",
    )


def distance(phrase: tuple[str, str], box: Sequence[float]) -> float:
    """Return how far a box's centre is from what a phrase such as ("top", "left") says, 0 for the very edge."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    row, column = phrase
    across = {"left": x, "right": 1 - x, "center": abs(x - 0.5)}.get(column, 0.0)
    down = {"top": y, "bottom": 1 - y}.get(row, abs(y - 0.5) if column == "center" else 0.0)
    return across + down
