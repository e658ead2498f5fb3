"""Images per second of the visual prompts, of the supervision package and of the official contrast rule.

Usage: python -m speed.bench_visual_prompts [--quick]

Every figure includes one copy of the frame. Both sides take turns, and the best of several rounds counts, so that other
work on the machine hurts both alike. supervision gets the object as its own classes want it (a box and a dense mask),
this package a `Region` with the same polygon or mask. supervision draws 4 px lines, and so does the official geometry;
the scaled one, the default, has its own width.
"""

import argparse
import time
from collections import Counter
from collections.abc import Callable

import cv2
import numpy as np

from vlmeval_hvs.visual_prompts import Region, parse_style, render
from vlmeval_hvs.visual_prompts.contrast import CANDIDATES, lab
from vlmeval_hvs.visual_prompts.sizes import GEOMETRIES
from vlmeval_hvs.visual_prompts.styles import style_data

WIDTH, HEIGHT = 640, 480
LINE = 4
Draw = Callable[[], object]


def rates(functions: list[Draw], seconds: float, rounds: int = 9) -> list[float]:
    """Calls per second of each function: the best of rounds in which they take turns."""
    best = [0.0] * len(functions)
    for _ in range(rounds):
        for i, function in enumerate(functions):
            calls, start = 0, time.process_time()
            while (elapsed := time.process_time() - start) < seconds / rounds or calls < 2:
                function()
                calls += 1
            best[i] = max(best[i], calls / elapsed)
    return best


def object_polygon() -> np.ndarray:
    """Return the outline of a wavy object."""
    turn = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    wave = 1 + 0.2 * np.sin(3 * turn)
    return np.stack([300 + 90 * np.cos(turn) * wave, 240 + 70 * np.sin(turn)], axis=1)


def official_contrast(image: np.ndarray, paint: Callable[[np.ndarray, tuple[int, int, int]], None]) -> np.ndarray:
    """The published rule as described: mark covered pixels on a white canvas, count colours, compare in Lab, draw."""
    canvas = np.full_like(image, 255)
    paint(canvas, (0, 0, 0))
    covered = image[(canvas != 255).any(axis=2)]
    background = Counter(map(tuple, covered)).most_common(1)[0][0]
    here = lab(tuple(int(v) for v in background))
    palette = style_data()["colors"]
    color = max(
        CANDIDATES, key=lambda name: sum((a - b) ** 2 for a, b in zip(here, lab(tuple(palette[name])), strict=True))
    )
    result = image.copy()
    paint(result, tuple(palette[color]))
    return result


