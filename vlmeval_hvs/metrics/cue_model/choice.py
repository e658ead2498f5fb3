"""How the observer of the cue model chooses: probabilities of the objects, and their derivatives.

The observer sees where head and eyes point and answers with the object nearest to a blurred point. In a share of the
answers that point is where the head points alone (coin); else it lies between the targets of head and eyes (blend). A
share of answers is guessed.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from scipy.special import expit, ndtr

from ..arrays import Floats
from .cells import Cells

NAMES = (
    "head_weight",
    "head_weight_proximity",
    "head_weight_side",
    "coin_share",
    "eye_blur",
    "head_blur",
    "blur_proximity",
    "blur_side",
    "blur_objects",
    "guessing",
    "middle",
)
"""Coordinates of the parameter vector: weights and shares as log odds, blurs as logarithms, effects as differences."""

_HALF_LOG = 0.5 * np.log(2 * np.pi)
_LEAST = 1e-12


class Levels(NamedTuple):
    """Parameters of every cell in their own units; the first axis holds the parameter vectors.

    Attributes:
        weight: Head weight W: share of the head in where the answers lie on average, 0 to 1.
        coin: Coin share C: the part of the head weight that stems from answers by the head alone.
        eyes: Standard deviation of answers that use the eyes, in distances between neighbours.
        head: The same for answers by the head alone.
        guessing: Share of guesses.
        middle: How much guesses lean to the middle of the row.
    """

    weight: Floats
    coin: Floats
    eyes: Floats
    head: Floats
    guessing: Floats
    middle: Floats


def levels(theta: Floats, proximity: Floats, side: Floats, n: Floats) -> Levels:
    """Parameters at these values of the factors.

    Args:
        theta: (sets, parameters) parameter vectors.
        proximity: (cells,) steps from 2.
        side: (cells,) codes of the views.
        n: (cells,) numbers of objects.
    """
    column = {name: theta[:, [at]] for at, name in enumerate(NAMES)}
    spread = column["blur_proximity"] * proximity + column["blur_side"] * side + column["blur_objects"] * (n - 3)
    tilt = column["head_weight_proximity"] * proximity + column["head_weight_side"] * side
    return Levels(
        expit(column["head_weight"] + tilt),
        expit(column["coin_share"]),
        np.exp(column["eye_blur"] + spread),
        np.exp(column["head_blur"] + spread),
        expit(column["guessing"]),
        column["middle"],
    )


def choice_model(cells: Cells) -> Callable[..., tuple[Floats, Floats | None]]:
    """The choice probabilities in these cells.

    Returns:
        A function of (sets, parameters) vectors, whose keyword `slopes` asks for derivatives. It returns (sets, cells,
        most objects) probabilities, 0 for absent objects, and None or their (sets, cells, most objects, parameters)
        derivatives.
    """
    present = np.isfinite(cells.places)
    between = (cells.places[:, 1:] + cells.places[:, :-1]) / 2
    edges = np.where(present[:, 1:], np.nan_to_num(between), np.inf)
    middle = (cells.n - 1)[:, None] / 2
    away = np.abs(np.arange(present.shape[1]) - middle)
    lean = np.where(present, middle / 2 - away, -np.inf)
    gaze, head = cells.gaze, cells.head
    factors = (cells.proximity, cells.side, cells.n.astype(float))

    def probabilities(theta: Floats, slopes: bool = False) -> tuple[Floats, Floats | None]:
        at = levels(theta, *factors)
        coin = at.coin * at.weight
        blend = at.weight * (1 - at.coin) / (1 - coin)
        by_head, _, head_scale = _nearest(edges, head, at.head, slopes)
        by_eyes, eyes_place, eyes_scale = _nearest(edges, blend * head + (1 - blend) * gaze, at.eyes, slopes)
        guess = np.exp(at.middle[..., None] * np.where(present, lean, 0)) * present
        guess /= guess.sum(axis=-1, keepdims=True)
        aimed = (1 - at.guessing)[..., None]
        share = coin[..., None]
        seen = share * by_head + (1 - share) * by_eyes
        found = aimed * seen + at.guessing[..., None] * guess
        if not slopes:
            return found, None
        # Derivatives by what the probabilities are made of, then by the parameters.
        by_coin = aimed * (by_head - by_eyes)
        by_blend = aimed * (1 - share) * eyes_place * (head - gaze)[:, None]
        by_eye_scale, by_head_scale = aimed * (1 - share) * eyes_scale, aimed * share * head_scale
        rest = 1 - coin
        weight_slope = by_coin * at.coin[..., None] + by_blend * ((1 - at.coin) / rest**2)[..., None]
        weight_slope = weight_slope * (at.weight * (1 - at.weight))[..., None]
        coin_slope = by_coin * at.weight[..., None] - by_blend * (at.weight * (1 - at.weight) / rest**2)[..., None]
        coin_slope = coin_slope * (at.coin * (1 - at.coin))[..., None]
        both = by_eye_scale + by_head_scale
        guess_slope = (guess - seen) * (at.guessing * (1 - at.guessing))[..., None]
        mean_lean = (guess * np.where(present, lean, 0)).sum(axis=-1, keepdims=True)
        middle_slope = at.guessing[..., None] * guess * (np.where(present, lean, 0) - mean_lean)
        near, side, n = (factor[:, None] for factor in factors)
        columns = [
            *(weight_slope, weight_slope * near, weight_slope * side, coin_slope, by_eye_scale, by_head_scale),
            *(both * near, both * side, both * (n - 3), guess_slope, middle_slope),
        ]
        return found, np.stack(columns, axis=-1)

    return probabilities


def _nearest(edges: Floats, point: Floats, blur: Floats, slopes: bool) -> tuple[Floats, Floats, Floats]:
    """Probability that each object is nearest to a blurred point; derivatives by the point and by the log blur."""
    z = (edges - np.broadcast_to(point, blur.shape)[..., None]) / blur[..., None]
    below = ndtr(z)
    found = _steps(below, 1.0)
    if not slopes:
        return found, found, found
    finite = np.where(np.isfinite(z), z, 0)
    density = np.exp(-0.5 * finite**2 - _HALF_LOG) * np.isfinite(z)
    return found, _steps(-density, 0.0) / blur[..., None], _steps(-finite * density, 0.0)


def _steps(values: Floats, last: float) -> Floats:
    """Differences along the last axis of values that begin with 0 and end with `last`."""
    found = np.empty((*values.shape[:-1], values.shape[-1] + 1))
    found[..., 0] = values[..., 0]
    found[..., 1:-1] = values[..., 1:] - values[..., :-1]
    found[..., -1] = last - values[..., -1]
    return found


def log_likelihood(found: Floats, counts: Floats) -> Floats:
    """Log-likelihood of the counts, summed over cells and objects, one for each parameter vector."""
    return np.einsum("bcj,cj->b", np.log(np.maximum(found, _LEAST)), counts)
