"""Simulated observers of gaze photos for the study of the cue model. They share no code with the model.

They live in degrees: objects stand on a table, head and eyes turn to them, and an observer sees both directions with
errors that belong to the pose, to the photo or to the trial. Two families differ in everything that the model does not
know. ``blurred`` observers have normal errors, answer with the nearest object, toss their coin in every trial and guess
in single trials, in part always the same object of a photo. ``luce`` observers have errors with heavy tails, a head
weight that differs between scenes, choose by Luce's rule (the nearer, the likelier), toss their coin once per photo or
once per trial, and ignore the cues of whole photos, where they name objects that they like.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
STUDY = {2: 6, 3: 3, 4: 4}
DEMO = {2: 1, 3: 2, 4: 1}
SPACING_CM = {1: 24.0, 2: 18.0, 3: 13.0}
DISTANCE_CM = 70.0
DROPPED = 8  # photos that the study could not use
FAMILIES = ("blurred", "luce")


@dataclass(frozen=True)
class Table:
    """Photos of a study: one entry per photo, `angles` (photos, 4) in degrees, NaN past the last object."""

    scene: NDArray[np.int64]
    view: NDArray[np.int64]
    proximity: NDArray[np.int64]
    n: NDArray[np.int64]
    gaze: NDArray[np.int64]
    head: NDArray[np.int64]
    pose: NDArray[np.int64]
    angles: Array


def table(rng: np.random.Generator | None = None, copies: int = 1, combinations: dict[int, int] = STUDY) -> Table:
    """All photos of a study.

    Args:
        rng: Leaves out as many photos at random as the study could not use; without it, all are there.
        copies: How many times over, with scenes of their own.
        combinations: Numbers of object combinations by number of objects.
    """
    rows: list[tuple[int, ...]] = []
    scene = pose = 0
    for _ in range(copies):
        for n, how_many in combinations.items():
            for _, side, step in np.ndindex(how_many, 3, 3):
                for target in range(n):
                    rows.append((scene, side, step + 1, n, target, -1, pose := pose + 1))
                for turned in range(n):
                    pose += 1
                    rows += [(scene, side, step + 1, n, target, turned, pose) for target in range(n)]
                scene += 1
    whole = np.array(rows)
    if rng is not None:
        whole = np.delete(whole, rng.choice(len(whole), DROPPED, replace=False), axis=0)
    scene_of, view, proximity, count, gaze, head, pose_of = whole.T
    spacing = np.array([SPACING_CM[step] for step in proximity])[:, None]
    place = np.arange(4) - (count[:, None] - 1) / 2
    angles = np.degrees(np.arctan2(place * spacing, DISTANCE_CM))
    angles = np.where(np.arange(4) < count[:, None], angles, np.nan)
    return Table(scene_of, view, proximity, count, gaze, head, pose_of, angles)


@dataclass(frozen=True)
class Observer:
    """One observer; angles in degrees.

    Attributes:
        family: One of `FAMILIES`.
        head_weight: Share of the head in the answers that are no guesses.
        coin_share: Part of it that comes from answers by the head alone.
        head_tilt: How much the log odds of the head weight grow with each step of proximity.
        eye_error: Standard deviation of the seen eye direction, front view.
        side_factor: How many times larger it is in side views.
        head_error: Standard deviation of the seen head direction.
        parts: Shares of these variances per pose (head) or photo (eyes), per photo, and per trial.
        guess: Share of guesses.
        sticky: Share of a photo's guesses that name its favourite object.
        coin_by_photo: Whether the coin is tossed once per photo (family ``luce``).
        middle: Log odds per object by which guesses lean to the middle.
        temperature: Degrees of Luce's rule (family ``luce``).
    """

    family: str
    head_weight: float
    coin_share: float
    head_tilt: float
    eye_error: float
    side_factor: float
    head_error: float
    parts: tuple[float, float, float]
    guess: float
    sticky: float
    coin_by_photo: bool
    middle: float
    temperature: float


def draw_observer(family: str, rng: np.random.Generator) -> Observer:
    """An observer anywhere in the ranges; the ends, where the categories are pure, come up often."""
    weight = float(rng.choice([0.0, 1.0, rng.uniform()], p=[0.25, 0.15, 0.6]))
    parts = rng.dirichlet([1.0, 2.0, 2.0])
    return Observer(
        family=family,
        head_weight=weight,
        coin_share=float(rng.choice([0.0, 1.0, rng.uniform()], p=[0.3, 0.3, 0.4])),
        head_tilt=float(rng.normal(0, 0.3)) if 0 < weight < 1 else 0.0,
        eye_error=float(np.exp(rng.uniform(np.log(1.5), np.log(14.0)))),
        side_factor=float(rng.uniform(0.9, 1.6)),
        head_error=float(np.exp(rng.uniform(np.log(2.0), np.log(12.0)))),
        parts=(float(parts[0]), float(parts[1]), float(parts[2])),
        guess=float(rng.choice([0.0, 1.0, rng.uniform(0, 0.3), rng.uniform(0, 0.9)], p=[0.1, 0.06, 0.44, 0.4])),
        sticky=float(rng.uniform()),
        coin_by_photo=bool(rng.random() < 0.5),
        middle=float(rng.normal(0, 0.3)),
        temperature=float(rng.uniform(0.5, 3.0)),
    )


def part(photos: Table, chosen: NDArray[np.bool_]) -> Table:
    """Only these photos."""
    return Table(*(column[chosen] for column in vars(photos).values()))


def respond(observer: Observer, photos: Table, prompts: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Chosen positions, (photos, prompts)."""
    size, shape = len(photos.n), (len(photos.n), prompts)
    every = np.arange(size)
    gaze = photos.angles[every, photos.gaze][:, None]
    natural = photos.head < 0
    # Nobody told the person where to point the head in natural photos: it turns most of the way.
    free = 0.65 * gaze + 4.0 * rng.standard_normal(photos.pose.max() + 1)[photos.pose][:, None]
    head = np.where(natural[:, None], free, photos.angles[every, photos.head][:, None])
    side = np.where(photos.view == 0, 1.0, observer.side_factor)[:, None]
    seen_head = head + observer.head_error * _errors(observer, photos.pose, prompts, rng)
    seen_eyes = gaze + observer.eye_error * side * _errors(observer, every, prompts, rng)
    heads_alone, blend = _strategy(observer, photos, rng)
    heads_alone = np.clip(heads_alone, 0, 1)
    by_photo = observer.family == "luce" and observer.coin_by_photo
    toss = rng.random((size, 1) if by_photo else shape)
    point = np.where(toss < heads_alone, seen_head, blend * seen_head + (1 - blend) * seen_eyes)
    off = np.abs(photos.angles[:, None, :] - point[..., None])
    if observer.family == "luce":
        # The likeliest of Luce's rule with one Gumbel number per object.
        off = off / observer.temperature + np.log(-np.log(rng.random(off.shape)))
    choice = np.nanargmin(off, axis=-1)
    return np.where(*_guesses(observer, photos, prompts, rng), choice)


