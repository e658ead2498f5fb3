"""The demo set of HVSBench: thirteen question types on photographs that scikit-image ships.

Objects, names and captions were annotated by hand (``demo_photos.json``); where observers look comes from
``simulated_attention``. An object is the more salient the longer the observers look at it, and salient at all when at
least half of them do. Wording: the printed templates (``templates.json``); option rules: HVSBench paper, section 3.2.
Everything is a function of this package's code and data: no network, no clock, no global random state.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dataset_builders.download import photograph
from dataset_builders.hvsbench.rows import article, box_text, lettered, letters, make_row, path_text, place, point_text
from dataset_builders.simulated_attention import Box, Scanpath, dwell, observe, priority_map
from vlmeval_hvs.benchmarks.hvsbench.questions import TYPES
from vlmeval_hvs.files import bundled, read_rgb
from vlmeval_hvs.seeding import rng
from vlmeval_hvs.sets import Manifest, SetWriter

ROWS_PER_TYPE = 20
OBSERVERS = 10
SOURCE = "photographs of scikit-image, simulated observers"
LICENCE = "photographs as in scikit-image's data/README.txt; questions as this package"
_LEAST_INSIDE = 0.8  # share of a box that a view must show for the object to count as being in it
_ROUNDS = 12  # passes over the views; each pass asks something else about them
_LEAST_LEAD = 1.15  # of one looking time over the next, for a question to have a clear answer
_TRIES = 20

Draw = np.random.Generator


def build(set_name: str, source: Path | None, root: Path) -> Manifest:
    """Build the demo set in the folder of all sets; ``source`` is ignored, because scikit-image has the photographs."""
    del source
    views, templates = list(load_views()), bundled(__package__, "templates.json")
    with SetWriter(set_name, root, source=SOURCE, licence=LICENCE) as writer:
        writer.note("observers", f"{OBSERVERS} simulated per image (dataset_builders/simulated_attention.py)")
        numbers = count()
        images: dict[str, str] = {}
        for kind in TYPES:
            for question in islice(questions(kind, views, templates[kind]), ROWS_PER_TYPE):
                view = question.view
                released = {
                    "question": question.text, "question_type": kind, "answer": question.answer,
                    "answer_type": TYPES[kind].kind, "category": TYPES[kind].field, "split": "test",
                    "real_image_path": f"skimage/data/{view.photo}",
                    "origin_dataset": "scikit-image, simulated observers",
                }  # fmt: skip
                if view.name not in images:
                    images[view.name] = writer.array(f"images/{view.name}.png", view.pixels)
                size = (view.pixels.shape[1], view.pixels.shape[0])
                row = place(make_row(next(numbers), released, images[view.name], size))
                texts = dict(zip(("caption_short", "caption_detailed"), view.texts, strict=True))
                writer.row({**row, "human_answers": json.dumps(question.humans), **texts})
    return writer.manifest


@dataclass(frozen=True)
class View:
    """A photograph or a part of it, with its objects and the scanpaths of simulated observers."""

    name: str  # photograph and number of the view
    photo: str  # file name of the photograph
    pixels: NDArray[np.uint8]  # (h, w, 3) RGB
    names: tuple[str, ...]  # of the objects
    boxes: tuple[Box, ...]  # relative to the view
    priority: NDArray[np.float64]  # where observers tend to look (`priority_map`)
    watching: tuple[Scanpath, ...]  # free-viewing scanpaths, one per observer
    looks: NDArray[np.float64]  # (observers, objects) dwell times in ms while free viewing
    texts: tuple[str, str]  # short caption and detailed description

    @property
    def salient(self) -> list[int]:
        """Objects that at least half of the observers looked at, the longest looked at first."""
        seen = (self.looks > 0).mean(axis=0) >= 0.5
        return [k for k in np.argsort(-self.looks.mean(axis=0), kind="stable") if seen[k]]

    @property
    def named(self) -> list[int]:
        """Objects with a name of their own."""
        return [k for k, name in enumerate(self.names) if self.names.count(name) == 1]

    def leads(self, ranked: Sequence[int], number: int) -> bool:
        """Whether each of the first objects was clearly looked at longer than the next one."""
        mean = self.looks.mean(axis=0)[list(ranked)]
        return bool((mean[:-1] > _LEAST_LEAD * mean[1:])[:number].all())

    def search(self, target: int) -> list[Scanpath]:
        """Scanpaths of all observers in search of one object."""
        draws = (rng(0, self.name, "search", target, who) for who in range(OBSERVERS))
        return [observe(self.priority, draw, 10, self.boxes[target]) for draw in draws]


def load_views() -> Iterator[View]:
    """All views with their simulated observers."""
    for photo, info in bundled(__package__, "demo_photos.json")["photos"].items():
        pixels = read_rgb(photograph(photo))
        for number, (left, top, right, bottom) in enumerate(info["views"]):
            cropped = [(o, _crop(o["box"], (left, top, right, bottom))) for o in info["objects"]]
            shown = [(o, box) for o, box in cropped if box is not None]
            part = np.ascontiguousarray(pixels[top:bottom, left:right])
            boxes, name = tuple(box for _, box in shown), f"{photo.split('.')[0]}_{number}"
            priority = priority_map(part, boxes, [o["interest"] for o, _ in shown])
            watching = tuple(observe(priority, rng(0, name, "watch", who)) for who in range(OBSERVERS))
            looks = np.array([dwell(path, boxes) for path in watching])
            names, texts = tuple(o["name"] for o, _ in shown), (info["caption"], info["description"])
            yield View(name, photo, part, names, boxes, priority, watching, looks, texts)


def _crop(box: list[int], view: tuple[int, int, int, int]) -> Box | None:
    """A box relative to a view that shows most of it."""
    x1, y1, x2, y2 = max(box[0], view[0]), max(box[1], view[1]), min(box[2], view[2]), min(box[3], view[3])
    area = (box[2] - box[0]) * (box[3] - box[1])
    if x2 <= x1 or y2 <= y1 or (x2 - x1) * (y2 - y1) < _LEAST_INSIDE * area:
        return None
    width, height = view[2] - view[0], view[3] - view[1]
    return (x1 - view[0]) / width, (y1 - view[1]) / height, (x2 - view[0]) / width, (y2 - view[1]) / height


class Question(NamedTuple):
    """A question about a view: its text, its answer as released rows write it, and each observer's own answer."""

    view: View
    text: str
    answer: str
    humans: Sequence[str] = ()


