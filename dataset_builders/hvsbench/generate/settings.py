"""What a generation is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from dataset_builders.hvsbench.generate.question import WORDINGS
from vlmeval_hvs.benchmarks.hvsbench.questions import TYPES
from vlmeval_hvs.errors import OptionError

MOST_PER_PICTURE = 100


@dataclass(frozen=True)
class Settings:
    """What is generated.

    Attributes:
        seed: Seed of everything that is drawn.
        share: Share of the pictures for testing.
        look: Whether pictures that look alike are kept on one side.
        wording: One of `question.WORDINGS`.
        per_picture: Questions of a type that are tried for every picture; 1 for types that are not named.
        limit: Questions of a type at most; no limit for types that are not named.
        unverified: Use names of objects that nobody has verified, too.

    Raises:
        OptionError: A value cannot be.
    """

    seed: int = 0
    share: float = 0.1
    look: bool = True
    wording: str = "printed"
    per_picture: Mapping[str, int] = field(default_factory=dict)
    limit: Mapping[str, int] = field(default_factory=dict)
    unverified: bool = False

    def __post_init__(self) -> None:
        if self.wording not in WORDINGS:
            raise OptionError(f"wording {self.wording!r} is none of {', '.join(WORDINGS)}")
        if not 0 <= self.share <= 1:
            raise OptionError(f"share {self.share}: must be from 0 to 1")
        for name, counts, most in (("per-picture", self.per_picture, MOST_PER_PICTURE), ("limit", self.limit, None)):
            for kind, number in counts.items():
                if kind not in TYPES:
                    raise OptionError(f"{name} {kind}={number}: {kind!r} is none of {', '.join(TYPES)}")
                if number < 0 or (most is not None and number > most):
                    raise OptionError(
                        f"{name} {kind}={number}: must be at least 0{f', at most {most}' if most else ''}"
                    )

    def wanted(self) -> dict[str, int]:
        """How many questions of each type are tried for a picture; types that are not wanted are left out."""
        counts = {kind: self.per_picture.get(kind, 1) for kind in TYPES if self.limit.get(kind, 1)}
        return {kind: count for kind, count in counts.items() if count}

    def as_json(self) -> dict[str, Any]:
        """All of it for a JSON file."""
        return asdict(self)
