"""All questions about one annotated picture (HVSBench paper, section 3.2), in the wordings that the paper prints.

Scanpaths are shown as recorded, up to as many fixations as Q9 and Q12 ask for. Both scanpaths of Q8 and Q11 are drawn
alike, first a picture and then a person, so that only the picture, and not a length or anything else, shows which
is right.
"""

from __future__ import annotations

import hashlib
import json
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from dataset_builders.hvsbench.generate.annotations import AnnotatedPicture, SalientObject, SourceScanpath
from dataset_builders.hvsbench.generate.names import Names
from dataset_builders.hvsbench.printed import article, box_text, lettered, letters, path_text, point_text
from vlmeval_hvs.benchmarks.hvsbench.questions import MOST_OPTIONS, TYPES
from vlmeval_hvs.files import bundled
from vlmeval_hvs.seeding import rng

LEAST_CHOICE, LARGEST_ORDER, RANKS = 3, 5, 3
"""Objects that Q1 offers at least, that Q3 has ordered at most, and ranks that Q6 and Q7 offer."""
POINTS = 4  # fixations that Q10 and Q13 offer
LEAST_LEAD = 1.15  # least ratio of the longest to the second fixation in Q10 and Q13
LONGEST = {"free": 14, "search": 6}  # fixations that Q8 and Q11 show at most: as many as Q9 and Q12 ask for
FEWEST = 3  # and at least: scanpaths of fewer cannot be compared by MultiMatch

_TRIES = 8
_ON_RING = 8  # points of a picture on the ring of `Distractors`; more even out how often each picture is taken
_ANY = "\0"  # stands for all searches, whatever the target
_END = 2**63


class Question(NamedTuple):
    """A question about a picture."""

    text: str  # the question as a model reads it
    answer: str  # as released rows write it: letters, digits, or a JSON list of scanpaths
    source: tuple[str, ...]  # the annotations that it was made from
    participants: tuple[str, ...] = ()  # whose recordings it shows or has as answer


class Distractor(NamedTuple):
    """A scanpath as questions print it, whose it is, and the annotation that it comes from."""

    text: str
    participant: str
    source: str


Other = Callable[[str, np.random.Generator], Distractor | None]
"""Draws a scanpath of another picture by what was searched for, "" for free viewing; None where there is none."""


class Asking(NamedTuple):
    """The material of a question."""

    kind: str  # its type
    picture: AnnotatedPicture
    names: Names  # of objects
    other: Other  # draws the wrong options of Q8 and Q11
    draw: np.random.Generator  # random numbers of this question

    def text(self, **words: str) -> str:
        """The question in one of its wordings, filled with words."""
        known = bundled("dataset_builders.hvsbench", "templates.json")[self.kind]
        return known[int(self.draw.integers(len(known)))].format(**words)

    def person(self, path: SourceScanpath) -> str:
        """Who a scanpath is of, unique among all sources."""
        return f"{self.picture.dataset}/{path.participant}"

    def some(self, objects: Sequence[SalientObject], number: int) -> list[SalientObject]:
        """Some of the objects, in their order."""
        return [objects[k] for k in sorted(self.draw.choice(len(objects), number, replace=False))]


def questions(picture: AnnotatedPicture, seed: int, names: Names, other: Other) -> Iterator[tuple[str, Question]]:
    """A question of each type that a picture permits.

    Whatever is drawn is a function of the seed, the picture and the type; of Q8 and Q11 also the wrong option depends
    on which other pictures there are.
    """
    for kind in TYPES:
        draw = rng(seed, picture.dataset, picture.name, kind, 0)
        if question := ask(Asking(kind, picture, names, other, draw)):
            yield kind, question


def ask(asking: Asking) -> Question | None:
    """A question; None where the picture permits none."""
    return _MAKERS[asking.kind](asking)


def _count(asking: Asking) -> Question | None:
    """Q2: how many salient objects there are."""
    objects = asking.picture.objects
    if not asking.picture.counted or not objects:
        return None
    return Question(asking.text(), str(len(objects)), tuple(one.source for one in objects))


def _ranked(picture: AnnotatedPicture) -> tuple[list[SalientObject], list[SalientObject | None]]:
    """The objects that may be asked about, and those of the first three ranks.

    The first have a rank of their own and a box that reads like no other, the most salient first; the others are None
    where one may not be asked about, and none where these ranks are not all there once.
    """
    ranks = Counter(one.rank for one in picture.objects if one.rank is not None)
    boxes = Counter(box_text(one.box) for one in picture.objects)
    usable = {}
    for one in picture.objects:
        left, top, right, bottom = (text := box_text(one.box)).split(",")
        if one.rank is not None and ranks[one.rank] == boxes[text] == 1 and left != right and top != bottom:
            usable[one.rank] = one
    top_ranks = range(1, RANKS + 1)
    complete = all(ranks[rank] == 1 for rank in top_ranks)
    return [usable[rank] for rank in sorted(usable)], [usable.get(rank) for rank in top_ranks] if complete else []


