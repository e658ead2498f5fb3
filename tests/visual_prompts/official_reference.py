"""Reference drawings of the official VP-Bench code, as digests.

The code itself (Apache-2.0, github.com/Endlinc/VP-Bench) is not part of this project; a maintainer who has a checkout
makes the digests anew, once per OpenCV generation, with opencv-contrib-python, pycocotools and scikit-image installed:
`VP_BENCH_CHECKOUT=~/VP-Bench python tests/visual_prompts/official_reference.py`. Only tags depend on the generation:
OpenCV 4 writes with Hershey strokes, OpenCV 5 with a TrueType font.
"""

import functools
import hashlib
import json
import os
import sys
from itertools import product
from pathlib import Path

import cv2
import numpy as np

FIXTURE = Path(__file__).parents[1] / "data" / "vpb" / "official_digests.json"
CHECKOUT = "VP_BENCH_CHECKOUT"
WIDTH, HEIGHT = 256, 192
FAILS, UNMARKED = "", "unmarked"
POLYGONS, BITMAPS = 40, 8
T = {"thin": 2, "medium": 4, "thick": 6, "small": 2, "large": 6}
# Class in the code, and what its arguments are called for each value of the paper's attribute.
CODE = {
    "bbox": ("bounding_box", "shape", {"none": "none", "square": "square", "round": "round"}),
    "arrow": ("arrow", "arrow_shape", {"bold": "custom", "thin": "standard"}), "oval": ("circle", "", {"": ""}),
    "mask": ("fill_contour", "style", {"contour_fill": "contour_fill", "fill": "fill_only"}),
    "contour": ("mask", "style", {"contour": "contour", "loose": "loose_contour"}),
    "point": ("single_point", "shape", {"round": "circle", "square": "square"}), "scribble": ("scribble", "", {"": ""}),
    "digit": ("number_label", "shape", {"square": "square", "round": "round"}),
    "alphabet": ("alphabet_label", "shape", {"square": "square", "round": "round"}),
}  # fmt: skip


