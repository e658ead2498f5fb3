"""A generated question, and the wordings that it is asked in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from vlmeval_hvs.files import bundled

WORDINGS = ("printed", "paraphrased")
"""Wordings of the paper only, or also those of ours."""


class Question(NamedTuple):
    """A question about a picture.

    Attributes:
        text: The question as a model reads it.
        answer: As released rows write it: letters, digits, or a JSON list of scanpaths.
        source: The annotations that it was made from.
        participants: Whose recordings it shows or has as answer.
    """

    text: str
    answer: str
    source: tuple[str, ...]
    participants: tuple[str, ...] = ()


@cache
def templates(wording: str) -> Mapping[str, Sequence[str]]:
    """Templates of every question type: those that the paper prints, or these and paraphrases of ours."""
    printed = bundled("dataset_builders.hvsbench", "templates.json")
    if wording == "printed":
        return printed
    ours = bundled(__package__, "paraphrases.json")
    return {kind: [*printed[kind], *ours[kind]] for kind in printed if kind in ours and kind[0] != "_"}


def worded(kind: str, wording: str, draw: np.random.Generator, **words: str) -> str:
    """A question type in one of its wordings, filled with words."""
    known = templates(wording)[kind]
    return known[int(draw.integers(len(known)))].format(**words)
