"""Shapes that sit on or point at an object: tag, point, arrow.

OpenCV 4 and 5 draw text differently, so the characters of tags are strokes drawn with ``cv2.polylines``.
"""

import math
import string
from functools import cache, lru_cache

import numpy as np

from vlmeval_hvs.files import bundled
from vlmeval_hvs.seeding import rng
from vlmeval_hvs.visual_prompts.occlusion import MOST_HIDDEN, Sizes
from vlmeval_hvs.visual_prompts.pieces import WHITE, Piece, bar, disc, filled, stroke
from vlmeval_hvs.visual_prompts.regions import Region
from vlmeval_hvs.visual_prompts.styles import Style

SIDES = ((-1, 0), (1, 0), (0, -1), (0, 1))  # from which an arrow may come: left, right, top, bottom


def tag(region: Region, style: Style, size: Sizes, number: int, seed: int) -> list[Piece]:
    """Badge with a white number or letter, wholly inside the image: on the object, or at a corner of a small one."""
    content, outline = style.variant
    text = tag_text(number, content)
    # Small tags give more of their height to the text, or it could not be read.
    capital = max(0.56 * size.mark, min(0.68 * size.mark, 8))
    strokes, wide = text_strokes(text, capital)
    padding = size.mark - capital
    width, height = max(float(size.mark), wide + padding), float(size.mark)
    pen = max(1, round(0.1 * size.mark))
    radius = max(size.mark / 2, math.hypot(wide, capital) / 2 + 0.25 * padding)
    if outline == "round":
        width = height = 2 * radius
    x, y = _badge_centre(region, size, width, height)
    badge = disc(x, y, radius)
    if outline == "square":
        left, top = round(x - width / 2), round(y - height / 2)
        badge = bar(left, top, left + round(width), top + round(height))
        x, y = left + round(width) / 2, top + round(height) / 2
    return [badge, *(stroke(points + np.array([x, y]), pen, ink=WHITE) for points in strokes)]


def point(region: Region, style: Style, size: Sizes, number: int, seed: int) -> list[Piece]:
    """Filled dot or square on the object."""
    radius = size.mark
    x, y = _centre(region, size, radius + 0.5, radius + 0.5)
    if style.variant[0] == "round":
        return [disc(x, y, radius)]
    left, top = round(x) - radius, round(y) - radius
    return [bar(left, top, left + 2 * radius, top + 2 * radius)]


def _centre(region: Region, size: Sizes, half_width: float, half_height: float) -> tuple[float, float]:
    """The object's anchor, moved so that a mark of this size stays inside the image."""
    x, y = region.anchor(size.height, size.width)
    return _within(x, half_width, size.width), _within(y, half_height, size.height)


def _badge_centre(region: Region, size: Sizes, width: float, height: float) -> tuple[float, float]:
    """The object's anchor; of an object that the badge would hide, a corner of its box on which the badge hangs."""
    x0, y0, x1, y1 = size.box
    half_width, half_height = width / 2 + 0.5, height / 2 + 0.5
    most = MOST_HIDDEN * min(region.area, (x1 - x0) * (y1 - y0))
    if width * height <= most:
        return _centre(region, size, half_width, half_height)
    # How far the badge reaches into the box, so that it touches the object and hides little of it.
    inwards = math.sqrt(max(most - 1, 0) / (width * height))
    x_in, y_in = min(inwards * width, width / 2), min(inwards * height, height / 2)
    found = []
    for x in (x0 + (x_in - width / 2), x1 - (x_in - width / 2)):
        for y in (y0 + (y_in - height / 2), y1 - (y_in - height / 2)):
            place = _within(x, half_width, size.width), _within(y, half_height, size.height)
            found.append((math.dist((x, y), place), place))
    return min(found)[1]


def _within(centre: float, half: float, length: int) -> float:
    return length / 2 if 2 * half >= length else min(max(centre, half), length - half)


def arrow(region: Region, style: Style, size: Sizes, number: int, seed: int) -> list[Piece]:
    """Arrow whose tip touches the object from a side with room for it, by the seed: left, right, top or bottom.

    When no side has room, as for objects that fill the image, it lies inside and its tip is the object's anchor.
    """
    head, t = style.variant[0], size.line
    tip, tail = _arrow_line(region, size, number, seed, _head(head, size, size.mark)[1])
    length = float(np.hypot(*(tail - tip)))
    back = (tail - tip) / length
    across = np.array([-back[1], back[0]])
    long, wide = _head(head, size, length)
    if head == "bold":
        triangle = np.stack([tip, tip + back * long + across * wide, tip + back * long - across * wide])
        return [stroke(np.stack([tail, tip + back * (0.9 * long)]), t), filled((triangle,))]
    end = tip + back * (t / 2)  # the round end of the stroke, not its centre, touches the object
    barbs = [end + long * (back + sign * across) for sign in (1, -1)]
    return [stroke(np.stack([tail, end]), t), stroke(np.stack([barbs[0], end, barbs[1]]), t)]


