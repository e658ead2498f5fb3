"""Points in words: "exactly in the centre", "a third from the left, halfway down", "65 % from the left"."""

from __future__ import annotations

import re

from .words import may_hold

_FRACTIONS = {
    **dict.fromkeys(("half", "halfway", "midway"), 1 / 2),
    **dict.fromkeys(("third", "thirds"), 1 / 3),
    **dict.fromkeys(("quarter", "quarters", "fourth", "fourths"), 1 / 4),
    **dict.fromkeys(("fifth", "fifths"), 1 / 5),
    **dict.fromkeys(("sixth", "sixths"), 1 / 6),
    **dict.fromkeys(("eighth", "eighths"), 1 / 8),
    **dict.fromkeys(("tenth", "tenths"), 1 / 10),
}
_COUNTS = {
    "a": 1,
    "an": 1,
    "one": 1,
    "the": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
}
_PART = "|".join(sorted(_FRACTIONS, key=len, reverse=True))
_SHARE = (
    r"(?:(?P<{0}n>\d{{1,4}}(?:\.\d{{1,6}})?)\s?(?P<{0}u>%|percent\b|px\b|pixels?\b)|(?P<{0}d>(?:0?\.\d{{1,6}}|1\.0"
    r"|0|1)(?![\d%]))|(?P<{0}a>\d)\s?/\s?(?P<{0}b>\d{{1,2}})"
    r"|(?:(?P<{0}c>a|an|one|the|two|three|four|five|six|seven|eight|nine)[\s-]{{1,2}})?(?P<{0}f>"
    + _PART
    + r")\b(?: of the (?:way|width|height|image|distance))?)"
)
_FROM = (
    r"(?:\s(?:of the (?:way|width|height|image|distance|picture)|of|the|way|in|across|over|along|the image|image"
    r"|width|height|edge|side|picture|measured|down|up)){0,6}\s"
)
_LEFT = re.compile(
    _SHARE.format("s")
    + _FROM
    + r"?(?:from (?:the )?(?P<side>left|right)|across|to the right|over|horizontally|along the width"
    r"|of the (?:image )?width|from left to right)",
    re.IGNORECASE,
)
_TOP = re.compile(
    _SHARE.format("s")
    + _FROM
    + r"?(?:(?:down )?from (?:the )?(?P<side>top|bottom)|down|up(?P<up>)|vertically|along the height"
    r"|of the (?:image )?height|from top to bottom|to the bottom)\b",
    re.IGNORECASE,
)
_MIDDLE_X = re.compile(
    r"\b(?:horizontally (?:cent(?:ere|re)d|in the (?:middle|cent(?:er|re)))|cent(?:ere|re)d horizontally"
    r"|in the (?:middle|cent(?:er|re)) horizontally|midway across|halfway across|half way across)\b",
    re.IGNORECASE,
)
_MIDDLE_Y = re.compile(
    r"\b(?:vertically (?:cent(?:ere|re)d|in the (?:middle|cent(?:er|re)))|cent(?:ere|re)d vertically|in the (?:middle"
    r"|cent(?:er|re)) vertically|midway down|half ?way (?:down|up)|at mid-?height"
    r"|vertical (?:center|centre|middle)|halfway from the top)\b",
    re.IGNORECASE,
)
_FROM_FIRST = re.compile(
    r"(?:from the |\b)(?P<side>(?<=the )(?:left|right|top|bottom)|horizontal(?:ly)?|vertical(?:ly)?)"
    r"\W{0,4}(?:about |by )?(?P<n>\d{1,3}(?:\.\d{1,4})?)\s?(?:%|percent)",
    re.IGNORECASE,
)
_HEIGHT = r"(?P<height>upper|top|lower|bottom)"
_SIDE = r"(?P<side>left|right)"
_QUARTER = re.compile(
    rf"\b(?:middle|cent(?:er|re)) of (?:the )?{_HEIGHT}[\s-]?(?:hand[\s-])?{_SIDE}(?:[\s-]hand)?\s(?:quarter"
    rf"|quadrant)",
    re.IGNORECASE,
)
_THIRD = re.compile(
    r"\b(?:middle|cent(?:er|re)) of (?:the )?(?P<where>upper|top|lower|bottom|left|right|middle"
    r"|central)(?:most)?[\s-](?:hand )?(?P<part>half|third)\b(?! of the (?!image|picture|photo|frame|scene))",
    re.IGNORECASE,
)
_CORNER = re.compile(
    rf"(?:\b(?:exactly |right |directly |precisely )?(?:at|in|into|to|on|onto|towards?) the )(?:very |extreme "
    rf"|exact )?{_HEIGHT}[\s-]?{_SIDE}(?:[\s-]hand)? corner(?: of the (?:image|picture|photo|frame"
    rf"|screen))?\W{{0,3}}$",
    re.IGNORECASE,
)
_EDGE = re.compile(
    r"\b(?:middle|cent(?:er|re)) of the (?P<edge>left|right|top|upper|bottom|lower) (?:edge|border|side)", re.IGNORECASE
)
_CENTER = re.compile(
    r"(?:\b(?:exact(?:ly)?|dead|very|precise(?:ly)?|geometric(?:al)?|at|in|to|on|from|is|near|around|towards?"
    r"|stay at|im|au|en|nel|al|no|em|am|в|genau|zu|zum|zur|hacia|vers|verso|para|naar|mot|mod|ao|auf|к)"
    r" (?:in |at |on )?(?:the |der |die |das |den |dem |la |le |el |il |o |het |det )?(?:exact |very "
    r"|dead |precise |geometric(?:al)? )?(?:cent(?:er|re)|middle)|^\W{0,6}(?:the )?(?:exact |image |dead "
    r"|picture )?(?:cent(?:er|re)|middle)|\b(?:image|picture|screen|frame) cent(?:er|re)|\bcent(?:er|re) point)\b"
    r"(?!\s(?:left|right|top|bottom|upper|lower)|[\s-](?:left|right|height|third|row|column|cell|tile)"
    r"|\sof (?!(?:the |this |an? |der |des |la |le "
    r"|l'|del |da |do )?(?:whole |entire |visual )?(?:image|picture|photo|frame|screen|scene|view|display|bild"
    r"|imagen|imagem|immagine))|'s)",
    re.IGNORECASE,
)
_TWO_THINGS = re.compile(
    rf"\bthere(?:'s| is| are) (?:an?|the|some) \w[^.;\n]{{3,60}}\b(?:left|right|across|down|top"
    rf"|bottom),? and (?:an?|the|another|one)"
    rf" (?!(?:{_PART}|bit|little|way|image|picture|height|width|distance)\b)[a-z]",
    re.IGNORECASE,
)
_PLACE_WORDS = frozenset(
    re.findall(
        r"\S+",
        """
        left right top bottom upper lower across down up over horizontally vertically horizontal vertical middle
        center centre centered centred midway halfway height width edge quarter quadrant corner
        """,
    )
)
_PAST = re.compile(  # "The person has looked at the centre and found nothing there."
    r"[^.!?;\n,]{0,200}\b(?:(?:has|have|had) (?:already |just )?(?:been|looked|fixated|visited|searched|seen"
    r"|checked|started)"
    r"|(?:so far|already|until now)|(?:leaves?|left|away from)(?= the (?:cent(?:er|re)|middle)))\b[^.!?;\n,]*",
    re.IGNORECASE,
)
_FEW = 4  # words before a corner that name no object in it
_SENTENCE = re.compile(r"[.!?;\n](?=\s|$)")
_OBJECT = re.compile(r"\b(?:the|an?|his|her|their) (?:[\w-]+ ){0,4}$", re.IGNORECASE)
_LOOKERS = frozenset(
    re.findall(
        r"\S+",
        """
        person people eyes eye gaze observer viewer fixation look looks point subject participant attention focus
        next human fixate fixates cursor is lies lands goes be at will would looking fixations location place
        position answer
        """,
    )
)
_SHADE = re.compile(
    r"\b(?:slightly|just|a (?:bit|little)|somewhat|above|below|left of|right of|off|not (?:in|at))\b", re.IGNORECASE
)