def official_painters(polygon: np.ndarray) -> dict[str, Callable[[np.ndarray, tuple[int, int, int]], object]]:
    """The official geometry of six shapes in plain OpenCV calls."""
    ring = polygon.astype(np.int32)
    x, y, w, h = cv2.boundingRect(ring)
    centre = (x + w // 2, y + h // 2)

    def tag(image: np.ndarray, color: tuple[int, int, int]) -> None:
        cv2.rectangle(image, (centre[0] - 20, centre[1] - 25), (centre[0] + 20, centre[1] + 25), color, -1)

    return {
        "tag": tag,
        "bbox": lambda image, color: cv2.rectangle(image, (x, y), (x + w, y + h), color, LINE),
        "contour": lambda image, color: cv2.polylines(image, [ring], True, color, LINE),
        "mask": lambda image, color: cv2.fillPoly(image, [ring], color),
        "oval": lambda image, color: cv2.ellipse(image, centre, (w // 2, h // 2), 0, 0, 360, color, LINE),
        "point": lambda image, color: cv2.circle(image, centre, 2 * LINE, color, -1),
    }


STYLES = {
    "tag": "tag(digit, {}, square, medium)", "bbox": "bbox({}, none, medium)", "mask": "mask({}, fill, medium)",
    "contour": "contour({}, contour, medium)", "oval": "oval({}, medium)", "point": "point({}, round, medium)",
    "arrow": "arrow({}, bold, medium)", "scribble": "scribble({}, medium)",
}  # fmt: skip


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="shorter rounds")
    arguments = parser.parse_args()
    seconds = 0.4 if arguments.quick else 3.0
    cv2.setNumThreads(1)
    image = np.random.default_rng(0).integers(0, 256, (HEIGHT, WIDTH, 3), dtype=np.uint8)
    smooth = cv2.GaussianBlur(image, (0, 0), 9)
    polygon = object_polygon()
    dense = np.zeros((HEIGHT, WIDTH), np.uint8)
    cv2.fillPoly(dense, [polygon.astype(np.int32)], 1)
    x, y, w, h = cv2.boundingRect(dense)
    box = (x, y, w, h)
    outlined = Region(box, polygons=[polygon])
    bitmap = Region(box, mask=dense)

    drawers = supervision_drawers(image, box, dense)
    for geometry in GEOMETRIES:
        print(f"geometry {geometry}: {WIDTH}x{HEIGHT}, one object, images/s")
        print_drawing(image, outlined, bitmap, drawers, geometry, seconds)
        print_contrast((image, smooth), outlined, official_painters(polygon), geometry, seconds)


def print_drawing(
    image: np.ndarray, outlined: Region, bitmap: Region, drawers: dict[str, Draw], geometry: str, seconds: float
) -> None:
    """Images per second by shape: from a polygon, from a mask, and of supervision."""
    print(f"{'':10s}{'here':>10s}{'here, mask':>12s}{'supervision':>13s}{'ratio':>8s}")
    for shape, text in STYLES.items():
        style = parse_style(text.format("red"))
        functions: list[Draw] = [
            lambda style=style: render(image, outlined, style, geometry),
            lambda style=style: render(image, bitmap, style, geometry),
        ]
        functions += [drawers[shape]] if shape in drawers else []
        found = rates(functions, seconds)
        other = f"{found[2]:13.0f}{min(found[:2]) / found[2]:8.2f}" if len(found) > 2 else f"{'-':>13s}"
        print(f"{shape:10s}{found[0]:10.0f}{found[1]:12.0f}{other}")


def print_contrast(
    pictures: tuple[np.ndarray, ...],
    outlined: Region,
    painters: dict[str, Callable[[np.ndarray, tuple[int, int, int]], object]],
    geometry: str,
    seconds: float,
) -> None:
    """Images per second by shape and picture in the colour contrast, here and by the official rule."""
    print("contrast colour, images/s here and the official way (Counter over covered pixels); noise and smooth picture")
    for shape, paint in painters.items():
        style = parse_style(STYLES[shape].format("contrast"))
        cells = []
        for picture in pictures:
            mine, theirs = rates(
                [
                    lambda picture=picture, style=style: render(picture, outlined, style, geometry),
                    lambda picture=picture, paint=paint: official_contrast(picture, paint),
                ],
                seconds,
            )
            cells.append(f"{mine:8.0f} {theirs:7.0f} {mine / theirs:6.1f}x")
        print(f"{shape:10s}{'   '.join(cells)}")


def supervision_drawers(image: np.ndarray, box: tuple[int, int, int, int], dense: np.ndarray) -> dict[str, Draw]:
    """What supervision has of the eight shapes."""
    try:
        import supervision as sv
    except ImportError:
        print("supervision is not installed: only the figures of this package are shown")
        return {}
    x, y, w, h = box
    found = sv.Detections(
        xyxy=np.array([[x, y, x + w, y + h]], float), mask=dense.astype(bool)[None], class_id=np.array([0])
    )
    label = sv.LabelAnnotator(text_position=sv.Position.CENTER)
    annotators = {
        "bbox": sv.BoxAnnotator(thickness=LINE), "mask": sv.MaskAnnotator(),
        "contour": sv.PolygonAnnotator(thickness=LINE), "point": sv.DotAnnotator(radius=2 * LINE),
    }  # fmt: skip
    drawers: dict[str, Draw] = {
        shape: lambda annotator=annotator: annotator.annotate(image.copy(), found)
        for shape, annotator in annotators.items()
    }
    drawers["tag"] = lambda: label.annotate(image.copy(), found, labels=["1"])
    return drawers


if __name__ == "__main__":
    main()