def _head(head: str, size: Sizes, length: float) -> tuple[float, float]:
    """Length and half width in px of the head of an arrow of the given length."""
    t = size.line
    if head == "bold":
        long = min(max(4.2 * t, 0.3 * length), 0.7 * length)
        return long, long * math.tan(math.radians(30))
    long = min(max(3.2 * t, 0.24 * length), 0.7 * length) / math.sqrt(2)
    return long, long + t / 2


def _arrow_line(region: Region, size: Sizes, number: int, seed: int, wide: float) -> tuple[np.ndarray, np.ndarray]:
    """Tip and tail in px of an arrow with a head of half width ``wide``."""
    x, y = region.anchor(size.height, size.width)
    limits = (float(size.width), float(size.height))
    margin = max(size.line / 2, wide) + 1
    fitting = []
    for edge, (dx, dy) in zip(_edges(region, size, x, y), SIDES, strict=True):
        room = edge if dx + dy < 0 else limits[0 if dx else 1] - edge
        cross, limit = (y, limits[1]) if dx else (x, limits[0])
        if room >= size.mark + size.line and margin <= cross <= limit - margin:
            fitting.append((edge, dx, dy))
    if fitting:
        edge, dx, dy = fitting[int(rng(seed, "arrow", number).integers(len(fitting)))]
        tip = np.array([edge, y] if dx else [x, edge])
        return tip, tip + np.array([dx, dy]) * size.mark
    x, y = _within(x, margin, size.width), _within(y, margin, size.height)
    rooms = [x, limits[0] - x, y, limits[1] - y]
    best = int(np.argmax(rooms))
    tip, length = np.array([x, y]), max(min(size.mark, rooms[best] - size.line), 1.0)
    return tip, tip + np.array(SIDES[best]) * length


def _edges(region: Region, size: Sizes, x: float, y: float) -> list[float]:
    """The last points of the object on lines from (x, y) to the left, right, top and bottom."""
    x0, y0, x1, y1 = size.box
    if not region.has_shape:
        return [x0, x1, y0, y1]
    part, left, top = region.local_mask(size.height, size.width)
    row = np.flatnonzero(part[min(max(int(y) - top, 0), part.shape[0] - 1)])
    column = np.flatnonzero(part[:, min(max(int(x) - left, 0), part.shape[1] - 1)])
    across = (left + row[0], left + row[-1] + 1) if len(row) else (x0, x1)
    down = (top + column[0], top + column[-1] + 1) if len(column) else (y0, y1)
    return [float(v) for v in across + down]


def tag_text(number: int, content: str) -> str:
    """Text of the tag of the ``number``-th object (from 0): 1, 2, 3 ... or A, B, ... Z, AA, AB ..."""
    if content == "digit":
        return str(number + 1)
    rest, digit = divmod(number, 26)
    return (tag_text(rest - 1, content) if rest else "") + string.ascii_uppercase[digit]


@lru_cache(maxsize=1024)
def text_strokes(text: str, height: float) -> tuple[tuple[np.ndarray, ...], float]:
    """Strokes ``(n, 2)`` of capitals and digits ``height`` px high, px from the text's centre; the text's width, px."""
    font, unit = bundled(__package__, "glyphs.json"), height / 10
    strokes, x = [], 0.0
    for character in text:
        width = font["width"].get(character, font["width"]["default"])
        strokes += [stroke + np.array([x, 0.0]) for stroke in _glyph(character)]
        x += width + font["gap"]
    total = x - font["gap"]
    return tuple((stroke - (total / 2, 5.0)) * unit for stroke in strokes), total * unit


@cache
def _glyph(character: str) -> tuple[np.ndarray, ...]:
    """Strokes of a character: M starts one, L is a line, C a Bezier curve, A an arc (centre, radii, two angles)."""
    words = iter(bundled(__package__, "glyphs.json")["paths"][character].split())
    strokes: list[list[list[float]]] = []
    for command in words:
        take = [float(next(words)) for _ in range({"M": 2, "L": 2, "C": 6, "A": 6}[command])]
        if command == "M":
            strokes.append([take])
        elif command == "L":
            strokes[-1].append(take)
        elif command == "C":
            t = np.arange(1, 13)[:, None] / 12
            a, b, c, d = np.array([strokes[-1][-1], take[:2], take[2:4], take[4:]])
            strokes[-1] += ((1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t**2 * c + t**3 * d).tolist()
        else:
            x, y, rx, ry, start, end = take
            angles = np.radians(np.linspace(start, end, max(4, round(abs(end - start) / 12)) + 1))
            arc = np.round(np.stack([x + rx * np.cos(angles), y + ry * np.sin(angles)], axis=1), 9).tolist()
            strokes += [] if strokes and strokes[-1][-1] == arc[0] else [[]]
            strokes[-1] += arc
    return tuple(np.array(stroke) for stroke in strokes if len(stroke) > 1)
