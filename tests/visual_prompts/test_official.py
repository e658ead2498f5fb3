"""The official geometry draws the pixels of the official code; its digests come from that code."""

import functools
import json

import cv2
import numpy as np
import pytest

from tests.visual_prompts import official_reference as reference
from tests.visual_prompts.exact_parabola import exact_parabola
from vlmeval_hvs.visual_prompts import Region, draw
from vlmeval_hvs.visual_prompts.styles import make_style

NOTHING = {reference.FAILS, reference.UNMARKED}
pytestmark = pytest.mark.long
DIGESTS = json.loads(reference.FIXTURE.read_text())


@functools.cache
def regions(bitmap: bool) -> list[list[Region]]:
    if bitmap:
        return [[Region(None, mask=mask)] for mask in reference.bitmaps()]
    single = [[Region(reference.box_of(rings), polygons=rings)] for rings in reference.polygons()]
    return single + [single[i] + single[i + 1] for i in range(0, 8, 2)]


def drawn(shape, value, level, color, several):
    attributes = {"color": color, "size": level, "width": level, "content": shape}
    attributes |= dict.fromkeys(("vertex", "head", "filling", "fidelity", "outline"), value)
    style = make_style("tag" if shape in ("digit", "alphabet") else shape, attributes)
    picture, used = draw(reference.picture(), several, style, "official", "swapped")
    return f"{reference.digest(picture)} {used[0]}"


def cases(shape):
    """Arguments of `drawn`, and the recorded digest, of all cases in which the official code draws its mark."""
    table = DIGESTS.get(f"tags, OpenCV {reference.generation()}" if shape in ("digit", "alphabet") else "all")
    if table is None:
        pytest.skip(f"no reference for OpenCV {cv2.__version__}")
    for key, value, level in reference.styles(shape):
        for name in (n for n in table if n.startswith(f"{key} ")):
            color = name.removeprefix(f"{key} ").split()[0]
            for number, (expected, several) in enumerate(zip(table[name], regions("bitmap" in name), strict=True)):
                first = 2 * (number - reference.POLYGONS)  # pairs follow the single objects
                members = table[name][first : first + 2] if first >= 0 else []
                if not NOTHING & {expected, *members}:
                    yield (shape, value, level, color, several), expected


@pytest.mark.parametrize("shape", [shape for shape in reference.CODE if shape != "scribble"])
def test_pixels_and_colours_are_those_of_the_official_code(shape):
    found = [drawn(*case) == expected for case, expected in cases(shape)]
    assert len(found) >= 200
    assert all(found), (found.count(False), len(found))


def test_scribbles_are_those_of_the_official_code_as_far_as_arithmetic_decides_them(monkeypatch):
    """Fitted values are cut to whole pixels; where the best parabola meets a whole number, processors differ."""
    decided, fit, clear = [], np.polyfit, 0

    def watched(x, y, degree):
        best = exact_parabola(x.tolist(), y.tolist())
        places = {int(place) for place in np.linspace(x.min(), x.max(), 100)}
        off = [abs(value - round(value)) for value in (best[0] + best[1] * at + best[2] * at**2 for at in places)]
        decided.append(len(set(x.tolist())) > 2 and min(off) > 1e-6)
        return fit(x, y, degree)

    monkeypatch.setattr(np, "polyfit", watched)
    for case, expected in cases("scribble"):
        decided.clear()
        digest = drawn(*case)
        if all(decided):
            clear += 1
            assert digest == expected, case[:4]
    assert clear >= 150