def _errors(observer: Observer, groups: NDArray[np.int64], prompts: int, rng: np.random.Generator) -> Array:
    """Errors with variance 1 that groups, photos and trials share in parts, (photos, prompts)."""
    size = len(groups)
    shared, photo, trial = np.sqrt(observer.parts)
    draws = [(int(groups.max()) + 1, 1), (size, 1), (size, prompts)]
    if observer.family == "luce":  # Student's t with 5 degrees of freedom has the variance 5 / 3
        of_group, of_photo, of_trial = (rng.standard_t(5, shape) / np.sqrt(5 / 3) for shape in draws)
    else:
        of_group, of_photo, of_trial = (rng.standard_normal(shape) for shape in draws)
    return shared * of_group[groups] + photo * of_photo + trial * of_trial


def _strategy(observer: Observer, photos: Table, rng: np.random.Generator) -> tuple[Array, Array]:
    """Share of answers by the head alone, and weight of the head in the others, (photos, 1)."""
    weight = np.full(len(photos.n), observer.head_weight)
    if 0 < observer.head_weight < 1:
        odds = np.log(weight / (1 - weight)) + observer.head_tilt * (photos.proximity - 2)
        if observer.family == "luce":
            odds = odds + 0.5 * rng.standard_normal(photos.scene.max() + 1)[photos.scene]
        weight = 1 / (1 + np.exp(-odds))
    alone = weight * observer.coin_share
    rest = np.maximum(1 - alone, 1e-9)
    return alone[:, None], np.clip((weight - alone) / rest, 0, 1)[:, None]