def place_in_words(text: str, size: tuple[float, float] | None) -> tuple[float, float] | None:
    """Return (x, y), 0-1, of the one place that a text describes exactly, or None: regions are no points.

    Args:
        text: Text from `standardizers.text.plain` in English (`standardizers.points.words.uniform`).
        size: (width, height) of the image in px for distances in pixels, when known.
    """
    text = _PAST.sub(" ", text[-2_000:])
    if not may_hold(text, _PLACE_WORDS):
        return None
    across, down = _shares(text, size)
    if across is not None and down is not None:
        return across, down
    if across is not None or down is not None:
        return None
    quarter = _QUARTER.search(text)
    if quarter is not None:
        return (0.25 if quarter.group("side").lower() == "left" else 0.75), (
            0.25 if quarter.group("height").lower() in ("upper", "top") else 0.75
        )
    third = _THIRD.search(text)
    if third is not None:
        return _part(third.group("where").lower(), 0.25 if third.group("part").lower() == "half" else 1 / 6)
    edge = _EDGE.search(text)
    if edge is not None:
        return _part(edge.group("edge").lower(), 0.0)
    for sentence in _SENTENCE.split(text)[:20]:
        corner = _CORNER.search(sentence.strip())
        if corner is not None and len(sentence.strip()[: corner.start()].split()) <= _FEW:
            return (0.0 if corner.group("side").lower() == "left" else 1.0), (
                0.0 if corner.group("height").lower() in ("upper", "top") else 1.0
            )
    center = _CENTER.search(text)
    if (
        center is not None
        and not _SHADE.search(text[max(0, center.start() - 30) : center.end() + 20])
        and not _names_object(text[max(0, center.start() - 60) : center.start()])
    ):
        return 0.5, 0.5
    return None


