"""Questions Q8 to Q13, about where people looked (HVSBench paper, section 3.2).

Scanpaths are shown as recorded, up to as many fixations as Q9 and Q12 ask for. Both scanpaths of Q8 and Q11 are drawn
alike, first a picture and then a person, so that neither their lengths nor anything else but the picture tells them
apart.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

import numpy as np

from dataset_builders.hvsbench.generate.annotations import AnnotatedPicture, SourceScanpath
from dataset_builders.hvsbench.generate.distractors import Distractor, printed
from dataset_builders.hvsbench.generate.question import Question, worded
from dataset_builders.hvsbench.printed import article, lettered, letters, point_text
from vlmeval_hvs.benchmarks.hvsbench.questions import MOST_OPTIONS

POINTS = 4
"""Fixations that Q10 and Q13 offer."""

LEAST_LEAD = 1.15
"""How many times as long as every other fixation shown the longest one of Q10 and Q13 is, at least."""

_TRIES = 8

Other = Callable[[str, np.random.Generator], Distractor | None]
"""Draws a scanpath of another picture by what was searched for, "" for free viewing; None where there is none."""


def _drawn_paths(picture: AnnotatedPicture, search: bool, draw: np.random.Generator) -> list[SourceScanpath]:
    """The scanpaths of free viewing, or of the search for one of the targets of the picture."""
    if not search:
        return [path for path in picture.scanpaths if not path.target]
    known = sorted({path.target for path in picture.scanpaths if path.target})
    target = known[int(draw.integers(len(known)))] if known else None
    return [path for path in picture.scanpaths if path.target == target]


def which(
    kind: str, picture: AnnotatedPicture, other: Other, wording: str, draw: np.random.Generator
) -> Question | None:
    """Q8 and Q11: which scanpath was made on this picture; the other one was made on another picture."""
    usable = [(path, text) for path in _drawn_paths(picture, kind == "Q11", draw) if (text := printed(path))]
    if not usable:
        return None
    path, right = usable[int(draw.integers(len(usable)))]
    wrong = other(path.target, draw)
    if wrong is None or wrong.text == right:
        return None
    first = bool(draw.integers(2))
    text = worded(
        kind,
        wording,
        draw,
        options=lettered((right, wrong.text) if first else (wrong.text, right)),
        letters=letters(2),
        **_search(path),
    )
    people = tuple(dict.fromkeys((_person(picture, path), wrong.participant)))
    return Question(text, "A" if first else "B", (path.source, wrong.source), people)


def scanpaths(kind: str, picture: AnnotatedPicture, wording: str, draw: np.random.Generator) -> Question | None:
    """Q9 and Q12: a scanpath; the answer are those of all people who did this on the picture."""
    paths = [path for path in _drawn_paths(picture, kind == "Q12", draw) if path.x]
    if not paths:
        return None
    answer = [
        {
            "X": [round(x, 4) for x in path.x],
            "Y": [round(y, 4) for y in path.y],
            "T": [round(t, 1) for t in path.t],
        }
        for path in paths
    ]
    return Question(
        worded(kind, wording, draw, **_search(paths[0])),
        json.dumps(answer),
        tuple(path.source for path in paths),
        tuple(dict.fromkeys(_person(picture, path) for path in paths)),
    )


def longest(kind: str, picture: AnnotatedPicture, wording: str, draw: np.random.Generator) -> Question | None:
    """Q10 and Q13: which of four fixations of a scanpath was the longest; it leads clearly."""
    usable = [path for path in _drawn_paths(picture, kind == "Q13", draw) if len(path.x) >= POINTS and min(path.t) > 0]
    for _ in range(_TRIES if usable else 0):
        path = usable[int(draw.integers(len(usable)))]
        places = draw.choice(len(path.x), POINTS, replace=False)
        points = [point_text(path.x[k], path.y[k]) for k in places]
        times = [path.t[k] for k in places]
        if len(set(points)) == POINTS and _leads(times):
            text = worded(kind, wording, draw, options=lettered(points, ""), letters=letters(POINTS), **_search(path))
            answer = MOST_OPTIONS[times.index(max(times))]
            return Question(text, answer, (path.source,), (_person(picture, path),))
    return None


def _leads(times: Sequence[float]) -> bool:
    second, first = sorted(times)[-2:]
    return first >= LEAST_LEAD * second


def _search(path: SourceScanpath) -> dict[str, str]:
    return {"target": path.target, "article": article(path.target)} if path.target else {}


def _person(picture: AnnotatedPicture, path: SourceScanpath) -> str:
    return f"{picture.dataset}/{path.participant}"