@dataclass(frozen=True)
class Truth:
    """What a perfect analysis would say about an observer.

    Attributes:
        head_weight: Mean over proximities and scenes.
        coin_share: As in `Observer`.
        guessing: Share of guesses.
        eye_blur: Standard deviation of answers that use the eyes, in distances between neighbours of three objects,
            mean over views and proximities.
        repeating: Share of further answers to a photo that only repeat an earlier one.
        accuracy: Accuracy on natural photos, every scene counted once.
    """

    head_weight: float
    coin_share: float
    guessing: float
    eye_blur: float
    repeating: float
    accuracy: float


def truth(observer: Observer, rng: np.random.Generator, copies: int = 8) -> Truth:
    """Work out what is true of an observer, by simulation of many photos where needed."""
    many = table(copies=copies)
    found = respond(observer, many, 2, rng)
    natural = many.head < 0
    accuracy = (found[natural] == many.gaze[natural, None]).mean(axis=1)
    by_scene = np.bincount(many.scene[natural], accuracy) / np.bincount(many.scene[natural])
    steps = np.array([1, 2, 3])
    odds = np.log(np.clip(observer.head_weight, 1e-12, 1) / np.clip(1 - observer.head_weight, 1e-12, 1))
    spread = rng.standard_normal(2000) * (0.5 if observer.family == "luce" and 0 < observer.head_weight < 1 else 0.0)
    weight = 1 / (1 + np.exp(-(odds + observer.head_tilt * (steps[:, None] - 2) + spread)))
    alone = weight * observer.coin_share
    blend = (weight - alone) / np.maximum(1 - alone, 1e-9)
    spacing = np.degrees(np.arctan2([SPACING_CM[int(step)] for step in steps], DISTANCE_CM))[:, None, None]
    eyes = observer.eye_error * np.array([1.0, observer.side_factor])
    blur = np.hypot(blend[..., None] * observer.head_error, (1 - blend[..., None]) * eyes) / spacing
    return Truth(
        head_weight=float(weight.mean()),
        coin_share=observer.coin_share,
        guessing=observer.guess,
        eye_blur=float(blur.mean()),
        repeating=_repeating(found[~natural], part(many, ~natural)),
        accuracy=float(by_scene.mean()),
    )


def _repeating(found: NDArray[np.int64], photos: Table) -> float:
    """Agreement of two answers to a photo beyond that of answers to two photos of one kind."""
    kinds = np.unique(
        np.column_stack([photos.n, photos.view, photos.proximity, photos.gaze, photos.head]),
        axis=0,
        return_inverse=True,
    )[1].reshape(-1)
    counts = np.stack([(found == place).sum(axis=1) for place in range(4)], axis=1).astype(float)
    total = np.zeros((kinds.max() + 1, 4))
    np.add.at(total, kinds, counts)
    photo = np.bincount(kinds, (counts**2).sum(axis=1))
    size = np.bincount(kinds)
    apart = (((total**2).sum(axis=1) - photo) / (4 * size * (size - 1)) * size).sum() / size.sum()
    within = (found[:, 0] == found[:, 1]).mean()
    return float((within - apart) / (1 - apart))


def _guesses(
    observer: Observer, photos: Table, prompts: int, rng: np.random.Generator
) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
    """Where the observer guesses, and what."""
    size = len(photos.n)
    place = np.arange(4)
    liked = -observer.middle * np.abs(place - (photos.n[:, None] - 1) / 2)
    if observer.family == "luce":  # some objects are named more readily than others, in all photos of a combination
        liked = liked + 0.5 * rng.standard_normal((photos.scene.max() // 9 + 1, 4))[photos.scene // 9]
    share = np.where(place < photos.n[:, None], np.exp(liked), 0.0)
    bounds = np.cumsum(share / share.sum(axis=1, keepdims=True), axis=1)
    favourite = (rng.random((size, 1)) > bounds).sum(axis=1)[:, None]
    anew = (rng.random((size, prompts, 1)) > bounds[:, None, :]).sum(axis=-1)
    guess = np.where(rng.random((size, prompts)) < observer.sticky, favourite, anew)
    whole_photos = observer.family == "luce"
    where = rng.random((size, 1) if whole_photos else (size, prompts)) < observer.guess
    return np.broadcast_to(where, (size, prompts)), np.minimum(guess, photos.n[:, None] - 1)
