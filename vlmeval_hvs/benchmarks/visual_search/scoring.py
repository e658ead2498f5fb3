"""How answers of the visual-search datasets are read and scored: what both kinds of scores share."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from vlmeval_hvs.answer_frames import AUTO
from vlmeval_hvs.benchmarks.visual_search.densities import CentreBias, Kernel
from vlmeval_hvs.benchmarks.visual_search.trials import Trial


@dataclass(frozen=True)
class SearchScoring:
    """How answers are read and turned into maps.

    Attributes:
        frame: Coordinate frame that the prompt asked for.
        answer_frame: Frame of the answers; ``auto`` decides over all of a model's replies.
        answer_axes: Order in which the answers write x and y.
        profile: Reading of the replies that makes the headline.
        seed: Seed of the random rows.
        kernel: ``fitted``: width and shares of answered points are fitted to the model's answers; ``fixed``: those
            below are taken.
        sigma: Width of answered points in px; ``None`` is twice the width of the set's receptive window.
        uniform: Share of the uniform part.
        centre: Share of the centre bias.
        bias: Centre bias.
    """

    frame: str = "unit"
    answer_frame: str = AUTO
    answer_axes: str = "xy"
    profile: str = "robust"
    seed: int = 0
    kernel: str = "fitted"
    sigma: float | None = None
    uniform: float = 0.1
    centre: float = 0.0
    bias: CentreBias = field(default_factory=CentreBias)

    @property
    def other(self) -> str:
        """The reading whose numbers stand next to the headline."""
        return "paper" if self.profile == "robust" else "robust"

    def frame_warnings(self, sentences: list[str]) -> list[str]:
        """Warnings about the frame of answers, which the robust reading decides and the paper's does not."""
        return sentences if self.profile == "robust" else [f"in the robust reading, {one}" for one in sentences]

    @property
    def readings(self) -> tuple[str, str]:
        """Both readings, the headline's first."""
        return self.profile, self.other

    @property
    def fixed_kernel(self) -> Callable[[Trial], Kernel] | None:
        """The kernel of a trial, where width and shares are not fitted."""
        return self.default_kernel if self.kernel == "fixed" else None

    def default_kernel(self, trial: Trial) -> Kernel:
        """The stated width and shares, px."""
        sigma = self.sigma if self.sigma is not None else 2.0 * trial.receptive[1]
        return Kernel(sigma, self.uniform, self.centre)

    def kernel_settings(self) -> dict[str, Any]:
        """What score files say about the stated width and shares."""
        return {
            "kernel": "fixed",
            "sigma_px": self.sigma if self.sigma is not None else "2 x receptive width",
            "uniform_part": self.uniform,
            "center_bias_part": self.centre,
        }


def finite(metrics: Mapping[str, float]) -> dict[str, float]:
    """The metrics that have a value."""
    return {name: float(value) for name, value in metrics.items() if math.isfinite(value)}
