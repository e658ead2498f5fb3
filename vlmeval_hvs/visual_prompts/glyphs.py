"""Letters and digits of the tags, as strokes.

OpenCV 4 and 5 draw text differently (Hershey strokes, then a TrueType engine), so tags made with ``cv2.putText`` would
depend on the installed version. These strokes are drawn with ``cv2.polylines``, whose output did not change.
"""

from __future__ import annotations

import math
import string
from functools import cache, lru_cache

import numpy as np

from vlmeval_hvs.files import bundled


@cache
def _font() -> dict:
    return bundled(__package__, "glyphs.json")


def tag_text(number: int, content: str) -> str:
    """Text of the tag of the ``number``-th object (from 0): 1, 2, 3 ... or A, B, ... Z, AA, AB ..."""
    if content == "digit":
        return str(number + 1)
    letters, number = "", number + 1
    while number:
        number, digit = divmod(number - 1, 26)
        letters = string.ascii_uppercase[digit] + letters
    return letters


@lru_cache(maxsize=1024)
def text_strokes(text: str, height: float) -> tuple[tuple[np.ndarray, ...], float]:
    """Strokes of a text of capitals and digits that are ``height`` px high.

    Returns:
        Point lists ``(n, 2)`` in px relative to the centre of the text, and the text's width in px.
    """
    font, unit = _font(), height / 10
    strokes, x = [], 0.0
    for character in text:
        width = font["width"].get(character, font["width"]["default"])
        strokes += [stroke + np.array([x, 0.0]) for stroke in _glyph(character)]
        x += width + font["gap"]
    total = x - font["gap"]
    return tuple((stroke - (total / 2, 5.0)) * unit for stroke in strokes), total * unit


@cache
def _glyph(character: str) -> tuple[np.ndarray, ...]:
    words = _font()["paths"][character].split()
    strokes: list[list[tuple[float, float]]] = []
    while words:
        command = words.pop(0)
        take = [float(words.pop(0)) for _ in range({"M": 2, "L": 2, "C": 6, "A": 6}[command])]
        if command == "M":
            strokes.append([(take[0], take[1])])
        elif command == "L":
            strokes[-1].append((take[0], take[1]))
        elif command == "C":
            strokes[-1] += _cubic(strokes[-1][-1], take)
        else:
            arc = _arc(take)
            if not strokes or strokes[-1][-1] != arc[0]:
                strokes.append([])
            strokes[-1] += arc
    return tuple(np.array(stroke) for stroke in strokes if len(stroke) > 1)


def _cubic(start: tuple[float, float], take: list[float]) -> list[tuple[float, float]]:
    (ax, ay), (bx, by, cx, cy, dx, dy) = start, take
    points = []
    for i in range(1, 13):
        t = i / 12
        u = 1 - t
        a, b, c, d = u**3, 3 * u * u * t, 3 * u * t * t, t**3
        points.append((a * ax + b * bx + c * cx + d * dx, a * ay + b * by + c * cy + d * dy))
    return points


def _arc(take: list[float]) -> list[tuple[float, float]]:
    x, y, rx, ry, start, end = take
    steps = max(4, round(abs(end - start) / 12))
    angles = [math.radians(start + (end - start) * i / steps) for i in range(steps + 1)]
    return [(round(x + rx * math.cos(a), 9), round(y + ry * math.sin(a), 9)) for a in angles]