def _most_salient(asking: Asking) -> Question | None:
    """Q1: the most salient object of the picture among all others, or as many as there are letters."""
    objects, _ = _ranked(asking.picture)
    if len(objects) < LEAST_CHOICE or objects[0].rank != 1:
        return None
    others = objects[1:]
    if len(objects) > len(MOST_OPTIONS):
        others = [others[k] for k in asking.draw.choice(len(others), len(MOST_OPTIONS) - 1, replace=False)]
    return _boxes([objects[0], *others], asking)


def _order(asking: Asking) -> Question | None:
    """Q3: the order of all objects, or of five of them."""
    objects, _ = _ranked(asking.picture)
    if len(objects) > LARGEST_ORDER:
        objects = asking.some(objects, LARGEST_ORDER)
    return _boxes(objects, asking) if len(objects) > 1 else None


def _pair(asking: Asking) -> Question | None:
    """Q4 and Q5: the more salient one of two objects, by their boxes or by their names."""
    objects, _ = _ranked(asking.picture)
    if len(objects) < 2:
        return None
    two = asking.some(objects, 2)
    if asking.kind == "Q4":
        return _boxes(two, asking)
    names = [asking.names.of(asking.picture, one) for one in two]
    if not all(names) or names[0].casefold() == names[1].casefold():
        return None
    places = asking.draw.permutation(2)
    first, second = (names[k] for k in places)
    text = asking.text(first=first, second=second, letters=letters(2))
    return Question(text, MOST_OPTIONS[int(np.argmin(places))], tuple(one.source for one in two))


def _rank(asking: Asking) -> Question | None:
    """Q6 and Q7: which of the first three ranks an object has, by its box or by its name."""
    _, top = _ranked(asking.picture)
    one = top[int(asking.draw.integers(RANKS))] if top else None
    name = asking.names.of(asking.picture, one) if one and asking.kind == "Q7" else ""
    if one is None or (asking.kind == "Q7" and not name):
        return None
    text = asking.text(box=box_text(one.box), name=name, letters=letters(RANKS))
    return Question(text, MOST_OPTIONS[(one.rank or 1) - 1], (one.source,))


def _boxes(objects: Sequence[SalientObject], asking: Asking) -> Question:
    """A question whose options are boxes; the answer is the letter of the first rank, of Q3 all in order of rank."""
    places = asking.draw.permutation(len(objects))
    options = lettered(box_text(objects[k].box) for k in places)
    text = asking.text(options=options, letters=letters(len(objects)))
    by_rank = sorted(range(len(objects)), key=lambda k: objects[k].rank or 0)
    letter = {int(k): MOST_OPTIONS[place] for place, k in enumerate(places)}
    answer = "".join(letter[k] for k in (by_rank if asking.kind == "Q3" else by_rank[:1]))
    return Question(text, answer, tuple(one.source for one in objects))


def _drawn_paths(asking: Asking) -> list[SourceScanpath]:
    """The scanpaths of free viewing, or of the search for one of the targets of the picture."""
    paths, target = asking.picture.scanpaths, ""
    if TYPES[asking.kind].field == "Searching":
        known = sorted({path.target for path in paths if path.target})
        if not known:
            return []
        target = known[int(asking.draw.integers(len(known)))]
    return [path for path in paths if path.target == target]


def _which(asking: Asking) -> Question | None:
    """Q8 and Q11: which scanpath was made on this picture; the other one was made on another picture."""
    usable = [(path, text) for path in _drawn_paths(asking) if (text := printed(path))]
    if not usable:
        return None
    path, right = usable[int(asking.draw.integers(len(usable)))]
    wrong = asking.other(path.target, asking.draw)
    if wrong is None or wrong.text == right:
        return None
    first = bool(asking.draw.integers(2))
    options = lettered((right, wrong.text) if first else (wrong.text, right))
    text = asking.text(options=options, letters=letters(2), **_search(path))
    people = tuple(dict.fromkeys((asking.person(path), wrong.participant)))
    return Question(text, "A" if first else "B", (path.source, wrong.source), people)


