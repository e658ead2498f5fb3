"""Pieces of marks: where their ink lies, on a canvas that starts elsewhere, and cut off at a window; letters; tips."""

import cv2
import numpy as np
import pytest

from vlmeval_hvs.visual_prompts import Region, parse_style
from vlmeval_hvs.visual_prompts.marks import arrow, tag_text, text_strokes
from vlmeval_hvs.visual_prompts.pieces import Bar, Caption, Disc, Ellipse, Filled, Frame, Moved, Stroke, Tint, Wash
from vlmeval_hvs.visual_prompts.sizes import sizes

WAY = np.array([[21.5, 33.25], [60.0, 30.0], [47.5, 61.75]])
PIXELS = np.rint(WAY).astype(np.int32)
BLOT = np.zeros((30, 41), np.uint8)
cv2.ellipse(BLOT, (20, 15), (20, 14), 0, 0, 360, 255, -1, cv2.LINE_AA)
SOFT = [
    Bar(21, 30, 61, 62), Frame(21, 30, 61, 62, 5), Disc(40.25, 45.5, 15.75), Stroke(WAY, 5),
    Stroke(WAY, 4, True), Ellipse(40.25, 45.5, 18.5, 11.25, 5), Filled((WAY,)),
    Tint(BLOT, 21, 30, 1.0),
]  # fmt: skip
HARD = [
    Stroke(PIXELS, 5, True, True), Stroke(PIXELS, 4, False, True), Frame(21, 30, 60, 61, 4, True),
    Disc(40, 45, 15, True), Ellipse(40, 45, 18, 11, 6, True), Ellipse(40, 45, 11, 18, 3, True), Filled((PIXELS,), True),
    Wash((PIXELS,), 0.5), Caption("B", 30, 50, 1.0, 2),
]  # fmt: skip


def painted(pieces, height=90, width=80, x=0, y=0):
    canvas = np.full((height, width, 3), 10, np.uint8)
    for piece in pieces:
        piece.paint(canvas, (255, 40, 0), x, y)
    return canvas


@pytest.mark.parametrize("piece", [*SOFT, *HARD], ids=lambda piece: type(piece).__name__)
def test_ink_fills_its_bounds_and_moves_with_the_canvas(piece):
    whole = painted([piece])
    rows, columns = np.nonzero((whole != 10).any(axis=2))
    edges = np.array([columns.min(), rows.min(), -columns.max() - 1, -rows.max() - 1])
    inside = edges - np.array(piece.bounds()) * (1, 1, -1, -1)
    assert inside.min() >= (-1.5 if any(piece is one for one in SOFT) else 0)  # soft edges
    assert inside.max() <= (16 if isinstance(piece, Caption) else 4)
    assert np.array_equal(painted([piece], 75, 68, 9, 13), whole[13:88, 9:77])


@pytest.mark.parametrize("piece", SOFT, ids=lambda piece: type(piece).__name__)
def test_moved_pieces_are_cut_off_at_the_border(piece):
    whole = painted([piece])
    for x, y, height, width in ((9, 13, 70, 60), (40, 13, 70, 20), (9, 44, 8, 60), (33, 40, 30, 12), (75, 0, 90, 80)):
        part = painted([Moved(piece, x, y)], height, width)
        expected = np.full_like(part, 10)
        kept = whole[y : y + height, x : x + width]
        expected[: len(kept), : kept.shape[1]] = kept
        if isinstance(piece, Bar | Frame | Tint):
            assert np.array_equal(part, expected), (x, y)
        inks = [(image != 10).any(axis=2).astype(np.uint8) for image in (part, expected)]
        wide = [cv2.dilate(ink, np.ones((3, 3), np.uint8)) for ink in inks]  # curves end a little otherwise
        assert not ((inks[0] & ~wide[1]) | (inks[1] & ~wide[0])).any(), (x, y)
    assert tuple(Moved(piece, 9, 13).bounds()) == pytest.approx(np.array(piece.bounds()) - (9, 13, 9, 13))


def test_letters_fill_their_height_and_curves_are_those_of_bezier():
    assert [tag_text(number, "alphabet") for number in (0, 25, 26, 27, 702)] == ["A", "Z", "AA", "AB", "AAA"]
    assert tag_text(9, "digit") == "10"
    for character in "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789":
        strokes, width = text_strokes(character, 20.0)
        points = np.concatenate(strokes)
        assert np.abs(points[:, 0]).max() <= width / 2 + 0.5, character
        assert points[:, 1].min() == pytest.approx(-10, abs=0.7), character
        assert 9.3 <= points[:, 1].max() <= 13, character  # Q has a tail


def test_arrows_touch_their_object_from_all_sides():
    mask = np.zeros((300, 400), np.uint8)
    cv2.fillPoly(mask, [np.array([[170, 110], [250, 130], [240, 150], [190, 155], [245, 200], [180, 190]])], 1)
    region, style = Region(None, mask=mask), parse_style("arrow(red, bold, thin)")
    x, y = region.anchor(300, 400)
    row, column = np.flatnonzero(mask[int(y)]), np.flatnonzero(mask[:, int(x)])
    touching = {(row[0], y), (row[-1] + 1, y), (x, column[0]), (x, column[-1] + 1)}
    found = [arrow(region, style, sizes(style, region, 300, 400), 0, seed)[1].rings[0][0] for seed in range(40)]
    assert {tuple(tip) for tip in found} == touching
