"""How HVSBench scores a predicted scanpath: MultiMatch with the image's human scanpaths, by named rules.

The paper prints that predictions are cropped to 6 fixations and that the score is the mean over all human scanpaths
(section 3.3); screen size, short paths and durations follow the code it refers to (cvlab-stonybrook,
Scanpath_Prediction): 512 x 320 px, durations ignored in the four dimensions, paths of fewer than 3 fixations filled up
with (1, 1) px. The similarity of durations is computed in addition, on the same alignment.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

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


def scanpath_scores(
    predictions: Sequence[Prediction],
    humans: Sequence[Sequence[Person]],
    sizes: Sequence[tuple[int, int]],
    rules: ScanpathRules,
) -> Floats:
    """Mean similarity of each prediction to the human scanpaths of its image.

    Args:
        predictions: One per item.
        humans: Human scanpaths per item: ``X`` and ``Y`` relative to the image, ``T`` in ms.
        sizes: (width, height) of the image per item, px; used with ``screen="image"``.
        rules: See `ScanpathRules`.

    Returns:
        (items, 5): shape, direction, length, position, duration; NaN where the rules leave the item out or nobody is
        left to compare with. The duration alone is NaN where durations are not known.
    """
    people = People.of(humans, sizes)
    return Comparison(Paths.of(predictions), np.arange(len(predictions)), people).scores(rules)


class Comparison:
    """Predictions next to the human scanpaths of their images, to be scored under several rules.

    Pairs that a change of the rules does not touch are compared once.

    Args:
        predictions: The predicted scanpaths.
        rows: (predictions,) the row of ``people`` that each is compared with.
        people: The human scanpaths.
    """

    def __init__(self, predictions: Paths, rows: Indices, people: People) -> None:
        self._predicted, self._people = predictions, people
        count = people.count[rows]
        self._item = np.repeat(np.arange(len(rows)), count)
        self._human = spread(people.first[rows], count)
        first = people.first[rows]
        # An image's size is that of its row's scanpaths; nothing is computed for a row without any.
        known = np.concatenate([people.sizes, np.ones((1, 2))])
        self._sizes = known[np.where(count > 0, first, len(known) - 1)]
        unusable = ~(np.abs(predictions.points) < 1e6).all(axis=1)  # also NaN: nothing that can lie on an image
        self._usable = np.bincount(predictions.owner, weights=unusable, minlength=len(rows)) == 0
        self._repeated = self._repetitions()
        self._known: dict[tuple[str, str], tuple[Indices, Indices, Floats]] = {}

    def scores(self, rules: ScanpathRules) -> Floats:
        """(predictions, 5) mean similarities; see `scanpath_scores`."""
        items = len(self._predicted.lengths)
        predicted, human = self._kept(rules)
        scores = np.full((items, len(ALL_DIMENSIONS)), np.nan)
        used = np.ones(len(self._item), dtype=bool)
        short = predicted < _SHORTEST
        if rules.short != "pad_one":
            used &= ~short[self._item] & (human[self._human] >= _SHORTEST)
        if rules.short == "zero":
            scores[short] = 0.0
        if rules.humans == "others":
            used &= ~self._repeated
        similar = self._similarities(rules, predicted, human)
        used &= np.isfinite(similar[:, : len(DIMENSIONS)]).all(axis=1)
        for place, values in enumerate(similar.T):
            counted = used & np.isfinite(values)
            number = np.bincount(self._item[counted], minlength=items)
            total = np.bincount(self._item[counted], weights=values[counted], minlength=items)
            np.divide(total, number, out=scores[:, place], where=number > 0)
        return scores

    def _kept(self, rules: ScanpathRules) -> tuple[Indices, Indices]:
        """How many fixations of each prediction and of each human scanpath count."""
        predicted, human = np.where(self._usable, self._predicted.lengths, 0), self._people.paths.lengths
        if rules.crop:
            predicted = np.minimum(predicted, rules.crop)
            human = np.minimum(human, rules.crop) if rules.crop_human else human
        return predicted, human

    def _similarities(self, rules: ScanpathRules, predicted: Indices, human: Indices) -> Floats:
        """(pairs, 5), short paths filled up; pairs whose paths are those of an earlier call are taken from it."""
        key = rules.screen, rules.engine
        todo = np.ones(len(self._item), dtype=bool)
        result = np.full((len(self._item), len(ALL_DIMENSIONS)), np.nan)
        if key in self._known:
            before_predicted, before_human, before = self._known[key]
            todo = (predicted != before_predicted)[self._item] | (human != before_human)[self._human]
            result[~todo] = before[~todo]
        if todo.any():
            own = rules.screen == "image"
            screen = self._sizes if own else np.array([_screen(rules.screen)], dtype=float)
            scale = np.where(self._predicted.fallback[:, None], 1.0, screen)
            first = _packed(self._predicted, predicted, scale)
            second = _packed(self._people.paths, human, self._people.sizes if own else screen)
            i, j = self._item[todo], self._human[todo]
            compare = _by_package if rules.engine == "multimatch-gaze" else multimatch_between
            result[todo] = compare(first, second, i, j, screen[i] if own else screen)
        self._known.setdefault(key, (predicted, human, result))
        return result

    def _repetitions(self) -> NDArray[np.bool_]:
        """(pairs,) whether a prediction repeats the human scanpath number by number."""
        mine, theirs = self._predicted, self._people.paths
        n = mine.lengths[self._item]
        same = (n == theirs.lengths[self._human]) & ~mine.fallback[self._item]
        start, other = mine.first[self._item], theirs.first[self._human]
        some = np.flatnonzero(same & (n > 0))
        with np.errstate(invalid="ignore"):
            far = ~(np.abs(mine.points[start[some]] - theirs.points[other[some]]) <= _SAME).all(axis=1)
            same[some[far]] = False
            for pair in some[~far]:
                own = mine.points[start[pair] : start[pair] + n[pair]]
                stored = theirs.points[other[pair] : other[pair] + n[pair]]
                same[pair] = (np.abs(own - stored) <= _SAME).all()
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


def _by_package(first: Scanpaths, second: Scanpaths, i: Indices, j: Indices, screen: Floats) -> Floats:
    """What `multimatch_between` computes, by the published package."""
    from multimatch_gaze import docomparison

    as_records: Any = np.rec.fromarrays  # its stub knows no names
    records = []
    for paths, numbers in ((first, i), (second, j)):
        start = np.cumsum(paths.lengths) - paths.lengths
        parts = {n: paths.fixations[:, start[n] : start[n] + paths.lengths[n]] for n in np.unique(numbers)}
        records.append({n: as_records(part, names="start_x,start_y,duration") for n, part in parts.items()})
    screens = np.broadcast_to(screen, (len(i), 2)).tolist()
    with np.errstate(invalid="ignore", divide="ignore"):  # two durations of 0 have no ratio
        found = [docomparison(records[0][a], records[1][b], sides) for a, b, sides in zip(i, j, screens, strict=True)]
    return np.array(found, dtype=float).reshape(-1, len(ALL_DIMENSIONS))


def _screen(text: str) -> tuple[int, int]:
    width, height = text.split("x")
    return int(width), int(height)