def _scanpaths(asking: Asking) -> Question | None:
    """Q9 and Q12: a scanpath; the answer are those of all people who did this on the picture."""
    paths = [path for path in _drawn_paths(asking) if path.x]
    if not paths:
        return None
    numbers = [{"X": (path.x, 4), "Y": (path.y, 4), "T": (path.t, 1)} for path in paths]
    answer = [{axis: [round(value, n) for value in values] for axis, (values, n) in one.items()} for one in numbers]
    people = tuple(dict.fromkeys(map(asking.person, paths)))
    text = asking.text(**_search(paths[0]))
    return Question(text, json.dumps(answer), tuple(path.source for path in paths), people)


def _longest(asking: Asking) -> Question | None:
    """Q10 and Q13: which of four fixations of a scanpath was the longest; it leads clearly."""
    usable = [path for path in _drawn_paths(asking) if len(path.x) >= POINTS and min(path.t) > 0]
    for _ in range(_TRIES if usable else 0):
        path = usable[int(asking.draw.integers(len(usable)))]
        places = asking.draw.choice(len(path.x), POINTS, replace=False)
        points = [point_text(path.x[k], path.y[k]) for k in places]
        times = [path.t[k] for k in places]
        second, first = sorted(times)[-2:]
        if len(set(points)) == POINTS and first >= LEAST_LEAD * second:
            text = asking.text(options=lettered(points, ""), letters=letters(POINTS), **_search(path))
            return Question(text, MOST_OPTIONS[times.index(first)], (path.source,), (asking.person(path),))
    return None


def _search(path: SourceScanpath) -> dict[str, str]:
    return {"target": path.target, "article": article(path.target)} if path.target else {}


_MAKERS: dict[str, Callable[[Asking], Question | None]] = {
    **{"Q1": _most_salient, "Q2": _count, "Q3": _order, "Q4": _pair, "Q5": _pair, "Q6": _rank, "Q7": _rank},
    **{"Q8": _which, "Q9": _scanpaths, "Q10": _longest, "Q11": _which, "Q12": _scanpaths, "Q13": _longest},
}


def printed(path: SourceScanpath) -> str:
    """A scanpath as Q8 and Q11 print it; "" for one that is too short, or whose durations are not all known."""
    length = LONGEST["search" if path.target else "free"]
    if len(path.x) < FEWEST or min(path.t[:length]) <= 0:
        return ""
    return path_text(path.x[:length], path.y[:length], path.t[:length])


class Distractors:
    """The scanpaths of one source, for wrong options; ``sides`` has the side of each picture by its name.

    Every picture has a few points on a ring, which are functions of the seed, its name and what was searched for. A
    question draws a point of its own and takes the next picture that may be shown with its own. A picture that is added
    therefore changes only the few questions whose next picture it becomes.
    """

    def __init__(self, pictures: Iterable[AnnotatedPicture], sides: Mapping[str, str], seed: int) -> None:
        rings: dict[tuple[str, str], list[tuple[int, tuple[str, list[Distractor]]]]] = defaultdict(list)
        for picture in pictures:
            groups: dict[str, list[Distractor]] = defaultdict(list)
            for path in picture.scanpaths:
                if text := printed(path):
                    one = Distractor(text, f"{picture.dataset}/{path.participant}", path.source)
                    groups[path.target].append(one)
            for target, scanpaths in groups.items():
                for point in _points(seed, picture.dataset, picture.name, target):
                    for key in _keys(target):
                        rings[key, sides[picture.name]].append((point, (picture.name, scanpaths)))
        self._rings = {which: sorted(ring, key=lambda member: member[0]) for which, ring in rings.items()}

    def draw(self, target: str, side: str, fits: Callable[[str], bool], draw: np.random.Generator) -> Distractor | None:
        """A scanpath on another picture of a side, in search of the same target where there is one; else None.

        ``target`` is "" for free viewing; ``fits`` is whether a picture, by its name, may be shown with the one that is
        asked about.
        """
        point, place = int(draw.integers(_END)), draw.random()
        for key in _keys(target):
            ring = self._rings.get((key, side), [])
            start = bisect_left(ring, point, key=lambda member: member[0])
            for step in range(len(ring)):
                _, (name, scanpaths) = ring[(start + step) % len(ring)]
                if fits(name):
                    return scanpaths[int(place * len(scanpaths))]
        return None


def _keys(target: str) -> tuple[str, ...]:
    return (target, _ANY) if target else ("",)


def _points(*keys: object) -> list[int]:
    digest = hashlib.blake2b("\x1f".join(map(str, keys)).encode("utf-8", "surrogatepass"), digest_size=8 * _ON_RING)
    return (np.frombuffer(digest.digest(), dtype=">u8") >> np.uint64(1)).tolist()
