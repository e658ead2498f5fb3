"""How the weight-free models answer the visual-search datasets."""

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import cv2
import numpy as np

from vlmeval_hvs.files import inside
from vlmeval_hvs.messages import Prompt
from vlmeval_hvs.metrics.kde import select_bandwidth
from vlmeval_hvs.registry import set_of
from vlmeval_hvs.responders import Responder, responder
from vlmeval_hvs.saliency import CENTER_SPREAD, MODELS, density_of, foci, next_fixation_density
from vlmeval_hvs.sets import read_set, records, set_folder

from .answers import ABSENT
from .trials import Trial, finish_path, read_trial, read_trials
from .wording import FIXATE

Point = tuple[float, float]

_MAX_CELLS = 3072


@lru_cache(maxsize=4)
def _trials(set_name: str) -> dict[str, Trial]:
    rows, _ = read_set(set_name)
    return read_trials(records(rows))


class Question:
    """A prompt, which asks for a participant's ``next`` fixation, one ``fixate`` turn or the ``whole`` scanpath."""

    def __init__(self, prompt: Prompt) -> None:
        row = prompt.row
        self.row, self.folder = row, set_folder(set_of(prompt.dataset))
        self.asked = "next" if row["family"] == "hsp" else FIXATE if prompt.step == FIXATE else "whole"
        # Next-fixation rows do not repeat the participants.
        listed = _trials(set_of(prompt.dataset)) if self.asked == "next" else {}
        self.trial = listed[row["image_name"]] if listed else read_trial(row)
        self.following = json.loads(row["next"] or "[]")  # [participant, number, x, y] of what is asked about
        before = json.loads(row["history"] or "[]") or prompt.context.get("history", [self.trial.initial])
        self.history: list[Point] = [(x, y) for x, y in before]  # fixations so far, px, the initial one included
        self.allowed = 1 if self.asked == FIXATE else self.trial.max_length - 1  # fixations that a search may answer

    @property
    def images(self) -> tuple[str, str]:
        """Paths of scene and target as stored, whatever picture the prompt shows."""
        scene, target = (str(inside(self.folder, path)) for path in json.loads(self.row["image_path"]))
        return scene, target

    def answer(self, points: Sequence[Point]) -> str:
        """Points in px as an answer: fractions, which every reading of the replies recognises."""
        listed = self.trial.fractions(points)
        return json.dumps(listed[0] if self.asked == FIXATE else listed)

    def shares(self, shares: Any) -> str:
        """As `answer`, of points (x, y) as shares of the image."""
        height, width = self.trial.shape
        return self.answer([(float(x) * width, float(y) * height) for x, y in shares])

    def absent(self, points: Sequence[Point]) -> str:
        """The end of a search without a target, after the points of a whole scanpath."""
        return ABSENT if self.asked == FIXATE else json.dumps([*self.trial.fractions(points), ABSENT])


def stated(kind: str, value: Any) -> str:
    """An answer that states its own map or density."""
    return json.dumps({kind: value}, separators=(",", ":"))


@responder("hvs-random", "VisualSearch")
def random_answer(prompt: Prompt, rng: np.random.Generator) -> str:
    """Uniform random fixations, as many as are allowed; five random candidates for the next fixation."""
    question = Question(prompt)
    return question.shares(rng.random((5 if question.asked == "next" else question.allowed, 2)))


@responder("hvs-uniform", "VisualSearch")
def uniform_answer(prompt: Prompt, rng: np.random.Generator) -> str:
    """The uniform baseline: random search; a flat map of the next fixation."""
    flat = {"points": [], "uniform": 1}
    return stated("density", flat) if Question(prompt).asked == "next" else random_answer(prompt, rng)


@responder("hvs-center-bias", "VisualSearch")
def center_answer(prompt: Prompt, rng: np.random.Generator) -> str:
    """Fixations around the centre; the centre bias as the map of the next fixation."""
    question = Question(prompt)
    if question.asked == "next":
        return stated("density", "center_bias")
    return question.shares(np.clip(rng.normal(0.5, CENTER_SPREAD, (question.allowed, 2)), 0, 0.999))


