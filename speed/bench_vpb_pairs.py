"""How much cheaper styles are compared on the same objects: the variance of a difference, unpaired over paired.

Usage: python -m speed.bench_vpb_pairs [--quick]

A ratio of 4 means that paired questions need a fourth of the questions for the same interval. Two measurements:

- readers by a response model: the log odds of a right answer are those of the style plus those of the object, which
  vary with a standard deviation; every experiment asks about two styles, once on different and once on equal objects;
- a reader that looks: it reduces the picture to 96 px, takes the pixel that comes closest to the asked colour, and says
  in which quarter it lies. It answers about every object of the demo's photographs in every style of a fixed colour.
"""

import argparse
import itertools
from collections import defaultdict

import numpy as np
from PIL import Image

from dataset_builders.vpb.demo import scenes
from dataset_builders.vpb.drawing import NotDrawable, check_visible, quadrants
from speed import record
from vlmeval_hvs.visual_prompts import Region, Style, all_styles, render
from vlmeval_hvs.visual_prompts.styles import style_data

SPREADS = (0.0, 1.0, 2.0, 3.0, 4.0)
QUESTIONS, SEEN = 232, 96
EASE, EFFECT = 1.0, 0.4


def modelled(spread: float, experiments: int) -> dict[str, float]:
    """Return the variances of the difference of two styles over many experiments."""
    random = np.random.default_rng(0)
    shape = (experiments, QUESTIONS)

    def right(objects: np.ndarray, style: float) -> np.ndarray:
        return random.random(shape) < 1 / (1 + np.exp(-(EASE + style + objects)))

    def objects() -> np.ndarray:
        return random.normal(0, spread, shape)

    same = objects()
    paired = right(same, EFFECT).mean(axis=1) - right(same, 0.0).mean(axis=1)
    unpaired = right(objects(), EFFECT).mean(axis=1) - right(objects(), 0.0).mean(axis=1)
    return {
        "spread": spread,
        "paired": paired.var(),
        "unpaired": unpaired.var(),
        "ratio": unpaired.var() / paired.var(),
    }


def looks(pixels: np.ndarray, color: tuple[int, int, int]) -> tuple[float, float]:
    """Return where the reader sees the colour, in shares of width and height."""
    height, width = pixels.shape[:2]
    factor = SEEN / max(height, width)
    size = (max(1, round(width * factor)), max(1, round(height * factor)))
    small = np.asarray(Image.fromarray(pixels).resize(size, Image.Resampling.BILINEAR), dtype=float)
    row, column = np.unravel_index(np.abs(small - color).sum(axis=2).argmin(), small.shape[:2])
    return (column + 0.5) / size[0], (row + 0.5) / size[1]


def looked(quick: bool) -> tuple[np.ndarray, list[Style]]:
    """Return right (1), wrong (0) or not to be seen (NaN) by object and style, and the styles."""
    styles = [style for style in all_styles() if style.color != "contrast" and (not quick or style.shape == "bbox")]
    table = []
    for scene in scenes():
        plain = scene.load()
        for region in scene.regions[: 3 if quick else None]:
            places = quadrants(region, plain.shape)
            if len(places) == 1 and "" not in places:
                table.append([answered(plain, region, style, places) for style in styles])
    return np.array(table), styles


def answered(plain: np.ndarray, region: Region, style: Style, places: set[str]) -> float:
    """Return whether the reader says rightly where a mark is, or NaN for a mark that cannot be seen."""
    drawn = render(plain, region, style)
    try:
        check_visible(plain, drawn)
    except NotDrawable:
        return float("nan")
    x, y = looks(drawn, style_data()["colors"][style.color])
    return float(f"{'top' if y < 0.5 else 'bottom'}-{'left' if x < 0.5 else 'right'}" in places)


def ratios(right: np.ndarray, styles: list[Style]) -> list[dict[str, object]]:
    """Return the mean variances of a difference per question, over pairs of styles that differ in one attribute."""
    cells: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for (first, a), (second, b) in itertools.combinations(zip(styles, right.T, strict=True), 2):
        differ = [name for name, value in first.attributes.items() if second.attributes.get(name) != value]
        both = ~np.isnan(a) & ~np.isnan(b)
        variances = (np.var(a[both]) + np.var(b[both]), np.var(a[both] - b[both]))
        cells["any two styles"].append(variances)
        if first.shape == second.shape and len(differ) == 1:
            cells[differ[0]].append(variances)
    return [
        {"pairs": name, "n": len(found), "ratio": np.sum(found, axis=0)[0] / np.sum(found, axis=0)[1]}
        for name, found in cells.items()
    ]


def main() -> None:
    """Measure, print and, if asked, record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer experiments, objects and styles")
    arguments = record.parse(parser)
    rows = [modelled(spread, 400 if arguments.quick else 4000) for spread in SPREADS]
    for row in rows:
        print(f"objects vary by {row['spread']:.1f}: unpaired / paired variance {row['ratio']:.2f}")
    right, styles = looked(arguments.quick)
    found = ratios(right, styles)
    print(f"reader that looks: {len(right)} objects, {len(styles)} styles, {np.nanmean(right):.1%} right")
    for pairs in found:
        print(f"{pairs['pairs']} ({pairs['n']} pairs): {pairs['ratio']:.2f}")
    looking = {"objects": len(right), "styles": len(styles), "accuracy": np.nanmean(right), "rows": found}
    record.save(arguments.record, __file__, {"questions": QUESTIONS, "model": rows, "looking": looking})


if __name__ == "__main__":
    main()
