"""Weight-free models on gaze questions: chance, the ceiling, and simulated observers of known category.

The observers answer from the annotation (positions of gaze and head target), never from the picture.
"""

from collections.abc import Mapping

import numpy as np

from vlmeval_hvs.choices import LETTERS
from vlmeval_hvs.messages import Prompt
from vlmeval_hvs.metrics.characterization.agents import AGENTS, choose
from vlmeval_hvs.responders import Responder, responder
from vlmeval_hvs.seeding import rng as seeded

BENCHMARK = "GazeTarget"
OBSERVERS = ("human", "head-only", "head-dominant", "coin-flip", "random")


def letter_of(row: Mapping[str, str], position: int) -> str:
    """The letter under which an object (by table position) is offered in a row."""
    return LETTERS[row["option_order"].index(str(position))]


@responder("hvs-random", BENCHMARK)
def random_answer(prompt: Prompt, rng: np.random.Generator) -> str:
    """A letter drawn evenly from those offered."""
    return LETTERS[int(rng.integers(int(prompt.row["n_objects"])))]


@responder("hvs-oracle", BENCHMARK)
def oracle_answer(prompt: Prompt, rng: np.random.Generator) -> str:
    """The right letter."""
    return prompt.row["answer"]


@responder("hvs-center-bias", BENCHMARK)
def center_answer(prompt: Prompt, rng: np.random.Generator) -> str:
    """The object in the middle of the row; of two middle ones either."""
    n = int(prompt.row["n_objects"])
    return letter_of(prompt.row, int((n - 1) // 2 + (n % 2 == 0) * rng.integers(2)))


DEGREES = 3.0  # blur of an observer of continuous angles, one standard deviation
HEAD_WEIGHT = {"human": 0.0, "head-only": 1.0, "head-dominant": 0.72, "coin-flip": 0.5}
"""How far such an observer is pulled to the head; the one that flips a coin follows one or the other."""


def angular(name: str, row: Mapping[str, str], rng: np.random.Generator) -> int:
    """Position chosen by an observer of continuous angles: the object nearest to a blurred direction."""
    n, blur, luck = int(row["n_objects"]), DEGREES * rng.standard_normal(), rng.random()
    if name == "random":
        return int(luck * n)
    gaze, head = float(row["gaze_yaw"]), float(row["head_yaw"])
    weight = HEAD_WEIGHT[name] if row["eyes_visible"] == "1" else 1.0
    if name == "coin-flip" and row["eyes_visible"] == "1":
        weight = float(luck < weight)
    seen = weight * head + (1 - weight) * gaze + blur
    first = gaze - int(row["gaze_pos"]) * float(row["separation"])
    return int(np.clip(np.rint((seen - first) / float(row["separation"])), 0, n - 1))


def _observer(name: str) -> Responder:
    def answer(prompt: Prompt, rng: np.random.Generator) -> str:
        row = prompt.row
        if "separation" in row:
            return letter_of(row, angular(name, row, rng))
        photo = seeded(0, "gaze-observer", name, row["stimulus_id"])
        # One head pose is seen the same way in all its photos; natural photos have poses of their own.
        pose = seeded(0, "gaze-observer-pose", name, row["pose_id"])
        shown = (int(row[column]) for column in ("n_objects", "gaze_pos", "head_pos", "proximity"))
        noise = (pose.standard_normal(), photo.standard_normal(), rng.standard_normal())
        return letter_of(row, int(choose(AGENTS[name], shown, noise, photo.random(), rng.random(3))))

    return answer


for _name in OBSERVERS:
    responder(f"hvs-gaze-{_name}", BENCHMARK)(_observer(_name))
# The study's people answered as a group; a simulated one stands in for a participant.
responder("hvs-human", BENCHMARK)(_observer("human"))
