"""A generated question, the wordings that it is asked in, and the settings of a generation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from vlmeval_hvs.benchmarks.hvsbench.questions import TYPES
from vlmeval_hvs.errors import OptionError
from vlmeval_hvs.files import bundled

WORDINGS = ("printed", "paraphrased")
"""The paper's wordings only, or paraphrases as well."""

MOST_PER_PICTURE = 100


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


@dataclass(frozen=True)
class Settings:
    """What is generated.

    Attributes:
        seed: Seed of everything that is drawn.
        share: Share of the pictures for testing.
        look: Whether pictures that look alike are kept on one side.
        wording: One of `WORDINGS`.
        per_picture: Questions of a type that are tried for every picture; 1 for types that are not named.
        limit: Questions of a type at most; no limit for types that are not named.

    Raises:
        OptionError: A value is out of range; the message names it.
    """

    seed: int = 0
    share: float = 0.1
    look: bool = True
    wording: str = "printed"
    per_picture: Mapping[str, int] = field(default_factory=dict)
    limit: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.wording not in WORDINGS:
            raise OptionError(f"wording {self.wording!r} is none of {', '.join(WORDINGS)}")
        if not 0 <= self.share <= 1:
            raise OptionError(f"share {self.share}: must be from 0 to 1")
        for name, counts in (("per-picture", self.per_picture), ("limit", self.limit)):
            for kind, number in counts.items():
                if kind not in TYPES:
                    raise OptionError(f"{name} {kind}={number}: {kind!r} is none of {', '.join(TYPES)}")
                if number < 0:
                    raise OptionError(f"{name} {kind}={number}: must be at least 0")
        if max(self.per_picture.values(), default=0) > MOST_PER_PICTURE:
            raise OptionError(f"per-picture: must be at most {MOST_PER_PICTURE}")

    def wanted(self) -> dict[str, int]:
        """How many questions of each type are tried for a picture; types that are not wanted are left out."""
        counts = {kind: self.per_picture.get(kind, 1) for kind in TYPES if self.limit.get(kind, 1)}
        return {kind: count for kind, count in counts.items() if count}

    def as_json(self) -> dict[str, Any]:
        """All of it for a JSON file."""
        return asdict(self)


@cache
def templates(wording: str) -> Mapping[str, Sequence[str]]:
    """Templates of every question type: those that the paper prints, or these and paraphrases."""
    printed = bundled("dataset_builders.hvsbench", "templates.json")
    if wording == "printed":
        return printed
    ours = bundled(__package__, "paraphrases.json")
    return {kind: [*printed[kind], *ours[kind]] for kind in printed if kind in ours and kind[0] != "_"}


def worded(kind: str, wording: str, draw: np.random.Generator, **words: str) -> str:
    """A question type in one of its wordings, filled with words."""
    known = templates(wording)[kind]
    return known[int(draw.integers(len(known)))].format(**words)
