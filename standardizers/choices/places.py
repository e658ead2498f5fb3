"""Options that are boxes, points or scanpaths, and where a text repeats their numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

from ..stance.mentions import MOST_MENTIONS, Mention

Numbers = tuple[float, ...]

_NUMBER = r"\d{0,5}\.?\d{1,6}"
_AXIS = r"(?:[xy]_?\d?[\"']?\s?[:=]\s?[\"']?|(?:left|top|right|bottom)\s?[:=]\s?)?"
_GAP = r"(?:[\"']?\s{0,2}[,;]\s{0,2}[\"']?|[\"']\s{1,2}|\s{1,3}|\s?[)\]][^\d()\[\]\n]{0,24}[(\[]\s?)"
_GROUP = re.compile(
    rf"(?<![\w.])[(\[]{{0,2}}{_AXIS}{_NUMBER}%?(?:{_GAP}{_AXIS}{_NUMBER}%?){{1,3}}(?![\w.]\d)[)\]]{{0,2}}"
)
_AT = re.compile(
    r"(?:\b(?:the|an?|that|this) )?\b(?:object|box|region|area|point|location|fixation|spot|one|item)"
    r" (?:(?:that|which) (?:is|lies|sits) |located |positioned |situated |lying |found |with (?:the )?)?"
    r"(?:at|coordinates|in|around|near)(?: (?:the )?(?:coordinates|position|location|point))?:? $",
    re.IGNORECASE,
)
_BACK = 70
_POINT = re.compile(rf"[(\[]\s?({_NUMBER})\s?[,;]\s?({_NUMBER})\s?[)\]]")
_VALUE = re.compile(r"(?<![xy_\d.])\d*\.?\d+")
_LETTER = re.compile(r"[^\W\d_]")
_HAS_NUMBERS = re.compile(r"\d[\"']?\s{0,2}[,;]?\s{0,2}[\"')]?\s?\(?[xy\d.]")
_SAME = 0.0051  # numbers that were rounded once more
_SAME_PATH = 0.0151
_NEAR, _MARGIN = 0.06, 0.04
_OVERLAP, _MORE_OVERLAP = 0.5, 0.25
_MOVED_TO = re.compile(
    r"\b(?:drops?|jumps?|moves?|goes|shifts?|lands?|rests?|turns?|wanders?|returns?|travels?|leaps?|heads?|it|then)"
    r"\b[^.\n()]{0,20}\b(?:to|at|on|near|around|and|towards?)\s$",
    re.IGNORECASE,
)
_HAS_EDGE = re.compile(r"\b[xy][_\d]{0,2}\W{1,4}[01]?\.\d|\b(?:edge|side|border)\b", re.IGNORECASE)
_EDGE = re.compile(
    r"\b(?:(?P<axis>[xy]_?[12]?)\s?(?:=|:|of|at|is|\u2248|~)"
    r"|(?P<side>left|right|top|bottom|upper|lower)(?:[- ]?(?:most))?"
    r" (?:edge|side|border)\s(?:is |lies |sits |starts )?(?:at|is|=|of))\s{0,2}(?P<value>[01]?\.\d{1,6})"
    r"(?![\d%]|\s?[,;]\s?[xy\d.])",
    re.IGNORECASE,
)
_COORDINATES = {
    **{"x": (0, 2), "y": (1, 3), "x1": (0,), "y1": (1,), "x2": (2,), "y2": (3,)},
    **{"x_1": (0,), "y_1": (1,), "x_2": (2,), "y_2": (3,)},
    **{"left": (0,), "right": (2,), "top": (1,), "bottom": (3,), "upper": (1,), "lower": (3,)},
}
"""Which numbers of a box (of a point the first two) an axis or a side may be."""
_NOUN_OF_EDGE = re.compile(
    r"\b(?:the|an?|that|this) (?:\w{1,12} ){0,2}?(?:object|box|region|area|point|location|fixation|spot|one|item)"
    r" (?:(?:that|which|whose|with|at|its|the|has|starts?|starting|begins?|beginning|ends?|ending|lies|sits|is|from|on"
    r"|an?|in) ){1,4}$",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]+")
_INTRODUCED = 60  # characters before the first point of a reply that is a scanpath
_LONGEST_NUMBERS = 400  # characters of a reply that is a box or a point
_FEW_LETTERS = 14  # beside the numbers of a reply that is nothing but an option: "The answer is"
_DENIES = frozenset(("not", "no", "never", "except", "isn", "wrong", "incorrect", "without", "nor", "neither"))


class Places:
    """Options that are numbers of places.

    Args:
        kind: "box", "point" or "path".
        options: The numbers of each option, relative to the image: x1, y1, x2, y2; x, y; or x, y of each fixation.
    """

    def __init__(self, kind: str, options: Sequence[Numbers]) -> None:
        self.kind = kind
        self.options = options

    def mentions(self, text: str) -> list[Mention]:
        """Return where a text gives an option's numbers."""
        if not _HAS_NUMBERS.search(text):
            return []
        return self._paths(text) if self.kind == "path" else self._groups(text)

    def whole(self, text: str, labels: Sequence[str]) -> int:
        """Return the option whose numbers are the whole text but for a few letters, or -1.

        Of a scanpath the text may give any number of fixations, with their durations.
        """
        if self.kind == "path":
            if not _POINT.search(text, 0, _INTRODUCED):
                return -1
        elif len(text) > _LONGEST_NUMBERS:
            return -1
        found = self.mentions(text)
        if len(found) != 1:
            return -1
        mention = found[0]
        words = _WORD.findall(text[: mention.start][:_LONGEST_NUMBERS] + " " + text[mention.end :][:_LONGEST_NUMBERS])
        if len("".join(words)) > _FEW_LETTERS or not _DENIES.isdisjoint(word.lower() for word in words):
            return -1
        others = (labels.index(word) for word in words if word in labels)
        return mention.option if all(label == mention.option for label in others) else -1

    def _groups(self, text: str) -> list[Mention]:
        size = 4 if self.kind == "box" else 2
        found: list[Mention] = []
        for match in _GROUP.finditer(text):
            values = [float(item) for item in _VALUE.findall(match.group())]
            option = self._option(values) if len(values) == size else self._corner(values)
            if option >= 0:
                at = _AT.search(text[max(0, match.start() - _BACK) : match.start()])  # "the object at 0.1,0.2,0.3,0.4"
                start = match.start() - (len(at.group()) if at is not None else 0)
                found.append(Mention(start, match.end(), option, True))
            if len(found) > MOST_MENTIONS:
                break
        return found or (self._edges(text) if _HAS_EDGE.search(text) is not None else [])

    def _edges(self, text: str) -> list[Mention]:
        """Return where a text tells a place by a single coordinate ("the box that starts at x = 0.44")."""
        found: list[Mention] = []
        for match in islice(_EDGE.finditer(text), MOST_MENTIONS):
            axis = (match["axis"] or match["side"]).lower()
            value = float(match["value"])
            fitting = [
                index
                for index, own in enumerate(self.options)
                if any(abs(own[at] - value) <= _SAME for at in _COORDINATES[axis] if at < len(own))
            ]
            if len(fitting) == 1:
                noun = _NOUN_OF_EDGE.search(text, max(0, match.start() - _BACK), match.start())
                found.append(Mention(match.start() if noun is None else noun.start(), match.end(), fitting[0], True))
        return found

    def _corner(self, values: list[float]) -> int:
        """Return the box that alone begins or ends at a point, or -1."""
        if self.kind != "box" or len(values) != 2:
            return -1
        corners = [index for index, own in enumerate(self.options) if _is_same(own[:2], values)]
        corners += [index for index, own in enumerate(self.options) if _is_same(own[2:], values)]
        return corners[0] if len(corners) == 1 else -1

    def _option(self, values: list[float]) -> int:
        exact = [index for index, own in enumerate(self.options) if _is_same(own, values)]
        if exact:
            return exact[0] if len(exact) == 1 else -1
        top = max(values)
        for scale in (1.0,) if top <= 1.05 else (100.0, 1000.0) if top <= 100 else (1000.0,) if top <= 1000 else ():
            option = self._nearest([value / scale for value in values])
            if option >= 0:
                return option
        return -1

    def _nearest(self, values: list[float]) -> int:
        if self.kind == "box":
            order = sorted(((_overlap(own, values), index) for index, own in enumerate(self.options)), reverse=True)
            best, runner_up = order[0], order[1][0] if len(order) > 1 else 0.0
            return best[1] if best[0] >= _OVERLAP and best[0] - runner_up >= _MORE_OVERLAP else -1
        exact = [index for index, own in enumerate(self.options) if _is_same(own, values)]
        if len(exact) == 1:
            return exact[0]
        distances = sorted(
            (max(abs(a - b) for a, b in zip(own, values, strict=True)), index) for index, own in enumerate(self.options)
        )
        runner_up = distances[1][0] if len(distances) > 1 else 1.0
        return distances[0][1] if distances[0][0] <= _NEAR and runner_up - distances[0][0] >= _MARGIN else -1

    def _paths(self, text: str) -> list[Mention]:
        found: list[Mention] = []
        run: list[re.Match[str]] = []
        matches = list(islice(_POINT.finditer(text), MOST_MENTIONS))
        for place, match in enumerate(matches):
            run.append(match)
            following = matches[place + 1] if place + 1 < len(matches) else None
            if following is not None and following.start() - match.end() <= 24:
                continue
            values = tuple(float(part) for item in run for part in item.groups())
            fitting = [index for index, own in enumerate(self.options) if _holds(own, values)]
            told = len(run) == 1 and _MOVED_TO.search(text, max(0, run[0].start() - 40), run[0].start())
            if len(fitting) == 1 and not told:  # one fixation that a text tells of is no list
                found.append(Mention(run[0].start(), run[-1].end(), fitting[0], True))
            run = []
        return found


