"""Pieces of marks: where their ink lies, on a canvas that starts elsewhere, and cut off at a window; letters; tips."""

import cv2
import numpy as np
import pytest

from vlmeval_hvs.visual_prompts.pieces import Bar, Caption, Disc, Ellipse, Filled, Frame, Moved, Stroke, Tint, Wash

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