def questions(kind: str, views: Sequence[View], templates: list[str]) -> Iterator[Question]:
    """Questions of a type about the views, several times around, each once."""
    asked: set[tuple[str, str]] = set()
    for turn in range(_ROUNDS):
        for number in rng(0, kind, turn).permutation(len(views)):
            draw = rng(0, kind, turn, views[number].name)
            question = _ask(kind, views[number], views, templates, draw)
            if question and (question.view.name, question.text) not in asked:
                asked.add((question.view.name, question.text))
                yield question


def _ask(kind: str, view: View, views: Sequence[View], templates: list[str], draw: Draw) -> Question | None:
    if kind == "Q2":
        return Question(view, templates[0], str(len(view.salient))) if view.salient else None
    if kind in ("Q6", "Q7"):
        return _rank(view, templates[0], draw, kind == "Q7")
    if TYPES[kind].field not in ("FreeViewing", "Searching"):
        least, most, clear = {"Q1": (3, 6, 1), "Q3": (3, 5, 5)}.get(kind, (2, 2, 1))
        chosen = _pick(view, draw, least, most, clear, kind == "Q5")
        return _letters(view, draw, templates, chosen, kind == "Q3") if chosen else None
    paths: Sequence[Scanpath] = view.watching
    words: dict[str, str] = {}
    if TYPES[kind].field == "Searching":
        if not view.named:
            return None
        target = int(draw.choice(view.named))
        paths, words = view.search(target), {"target": view.names[target], "article": article(view.names[target])}
    if TYPES[kind].kind == "scanpath":
        people = [{"X": [round(x, 3) for x in p.x], "Y": [round(y, 3) for y in p.y], "T": list(p.t)} for p in paths]
        return Question(view, templates[0].format(**words), json.dumps(people))
    if kind in ("Q10", "Q13"):
        return _longest(view, draw, templates[0], _some(paths, draw), words)
    other = _some([one for one in views if one.photo != view.photo and (kind == "Q8" or one.named)], draw)
    right = _some(paths, draw)
    wrong = _some(other.watching if kind == "Q8" else other.search(int(draw.choice(other.named))), draw)
    first = bool(draw.integers(2))
    shown = (right, wrong) if first else (wrong, right)
    options = lettered(path_text(path.x, path.y, path.t) for path in shown)
    return Question(view, templates[0].format(options=options, letters=letters(2), **words), "A" if first else "B")


