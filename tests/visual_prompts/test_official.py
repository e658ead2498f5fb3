"""The official geometry draws the pixels of the official code; its digests come from that code."""

import importlib.util
import json
import os
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from vlmeval_hvs.visual_prompts import Region, draw
from vlmeval_hvs.visual_prompts.official_scribble import thinned
from vlmeval_hvs.visual_prompts.styles import make_style

_SPEC = importlib.util.spec_from_file_location("official_reference", Path(__file__).with_name("official_reference.py"))
reference = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(reference)
NOTHING = {reference.FAILS, reference.UNMARKED}
DIGESTS = json.loads(reference.FIXTURE.read_text())


def regions(bitmap: bool) -> list[list[Region]]:
    if bitmap:
        return [[Region(None, mask=mask)] for mask in reference.bitmaps()]
    single = [[Region(reference.box_of(rings), polygons=rings)] for rings in reference.polygons()]
    return single + [single[i] + single[i + 1] for i in range(0, 8, 2)]


def ours(shape: str, value: str, level: str, color: str, several: list[Region]) -> str:
    tag = shape in ("digit", "alphabet")
    attributes = {"color": color, "size": level, "width": level}
    names = {"content": shape, "outline": value} if tag else {
        name: value for name in ("vertex", "head", "filling", "fidelity", "outline")}  # fmt: skip
    style = make_style("tag" if tag else shape, attributes | names)
    drawn, used = draw(reference.picture(), several, style, "official", "swapped")
    return f"{reference.digest(drawn)} {used[0]}"


@pytest.mark.parametrize("shape", reference.CODE)
def test_pixels_and_colours_are_those_of_the_official_code(shape):
    tag = shape in ("digit", "alphabet")
    table = DIGESTS.get(f"tags, OpenCV {reference.generation()}" if tag else "all")
    if table is None:
        pytest.skip(f"no reference for OpenCV {cv2.__version__}")
    wrong, cases = [], 0
    for key, value, level in reference.styles(shape):
        for name in (n for n in table if n.startswith(f"{key} ")):
            color, bitmap = name.removeprefix(f"{key} ").split()[0], name.endswith("bitmap")
            for number, (expected, several) in enumerate(zip(table[name], regions(bitmap), strict=True)):
                first = 2 * (number - reference.POLYGONS)  # pairs follow the single objects
                members = table[name][first : first + 2] if first >= 0 else []
                if not NOTHING & {expected, *members}:
                    cases += 1
                    wrong += [(name, number)] if ours(shape, value, level, color, several) != expected else []
    assert cases >= 200
    assert not wrong, (len(wrong), cases)


def test_a_mark_is_drawn_where_the_official_code_fails_or_draws_nothing():
    seen = 0
    for name, cells in DIGESTS["all"].items():
        shape, *words = name.removesuffix(" bitmap").split()
        for several, cell in zip(regions(name.endswith("bitmap")), cells, strict=True):
            if cell in NOTHING and words[-1] == "red":
                seen += 1
                value = words[0] if len(words) == 3 else ""
                assert ours(shape, value, words[-2], "red", several)
    assert seen > 10


def test_the_reference_is_that_of_the_checkout():
    checkout = os.environ.get(reference.CHECKOUT)
    if not checkout or not hasattr(cv2, "ximgproc"):
        pytest.skip(f"{reference.CHECKOUT} names no checkout, or OpenCV lacks its contributed modules")
    sys.path.insert(0, checkout)
    try:
        found = reference.reference()
    finally:
        sys.path.remove(checkout)
    recorded = DIGESTS["all"] | DIGESTS[f"tags, OpenCV {reference.generation()}"]
    assert found == recorded


def test_thinning_leaves_lines_of_one_pixel():
    bitmap = np.zeros((40, 60), np.uint8)
    cv2.rectangle(bitmap, (5, 10), (54, 18), 1, -1)
    lines = thinned(bitmap)
    assert lines.sum(0).max() <= 2
    assert 35 <= lines.sum() <= 50
    assert not (lines & ~bitmap).any()
