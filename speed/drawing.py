"""Visual prompts drawn on a picture: this package and supervision.

Both copy the picture once and draw 4 px lines; supervision gets the object as its classes want it (a box and a dense
mask), this package a `Region` with the same polygon or mask.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np

from speed.timing import in_turns, table
from vlmeval_hvs.visual_prompts import Region, parse_style, render

PEER = "supervision"
WIDTH, HEIGHT, LINE, CALLS = 640, 480, 4, 20
STYLES = {
    "tag": "tag(digit, red, square, medium)", "bbox": "bbox(red, none, medium)", "mask": "mask(red, fill, medium)",
    "contour": "contour(red, contour, medium)", "point": "point(red, round, medium)", "oval": "oval(red, medium)",
    "arrow": "arrow(red, bold, medium)", "scribble": "scribble(red, medium)",
}  # fmt: skip


def measure(quick: bool) -> str:
    """Time for a picture by shape, in the official geometry, from a polygon and from a mask."""
    cv2.setNumThreads(1)
    image = np.random.default_rng(0).integers(0, 256, (HEIGHT, WIDTH, 3), dtype=np.uint8)
    turn = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    wavy = np.stack([300 + 90 * np.cos(turn) * (1 + 0.2 * np.sin(3 * turn)), 240 + 70 * np.sin(turn)], axis=1)
    dense = np.zeros((HEIGHT, WIDTH), np.uint8)
    cv2.fillPoly(dense, [wavy.astype(np.int32)], 1)
    x, y, width, height = cv2.boundingRect(dense)
    box = (x, y, width, height)
    outlined, bitmap = Region(box, polygons=[wavy]), Region(box, mask=dense)
    peers, rows = drawers(image, box, dense), []
    for shape, text in STYLES.items():
        style = parse_style(text)
        ways: dict[str, Callable[[], object]] = {
            "polygon": lambda style=style: render(image, outlined, style, "official"),
            "mask": lambda style=style: render(image, bitmap, style, "official"),
            **({"peer": peers[shape]} if shape in peers else {}),
        }
        found = in_turns({name: repeated(way) for name, way in ways.items()}, 3 if quick else 9)
        cells = [found[name].text(CALLS * 1e-3) if name in found else "-" for name in ("peer", "polygon", "mask")]
        ratio = f"{found['peer'].median / found['polygon'].median:.1f}" if "peer" in found else "-"
        rows.append((shape, *cells, ratio))
    return table(("shape", "supervision, ms", "here, polygon, ms", "here, mask, ms", "times faster"), rows)


def repeated(way: Callable[[], object]) -> Callable[[], None]:
    """So many calls that the clock is fine enough."""

    def run() -> None:
        for _ in range(CALLS):
            way()

    return run


def drawers(image: np.ndarray, box: tuple[int, int, int, int], dense: np.ndarray) -> dict[str, Callable[[], Any]]:
    """What supervision has of the eight shapes."""
    import supervision as sv

    x, y, width, height = box
    corners = np.array([[x, y, x + width, y + height]], float)
    found = sv.Detections(xyxy=corners, mask=dense.astype(bool)[None], class_id=np.array([0]))
    label = sv.LabelAnnotator(text_position=sv.Position.CENTER)
    annotators = {
        "bbox": sv.BoxAnnotator(thickness=LINE), "mask": sv.MaskAnnotator(),
        "contour": sv.PolygonAnnotator(thickness=LINE), "point": sv.DotAnnotator(radius=2 * LINE),
    }  # fmt: skip
    return {
        **{shape: lambda one=one: one.annotate(image.copy(), found) for shape, one in annotators.items()},
        "tag": lambda: label.annotate(image.copy(), found, labels=["1"]),
    }
