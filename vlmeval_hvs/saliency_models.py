"""DeepGaze as a host model; the weight-free maps are models of `vlmeval_hvs.responders` like any other."""

from __future__ import annotations

from typing import Any

from vlmeval_hvs.responders import HVSBaseline
from vlmeval_hvs.saliency.deepgaze import DeepGaze
from vlmeval_hvs.saliency.sources import MapSource, using

PREFIX = "hvs-"


class HVSDeepGaze(HVSBaseline):
    """A DeepGaze model as a host model; answers what the weight-free saliency models answer, from its own map.

    Args:
        model: ``hvs-deepgaze-IIE`` or ``hvs-deepgaze-III``.
        seed: Seed of the scanpaths that III draws; every answer is a function of (seed, row, turn).
        weights: File with the published weights; None looks for it in torch's folder of checkpoints.
        prior: File with the log density of the centre bias (``.npy``); the published one or a Gaussian when None.
        device: Torch device; the first GPU, else the CPU, when None.
        trust_remote_code: Let the package have torch.hub download and run the code of its backbones.

    Raises:
        ValueError: No model has that name.
        MissingModelError: The package or the weights are missing; the message says how to get them.
    """

    def __init__(
        self,
        model: str = "hvs-deepgaze-IIE",
        seed: int = 0,
        weights: str | None = None,
        prior: str | None = None,
        device: str | None = None,
        trust_remote_code: bool = False,
    ) -> None:
        super().__init__(model=model, seed=seed)
        variant = model.rpartition("-")[2]
        self.source: MapSource = DeepGaze(variant, weights, prior, device, trust_remote_code)

    def generate_inner(self, message: Any, dataset: str | None = None) -> str:
        """Answer one prompt of a dataset of this package."""
        with using(self.model.removeprefix(PREFIX), self.source):
            return super().generate_inner(message, dataset)
