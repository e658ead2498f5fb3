"""Questions Q1 to Q7, about the salient objects of a picture (HVSBench paper, section 3.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from dataset_builders.hvsbench.generate.annotations import AnnotatedPicture, SalientObject
from dataset_builders.hvsbench.generate.question import Question, worded
from dataset_builders.hvsbench.printed import box_text, lettered, letters
from vlmeval_hvs.benchmarks.hvsbench.questions import MOST_OPTIONS

LEAST_CHOICE, LARGEST_ORDER, RANKS = 3, 5, 3
"""Objects that Q1 offers at least, that Q3 has ordered at most, and ranks that Q6 and Q7 offer."""

Naming = Callable[[SalientObject], str]
"""What an object may be called in a question, "" where it has no name that may be used."""


class Ranked(NamedTuple):
    """The objects of a picture that may be asked about.

    Attributes:
        objects: Those with a rank of their own and a box that reads like no other, the most salient first.
        top: The objects of the first three ranks, None for one that may not be asked about; empty where these ranks are
            not all there once.
    """

    objects: list[SalientObject]
    top: list[SalientObject | None]


def ranked(picture: AnnotatedPicture) -> Ranked:
    """The objects of a picture that may be asked about; none where the picture is not ranked."""
    ranks = Counter(one.rank for one in picture.objects if one.rank is not None)
    boxes = Counter(box_text(one.box) for one in picture.objects)
    usable = {
        one.rank: one
        for one in picture.objects
        if one.rank is not None and ranks[one.rank] == 1 and boxes[box_text(one.box)] == 1 and _has_area(one)
    }
    complete = all(ranks[rank] == 1 for rank in range(1, RANKS + 1))
    return Ranked(
        [usable[rank] for rank in sorted(usable)],
        [usable.get(rank) for rank in range(1, RANKS + 1)] if complete else [],
    )


def _has_area(one: SalientObject) -> bool:
    left, top, right, bottom = box_text(one.box).split(",")
    return left != right and top != bottom


def most_salient(found: Ranked, wording: str, draw: np.random.Generator) -> Question | None:
    """Q1: the most salient object of the picture among all others, or as many as there are letters."""
    objects = found.objects
    if len(objects) < LEAST_CHOICE or objects[0].rank != 1:
        return None
    others = objects[1:]
    if len(objects) > len(MOST_OPTIONS):
        others = [others[k] for k in draw.choice(len(others), len(MOST_OPTIONS) - 1, replace=False)]
    return _boxes("Q1", [objects[0], *others], wording, draw)


def count(picture: AnnotatedPicture, wording: str, draw: np.random.Generator) -> Question | None:
    """Q2: how many salient objects there are."""
    if not picture.counted or not picture.objects:
        return None
    source = tuple(one.source for one in picture.objects)
    return Question(worded("Q2", wording, draw), str(len(picture.objects)), source)


def order(found: Ranked, wording: str, draw: np.random.Generator) -> Question | None:
    """Q3: the order of all objects, or of five of them."""
    objects = found.objects
    if len(objects) > LARGEST_ORDER:
        objects = [objects[k] for k in sorted(draw.choice(len(objects), LARGEST_ORDER, replace=False))]
    return _boxes("Q3", objects, wording, draw) if len(objects) > 1 else None


def pair(found: Ranked, wording: str, draw: np.random.Generator) -> Question | None:
    """Q4: the more salient one of two objects."""
    two = _two(found.objects, draw)
    return _boxes("Q4", two, wording, draw) if two else None


def named_pair(found: Ranked, naming: Naming, wording: str, draw: np.random.Generator) -> Question | None:
    """Q5: the more salient one of two objects, by their names."""
    two = _two(found.objects, draw)
    names = [naming(one) for one in two]
    if not two or not all(names) or names[0].casefold() == names[1].casefold():
        return None
    places = draw.permutation(2)
    first, second = (names[k] for k in places)
    text = worded("Q5", wording, draw, first=first, second=second, letters=letters(2))
    return Question(text, MOST_OPTIONS[int(np.argmin(places))], tuple(one.source for one in two))


def rank(found: Ranked, wording: str, draw: np.random.Generator) -> Question | None:
    """Q6: which of the first three ranks the object in a box has."""
    one = found.top[int(draw.integers(RANKS))] if found.top else None
    if one is None:
        return None
    text = worded("Q6", wording, draw, box=box_text(one.box), letters=letters(RANKS))
    return Question(text, _rank_letter(one), (one.source,))


def named_rank(found: Ranked, naming: Naming, wording: str, draw: np.random.Generator) -> Question | None:
    """Q7: which of the first three ranks an object has, by its name."""
    one = found.top[int(draw.integers(RANKS))] if found.top else None
    name = naming(one) if one else ""
    if one is None or not name:
        return None
    return Question(worded("Q7", wording, draw, name=name, letters=letters(RANKS)), _rank_letter(one), (one.source,))


def _rank_letter(one: SalientObject) -> str:
    return MOST_OPTIONS[(one.rank or 1) - 1]


def _two(objects: Sequence[SalientObject], draw: np.random.Generator) -> list[SalientObject]:
    """Two objects, the more salient one first; none where there are not two."""
    if len(objects) < 2:
        return []
    return [objects[k] for k in sorted(draw.choice(len(objects), 2, replace=False))]


def _boxes(kind: str, objects: Sequence[SalientObject], wording: str, draw: np.random.Generator) -> Question:
    """A question whose options are boxes; the answer is the letter of the first rank, of Q3 all in order of rank."""
    places = draw.permutation(len(objects))
    options = lettered(box_text(objects[k].box) for k in places)
    text = worded(kind, wording, draw, options=options, letters=letters(len(objects)))
    by_rank = sorted(range(len(objects)), key=lambda k: objects[k].rank or 0)
    letter = {int(k): MOST_OPTIONS[place] for place, k in enumerate(places)}
    answer = "".join(letter[k] for k in (by_rank if kind == "Q3" else by_rank[:1]))
    return Question(text, answer, tuple(one.source for one in objects))
