"""What guessing gives on the published test set, whose rows are known by number only."""

from __future__ import annotations

import numpy as np

from vlmeval_hvs.benchmarks.hvsbench.pools import POOLS
from vlmeval_hvs.files import bundled
from vlmeval_hvs.metrics.chance import Chance, null_interval

_PRINTED = 4  # digits of the published accuracies


def published_chances() -> dict[str, Chance]:
    """Mean and central 95 % of a guesser's accuracies on the 7,574 questions behind Tables 3 and 11.

    The numbers of questions are those that the printed accuracies amount to, the chances are the paper's Random row.
    The limits are rounded to four digits as the accuracies are, so that equal numbers of right answers compare equal.
    Of Q1, Q2 and Q3 that row gives the mean of chances that differ from question to question; taking them as equal
    makes the ranges a little wider, never narrower.
    """
    reference = bundled(__package__, "published.json")
    chance, questions = reference["rows"]["Random guess"], reference["questions"]
    exact = {
        name: null_interval(np.repeat([chance[f"{kind}_Acc"] for kind in kinds], [questions[kind] for kind in kinds]))
        for name, kinds in POOLS.items()
    }
    return {name: Chance(*(round(value, _PRINTED) for value in found)) for name, found in exact.items()}
