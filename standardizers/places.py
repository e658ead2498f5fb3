"""Options that are boxes, points or scanpaths, and where a text repeats their numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

from .mentions import MOST_MENTIONS, Mention

Numbers = tuple[float, ...]

_NUMBER = r"\d{0,5}\.?\d{1,6}"
_AXIS = r"(?:[xy]_?\d?[\"']?\s?[:=]\s?[\"']?|(?:left|top|right|bottom)\s?[:=]\s?)?"
_GAP = r"(?:[\"']?\s{0,2}[,;]\s{0,2}[\"']?|[\"']\s{1,2}|\s{1,3}|\s?[)\]][^\d()\[\]\n]{0,24}[(\[]\s?)"
_GROUP = re.compile(
    rf"(?<![\w.])[(\[]{{0,2}}{_AXIS}{_NUMBER}%?(?:{_GAP}{_AXIS}{_NUMBER}%?){{1,3}}(?![\w.]\d)[)\]]{{0,2}}"
)
_POINT = re.compile(rf"[(\[]\s?({_NUMBER})\s?[,;]\s?({_NUMBER})\s?[)\]]")
_VALUE = re.compile(r"(?<![xy_\d.])\d*\.?\d+")
_HAS_NUMBERS = re.compile(r"\d[\"']?\s{0,2}[,;]?\s{0,2}[\"')]?\s?\(?[xy\d.]")
_SAME = 0.0051  # numbers that were rounded once more
_SAME_PATH = 0.0151
_NEAR, _MARGIN = 0.06, 0.04
_OVERLAP, _MORE_OVERLAP = 0.5, 0.25


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

    def _groups(self, text: str) -> list[Mention]:
        size = 4 if self.kind == "box" else 2
        found: list[Mention] = []
        for match in _GROUP.finditer(text):
            values = [float(item) for item in _VALUE.findall(match.group())]
            if len(values) == size:
                option = self._option(values)
                if option >= 0:
                    found.append(Mention(match.start(), match.end(), option, True))
            if len(found) > MOST_MENTIONS:
                break
        return found

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
            if len(fitting) == 1:
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
        letters = sum(character.isalpha() for character in option[:100])
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
