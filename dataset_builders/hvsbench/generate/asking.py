"""All questions about one picture."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

import numpy as np

from dataset_builders.hvsbench.generate import fixations, objects
from dataset_builders.hvsbench.generate.annotations import AnnotatedPicture
from dataset_builders.hvsbench.generate.fixations import Other
from dataset_builders.hvsbench.generate.names import Names
from dataset_builders.hvsbench.generate.question import Question, Settings
from vlmeval_hvs.seeding import rng

_FREE, _SEARCH = ("Q8", "Q9", "Q10"), ("Q11", "Q12", "Q13")
_RANKS = ("Q1", "Q3", "Q4", "Q5", "Q6", "Q7")


class Asked(NamedTuple):
    """A question of a picture with its type, and its number among those of the type."""

    kind: str
    number: int
    question: Question


def questions(picture: AnnotatedPicture, settings: Settings, names: Names, other: Other) -> Iterator[Asked]:
    """All questions that a picture is good for.

    Whatever is drawn is a function of the seed, the picture and the type; of Q8 and Q11 also the wrong option depends
    on which other pictures there are.

    Args:
        picture: The picture.
        settings: How many questions of each type are tried, and their wording.
        names: Names objects for Q5 and Q7.
        other: Draws scanpaths of other pictures for Q8 and Q11.
    """
    possible = _possible(picture)
    found = objects.ranked(picture)
    naming = partial(names.of, picture)
    for kind, count in settings.wanted().items():
        if kind not in possible:
            continue
        texts = set()
        for number in range(count):
            draw = rng(settings.seed, picture.dataset, picture.name, kind, number)
            question = _ask(kind, picture, found, naming, other, settings.wording, draw)
            if question and question.text not in texts:
                texts.add(question.text)
                yield Asked(kind, number, question)


def _possible(picture: AnnotatedPicture) -> set[str]:
    """Types that the picture's annotations may be good for."""
    kinds = set(_RANKS) if any(one.rank is not None for one in picture.objects) else set()
    if picture.counted:
        kinds.add("Q2")
    for path in picture.scanpaths:
        kinds.update(_SEARCH if path.target else _FREE)
    return kinds


def _ask(
    kind: str,
    picture: AnnotatedPicture,
    found: objects.Ranked,
    naming: objects.Naming,
    other: Other,
    wording: str,
    draw: np.random.Generator,
) -> Question | None:
    match kind:
        case "Q1":
            return objects.most_salient(found, wording, draw)
        case "Q2":
            return objects.count(picture, wording, draw)
        case "Q3":
            return objects.order(found, wording, draw)
        case "Q4":
            return objects.pair(found, wording, draw)
        case "Q5":
            return objects.named_pair(found, naming, wording, draw)
        case "Q6":
            return objects.rank(found, wording, draw)
        case "Q7":
            return objects.named_rank(found, naming, wording, draw)
        case "Q8" | "Q11":
            return fixations.which(kind, picture, other, wording, draw)
        case "Q9" | "Q12":
            return fixations.scanpaths(kind, picture, wording, draw)
        case _:
            return fixations.longest(kind, picture, wording, draw)
