"""Simulated observers of gaze photos, whose category is known: they calibrate the tests and replace models in dry runs.

Each perceives a point on the row of objects: the gaze target, the head target, or a mixture, blurred by noise that is
shared by all photos of a pose, by all trials of a photo, or fresh; it answers with the nearest object. Rates are tuned
to the human accuracies of the study's Table 1 and to the head bias its section 3.3 describes.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import product

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Floats, Integers
from .photos import Photos


@dataclass(frozen=True)
class Agent:
    """A simulated observer."""

    category: int  # the category that a correct characterization finds, 1 to 5
    # Weight of the head target in the perceived point, 0-1; the rest is the weight of the gaze target
    head_weight: float = 0.0
    head_odds: float = 0.0  # probability of answering by the head alone, decided in every trial (coin flipping)
    # Standard deviations, in objects, of the noise per pose, per photo and per trial
    blur: tuple[float, float, float] = (0.0, 0.0, 0.0)
    guess: float = 0.0  # probability of a uniform guess
    preference: float = 0.0  # probability that a guess is the one object of the photo that the observer prefers


AGENTS: Mapping[str, Agent] = {
    "human": Agent(1, blur=(0.0, 0.34, 0.12), guess=0.03),
    "gaze-noisy": Agent(2, blur=(0.0, 0.95, 0.35), guess=0.1),
    "random": Agent(2, guess=1.0),
    "random-preference": Agent(2, guess=1.0, preference=0.7),
    "head-only": Agent(3, head_weight=1.0, blur=(0.45, 0.35, 0.3), guess=0.1),
    "head-dominant": Agent(4, head_weight=0.72, blur=(0.25, 0.35, 0.3), guess=0.1),
    "head-dominant-weak": Agent(4, head_weight=0.85, blur=(0.25, 0.35, 0.3), guess=0.1),
    "coin-flip": Agent(5, head_odds=0.5, blur=(0.0, 0.12, 0.12), guess=0.1),
}
# In natural photos nobody directed the head, so it turns this share of the way from the middle to the target.
NATURAL_TURN = 0.65
NATURAL_SPREAD = 0.5


def choose(
    agent: Agent, shown: Iterable[ArrayLike], noise: Iterable[ArrayLike], favourite: ArrayLike, luck: Floats
) -> Integers:
    """Positions that an agent chooses; all arrays broadcast to the shape of the trials.

    `shown` are the number of objects, the 0-based positions of gaze and head (-1 in natural photos), and proximity.
    `noise` per pose, photo and trial is standard normal; it grows by 15 % per step of proximity (1 far apart to 3), and
    by 22 % per object. Numbers in [0, 1): `favourite` decides the preferred object of a photo, (3, ...) `luck` decides
    head or eyes, guess or not, and which guess.
    """
    n, gaze, head, proximity, favourite = map(np.asarray, (*shown, favourite))
    pose, photo, trial = map(np.asarray, noise)
    middle = (n - 1) / 2
    natural = middle + NATURAL_TURN * (gaze - middle) + NATURAL_SPREAD * pose
    head_point = np.where(head >= 0, head, natural)
    point = agent.head_weight * head_point + (1 - agent.head_weight) * gaze
    point = np.where(luck[0] < agent.head_odds, head_point, point)
    scale = (1 + 0.15 * (proximity - 2)) * (1 + 0.22 * (n - 3))
    blur = agent.blur[0] * pose + agent.blur[1] * photo + agent.blur[2] * trial
    choice = np.clip(np.rint(point + scale * blur), 0, n - 1).astype(np.int64)
    # One uniform serves twice: below `preference` the favourite is chosen, above it decides which object.
    spread = (luck[2] - agent.preference) / max(1 - agent.preference, 1e-9)
    guess = np.floor(np.where(luck[2] < agent.preference, favourite, spread) * n).astype(np.int64)
    return np.where(luck[1] < agent.guess, np.minimum(guess, n - 1), choice)


def full_design(combinations: Mapping[int, int] | None = None) -> Photos:
    """All photos of a fully crossed study, without answers: by default the study's 117 scenes and 1368 photos.

    `combinations` are numbers of object combinations by number of objects.
    """
    lengths = [n for n, count in (combinations or {2: 6, 3: 3, 4: 4}).items() for _ in range(count)]
    scenes = product(lengths, range(3), (1, 2, 3))
    rows = [
        (scene, (0 if head < 0 else 1 if head == gaze else 2), view, proximity, n, gaze, head)
        for scene, (n, view, proximity) in enumerate(scenes)
        for head in range(-1, n)
        for gaze in range(n)
    ]
    scene, condition, view, proximity, n, gaze, head = np.array(rows, dtype=np.int64).T
    return Photos(scene, condition, view, proximity.astype(float), n, gaze, head, np.empty((len(rows), 0), np.int64))


def simulate(agent: Agent, design: Photos, rng: np.random.Generator, prompts: int = 16) -> Photos:
    """The answers of an agent to every photo of a design, ``prompts`` to each."""
    photos = len(design)
    # Photos of one scene and head target show one pose; every natural photo shows a pose of its own.
    poses = np.stack([design.scene, design.head, np.where(design.head < 0, design.gaze, 0)], axis=1)
    pose = np.unique(poses, axis=0, return_inverse=True)[1].reshape(-1)
    by_pose, by_photo = rng.standard_normal(int(pose.max()) + 1)[pose][:, None], rng.standard_normal((photos, 1))
    favourite, by_trial = rng.random((photos, 1)), rng.standard_normal((photos, prompts))
    shown = (getattr(design, name)[:, None] for name in ("n", "gaze", "head", "proximity"))
    noise, luck = (by_pose, by_photo, by_trial), rng.random((3, photos, prompts))
    return replace(design, choices=choose(agent, shown, noise, favourite, luck))
