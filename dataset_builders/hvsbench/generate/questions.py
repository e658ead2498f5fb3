"""All questions about one annotated picture (HVSBench paper, section 3.2), in the wordings that the paper prints.

Q5 and Q7 name objects, and no source does, so these two are not asked. Scanpaths are shown as recorded, up to as many
fixations as Q9 and Q12 ask for. Both scanpaths of Q8 and Q11 are drawn alike, first a picture and then a person, so
that only the picture, and not a length or anything else, shows which is right.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from itertools import cycle, islice
from pathlib import PurePosixPath
from typing import NamedTuple

import numpy as np

from dataset_builders.hvsbench.generate.sources import AnnotatedPicture, SalientObject, SourceScanpath
from dataset_builders.hvsbench.generate.split import Split, key_of
from dataset_builders.hvsbench.rows import article, box_text, lettered, letters, path_text, point_text
from vlmeval_hvs.benchmarks.hvsbench.questions import MOST_OPTIONS, TYPES
from vlmeval_hvs.files import bundled
from vlmeval_hvs.seeding import rng

OBJECTS = {"Q1": (3, len(MOST_OPTIONS)), "Q3": (2, 5), "Q4": (2, 2)}
"""The least and the largest number of objects that a question offers."""
RANKS = 3  # that Q6 offers
POINTS = 4  # fixations that Q10 and Q13 offer
LEAST_LEAD = 1.15  # least ratio of the longest to the second fixation in Q10 and Q13
LONGEST = {"free": 14, "search": 6}  # fixations that Q8 and Q11 show at most: as many as Q9 and Q12 ask for
FEWEST = 3  # and at least: scanpaths of fewer cannot be compared by MultiMatch
_TRIES = 8


class Question(NamedTuple):
    """A question about a picture."""

    text: str  # the question as a model reads it
    answer: str  # as released rows write it: letters, digits, or a JSON list of scanpaths


class Distractors:
    """The scanpaths of one source, for wrong options."""

    def __init__(self, pictures: Iterable[AnnotatedPicture], division: Split) -> None:
        self._division = division
        self._known: dict[tuple[str, str], list[tuple[AnnotatedPicture, list[str]]]] = defaultdict(list)
        for picture in pictures:
            by_target: dict[str, list[str]] = defaultdict(list)
            for path in picture.scanpaths:
                if text := printed(path):
                    by_target[path.target].append(text)
            for target, paths in by_target.items():
                for key in _keys(target):
                    self._known[division.sides[key_of(picture)], key].append((picture, paths))

    def draw(self, own: AnnotatedPicture, target: str, draw: np.random.Generator) -> str:
        """A scanpath, printed, on another picture of the same side that does not look like this one; "" without any.

        It searches for the same target where one does (``target`` is "" in free viewing).
        """
        groups, file = self._division.groups, PurePosixPath(own.name).name
        for key in _keys(target):
            known = self._known[self._division.sides[key_of(own)], key]
            start, place = int(draw.integers(max(1, len(known)))), draw.random()
            for other, paths in islice(cycle(known), start, start + len(known)):
                if groups[key_of(other)] != groups[key_of(own)] and PurePosixPath(other.name).name != file:
                    return paths[int(place * len(paths))]
        return ""


def _keys(target: str) -> tuple[str, ...]:
    """The scanpaths to draw from, in turn: of the same target, then of any search."""
    return (target, "any search") if target else ("",)


class _Asking(NamedTuple):
    """The material of a question: its type, the picture, the wrong scanpaths, and random numbers of its own."""

    kind: str
    picture: AnnotatedPicture
    distractors: Distractors
    draw: np.random.Generator

    def text(self, **words: str) -> str:
        """The question in one of its wordings, filled with words."""
        known = bundled("dataset_builders.hvsbench", "templates.json")[self.kind]
        return known[int(self.draw.integers(len(known)))].format(**words)


def questions(picture: AnnotatedPicture, seed: int, distractors: Distractors) -> Iterator[tuple[str, Question]]:
    """A question of each type that a picture permits.

    Whatever is drawn is a function of the seed, the picture and the type; of Q8 and Q11 also the wrong option depends
    on which other pictures there are.
    """
    for kind, make in _MAKERS.items():
        draw = rng(seed, picture.dataset, picture.name, kind, 0)
        if question := make(_Asking(kind, picture, distractors, draw)):
            yield kind, question


def _count(asking: _Asking) -> Question | None:
    objects = asking.picture.objects
    if not asking.picture.counted or not objects:
        return None
    return Question(asking.text(), str(len(objects)))


def _usable(picture: AnnotatedPicture) -> list[SalientObject]:
    """The objects with a rank of their own and a box that reads like no other, the most salient first."""
    ranks = Counter(one.rank for one in picture.objects)
    boxes = Counter(box_text(one.box) for one in picture.objects)
    found: dict[int, SalientObject] = {}
    for one in picture.objects:
        left, top, right, bottom = (text := box_text(one.box)).split(",")
        if one.rank is not None and ranks[one.rank] == boxes[text] == 1 and left != right and top != bottom:
            found[one.rank] = one
    return [found[rank] for rank in sorted(found)]


def _boxes(asking: _Asking) -> Question | None:
    """Q1, Q3 and Q4: the most salient one of some objects (in Q1 of all), or their order, by their boxes."""
    objects, (least, most) = _usable(asking.picture), OBJECTS[asking.kind]
    if len(objects) < least or (asking.kind == "Q1" and objects[0].rank != 1):
        return None
    first = objects[: asking.kind == "Q1"]
    if len(objects) > most:
        rest = objects[len(first) :]
        chosen = sorted(asking.draw.choice(len(rest), most - len(first), replace=False))
        objects = [*first, *(rest[k] for k in chosen)]
    places = asking.draw.permutation(len(objects)).tolist()
    options = lettered(box_text(objects[k].box) for k in places)
    order = [MOST_OPTIONS[places.index(k)] for k in range(len(objects))]
    answer = "".join(order if asking.kind == "Q3" else order[:1])
    return Question(asking.text(options=options, letters=letters(len(objects))), answer)


def _rank(asking: _Asking) -> Question | None:
    """Q6: which of the first three ranks an object has, where these ranks are all there once."""
    ranks, rank = Counter(one.rank for one in asking.picture.objects), int(asking.draw.integers(RANKS)) + 1
    one = next((one for one in _usable(asking.picture) if one.rank == rank), None)
    if one is None or any(ranks[other] != 1 for other in range(1, RANKS + 1)):
        return None
    return Question(asking.text(box=box_text(one.box), letters=letters(RANKS)), MOST_OPTIONS[rank - 1])


def _paths(asking: _Asking) -> list[SourceScanpath]:
    """The scanpaths of free viewing, or of the search for one of the targets of the picture."""
    paths, target = asking.picture.scanpaths, ""
    if TYPES[asking.kind].field == "Searching":
        known = sorted({path.target for path in paths if path.target})
        if not known:
            return []
        target = known[int(asking.draw.integers(len(known)))]
    return [path for path in paths if path.target == target]


def _which(asking: _Asking) -> Question | None:
    """Q8 and Q11: which scanpath was made on this picture; the other one was made on another picture."""
    usable = [(path, text) for path in _paths(asking) if (text := printed(path))]
    if not usable:
        return None
    path, right = usable[int(asking.draw.integers(len(usable)))]
    wrong = asking.distractors.draw(asking.picture, path.target, asking.draw)
    if wrong in ("", right):
        return None
    first = bool(asking.draw.integers(2))
    options = lettered((right, wrong) if first else (wrong, right))
    return Question(asking.text(options=options, letters=letters(2), **_search(path)), "A" if first else "B")


def _scanpaths(asking: _Asking) -> Question | None:
    """Q9 and Q12: a scanpath; the answer are those of all people who did this on the picture."""
    paths = [path for path in _paths(asking) if path.x]
    if not paths:
        return None
    numbers = [{"X": (path.x, 4), "Y": (path.y, 4), "T": (path.t, 1)} for path in paths]
    answer = [{axis: [round(value, n) for value in values] for axis, (values, n) in one.items()} for one in numbers]
    return Question(asking.text(**_search(paths[0])), json.dumps(answer))


def _longest(asking: _Asking) -> Question | None:
    """Q10 and Q13: which of four fixations of a scanpath was the longest; it leads clearly."""
    usable = [path for path in _paths(asking) if len(path.x) >= POINTS and min(path.t) > 0]
    for _ in range(_TRIES if usable else 0):
        path = usable[int(asking.draw.integers(len(usable)))]
        places = asking.draw.choice(len(path.x), POINTS, replace=False)
        points = [point_text(path.x[k], path.y[k]) for k in places]
        times = [path.t[k] for k in places]
        second, first = sorted(times)[-2:]
        if len(set(points)) == POINTS and first >= LEAST_LEAD * second:
            text = asking.text(options=lettered(points, ""), letters=letters(POINTS), **_search(path))
            return Question(text, MOST_OPTIONS[times.index(first)])
    return None


_MAKERS: dict[str, Callable[[_Asking], Question | None]] = {
    **{"Q1": _boxes, "Q2": _count, "Q3": _boxes, "Q4": _boxes, "Q6": _rank},
    **{"Q8": _which, "Q9": _scanpaths, "Q10": _longest, "Q11": _which, "Q12": _scanpaths, "Q13": _longest},
}


def _search(path: SourceScanpath) -> dict[str, str]:
    return {"target": path.target, "article": article(path.target)} if path.target else {}


def printed(path: SourceScanpath) -> str:
    """A scanpath as Q8 and Q11 print it; "" for one that is too short, or whose durations are not all known."""
    length = LONGEST["search" if path.target else "free"]
    if len(path.x) < FEWEST or min(path.t[:length]) <= 0:
        return ""
    return path_text(path.x[:length], path.y[:length], path.t[:length])