def places_of(options: Sequence[str]) -> Places | None:
    """Return the options as places when all of them are boxes, points or scanpaths, else None."""
    numbers: list[Numbers] = []
    kinds = set()
    for option in options:
        points = _POINT.findall(option)
        if len(points) > 1:
            kinds.add("path")
            numbers.append(tuple(float(part) for point in points for part in point))
            continue
        values = tuple(float(item) for item in _VALUE.findall(option[:100]))
        letters = sum(character.isalpha() for character in option[:100]) if _LETTER.search(option) else 0
        if len(values) not in (2, 4) or letters > 12 or not _HAS_NUMBERS.search(option):
            return None
        kinds.add("box" if len(values) == 4 else "point")
        numbers.append(values)
    return Places(kinds.pop(), numbers) if len(kinds) == 1 else None


def _is_same(own: Sequence[float], values: Sequence[float], tolerance: float = _SAME) -> bool:
    return all(abs(a - b) <= tolerance for a, b in zip(own, values, strict=True))


def _holds(own: Numbers, values: Numbers) -> bool:
    """Tell whether the points are a stretch of the option's points."""
    size = len(values)
    return any(_is_same(own[at : at + size], values, _SAME_PATH) for at in range(0, len(own) - size + 1, 2))


def _overlap(a: Sequence[float], b: Sequence[float]) -> float:
    """Return the intersection over union of two boxes x1, y1, x2, y2."""
    width = min(a[2], b[2]) - max(a[0], b[0])
    height = min(a[3], b[3]) - max(a[1], b[1])
    if width <= 0 or height <= 0:
        return 0.0
    shared = width * height
    total = (a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - shared
    return shared / total if total > 0 else 0.0