@functools.cache
def picture() -> np.ndarray:
    """A picture with flat and textured parts, made of whole numbers only, RGB."""
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH]
    red, green, blue = (x // 32 * 37) % 256, (y // 24 * 53 + x // 64 * 20) % 256, ((x * y) // 64 * 11) % 256
    return np.stack([red, green, blue], axis=2).astype(np.uint8)


@functools.cache
def polygons() -> list[list[list[float]]]:
    """Objects as lists of flat rings: stars of 4 to 40 points, some with two parts, some over the border."""
    random, found = np.random.default_rng(15), []
    for number in range(POLYGONS):
        rings = []
        for _ in range(2 if number % 5 == 4 else 1):
            count = int(random.integers(4, 41))
            centre, size = random.uniform((20, 20), (WIDTH - 20, HEIGHT - 20)), random.uniform(6, 75)
            turn, radius = np.linspace(0, 2 * np.pi, count, endpoint=False), size * random.uniform(0.6, 1, count)
            ring = centre + radius[:, None] * np.stack([np.cos(turn), 0.7 * np.sin(turn)], axis=1)
            ring = np.clip(ring, 0, (WIDTH - 1, HEIGHT - 1)) if number % 4 else ring
            rings.append([float(v) for v in np.round(ring, 2).ravel()])
        found.append(rings)
    return found


def box_of(rings: list[list[float]]) -> list[float]:
    points = np.concatenate([np.reshape(ring, (-1, 2)) for ring in rings])
    (x0, y0), (x1, y1) = points.min(0), points.max(0)
    return [float(x0), float(y0), float(x1 - x0), float(y1 - y0)]


@functools.cache
def bitmaps() -> list[np.ndarray]:
    """Objects as 0/1 bitmaps: discs, rings and pairs."""
    random, found = np.random.default_rng(16), []
    for number in range(BITMAPS):
        bitmap = np.zeros((HEIGHT, WIDTH), np.uint8)
        for _ in range(1 + number % 2):
            centre = tuple(int(v) for v in random.uniform((50, 50), (WIDTH - 50, HEIGHT - 50)))
            radius = int(random.integers(8, 45))
            cv2.ellipse(bitmap, centre, (radius, radius * 2 // 3), 30 * number, 0, 360, 1, -1)
            if number % 3 == 2:
                cv2.circle(bitmap, centre, radius // 3, 0, -1)
        found.append(bitmap)
    return found


def run_lengths(bitmap: np.ndarray) -> dict:
    flat = bitmap.ravel(order="F")
    ends = np.flatnonzero(np.diff(np.concatenate([[0], flat, [1 - flat[-1]]])))
    return {"size": [HEIGHT, WIDTH], "counts": [int(v) for v in np.diff(np.concatenate([[0], ends]))]}


def digest(image: np.ndarray) -> str:
    return hashlib.sha256(np.ascontiguousarray(image).tobytes()).hexdigest()[:10]


def styles(shape: str) -> list[tuple[str, str, str]]:
    """Key, attribute value and level of every style of a shape, without its colour."""
    levels = ("small", "medium", "large") if shape in ("digit", "alphabet", "point") else ("thin", "medium", "thick")
    pairs = product(CODE[shape][2], levels)
    return [(f"{shape} {value} {level}".replace("  ", " "), value, level) for value, level in pairs]


def official(shape: str, value: str, level: str, color: str, annotations: list[dict]) -> str:
    """Digest and colour of what the official code draws, or `FAILS`, or `UNMARKED`."""
    from visual_prompts.utils import PromptManager

    name, argument, words = CODE[shape]
    options = {argument: words[value]} if argument else {}
    image, info = np.ascontiguousarray(picture()[:, :, ::-1]), {"height": HEIGHT, "width": WIDTH}
    prompt = PromptManager().get_prompt(name)
    colors = [color] * len(annotations)
    try:
        drawn, used = prompt.apply_prompt(image, annotations, info, None, colors, T[level], **options)
    except Exception:  # the code has no errors of its own
        return FAILS
    return f"{digest(drawn[:, :, ::-1])} {used[0]}" if (drawn[:, :, ::-1] != picture()).any() else UNMARKED


def reference() -> dict[str, list[str]]:
    """What `official` tells of every case, in the order of the objects."""
    objects = [[{"bbox": box_of(rings), "segmentation": rings}] for rings in polygons()]
    pairs = [objects[i] + objects[i + 1] for i in range(0, 8, 2)]
    boxes = [list(map(float, cv2.boundingRect(bitmap))) for bitmap in bitmaps()]
    masked = [[{"bbox": box, "segmentation": run_lengths(one)}] for box, one in zip(boxes, bitmaps(), strict=True)]
    found: dict[str, list[str]] = {}
    for shape in CODE:
        forms = {"": objects + pairs} | ({" bitmap": masked} if shape in ("contour", "mask", "scribble") else {})
        for (key, value, level), color in product(styles(shape), ("red", "contrast")):
            for form, several in forms.items():
                found[f"{key} {color}{form}"] = [official(shape, value, level, color, one) for one in several]
    return found


def generation() -> str:
    return cv2.__version__.split(".")[0]


def main() -> None:
    """Write the digests of the installed OpenCV next to those of the other generation."""
    sys.path.insert(0, os.environ[CHECKOUT])
    if not hasattr(cv2, "ximgproc"):
        raise SystemExit("scribbles of the official code need opencv-contrib-python")
    fixture = json.loads(FIXTURE.read_text()) if FIXTURE.exists() else {}
    found = reference()
    tags = {name: cells for name, cells in found.items() if name.split()[0] in ("digit", "alphabet")}
    rest = {name: cells for name, cells in found.items() if name not in tags}
    if fixture.get("all", rest) != rest:
        print("OpenCV generations differ in", [name for name in rest if fixture["all"].get(name) != rest[name]])
    fixture |= {"all": rest, f"tags, OpenCV {generation()}": tags}
    FIXTURE.write_text(json.dumps(fixture, indent=0) + "\n")
    cells = [cell for row in found.values() for cell in row]
    print(f"OpenCV {cv2.__version__}: {len(cells)} cases; {cells.count(FAILS)} fail, {cells.count(UNMARKED)} unmarked")


if __name__ == "__main__":
    main()