def _rank(view: View, template: str, draw: Draw, named: bool) -> Question | None:
    """Which of the first three ranks an object has."""
    salient, rank = view.salient, int(draw.integers(3))
    if len(salient) < 3 or not view.leads(salient[:4], 3) or (named and salient[rank] not in view.named):
        return None
    one = salient[rank]
    text = template.format(box=box_text(view.boxes[one]), name=f"the {view.names[one]}", letters=letters(3))
    # Rank an observer gives: how many of the salient objects that observer looked at longer.
    own = (view.looks[:, salient] > view.looks[:, [one]]).sum(axis=1)
    seen = view.looks[:, one] > 0
    return Question(view, text, "ABC"[rank], ["ABC"[min(2, r)] for r, s in zip(own, seen, strict=True) if s])


def _pick(view: View, draw: Draw, least: int, most: int, clear: int, named: bool) -> list[int] | None:
    """Some objects, the longest looked at first, of which the first ``clear`` lead clearly; None when none fit."""
    eligible = [k for k in range(len(view.names)) if view.looks[:, k].any() and (not named or k in view.named)]
    for _ in range(_TRIES if len(eligible) >= least else 0):
        size = int(draw.integers(least, min(most, len(eligible)) + 1))
        chosen = sorted(draw.choice(eligible, size, replace=False), key=lambda k: -view.looks[:, k].mean())
        if view.leads(chosen, clear):
            return [int(k) for k in chosen]
    return None


def _letters(view: View, draw: Draw, templates: list[str], ranked: list[int], order: bool) -> Question:
    """A question whose options are objects, shuffled; the answer is the most salient one, or the order of all."""
    shown = [ranked[k] for k in draw.permutation(len(ranked))]
    letter = dict(zip(shown, "ABCDEFGHIJ", strict=False))
    text = templates[int(draw.integers(len(templates)))].format(
        options=lettered(box_text(view.boxes[k]) for k in shown),
        letters=letters(len(shown)),
        first=f"the {view.names[shown[0]]}",
        second=f"the {view.names[shown[1]]}",
    )
    consensus = view.looks.mean(axis=0)
    humans = []
    for own in view.looks:
        if own[shown].any():  # ties, mostly objects not looked at, are broken by what others did
            by_own = sorted(shown, key=lambda k: (-own[k], -consensus[k]))
            humans.append("".join(letter[k] for k in (by_own if order else by_own[:1])))
    return Question(view, text, "".join(letter[k] for k in (ranked if order else ranked[:1])), humans)


def _longest(view: View, draw: Draw, template: str, path: Scanpath, words: dict[str, str]) -> Question | None:
    """Four fixations of one scanpath, shuffled; None when there are fewer or the longest does not stand out."""
    points = list(dict.fromkeys((point_text(x, y), t) for x, y, t in zip(path.x, path.y, path.t, strict=True)))
    if len(points) < 4 or len({text for text, _ in points}) < len(points):
        return None
    shown = [points[k] for k in draw.choice(len(points), 4, replace=False)]
    times = [t for _, t in shown]
    second, first = sorted(times)[-2:]
    if first <= _LEAST_LEAD * second:
        return None
    text = template.format(options=lettered((text for text, _ in shown), ""), letters=letters(4), **words)
    return Question(view, text, "ABCD"[times.index(first)])


def _some(things: Sequence[Any], draw: Draw) -> Any:
    return things[int(draw.integers(len(things)))]
