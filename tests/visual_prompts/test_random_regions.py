import io

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from PIL import Image
from skimage.color import rgb2lab

from vlmeval_hvs.visual_prompts import Region, RegionError, all_styles, render

STYLES = all_styles()


def random_region(random: np.random.Generator, height: int, width: int) -> Region:
    kind = random.integers(4)
    if kind == 0:
        return Region((*random.uniform(-20, 260, 2), *random.uniform(0, 300, 2)))
    if kind == 1:
        rings = [random.uniform(-30, 290, (random.integers(3, 9), 2)) for _ in range(random.integers(1, 4))]
        return Region(None, polygons=rings)
    if kind == 2:  # a box and a polygon that need not meet
        box = (*random.uniform(0, 200, 2), *random.uniform(0, 100, 2))
        return Region(box, polygons=[random.uniform(-30, 290, (random.integers(3, 9), 2))])
    return Region(None, mask=random.random((height, width)) < random.choice([0.001, 0.02, 0.5, 0.999]))


@settings(max_examples=120, deadline=None)
@given(st.integers(0, 2**32 - 1))
@example(842)  # single pixels of a grey that the official half-transparent filling does not change
def test_any_region_is_drawn_or_refused(seed):
    random = np.random.default_rng(seed)
    height, width = (int(v) for v in random.integers(1, 260, 2))
    image = np.full((height, width, 3), int(random.integers(30, 226)), np.uint8)
    try:
        region = random_region(random, height, width)
    except RegionError:
        return
    for number in random.choice(len(STYLES), 6, replace=False):
        style, geometry = STYLES[number], ("scaled", "official")[int(random.integers(2))]
        try:
            drawn = render(image, region, style, geometry=geometry, seed=seed % 97)
        except RegionError:
            return
        assert drawn.shape == image.shape
        assert (drawn != image).any(), (style, geometry, region)


@pytest.mark.parametrize(
    "style", [s for s in STYLES if s.level in ("thin", "small") and s.color in ("red", "blue")], ids=str
)
def test_thin_styles_survive_jpeg(style):
    """Half the colour difference or more is left after JPEG q75 with halved colour planes, and it is plain to see."""
    y, x = np.mgrid[0:240, 0:320]
    image = np.stack([(x + y) // 4 + 90, x // 3 + 80, y // 3 + 100], axis=2).astype(np.uint8)
    drawn = render(image, Region((101, 71, 90, 60)), style)
    changed = np.abs(drawn.astype(int) - image).max(axis=2) > 40

    def encoded(pixels):
        buffer = io.BytesIO()
        Image.fromarray(pixels).save(buffer, format="JPEG", quality=75, subsampling=2)
        return rgb2lab(np.asarray(Image.open(buffer)))[changed]

    before = np.linalg.norm(rgb2lab(drawn)[changed] - rgb2lab(image)[changed], axis=1).mean()
    after = np.linalg.norm(encoded(drawn) - encoded(image), axis=1).mean()
    assert after > 0.5 * before
    assert after > 20
