"""All questions about one annotated picture (HVSBench paper, section 3.2), their wordings, and what is generated.

Scanpaths are shown as recorded, up to as many fixations as Q9 and Q12 ask for. Both scanpaths of Q8 and Q11 are drawn
alike, first a picture and then a person, so that only the picture, and not a length or anything else, shows which
is right.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from typing import NamedTuple

import numpy as np

from dataset_builders.hvsbench.generate.annotations import AnnotatedPicture, SalientObject, SourceScanpath
from dataset_builders.hvsbench.generate.distractors import Distractor, printed
from dataset_builders.hvsbench.generate.names import Names
from dataset_builders.hvsbench.printed import article, box_text, lettered, letters, point_text
from vlmeval_hvs.benchmarks.hvsbench.questions import MOST_OPTIONS, TYPES
from vlmeval_hvs.errors import OptionError
from vlmeval_hvs.files import bundled
from vlmeval_hvs.seeding import rng

WORDINGS = ("printed", "paraphrased")  # the paper's wordings only, or paraphrases as well

MOST_PER_PICTURE = 100
LEAST_CHOICE, LARGEST_ORDER, RANKS = 3, 5, 3
"""Objects that Q1 offers at least, that Q3 has ordered at most, and ranks that Q6 and Q7 offer."""
POINTS = 4  # fixations that Q10 and Q13 offer
LEAST_LEAD = 1.15  # least ratio of the longest to the second fixation in Q10 and Q13
_TRIES = 8


class Question(NamedTuple):
    """A question about a picture."""

    text: str  # the question as a model reads it
    answer: str  # as released rows write it: letters, digits, or a JSON list of scanpaths
    source: tuple[str, ...]  # the annotations that it was made from
    participants: tuple[str, ...] = ()  # whose recordings it shows or has as answer


@dataclass(frozen=True)
class Settings:
    """What is generated.

    Attributes:
        seed: Seed of everything that is drawn.
        share: Share of the pictures for testing.
        look: Whether pictures that look alike are kept on one side.
        wording: One of `WORDINGS`.
        per_picture: Questions of a type that are tried for every picture; 1 for types that are not named.
        limit: Questions of a type at most; no limit for types that are not named.

    Raises:
        OptionError: A value is out of range; the message names it.
    """

    seed: int = 0
    share: float = 0.1
    look: bool = True
    wording: str = "printed"
    per_picture: Mapping[str, int] = field(default_factory=dict)
    limit: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.wording not in WORDINGS:
            raise OptionError(f"wording {self.wording!r}: must be one of {', '.join(WORDINGS)}")
        if not 0 <= self.share <= 1:
            raise OptionError(f"share {self.share}: must be from 0 to 1")
        for name, counts in (("per-picture", self.per_picture), ("limit", self.limit)):
            for kind, number in counts.items():
                if kind not in TYPES:
                    raise OptionError(f"{name} {kind}={number}: must be for one of {', '.join(TYPES)}")
                if number < 0:
                    raise OptionError(f"{name} {kind}={number}: must be at least 0")
        if max(self.per_picture.values(), default=0) > MOST_PER_PICTURE:
            raise OptionError(f"per-picture: must be at most {MOST_PER_PICTURE}")


@cache
def templates(wording: str) -> Mapping[str, Sequence[str]]:
    """Templates of every question type: those that the paper prints, or these and paraphrases."""
    paper = bundled("dataset_builders.hvsbench", "templates.json")
    paraphrases = {} if wording == "printed" else bundled(__package__, "paraphrases.json")
    return {kind: [*paper[kind], *paraphrases.get(kind, ())] for kind in TYPES}


Other = Callable[[str, np.random.Generator], Distractor | None]
"""Draws a scanpath of another picture by what was searched for, "" for free viewing; None where there is none."""


class Asking(NamedTuple):
    """The material of a question."""

    picture: AnnotatedPicture  # the picture
    naming: Callable[[SalientObject], str]  # name of an object in a question, "" where it has none that may be used
    other: Other  # draws the wrong options of Q8 and Q11
    wording: str  # one of `WORDINGS`
    draw: np.random.Generator  # random numbers of this question

    def text(self, kind: str, **words: str) -> str:
        """A question type in one of its wordings, filled with words."""
        known = templates(self.wording)[kind]
        return known[int(self.draw.integers(len(known)))].format(**words)

    def person(self, path: SourceScanpath) -> str:
        """Who a scanpath is of, unique among all sources."""
        return f"{self.picture.dataset}/{path.participant}"


def questions(
    picture: AnnotatedPicture, settings: Settings, names: Names, other: Other
) -> Iterator[tuple[str, int, Question]]:
    """All questions that a picture permits: type, number among those of the type, question.

    Whatever is drawn is a function of the seed, the picture and the type; of Q8 and Q11 also the wrong option depends
    on which other pictures there are.
    """
    for kind in TYPES:
        texts = set()
        for number in range(settings.per_picture.get(kind, 1) if settings.limit.get(kind, 1) else 0):
            draw = rng(settings.seed, picture.dataset, picture.name, kind, number)
            question = ask(kind, Asking(picture, partial(names.of, picture), other, settings.wording, draw))
            if question and question.text not in texts:
                texts.add(question.text)
                yield kind, number, question


def ask(kind: str, asking: Asking) -> Question | None:
    """A question of a type; None where the picture permits none."""
    return _MAKERS[kind](kind, asking)


def _count(kind: str, asking: Asking) -> Question | None:
    """Q2: how many salient objects there are."""
    objects = asking.picture.objects
    if not asking.picture.counted or not objects:
        return None
    return Question(asking.text(kind), str(len(objects)), tuple(one.source for one in objects))


def _ranked(picture: AnnotatedPicture) -> tuple[list[SalientObject], list[SalientObject | None]]:
    """The objects that may be asked about, and those of the first three ranks.

    The first have a rank of their own and a box that reads like no other, the most salient first; the others are None
    where one may not be asked about, and none where these ranks are not all there once.
    """
    ranks = Counter(one.rank for one in picture.objects if one.rank is not None)
    boxes = Counter(box_text(one.box) for one in picture.objects)
    usable = {
        one.rank: one
        for one in picture.objects
        if one.rank is not None and ranks[one.rank] == 1 and boxes[box_text(one.box)] == 1 and _has_area(one)
    }
    top = range(1, RANKS + 1)
    complete = all(ranks[rank] == 1 for rank in top)
    return [usable[rank] for rank in sorted(usable)], [usable.get(rank) for rank in top] if complete else []


def _has_area(one: SalientObject) -> bool:
    left, top, right, bottom = box_text(one.box).split(",")
    return left != right and top != bottom


def _most_salient(kind: str, asking: Asking) -> Question | None:
    """Q1: the most salient object of the picture among all others, or as many as there are letters."""
    objects, _ = _ranked(asking.picture)
    if len(objects) < LEAST_CHOICE or objects[0].rank != 1:
        return None
    others = objects[1:]
    if len(objects) > len(MOST_OPTIONS):
        others = [others[k] for k in asking.draw.choice(len(others), len(MOST_OPTIONS) - 1, replace=False)]
    return _boxes(kind, [objects[0], *others], asking)


def _order(kind: str, asking: Asking) -> Question | None:
    """Q3: the order of all objects, or of five of them."""
    objects, _ = _ranked(asking.picture)
    if len(objects) > LARGEST_ORDER:
        objects = _some(objects, LARGEST_ORDER, asking.draw)
    return _boxes(kind, objects, asking) if len(objects) > 1 else None


def _pair(kind: str, asking: Asking) -> Question | None:
    """Q4 and Q5: the more salient one of two objects, by their boxes or by their names."""
    objects, _ = _ranked(asking.picture)
    if len(objects) < 2:
        return None
    two = _some(objects, 2, asking.draw)
    if kind == "Q4":
        return _boxes(kind, two, asking)
    names = [asking.naming(one) for one in two]
    if not all(names) or names[0].casefold() == names[1].casefold():
        return None
    places = asking.draw.permutation(2)
    first, second = (names[k] for k in places)
    text = asking.text(kind, first=first, second=second, letters=letters(2))
    return Question(text, MOST_OPTIONS[int(np.argmin(places))], tuple(one.source for one in two))


def _rank(kind: str, asking: Asking) -> Question | None:
    """Q6 and Q7: which of the first three ranks an object has, by its box or by its name."""
    _, top = _ranked(asking.picture)
    one = top[int(asking.draw.integers(RANKS))] if top else None
    name = asking.naming(one) if one and kind == "Q7" else ""
    if one is None or (kind == "Q7" and not name):
        return None
    text = asking.text(kind, box=box_text(one.box), name=name, letters=letters(RANKS))
    return Question(text, MOST_OPTIONS[(one.rank or 1) - 1], (one.source,))


def _some(objects: Sequence[SalientObject], number: int, draw: np.random.Generator) -> list[SalientObject]:
    """Some of the objects, in their order."""
    return [objects[k] for k in sorted(draw.choice(len(objects), number, replace=False))]


def _boxes(kind: str, objects: Sequence[SalientObject], asking: Asking) -> Question:
    """A question whose options are boxes; the answer is the letter of the first rank, of Q3 all in order of rank."""
    places = asking.draw.permutation(len(objects))
    options = lettered(box_text(objects[k].box) for k in places)
    text = asking.text(kind, options=options, letters=letters(len(objects)))
    by_rank = sorted(range(len(objects)), key=lambda k: objects[k].rank or 0)
    letter = {int(k): MOST_OPTIONS[place] for place, k in enumerate(places)}
    answer = "".join(letter[k] for k in (by_rank if kind == "Q3" else by_rank[:1]))
    return Question(text, answer, tuple(one.source for one in objects))


def _drawn_paths(kind: str, asking: Asking) -> list[SourceScanpath]:
    """The scanpaths of free viewing, or of the search for one of the targets of the picture."""
    paths, known = asking.picture.scanpaths, [""]
    if TYPES[kind].field == "Searching":
        known = sorted({path.target for path in paths if path.target})
        known = known and [known[int(asking.draw.integers(len(known)))]]
    return [path for path in paths if path.target in known]


def _which(kind: str, asking: Asking) -> Question | None:
    """Q8 and Q11: which scanpath was made on this picture; the other one was made on another picture."""
    usable = [(path, text) for path in _drawn_paths(kind, asking) if (text := printed(path))]
    if not usable:
        return None
    path, right = usable[int(asking.draw.integers(len(usable)))]
    wrong = asking.other(path.target, asking.draw)
    if wrong is None or wrong.text == right:
        return None
    first = bool(asking.draw.integers(2))
    options = lettered((right, wrong.text) if first else (wrong.text, right))
    text = asking.text(kind, options=options, letters=letters(2), **_search(path))
    people = tuple(dict.fromkeys((asking.person(path), wrong.participant)))
    return Question(text, "A" if first else "B", (path.source, wrong.source), people)


def _scanpaths(kind: str, asking: Asking) -> Question | None:
    """Q9 and Q12: a scanpath; the answer are those of all people who did this on the picture."""
    paths = [path for path in _drawn_paths(kind, asking) if path.x]
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
    people = tuple(dict.fromkeys(map(asking.person, paths)))
    text = asking.text(kind, **_search(paths[0]))
    return Question(text, json.dumps(answer), tuple(path.source for path in paths), people)


def _longest(kind: str, asking: Asking) -> Question | None:
    """Q10 and Q13: which of four fixations of a scanpath was the longest; it leads clearly."""
    usable = [path for path in _drawn_paths(kind, asking) if len(path.x) >= POINTS and min(path.t) > 0]
    for _ in range(_TRIES if usable else 0):
        path = usable[int(asking.draw.integers(len(usable)))]
        places = asking.draw.choice(len(path.x), POINTS, replace=False)
        points = [point_text(path.x[k], path.y[k]) for k in places]
        times = [path.t[k] for k in places]
        second, first = sorted(times)[-2:]
        if len(set(points)) == POINTS and first >= LEAST_LEAD * second:
            options = lettered(points, "")
            text = asking.text(kind, options=options, letters=letters(POINTS), **_search(path))
            return Question(text, MOST_OPTIONS[times.index(first)], (path.source,), (asking.person(path),))
    return None


def _search(path: SourceScanpath) -> dict[str, str]:
    return {"target": path.target, "article": article(path.target)} if path.target else {}


_MAKERS: dict[str, Callable[[str, Asking], Question | None]] = {
    **{"Q1": _most_salient, "Q2": _count, "Q3": _order, "Q4": _pair, "Q5": _pair, "Q6": _rank, "Q7": _rank},
    **{"Q8": _which, "Q9": _scanpaths, "Q10": _longest, "Q11": _which, "Q12": _scanpaths, "Q13": _longest},
}
