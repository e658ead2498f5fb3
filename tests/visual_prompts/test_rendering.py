"""Drawings: marks inside the image, equal output everywhere, images and objects of every kind."""

import hashlib
import json
from contextlib import suppress
from itertools import product
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from PIL import Image

from tests.visual_prompts.exact_parabola import exact_parabola
from vlmeval_hvs.visual_prompts import Region, RegionError, all_styles, render
from vlmeval_hvs.visual_prompts.fitting import scaled_pieces
from vlmeval_hvs.visual_prompts.styles import shapes

GOLDEN = Path(__file__).parents[1] / "data" / "vpb" / "style_digests.json"


def scene(height=180, width=240) -> np.ndarray:
    y, x = np.mgrid[0:height, 0:width]
    return np.stack([(x * 3 + y) % 200 + 40, (x + y * 2) % 180 + 60, (x * y // 16) % 160 + 80], 2).astype(np.uint8)


def objects(height=180, width=240) -> dict[str, Region]:
    disc = np.zeros((height, width), np.uint8)
    cv2.circle(disc, (width - 40, height - 40), 30, 1, -1)
    return {
        "concave": Region(None, polygons=[[60, 40, 150, 50, 140, 70, 90, 75, 150, 110, 130, 140, 70, 120, 50, 90]]),
        "two parts": Region(None, polygons=[[5, 5, 40, 5, 40, 30, 5, 30], [100, 100, 180, 100, 140, 170]]),
        "bitmap": Region(None, mask=disc), "box": Region((100.5, 30.25, 60.5, 44)),
        "one pixel": Region((120, 90, 1, 1)), "no size": Region((120, 90, 0, 0)),
        "hair line": Region((10, 60, 200, 0.5)), "corner": Region((0, 0, 6, 6)),
        "half outside": Region((width - 5, height - 8, 90, 90)), "whole image": Region((0, 0, width, height)),
        "self crossing": Region(None, polygons=[[60, 40, 140, 120, 140, 40, 60, 120]]),
    }  # fmt: skip


# Every 13th style of the 255; all of them at night.
@pytest.mark.parametrize("step", [pytest.param(13, marks=pytest.mark.long), pytest.param(1, marks=pytest.mark.nightly)])
def test_marks_stay_inside_the_image(step):
    """On a larger canvas nothing is drawn outside the image's part: nothing but corner marks is cut off.

    Around a few pixels in the corner of the image the border cuts lines off too, or they would hide the object.
    """
    for number, (name, region) in enumerate(objects().items()):
        for style in [s for s in all_styles() if s.shape not in ("mask", "scribble")][number % step :: step]:
            if name in ("corner", "half outside") and style.shape != "tag":
                continue
            pieces, framed = scaled_pieces(region, style, 180, 240, 0, 0), np.full((240, 300, 3), 200, np.uint8)
            for piece in pieces[:1] if style.shape == "bbox" else pieces:
                piece.paint(framed, (255, 0, 0), -30, -30)
            framed[29:211, 29:271] = 200  # one pixel for soft edges
            assert (framed == 200).all(), (name, style)


@pytest.mark.long
def test_output_is_the_same_in_every_opencv(monkeypatch):
    # What linear algebra libraries and processors round differently, and official scribbles cut to whole pixels.
    monkeypatch.setattr(np, "polyfit", lambda x, y, _: [*map(float, exact_parabola(x.tolist(), y.tolist())[::-1])])
    drawings, digests = set(product(("scaled", "official"), shapes())), {}
    for geometry, shape in drawings - {("official", "tag")}:  # its text depends on OpenCV: test_official.py
        digest = hashlib.sha256()
        for style, (name, region) in product(all_styles(shape), objects().items()):
            if name == "concave" or style.color in ("red", "contrast"):
                digest.update(render(scene(), [region], style, geometry=geometry, seed=3).tobytes())
        digests[f"{geometry} {shape}"] = digest.hexdigest()[:16]
    assert digests == json.loads(GOLDEN.read_text())


def test_images_of_all_kinds_become_rgb_and_stay_as_they_were():
    region, style, image = Region((20, 20, 40, 40)), "bbox(red, none, thin)", scene()
    marked, grey = render(image, region, style), image[:, :, 0]
    assert np.array_equal(image, scene())
    assert np.array_equal(np.asarray(render(Image.fromarray(image), region, style)), marked)
    assert render(grey, region, style).shape == render(grey[:, :, None], region, style).shape == (180, 240, 3)
    clear = np.dstack([image, np.zeros((180, 240), np.uint8)])
    assert (render(clear, region, style)[0, 0] == 255).all()
    deep = Image.fromarray(grey.astype(np.uint16) * 257)  # mode "I;16"
    assert render(Image.fromarray(image).convert("P"), region, style).mode == "RGB"
    assert abs(int(np.asarray(render(deep, region, style))[0, 0, 0]) - int(grey[0, 0])) <= 1


def test_unusable_images_and_options_are_named():
    small, style = Region((0, 0, 2, 2)), "bbox(contrast, none, thin)"
    for image, regions, options, error, message in (
        *((one, small, {}, (TypeError, ValueError), "image")
          for one in (np.zeros((4, 4, 3)), np.zeros((4, 4, 2), np.uint8), "x")),
        (scene(), small, {"geometry": "big"}, ValueError, "geometry is one of"),
        (scene(), [], {}, ValueError, "no regions"), (scene(), Region((900, 900, 9, 9)), {}, RegionError, "outside"),
    ):  # fmt: skip
        with pytest.raises(error, match=message):
            render(image, regions, style, **options)


def random_region(random, height, width):
    kind = random.integers(4)
    if kind == 0:
        return Region((*random.uniform(-20, 260, 2), *random.uniform(0, 300, 2)))
    if kind in (1, 2):  # in the second case a box and a polygon that need not meet
        box = None if kind == 1 else (*random.uniform(0, 200, 2), *random.uniform(0, 100, 2))
        number = random.integers(1, 4) if kind == 1 else 1
        return Region(box, polygons=[random.uniform(-30, 290, (random.integers(3, 9), 2)) for _ in range(number)])
    return Region(None, mask=random.random((height, width)) < random.choice([0.001, 0.02, 0.5, 0.999]))


@pytest.mark.long
@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32 - 1))
@example(842)  # single pixels of a grey that the official half-transparent filling does not change
def test_any_region_is_drawn_or_refused(seed):
    random = np.random.default_rng(seed)
    height, width = (int(v) for v in random.integers(1, 260, 2))
    image = np.full((height, width, 3), int(random.integers(30, 226)), np.uint8)
    with suppress(RegionError):
        region = random_region(random, height, width)
        for number in random.choice(255, 6, replace=False):
            style, geometry = all_styles()[number], ("scaled", "official")[int(random.integers(2))]
            drawn = render(image, region, style, geometry=geometry, seed=seed % 97)
            assert (drawn.shape, (drawn != image).any()) == (image.shape, True), (style, geometry, region)
