"""How HVSBench scores a predicted scanpath: MultiMatch with the image's human scanpaths, by named rules.

The paper prints that predictions are cropped to 6 fixations and that the score is the mean over all human scanpaths
(section 3.3); screen size, short paths and durations follow the code it refers to (cvlab-stonybrook,
Scanpath_Prediction): 512 x 320 px, durations ignored, paths of fewer than 3 fixations filled up with (1, 1) px.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vlmeval_hvs.metrics import multimatch_batch

DIMENSIONS = ("shape", "direction", "length", "position")
_SHORTEST = 3  # fixations that MultiMatch needs
_SAME = 1e-6  # of the image: closer coordinates are the same stored number


@dataclass(frozen=True)
class ScanpathRules:
    """Named choices of the scanpath metric; the defaults are the paper's.

    Attributes:
        screen: ``"WIDTHxHEIGHT"`` in px that relative coordinates are scaled to, or ``"image"`` for each image's own.
        short: What becomes of paths under 3 fixations: ``"pad_one"`` fills them up with (1, 1) px, and leaves the
            stand-in of an unreadable answer unscaled, as the paper's numbers imply; ``"zero"`` scores a short
            prediction 0; ``"nan"`` leaves it out of the mean. The last two leave short human scanpaths out.
        crop: Predictions are cut after so many fixations; 0 keeps all.
        crop_human: Cut human scanpaths too.
        humans: ``"others"`` leaves out the human scanpath that a prediction repeats number by number, so that one
            participant is compared with the others; ``"all"`` keeps it.
        engine: What computes MultiMatch: ``"own"`` batched code, or the reference package ``"multimatch-gaze"``.
    """

    screen: str = "512x320"
    short: str = "pad_one"
    crop: int = 6
    crop_human: bool = False
    humans: str = "others"
    engine: str = "own"


@dataclass(frozen=True)
class Prediction:
    """A predicted scanpath, relative to the image.

    Attributes:
        x: Coordinates of the fixations; likewise ``y``.
        y: See ``x``.
        fallback: The answer could not be read and this is a stand-in.
    """

    x: Sequence[float]
    y: Sequence[float]
    fallback: bool = False


def scanpath_scores(
    predictions: Sequence[Prediction],
    humans: Sequence[Sequence[Mapping[str, Sequence[float]]]],
    sizes: Sequence[tuple[int, int]],
    rules: ScanpathRules,
) -> NDArray[np.float64]:
    """Mean similarity of each prediction to the human scanpaths of its image.

    Args:
        predictions: One per item.
        humans: Human scanpaths per item: ``X`` and ``Y`` relative to the image.
        sizes: (width, height) of the image per item, px; used with ``screen="image"``.
        rules: See `ScanpathRules`.

    Returns:
        (items, 4): shape, direction, length, position; NaN where the rules leave the item out or nobody is left to
        compare with.
    """
    scores = np.full((len(predictions), len(DIMENSIONS)), np.nan)
    ready: dict[tuple[int, tuple[int, int]], NDArray[np.float64] | None] = {}
    by_screen: dict[tuple[int, int], list[tuple[int, NDArray[np.float64], NDArray[np.float64]]]] = {}
    for item, (prediction, references, size) in enumerate(zip(predictions, humans, sizes, strict=True)):
        screen = size if rules.screen == "image" else _screen(rules.screen)
        path = _predicted(prediction, screen, rules)
        if path is None:
            scores[item] = 0.0 if rules.short == "zero" else np.nan
            continue
        for reference in references:
            if rules.humans == "others" and _repeats(prediction, reference):
                continue
            key = id(reference), screen  # many predictions may share an image's references
            if key not in ready:
                ready[key] = _human(reference, screen, rules)
            human = ready[key]
            if human is not None:
                by_screen.setdefault(screen, []).append((item, path, human))
    total, count = np.zeros_like(scores), np.zeros(len(scores))
    for screen, triples in by_screen.items():
        result = _similarities([(path, human) for _, path, human in triples], screen, rules.engine)
        valid = np.isfinite(result).all(axis=1)
        owner = np.array([item for item, _, _ in triples])[valid]
        np.add.at(total, owner, result[valid])
        np.add.at(count, owner, 1)
    compared = count > 0
    scores[compared] = total[compared] / count[compared, None]
    return scores


def _similarities(
    pairs: Sequence[tuple[NDArray[np.float64], NDArray[np.float64]]], screen: tuple[int, int], engine: str
) -> NDArray[np.float64]:
    """(pairs, 4) similarities by our code or by the published package."""
    if engine == "own":
        return multimatch_batch(pairs, screen)[:, : len(DIMENSIONS)]
    from multimatch_gaze import docomparison

    names = "start_x,start_y,duration"
    as_records: Any = np.rec.fromarrays  # its stub knows no names
    found = [docomparison(*(as_records(path.T, names=names) for path in pair), screen) for pair in pairs]
    return np.array(found, dtype=float).reshape(-1, len(DIMENSIONS) + 1)[:, : len(DIMENSIONS)]


def _screen(text: str) -> tuple[int, int]:
    width, height = text.split("x")
    return int(width), int(height)


def _predicted(prediction: Prediction, screen: tuple[int, int], rules: ScanpathRules) -> NDArray[np.float64] | None:
    points = np.array([prediction.x, prediction.y], dtype=float).T.reshape(-1, 2)
    if not (np.abs(points) < 1e6).all():  # also NaN: nothing that can lie on an image
        points = points[:0]
    if rules.crop:
        points = points[: rules.crop]
    scale = (1, 1) if prediction.fallback else screen
    return _long_enough(points * scale, rules)


def _human(
    scanpath: Mapping[str, Sequence[float]], screen: tuple[int, int], rules: ScanpathRules
) -> NDArray[np.float64] | None:
    points = np.array([scanpath["X"], scanpath["Y"]], dtype=float).T * screen
    return _long_enough(points[: rules.crop] if rules.crop and rules.crop_human else points, rules)


def _long_enough(points: NDArray[np.float64], rules: ScanpathRules) -> NDArray[np.float64] | None:
    """(n, 3) with equal durations, or None when the path is too short and not to be filled up."""
    missing = _SHORTEST - len(points)
    if missing > 0:
        if rules.short != "pad_one":
            return None
        points = np.concatenate([points, np.ones((missing, 2))])
    return np.column_stack([points, np.ones(len(points))])


def _repeats(prediction: Prediction, scanpath: Mapping[str, Sequence[float]]) -> bool:
    if prediction.fallback or len(prediction.x) != len(scanpath["X"]):
        return False
    own, stored = (*prediction.x, *prediction.y), (*scanpath["X"], *scanpath["Y"])
    return all(abs(a - b) <= _SAME for a, b in zip(own, stored, strict=True))
