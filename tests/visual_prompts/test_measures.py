"""What a mark hides, and that it can be seen."""

from itertools import product

import cv2
import numpy as np
import pytest

from vlmeval_hvs.visual_prompts import Region, all_styles, parse_style, render
from vlmeval_hvs.visual_prompts.fitting import scaled_pieces
from vlmeval_hvs.visual_prompts.occlusion import hidden_share, sizes

SCREEN = np.full((1080, 1920, 3), (205, 210, 214), np.uint8)
PICTURE = SCREEN[:480, :640]
SAMPLED = [pytest.param(13, marks=pytest.mark.long), pytest.param(1, marks=pytest.mark.nightly)]
RED = [style for style in all_styles() if style.color == "red"]


def outlined(kind, x, y, w, h):
    if kind == "box":
        return Region((x, y, w, h))
    if kind == "frame":
        mask, band = np.zeros(PICTURE.shape[:2], np.uint8), max(2, min(w, h) // 6)
        mask[y : y + h, x : x + w] = 1
        mask[y + band : y + h - band, x + band : x + w - band] = 0
        return Region(None, mask=mask)
    turn = np.linspace(0, 2 * np.pi, 30, endpoint=False)
    reach = np.where(np.arange(30) % 6 > 2, 0.45, 1.0)
    points = np.stack([x + w / 2 * (1 + reach * np.sin(turn)), y + h / 2 * (1 - reach * np.cos(turn))], axis=1)
    return Region(None, polygons=[points])


def marked_objects():
    """Pictures with an object of 64 px area and more, and pictures with one of a few pixels."""
    for w, h in [(16, 16), (80, 28), (300, 200)]:  # at the corners and sides of the screen, and in its middle
        yield from ((SCREEN, Region((x, y, w, h))) for x in (5, 950, 1920 - w) for y in (0, 500, 1080 - h))
    for w, h in [(8, 8), (24, 24), (300, 6), (12, 480)]:
        corners = [(0, 0), (640 - w, 480 - h), (640 - w, (480 - h) // 3), ((640 - w) // 2, (480 - h) // 2), (5, 3)]
        for (x, y), kind in product(dict.fromkeys(corners), ("box", "star", "frame")):
            yield PICTURE, outlined(kind, x, min(y, 480 - h), w, h)
    yield from ((PICTURE, Region(box)) for box in ((0, 0, 1, 1), (320, 200, 2, 3), (636, 477, 4, 3), (0, 240, 5, 7)))


@pytest.mark.parametrize("step", SAMPLED)
def test_marks_can_be_seen_and_hide_little_of_their_object_wherever_it_is(step):
    """Below 64 px no share is promised, as no visible line or dot may be small enough."""
    for number, (image, region) in enumerate(marked_objects()):
        most = 0.15 if np.count_nonzero(region.local_mask(*image.shape[:2])[0]) >= 64 else 1
        for style in RED[number % step :: step]:
            opaque = scaled_pieces(region, style, *image.shape[:2], 0, 0)[style.shape == "mask" :]
            assert not opaque or hidden_share(region, opaque, *image.shape[:2]) <= most, (style, region)
            red, green, blue = cv2.split(cv2.absdiff(render(image, region, style), image))
            assert np.count_nonzero(cv2.max(cv2.max(red, green), blue) > 60) >= 3, (style, region)


SIZES = {  # stroke and mark in px: on a photograph, a small and a tiny object of it, and on a large picture
    "bbox(red, none, thin)": [(2, 0), (2, 0), (2, 0), (6, 0)],
    "bbox(red, none, thick)": [(8, 0), (6, 0), (6, 0), (21, 0)],
    "mask(red, fill, medium)": [(5, 0), (4, 0), (4, 0), (12, 0)],
    "arrow(red, thin, thin)": [(2, 67), (2, 41), (2, 24), (6, 173)],
    "arrow(red, bold, thick)": [(8, 67), (6, 42), (6, 42), (21, 173)],
    "tag(digit, red, round, small)": [(5, 18), (4, 9), (4, 9), (12, 46)],
    "tag(digit, red, round, large)": [(5, 39), (4, 13), (4, 13), (12, 101)],
    "point(red, round, small)": [(5, 5), (4, 3), (4, 2), (12, 13)],
    "point(red, round, large)": [(5, 14), (4, 4), (4, 2), (12, 37)],
    "point(red, square, large)": [(5, 12), (4, 4), (4, 2), (12, 33)],
}


def test_sizes_follow_image_and_object():
    boxes = [(100, 100, 300, 200), (10, 10, 24, 24), (10, 10, 6, 7), (500, 300, 900, 500)]
    places = [*zip(boxes, (PICTURE, PICTURE, PICTURE, SCREEN), strict=True)]
    for style, expected in SIZES.items():
        found = [sizes(parse_style(style), Region(box), *image.shape[:2]) for box, image in places]
        assert [(size.line, size.mark) for size in found] == expected, style