def _names_object(before: str) -> bool:
    """Tell whether a place is that of an object that was named just before it ("the umbrella in the centre")."""
    found = _OBJECT.search(before)
    return found is not None and _LOOKERS.isdisjoint(found.group().lower().split())


def _part(where: str, depth: float) -> tuple[float, float]:
    if where in ("left", "right"):
        return (depth if where == "left" else 1 - depth), 0.5
    if where in ("middle", "central"):
        return 0.5, 0.5
    return 0.5, (depth if where in ("upper", "top") else 1 - depth)


def _shares(text: str, size: tuple[float, float] | None) -> tuple[float | None, float | None]:
    behind: list[float | None] = [None, None]
    for match in _FROM_FIRST.finditer(text):
        side = match.group("side").lower()
        value = float(match.group("n")) / 100
        if value > 1:
            continue
        behind[side[0] in "tbv"] = 1 - value if side in ("right", "bottom") else value
    if None not in behind:
        return behind[0], behind[1]
    if _TWO_THINGS.search(text) is not None:
        return None, None  # "a dog a third from the left and a cat two thirds down"
    left = _first_share(_LEFT, text, size[0] if size else None)
    top = _first_share(_TOP, text, size[1] if size else None)
    if left is None and _MIDDLE_X.search(text):
        left = 0.5
    if top is None and _MIDDLE_Y.search(text):
        top = 0.5
    return left, top


def _first_share(pattern: re.Pattern[str], text: str, side: float | None) -> float | None:
    shares = (_share(match, side) for match in pattern.finditer(text))
    return next((share for share in shares if share is not None), None)


def _share(match: re.Match[str], side: float | None) -> float | None:
    groups = match.groupdict()
    if groups["sn"] is not None:
        value = float(groups["sn"])
        if groups["su"].lower().startswith("p") and groups["su"].lower() != "percent":
            if not side:
                return None
            value /= side
        else:
            value /= 100
    elif groups["sd"] is not None:
        value = float(groups["sd"])
    elif groups["sa"] is not None:
        value = int(groups["sa"]) / max(int(groups["sb"]), 1)
    else:
        value = _COUNTS.get((groups["sc"] or "a").lower(), 1) * _FRACTIONS[groups["sf"].lower()]
    if not 0 <= value <= 1:
        return None
    turned = (groups.get("side") or "").lower() in ("right", "bottom") or groups.get("up") is not None
    return 1 - value if turned else value
