"""What people reach on generated questions when each answers from the own recording, never from the key.

The recordings are those that Q9 and Q12 have as answers. A person who looked at the picture of a question, for the same
target, and whose recording the question neither shows nor was made from, answers it:

- Q8, Q11: the scanpath that is more like the own one, by the mean of MultiMatch's four dimensions.
- Q9, Q12: the own scanpath, compared with those of all others.
- Q10, Q13: the point near which the own fixations lasted longest; equal ones share the answer. Who looked near none of
  the points has no answer.
- Q1 to Q7: what a row has as answers of single people (`human_answers`). Sources that rank objects do not tell who
  ranked them, so that there is none.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from vlmeval_hvs.benchmarks.hvsbench.people import Floats, Person, Prediction
from vlmeval_hvs.benchmarks.hvsbench.questions import TYPES, options_of, points_in
from vlmeval_hvs.benchmarks.hvsbench.scanpaths import DIMENSIONS, ScanpathRules, scanpath_scores

NEAR = 0.1
"""Of the image's diagonal: a fixation that near to a point of Q10 and Q13 is one on it."""

Recordings = Mapping[tuple[str, str, str], Mapping[str, Person]]
"""Picture, kind of viewing (field) and target to the scanpath of each person."""


class Answered(NamedTuple):
    """What held-out people reach on a row.

    Attributes:
        picture: Path of its picture.
        scores: Metric name (``Acc``, ``MDir``, ``MPos``) to the mean over people.
        people: How many answered.
    """

    picture: str
    scores: dict[str, float]
    people: int


def recordings(rows: Iterable[Mapping[str, Any]]) -> dict[tuple[str, str, str], dict[str, Person]]:
    """The scanpaths that rows of Q9 and Q12 have as answers, by person.

    A row in which the people cannot be told apart, because some looked more than once, has none.
    """
    found: dict[tuple[str, str, str], dict[str, Person]] = {}
    for row in rows:
        if TYPES[str(row["question_type"])].kind != "scanpath":
            continue
        paths, people = json.loads(row["answer"]), row["participants"]
        if len(paths) == len(people):
            found[_viewing(row)] = dict(zip(people, paths, strict=True))
    return found


def answered(
    rows: Iterable[Mapping[str, Any]], known: Recordings, sizes: Mapping[str, tuple[int, int]], rules: ScanpathRules
) -> dict[str, list[Answered]]:
    """What held-out people reach on every row for which there are any, by question type.

    Args:
        rows: Rows of a generated set.
        known: Recordings from `recordings`.
        sizes: (width, height) of every picture by its path, px.
        rules: Rules of the scanpath metric.
    """
    found: dict[str, list[Answered]] = defaultdict(list)
    for row in rows:
        name, picture = str(row["question_type"]), str(row["image_path"])
        scores = list(_scores(row, known.get(_viewing(row), {}), sizes[picture], rules))
        if scores:
            mean = {metric: float(np.mean([score[metric] for score in scores])) for metric in scores[0]}
            found[name].append(Answered(picture, mean, len(scores)))
    return dict(found)


def _viewing(row: Mapping[str, Any]) -> tuple[str, str, str]:
    """Picture, field and target, by which recordings and questions belong together."""
    text = str(row["question"])
    target = text.partition("searching for ")[2].partition(" in the")[0] if "searching for " in text else ""
    return str(row["image_path"]), TYPES[str(row["question_type"])].field, target


def _scores(
    row: Mapping[str, Any], people: Mapping[str, Person], size: tuple[int, int], rules: ScanpathRules
) -> Iterator[dict[str, float]]:
    name = str(row["question_type"])
    if name in ("Q9", "Q12"):
        yield from _against_others(list(people.values()), size, rules)
        return
    own = [path for person, path in people.items() if person not in row["participants"]]
    if name in ("Q8", "Q11"):
        yield from _more_alike(row, own, size, rules)
    elif name in ("Q10", "Q13"):
        yield from _longest_near(row, own, size)
    else:
        yield from ({"Acc": float(answer == row["answer"])} for answer in row["human_answers"])


def _against_others(
    people: Sequence[Person], size: tuple[int, int], rules: ScanpathRules
) -> Iterator[dict[str, float]]:
    if len(people) < 2:
        return
    own = [Prediction(path["X"], path["Y"], t=path["T"]) for path in people]
    others = [[path for k, path in enumerate(people) if k != person] for person in range(len(people))]
    for score in scanpath_scores(own, others, [size] * len(people), rules):
        if np.isfinite(score[: len(DIMENSIONS)]).all():
            by_name = dict(zip(DIMENSIONS, score.tolist(), strict=False))
            yield {"MDir": by_name["direction"], "MPos": by_name["position"]}


def _more_alike(
    row: Mapping[str, Any], people: Sequence[Person], size: tuple[int, int], rules: ScanpathRules
) -> Iterator[dict[str, float]]:
    options = options_of(str(row["question"]))
    if not people or len(options) != 2:
        return
    alike = np.stack([_alike(option, people, size, rules) for option in options.values()])
    truth = list(options).index(str(row["answer"]))
    for similar in alike.T:
        if np.isfinite(similar).all():
            yield {"Acc": _shared_guess(similar, truth)}


def _alike(option: str, people: Sequence[Person], size: tuple[int, int], rules: ScanpathRules) -> Floats:
    """(people,) mean of the four dimensions between a printed scanpath and that of each person, cut as long."""
    x, y = zip(*points_in(option), strict=True)
    cut = [[{axis: path[axis][: len(x)] for axis in ("X", "Y")}] for path in people]
    scores = scanpath_scores([Prediction(x, y)] * len(people), cut, [size] * len(people), rules)
    return np.asarray(scores[:, : len(DIMENSIONS)].mean(axis=1))


def _longest_near(
    row: Mapping[str, Any], people: Sequence[Person], size: tuple[int, int]
) -> Iterator[dict[str, float]]:
    options = options_of(str(row["question"]))
    points = np.array([points_in(option)[0] for option in options.values()]) * size
    truth = list(options).index(str(row["answer"]))
    for path in people:
        own = np.column_stack([path["X"], path["Y"]]) * size
        near = np.linalg.norm(own[:, None] - points[None], axis=2) <= NEAR * np.hypot(*size)
        dwell = np.asarray(path["T"], dtype=float) @ near
        if dwell.any():
            yield {"Acc": _shared_guess(dwell, truth)}


def _shared_guess(values: Floats, truth: int) -> float:
    """Chance to be right when one of the largest values is taken."""
    best = values == values.max()
    return float(best[truth] / best.sum())
