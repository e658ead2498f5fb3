"""How the weight-free models answer the visual-search datasets."""

from __future__ import annotations

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
from vlmeval_hvs.saliency import MODELS, density_of, foci, next_fixation_density
from vlmeval_hvs.sets import read_set, records, set_folder

from .answers import ABSENT
from .trials import Trial, finish_path, read_trial, read_trials
from .wording import FIXATE

Point = tuple[float, float]

_CENTRE_SPREAD = 0.22
_MAX_CELLS = 3072


@lru_cache(maxsize=4)
def _trials(set_name: str) -> dict[str, Trial]:
    rows, _ = read_set(set_name)
    return read_trials(records(rows[rows["family"] == "search"]))


def trial_of(prompt: Prompt) -> Trial:
    """The trial with all its participants (next-fixation rows do not repeat them)."""
    if prompt.row["family"] == "search":
        return read_trial(prompt.row)
    return _trials(set_of(prompt.dataset))[prompt.row["image_name"]]


def images_of(prompt: Prompt) -> tuple[str, str]:
    """Paths of scene and target as stored, whatever picture the prompt shows."""
    folder = set_folder(set_of(prompt.dataset))
    scene, target = (str(inside(folder, path)) for path in json.loads(prompt.row["image_path"]))
    return scene, target


def history_of(prompt: Prompt, trial: Trial) -> list[Point]:
    """Fixations so far, px, the initial one included."""
    if prompt.row["family"] == "hsp":
        return [(x, y) for x, y in json.loads(prompt.row["history"])]
    return [(x, y) for x, y in prompt.context.get("history", [trial.initial])]


def asks_for(prompt: Prompt) -> str:
    """``next`` fixation of a participant, one ``fixate`` turn, or the ``whole`` scanpath."""
    return "next" if prompt.row["family"] == "hsp" else FIXATE if prompt.step == FIXATE else "whole"


def in_frame(prompt: Prompt, points: Sequence[Point], trial: Trial) -> str:
    """Points as an answer: fractions, which every reading of the replies recognises."""
    listed = trial.fractions(points)
    return json.dumps(listed[0] if asks_for(prompt) == FIXATE else listed)


def given_up(prompt: Prompt, points: Sequence[Point], trial: Trial) -> str:
    """The end of a search without a target, after the points of a whole scanpath."""
    return ABSENT if asks_for(prompt) == FIXATE else json.dumps([*trial.fractions(points), ABSENT])


def stated(kind: str, value: Any) -> str:
    """An answer that states its own map or density."""
    return json.dumps({kind: value}, separators=(",", ":"))


def in_shares(prompt: Prompt, shares: Any, trial: Trial) -> str:
    """As `in_frame`, of points (x, y) as shares of the image."""
    return in_frame(prompt, [(float(x) * trial.shape[1], float(y) * trial.shape[0]) for x, y in shares], trial)


def fixations_asked(prompt: Prompt, trial: Trial) -> int:
    """How many fixations a search may answer at once."""
    return 1 if asks_for(prompt) == FIXATE else trial.max_length - 1


@responder("hvs-random", "VisualSearch")
def random_answer(prompt: Prompt, rng: np.random.Generator) -> str:
    """Uniform random fixations, as many as are allowed; five random candidates for the next fixation."""
    trial = trial_of(prompt)
    n = 5 if asks_for(prompt) == "next" else fixations_asked(prompt, trial)
    return in_shares(prompt, rng.random((n, 2)), trial)


@responder("hvs-uniform", "VisualSearch")
def uniform_answer(prompt: Prompt, rng: np.random.Generator) -> str:
    """The uniform baseline: random search; a flat map of the next fixation."""
    flat = {"points": [], "uniform": 1}
    return stated("density", flat) if asks_for(prompt) == "next" else random_answer(prompt, rng)


@responder("hvs-center-bias", "VisualSearch")
def center_answer(prompt: Prompt, rng: np.random.Generator) -> str:
    """Fixations around the centre; the centre bias as the map of the next fixation."""
    if asks_for(prompt) == "next":
        return stated("density", "center_bias")
    trial = trial_of(prompt)
    drawn = rng.normal(0.5, _CENTRE_SPREAD, (fixations_asked(prompt, trial), 2))
    return in_shares(prompt, np.clip(drawn, 0, 0.999), trial)


