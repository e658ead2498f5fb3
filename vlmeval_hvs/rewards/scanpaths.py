"""The reward of a scanpath: its similarity to somebody who looked, above that of a fixed path.

Similar to people on average is also a path that was never looked at: on 124 photographs of interiors (3,581 people's
first six fixations) small steps around the centre have a mean MultiMatch of 0.808 with the people of a picture, one of
these people 0.794 with the others. So a reply is compared with the person whom it is most similar to, and gets what it
is more than the best of a few fixed paths.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from standardizers import scanpath
from vlmeval_hvs.benchmarks.hvsbench.questions import asked_length, example_in, repeats, stays
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics import multimatch_batch
from vlmeval_hvs.rewards.questions import Asked

Path = NDArray[np.float64]
"""(n, 3) fixations: x and y in px of `SCREEN`, duration in ms."""

SCREEN = (512, 320)
"""Width and height, px, as in the paper's metric (`vlmeval_hvs.benchmarks.hvsbench.scanpaths`)."""
FIXED = 0.2
"""What the best of the fixed paths gets, and every reply that is as similar to somebody as it is."""
UNASKED = 0.25
"""Share that is left of a scanpath in another format than asked for: another number of values, durations that are not
there or are longer than `LONGEST` together."""
LONGEST = 5000.0
"""ms that the durations may be together; the prompt says 5 seconds."""

_SHORTEST = 3  # fixations that MultiMatch needs
_MOST = 3  # times as many values as asked for; a reply of more is none
_STEPS = (0.05, 0.1, 0.2)  # of the image
_DIRECTIONS = np.array([(0, 0), (-1, 0), (1, 0), (0, -1), (0, 1)])
_DURATION = 220.0  # ms


class Truth(NamedTuple):
    """What replies to a question are compared with."""

    asked: int  # fixations that the question asks for; 0 when it does not say
    example: tuple[tuple[float, ...], tuple[float, ...]]  # x and y of the prompt's example
    people: tuple[Path, ...]  # those with three fixations, cut to `asked`
    fixed: float  # similarity of the best of the fixed paths


def of_scanpath(reply: str, question: Asked) -> float:
    """From 0 to 1, the higher the more similar the reply is to one of the people.

    Similarity is the mean of MultiMatch's five parts (four where durations are not known), of both paths cut to the
    number of fixations that is asked for. The best of the fixed paths gets `FIXED`, the person's own path 1, and
    between 0, these two and 1 the reward is linear. Copies of the prompt's example, one point all the time, fewer than
    three fixations and more than three times as many as asked for get 0. For errors see `truth_of`.
    """
    truth = truth_of(question)
    found = scanpath(reply)
    path = found.value
    long = truth.asked and len(path.x) > _MOST * truth.asked
    if found.fallback or long or len(path.x) < _SHORTEST or repeats(path.x, path.y, truth.example):
        return 0.0
    if stays(path.x[: truth.asked or None], path.y[: truth.asked or None]):
        return 0.0
    similar, fixed = _nearest(_scaled(path.x, path.y, path.t, truth.asked), truth.people), truth.fixed
    if similar <= fixed:
        value = FIXED * max(similar, 0.0) / fixed
    else:
        value = min(FIXED + (1 - FIXED) * (similar - fixed) / (1 - fixed), 1.0)
    # The robust reading drops the last value of a list that is one longer; the paper's reading reports it.
    unequal = scanpath(reply, profile="paper").rule == "unequal_lengths" or len(path.x) != (truth.asked or len(path.x))
    timed = min(path.t) > 0 and sum(path.t) <= LONGEST
    return value if timed and not unequal else UNASKED * value


def _nearest(path: Path, people: Sequence[Path]) -> float:
    """Similarity to the person who is most similar."""
    parts = multimatch_batch([(path, person) for person in people], SCREEN)
    known = np.isfinite(parts)
    means = np.where(known, parts, 0.0).sum(axis=1) / np.maximum(known.sum(axis=1), 1)
    return float(means.max())


def truth_of(question: Asked) -> Truth:
    """What replies to a scanpath question are compared with; computed once for a question.

    Raises:
        DataError: The answer is no list of scanpaths, or nobody has three fixations.
    """
    try:
        return _truth(question.text, question.truth)
    except DataError as error:
        raise DataError(f"{question.row}: {error}") from error


@lru_cache(maxsize=1024)
def _truth(question: str, answer: str) -> Truth:
    asked, example = asked_length(question), example_in(question)
    try:
        found = [_scaled(one["X"], one["Y"], one.get("T") or (), asked) for one in json.loads(answer)]
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise DataError(
            f"the answer {answer[:60]!r} of a scanpath question is no JSON list of X, Y and T of people"
        ) from error
    people = tuple(path for path in found if len(path) >= _SHORTEST)
    if not people:
        raise DataError("no person of the scanpath question has the three fixations that a comparison needs")
    # Steps from the centre to the left, the right, up and down, and again.
    turns = _DIRECTIONS[np.arange(asked or max(map(len, people))) % len(_DIRECTIONS)].T
    paths = [0.5 + size * turns for size in _STEPS]
    if len(example[0]) >= _SHORTEST:
        paths.append(np.array(example))
    fixed = max(_nearest(_scaled(x, y, [_DURATION] * len(x), asked), people) for x, y in paths)
    return Truth(asked, example, people, min(fixed, 0.99))


def _scaled(x: Sequence[float] | Path, y: Sequence[float] | Path, t: Sequence[float], asked: int) -> Path:
    """A path in px, cut to the number of fixations that is asked for; unknown durations are NaN."""
    times = t if len(t) == len(x) else [np.nan] * len(x)
    path = np.column_stack([np.asarray(x, float) * SCREEN[0], np.asarray(y, float) * SCREEN[1], times])
    return path[: asked or None]