@responder("hvs-oracle", "VisualSearch")
def oracle_answer(prompt: Prompt, rng: np.random.Generator) -> str:
    """Straight to the target, or no search at all without one; exactly the participants' next fixations."""
    question = Question(prompt)
    if question.asked == "next":
        return question.answer([(float(x), float(y)) for _, _, x, y in question.following])
    return question.answer([question.trial.target]) if question.trial.present else question.absent([])


@responder("hvs-human", "VisualSearch")
def human_answer(prompt: Prompt, rng: np.random.Generator) -> str:
    """One participant's scanpath; for the next fixation, what another participant fixated at the same number."""
    question = Question(prompt)
    trial, asked, predicted = question.trial, question.asked, {entry[0] for entry in question.following}
    people = [person for person in sorted(trial.humans) if person not in predicted]
    if not people:
        return random_answer(prompt, rng)
    # The same participant at every turn of one search.
    chosen = int(rng.integers(len(people))) if asked == "next" else int(prompt.row["index"]) % len(people)
    human = trial.humans[people[chosen]]
    points, step = list(zip(human.x, human.y, strict=True)), len(question.history)
    if not trial.present and asked != "next" and (asked == "whole" or step >= len(points)):
        return question.absent(points[1:])
    return question.answer(points[1:] if asked == "whole" else [points[min(step, len(points) - 1)]])


@responder("hvs-gold-standard", "VisualSearch")
def gold_answer(prompt: Prompt, rng: np.random.Generator) -> str:
    """All participants' fixations on the image; the scored participant's own are left out by the scorer."""
    question = Question(prompt)
    trial = question.trial
    pool = [(x, y, person) for person, one in trial.humans.items() for x, y in zip(one.x, one.y, strict=True)]
    if question.asked == "next":
        return stated("density", {"points": trial.fractions(pool), "owners": [person for _, _, person in pool]})
    if not pool:
        return random_answer(prompt, rng)
    width = select_bandwidth([y for _, y, _ in pool], [x for x, _, _ in pool], trial.shape)
    drawn = [pool[int(number)] for number in rng.integers(len(pool), size=question.allowed)]
    moved = [(x + rng.normal(0, width), y + rng.normal(0, width)) for x, y, _ in drawn]
    return question.answer(np.clip(moved, 0, np.subtract(trial.shape[::-1], 1)).tolist())


def map_answers(name: str) -> Responder:
    """The responder that answers from a saliency map.

    The map is that of free viewing and knows no target. A search goes from one focus of attention to the next and never
    ends by itself; the next fixation of a participant is the map without the places that were fixated already.
    """

    def answer(prompt: Prompt, rng: np.random.Generator) -> str:
        question = Question(prompt)
        density = density_of(name, question.images[0])
        before = [(x, y) for x, y in question.trial.fractions(question.history)]
        if question.asked == "next":
            return stated("priority_map", compact_map(next_fixation_density(density, before)))
        return question.shares(foci(density, question.allowed, before))

    return answer


for _name in MODELS:
    responder(f"hvs-{_name}", "VisualSearch")(map_answers(_name))


def searcher_answer(question: Question, searcher: Any) -> str:
    """Answer of a search model."""
    trial, history = question.trial, question.history
    if question.asked == "next":
        return stated("priority_map", compact_map(searcher.priority_map(history)))
    if question.asked == FIXATE:
        return question.answer([searcher.next_fixation(history)])
    points = [trial.initial]
    while len(points) < trial.max_length and not (len(points) > 1 and finish_path(points[1:], trial).found):
        points.append(searcher.next_fixation(points))
    return question.answer(points[1:])


def compact_map(priority: Any) -> list[list[float]]:
    """A map as rows of numbers with three digits, averaged down to at most 3072 cells."""
    values = np.asarray(priority, dtype=np.float64)
    height, width = values.shape
    if values.size > _MAX_CELLS:
        factor = (_MAX_CELLS / values.size) ** 0.5
        cells = max(1, int(width * factor)), max(1, int(height * factor))
        values = np.asarray(cv2.resize(values, cells, interpolation=cv2.INTER_AREA), dtype=np.float64)
    scale = float(values.max()) or 1.0
    return [[float(f"{value / scale:.3g}") for value in row] for row in values]