@responder("hvs-oracle", "VisualSearch")
def oracle_answer(prompt: Prompt, rng: np.random.Generator) -> str:
    """Straight to the target, or no search at all without one; exactly the participants' next fixations."""
    trial = trial_of(prompt)
    if asks_for(prompt) == "next":
        return in_frame(prompt, [(float(x), float(y)) for _, _, x, y in json.loads(prompt.row["next"])], trial)
    return in_frame(prompt, [trial.target], trial) if trial.present else given_up(prompt, [], trial)


@responder("hvs-human", "VisualSearch")
def human_answer(prompt: Prompt, rng: np.random.Generator) -> str:
    """One participant's scanpath; for the next fixation, what another participant fixated at the same number."""
    trial, asked = trial_of(prompt), asks_for(prompt)
    predicted = {entry[0] for entry in json.loads(prompt.row["next"])} if asked == "next" else set()
    people = [person for person in sorted(trial.humans) if person not in predicted]
    if not people:
        return random_answer(prompt, rng)
    # The same participant at every turn of one search.
    chosen = int(rng.integers(len(people))) if asked == "next" else int(prompt.row["index"]) % len(people)
    human = trial.humans[people[chosen]]
    points, step = list(zip(human.x, human.y, strict=True)), len(history_of(prompt, trial))
    if not trial.present and asked != "next" and (asked == "whole" or step >= len(points)):
        return given_up(prompt, points[1:], trial)
    return in_frame(prompt, points[1:] if asked == "whole" else [points[min(step, len(points) - 1)]], trial)


@responder("hvs-gold-standard", "VisualSearch")
def gold_answer(prompt: Prompt, rng: np.random.Generator) -> str:
    """All participants' fixations on the image; the scored participant's own are left out by the scorer."""
    trial, asked = trial_of(prompt), asks_for(prompt)
    pool = [(x, y, person) for person, one in trial.humans.items() for x, y in zip(one.x, one.y, strict=True)]
    if asked == "next":
        return stated("density", {"points": trial.fractions(pool), "owners": [person for _, _, person in pool]})
    if not pool:
        return random_answer(prompt, rng)
    width = select_bandwidth([y for _, y, _ in pool], [x for x, _, _ in pool], trial.shape)
    drawn = [pool[int(number)] for number in rng.integers(len(pool), size=fixations_asked(prompt, trial))]
    moved = [(x + rng.normal(0, width), y + rng.normal(0, width)) for x, y, _ in drawn]
    height, across = trial.shape
    return in_frame(prompt, [(min(max(x, 0), across - 1), min(max(y, 0), height - 1)) for x, y in moved], trial)


def map_answers(name: str) -> Responder:
    """The responder that answers from a saliency map.

    The map is that of free viewing and knows no target. A search goes from one focus of attention to the next and never
    ends by itself; the next fixation of a participant is the map without the places that were fixated already.
    """

    def answer(prompt: Prompt, rng: np.random.Generator) -> str:
        trial, asked = trial_of(prompt), asks_for(prompt)
        density = density_of(name, images_of(prompt)[0])
        before = [(x, y) for x, y in trial.fractions(history_of(prompt, trial))]
        if asked == "next":
            return stated("priority_map", compact_map(next_fixation_density(density, before)))
        return in_shares(prompt, foci(density, fixations_asked(prompt, trial), before), trial)

    return answer


for _name in MODELS:
    responder(f"hvs-{_name}", "VisualSearch")(map_answers(_name))


def searcher_answer(prompt: Prompt, searcher: Any, trial: Trial) -> str:
    """Answer of a search model."""
    asked, history = asks_for(prompt), history_of(prompt, trial)
    if asked == "next":
        return stated("priority_map", compact_map(searcher.priority_map(history)))
    if asked == FIXATE:
        return in_frame(prompt, [searcher.next_fixation(history)], trial)
    points = [trial.initial]
    while len(points) < trial.max_length and not (len(points) > 1 and finish_path(points[1:], trial).found):
        points.append(searcher.next_fixation(points))
    return in_frame(prompt, points[1:], trial)


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
