"""What a mark hides, and that it can be seen."""

from itertools import product

import numpy as np
import pytest

from vlmeval_hvs.visual_prompts import Region, all_styles, render
from vlmeval_hvs.visual_prompts.fitting import scaled_pieces
from vlmeval_hvs.visual_prompts.occlusion import hidden_share

SCREEN = np.full((1080, 1920, 3), (205, 210, 214), np.uint8)
PICTURE = SCREEN[:480, :640]
SAMPLED = [pytest.param(13, marks=pytest.mark.long), pytest.param(1, marks=pytest.mark.nightly)]
RED = [style for style in all_styles() if style.color == "red"]


def hidden(region, style, image=SCREEN):
    height, width = image.shape[:2]
    pieces = scaled_pieces(region, style, height, width, 0, 0)
    opaque = pieces[1:] if style.shape == "mask" else pieces
    return hidden_share(region, opaque, height, width) if opaque else 0.0


def places(width, height):
    """Boxes of a size at the corners and sides of the screen, and in its middle."""
    return [(x, y, width, height) for x in (5, 950, 1920 - width) for y in (0, 500, 1080 - height)]


def outlined(kind, x, y, w, h):
    """An object of a kind that fills a box of the picture."""
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
    for side in [(16, 16), (80, 28), (300, 200)]:
        yield from ((SCREEN, Region(place)) for place in places(*side))
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
            assert hidden(region, style, image) <= most, (style, region)
            changed = np.abs(render(image, region, style).astype(int) - image).max(2)
            assert (changed > 60).sum() >= 3, (style, region)
