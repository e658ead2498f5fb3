"""How HVSBench scores a predicted scanpath: MultiMatch with the image's human scanpaths, by named rules.

The paper prints that predictions are cropped to 6 fixations and that the score is the mean over all human scanpaths
(section 3.3); screen size, short paths and durations follow the code it refers to (cvlab-stonybrook,
Scanpath_Prediction): 512 x 320 px, durations ignored in the four dimensions, paths of fewer than 3 fixations filled up
with (1, 1) px. The similarity of durations is computed in addition, on the same alignment.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vlmeval_hvs.benchmarks.hvsbench.people import Floats, Indices, Paths, People, Person, Prediction, spread
from vlmeval_hvs.metrics import Scanpaths, multimatch_between

DIMENSIONS = ("shape", "direction", "length", "position")
"""The paper's four dimensions; they take no notice of durations."""

ALL_DIMENSIONS = (*DIMENSIONS, "duration")
"""With the similarity of durations, which the paper does not report."""

SHORT = dict(zip(ALL_DIMENSIONS, ("MShape", "MDir", "MLen", "MPos", "MDur"), strict=True))
"""Dimension to the end of its metric's name."""

_SHORTEST = 3  # fixations that MultiMatch needs
_SAME = 1e-6  # of the image: closer coordinates are the same stored number
_OFF_IMAGE = 1e6  # of the image: no coordinate that was meant


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
    """

    screen: str = "512x320"
    short: str = "pad_one"
    crop: int = 6
    crop_human: bool = False
    humans: str = "others"


def scanpath_scores(
    predictions: Sequence[Prediction],
    humans: Sequence[Sequence[Person]],
    sizes: Sequence[tuple[int, int]],
    rules: ScanpathRules,
) -> Floats:
    """`mean_similarities` of predictions to the human scanpaths of their images, not yet in arrays.

    Args:
        predictions: One per item.
        humans: Human scanpaths per item: ``X`` and ``Y`` relative to the image, ``T`` in ms.
        sizes: (width, height) of the image per item, px; used with ``screen="image"``.
        rules: See `ScanpathRules`.
    """
    people = People.of(humans, sizes)
    return mean_similarities(Paths.of(predictions), np.arange(len(predictions)), people, rules)


def mean_similarities(predictions: Paths, rows: Indices, people: People, rules: ScanpathRules) -> Floats:
    """Mean similarity of each prediction to the human scanpaths of its image.

    Args:
        predictions: The predicted scanpaths.
        rows: (predictions,) the row of ``people`` that each is compared with.
        people: The human scanpaths.
        rules: See `ScanpathRules`.

    Returns:
        (predictions, 5): shape, direction, length, position, duration; NaN where the rules leave the prediction out or
        nobody is left to compare with. The duration alone is NaN where durations are not known.
    """
    count = people.count[rows]
    item, human = np.repeat(np.arange(len(rows)), count), spread(people.first[rows], count)  # of each pair
    unusable = ~(np.abs(predictions.points) < _OFF_IMAGE).all(axis=1)  # also NaN: nothing that can lie on an image
    usable = np.bincount(predictions.owner, weights=unusable, minlength=len(rows)) == 0
    predicted, stored = np.where(usable, predictions.lengths, 0), people.paths.lengths
    if rules.crop:
        predicted = np.minimum(predicted, rules.crop)
        stored = np.minimum(stored, rules.crop) if rules.crop_human else stored
    similar = _similarities(predictions, predicted, people, stored, item, human, rules.screen)
    used = np.isfinite(similar[:, : len(DIMENSIONS)]).all(axis=1)
    scores = np.full((len(rows), len(ALL_DIMENSIONS)), np.nan)
    if rules.short != "pad_one":
        used &= (predicted[item] >= _SHORTEST) & (stored[human] >= _SHORTEST)
    if rules.short == "zero":
        scores[predicted < _SHORTEST] = 0.0
    if rules.humans == "others":
        used &= ~_repeated(predictions, people.paths, item, human)
    for place, values in enumerate(similar.T):
        counted = used & np.isfinite(values)
        number = np.bincount(item[counted], minlength=len(rows))
        total = np.bincount(item[counted], weights=values[counted], minlength=len(rows))
        np.divide(total, number, out=scores[:, place], where=number > 0)
    return scores


def _similarities(
    predictions: Paths, predicted: Indices, people: People, stored: Indices, item: Indices, human: Indices, screen: str
) -> Floats:
    """(pairs, 5) MultiMatch of the first ``predicted`` and ``stored`` fixations; ``screen`` as in `ScanpathRules`."""
    if screen == "image":
        own: Floats = np.ones((len(predicted), 2))  # of a row without people, of which nothing is computed
        own[item] = people.sizes[human]
        stored_scale, pairs = people.sizes, own[item]
    else:
        own = stored_scale = pairs = np.array([[int(side) for side in screen.split("x")]], dtype=float)
    first = _packed(predictions, predicted, np.where(predictions.fallback[:, None], 1.0, own))
    second = _packed(people.paths, stored, stored_scale)
    return multimatch_between(first, second, item, human, pairs)


def _repeated(predictions: Paths, humans: Paths, item: Indices, human: Indices) -> NDArray[np.bool_]:
    """(pairs,) whether a prediction repeats the human scanpath number by number."""
    lengths = predictions.lengths[item]
    same = (lengths == humans.lengths[human]) & ~predictions.fallback[item]
    pairs = np.flatnonzero(same)
    own = predictions.points[spread(predictions.first[item[pairs]], lengths[pairs])]
    other = humans.points[spread(humans.first[human[pairs]], lengths[pairs])]
    with np.errstate(invalid="ignore"):
        far = ~(np.abs(own - other) <= _SAME).all(axis=1)
    pair = np.repeat(np.arange(len(pairs)), lengths[pairs])
    same[pairs] = np.bincount(pair, weights=far, minlength=len(pairs)) == 0
    return same


def _packed(paths: Paths, kept: Indices, scale: Floats) -> Scanpaths:
    """The first ``kept`` fixations of each path in px; paths under 3 fixations are filled up with (1, 1) px, 0 ms.

    ``scale`` is (paths, 2) or (1, 2).
    """
    lengths = np.maximum(kept, _SHORTEST)
    ends = np.cumsum(lengths)
    fixations = np.ones((3, int(ends[-1]) if len(ends) else 0))
    fixations[2] = 0.0
    source, target = spread(paths.first, kept), spread(ends - lengths, kept)
    scaled = paths.points[source] * np.repeat(np.broadcast_to(scale, (len(kept), 2)), kept, axis=0)
    fixations[:2, target] = scaled.T
    fixations[2, target] = paths.times[source]
    return Scanpaths(fixations, lengths)
