"""How answers of the visual-search datasets are read and scored: what both kinds of scores share."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from vlmeval_hvs.benchmarks.visual_search.frames import AUTO, FrameDecision
from vlmeval_hvs.benchmarks.visual_search.maps import CentreBias
from vlmeval_hvs.benchmarks.visual_search.trials import Trial


@dataclass(frozen=True)
class SearchScoring:
    """How answers are read and turned into maps.

    Attributes:
        frame: Coordinate frame that the prompt asked for.
        answer_frame: Frame of the answers; ``auto`` decides over all of a model's replies.
        profile: Reading of the replies that makes the headline.
        seed: Seed of the random rows.
        sigma: Width of answered points in px; ``None`` is twice the width of the set's receptive window.
        uniform: Uniform part of the mixture.
        bias: Centre bias.
        decision: The frame of all answers of the model; ``None`` before it is decided.
    """

    frame: str = "unit"
    answer_frame: str = AUTO
    profile: str = "robust"
    seed: int = 0
    sigma: float | None = None
    uniform: float = 0.1
    bias: CentreBias = field(default_factory=CentreBias)
    decision: FrameDecision | None = None

    @property
    def other(self) -> str:
        """The reading whose numbers stand next to the headline."""
        return "paper" if self.profile == "robust" else "robust"

    @property
    def readings(self) -> tuple[str, str]:
        """Both readings, the headline's first."""
        return self.profile, self.other

    def sigma_of(self, trial: Trial) -> float:
        """Width of answered points on a trial, px."""
        return self.sigma if self.sigma is not None else 2.0 * trial.receptive[1]


def finite(metrics: Mapping[str, float]) -> dict[str, float]:
    """The metrics that have a value."""
    return {name: float(value) for name, value in metrics.items() if math.isfinite(value)}
