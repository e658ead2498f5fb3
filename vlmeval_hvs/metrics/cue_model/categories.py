"""The five categories of the study as regions of the cue model's parameters."""

from dataclasses import dataclass

import numpy as np

from ..arrays import Floats, Integers
from ..characterization.reference import MARGIN

CATEGORIES = (1, 2, 3, 4, 5)


@dataclass(frozen=True)
class Limits:
    """Where the categories meet. The values are our choice: what is smaller makes no difference that matters.

    Attributes:
        margin: Accuracy on natural photos may fall so far short of people's and still be human-level.
        head: Smallest head weight that is a head bias.
        eyes: Smallest weight of the eyes, 1 - head weight, that counts as reading them.
        signal: Smallest share of answers that are no guesses; below, there is nothing to characterize.
        coin: Coin share from which an observer chooses between the cues rather than blends them.
    """

    margin: float = MARGIN
    head: float = 0.15
    eyes: float = 0.10
    signal: float = 0.05
    coin: float = 0.5


def category_of(gap: Floats, head_weight: Floats, coin_share: Floats, guessing: Floats, limits: Limits) -> Integers:
    """The category of observers with these parameters; all arguments broadcast.

    Args:
        gap: Accuracy minus human accuracy on natural photos.
        head_weight: Head weight, 0 to 1.
        coin_share: Part of the head weight that stems from answers by the head alone, 0 to 1.
        guessing: Share of guesses, 0 to 1.
        limits: Where the categories meet.

    Returns:
        1, human-level: no gap and no head bias. 2: a gap without head bias, or next to nothing but guesses. 3: the eyes
        are not read. 5: chooses between the cues. 4: blends them.
    """
    unbiased = head_weight < limits.head
    return np.select(
        [
            unbiased & (gap > -limits.margin),
            unbiased | (1 - guessing < limits.signal),
            1 - head_weight < limits.eyes,
            coin_share >= limits.coin,
        ],
        [1, 2, 3, 5],
        default=4,
    ).astype(np.int64)


def probabilities(categories: Integers) -> dict[int, float]:
    """Share of every category among posterior draws."""
    return {category: float((categories == category).mean()) for category in CATEGORIES}
