"""The model class of the searchers, with their options."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from vlmeval_hvs.benchmarks.visual_search.baselines import images_of, searcher_answer, trial_of
from vlmeval_hvs.benchmarks.visual_search.named_searchers import make_searcher, named_options
from vlmeval_hvs.benchmarks.visual_search.searchers.inputs import (
    SET_PRIOR,
    map_folder,
    refuse_missing_maps,
    refuse_without_maps,
)
from vlmeval_hvs.benchmarks.visual_search.searchers.ivsn import find_weights
from vlmeval_hvs.messages import Prompt, declined
from vlmeval_hvs.responders import HVSBaseline


class HVSSearcher(HVSBaseline):
    """A visual search model as a host model; answers the visual-search datasets only.

    Args:
        model: ``hvs-cIBS``, ``hvs-sIBS``, ``hvs-nnIBS``, ``hvs-ELM`` or ``hvs-greedy``, whose prior are the saliency
            maps in the built set, as published (DeepGaze II); each of them with ``-center`` or ``-flat`` behind its
            name, for that prior; or ``hvs-IVSN``.
        seed: Seed of the internal noise (1234, as published).
        prior: ``set``, ``center``, ``flat`` or a folder with a saliency map per image; the model's own when None.
        rule: ``posterior-maximum``, ``exact-integral``, ``stored-integral`` or ``elm``; the model's own when None.
        priority: The rule whose map is the next-fixation map; the model's own when None.
        evidence: ``once`` or ``repeated``: how a fixation's evidence counts; ``once`` when None.
        strength: Weight of the prior map (15, as in the published Python code).
        similarity: ``correlation``, ``ssim``, ``network`` or ``none``; the model's own when None.
        weights: File with torchvision's VGG16 weights (nnIBS, IVSN).

    Raises:
        ValueError: An option has no such value.
        MissingWeightsError: The model needs VGG16 weights that are not on this machine.
        MissingDataError: The prior are the maps in the built sets, and no set has any. A set that lacks maps of some
            images is refused at its first question.
    """

    def __init__(
        self,
        model: str = "hvs-cIBS",
        seed: int = 1234,
        prior: str | None = None,
        rule: str | None = None,
        priority: str | None = None,
        evidence: str | None = None,
        strength: float | None = None,
        similarity: str | None = None,
        weights: str | None = None,
    ) -> None:
        super().__init__(model=model, seed=seed)
        changes = {"prior": prior, "rule": rule, "priority": priority, "evidence": evidence, "strength": strength}
        self.options = named_options(model, seed=seed, similarity=similarity, weights=weights, **changes)
        if self.options.similarity == "network":
            find_weights(self.options.weights)
        if self.options.prior == SET_PRIOR:
            refuse_without_maps()

    def generate_inner(self, message: Any, dataset: str | None = None) -> str:
        """Answer one prompt of the visual-search datasets."""
        if not isinstance(message, Prompt) or message.benchmark != "VisualSearch":
            raise TypeError(f"{self.model} answers the VisualSearch datasets only, not {dataset!r}")
        trial = trial_of(message)
        if not trial.present:
            return declined("a searcher is told where the target is, so it searches only for targets that are there")
        scene, target = images_of(message)
        if self.options.prior not in ("center", "flat"):
            refuse_missing_maps(map_folder(self.options.prior, scene), Path(scene).parent)
        return searcher_answer(message, make_searcher(self.options, trial, scene, target), trial)
