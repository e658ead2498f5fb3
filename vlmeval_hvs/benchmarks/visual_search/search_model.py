"""Searchers by name: their options, one made for a trial (images in, a searcher out), and the model class of a host."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vlmeval_hvs.benchmarks.visual_search.baselines import images_of, searcher_answer, trial_of
from vlmeval_hvs.benchmarks.visual_search.searchers import grid
from vlmeval_hvs.benchmarks.visual_search.searchers.bayesian import EVIDENCE, RULES, BayesianSearcher
from vlmeval_hvs.benchmarks.visual_search.searchers.inputs import (
    PRIORS,
    SET_PRIOR,
    SIMILARITIES,
    prior_file,
    prior_map,
    read_picture,
    refuse_without_maps,
    similarity_map,
    size_in_frame,
)
from vlmeval_hvs.benchmarks.visual_search.searchers.ivsn import (
    AttentionSearcher,
    attention_map,
    find_weights,
    load_features,
)
from vlmeval_hvs.benchmarks.visual_search.trials import Trial
from vlmeval_hvs.files import bundled, read_rgb
from vlmeval_hvs.messages import Prompt, declined
from vlmeval_hvs.responders import HVSBaseline

Floats = NDArray[np.float64]
Searcher = BayesianSearcher | AttentionSearcher
ATTENTION = "attention"
"""The rule of IVSN, which is no Bayesian searcher."""


@dataclass(frozen=True)
class SearcherOptions:
    """What makes a searcher.

    Attributes:
        similarity: One of `SIMILARITIES`.
        prior: ``set`` (the maps in the built set), ``center``, ``flat``, or the path of a folder with a saliency map
            per image (``<image stem>.npy``, ``.png`` or ``.jpg``).
        rule: One of the decision rules, or ``attention`` (IVSN).
        priority: The rule whose map is the next-fixation map; ``None`` is ``rule``.
        evidence: Whether a fixation's evidence counts ``once`` or ``repeated``, as in the older published code.
        strength: Weight of the prior map: 15 in the published Python code, 10 in the MATLAB code.
        seed: Seed of the internal noise; 1234 is the published code's.
        weights: Path of the VGG16 weights; ``None`` looks in torch's cache.
    """

    similarity: str = "correlation"
    prior: str = SET_PRIOR
    rule: str = "posterior-maximum"
    priority: str | None = None
    evidence: str = "once"
    strength: float = grid.PRIOR_STRENGTH
    seed: int = 1234
    weights: str | None = None

    def __post_init__(self) -> None:
        for option, right, words in (
            ("similarity", self.similarity in SIMILARITIES, f"one of {', '.join(SIMILARITIES)}"),
            ("rule", self.rule in (*RULES, ATTENTION), f"one of {', '.join((*RULES, ATTENTION))}"),
            ("priority", self.priority in (None, *RULES), f"one of {', '.join(RULES)}"),
            ("evidence", self.evidence in EVIDENCE, f"one of {', '.join(EVIDENCE)}"),
            ("strength", self.strength >= 1, "a number of at least 1"),
            ("seed", 0 <= self.seed < 2**32, "a whole number from 0 to 2**32 - 1"),
            (
                "prior",
                self.prior in PRIORS or Path(self.prior).exists(),
                f"one of {', '.join(PRIORS)}, or a folder of saliency maps",
            ),
        ):
            if not right:
                raise ValueError(f"{option}={getattr(self, option)!r}: choose {words}")

    def bayesian(
        self, shape: tuple[int, int], bbox: Sequence[float], similarity: Floats | None, prior: Floats | None
    ) -> BayesianSearcher:
        """The Bayesian searcher with these options and maps; see `BayesianSearcher`."""
        chosen = {name: getattr(self, name) for name in ("rule", "priority", "evidence", "strength", "seed")}
        return BayesianSearcher(shape, bbox, similarity, prior, **chosen)


@cache
def known_searchers() -> dict[str, SearcherOptions]:
    """Options of every named searcher; ``-center`` or ``-flat`` at the end of a name is its prior."""
    known = {name: SearcherOptions(**options) for name, options in bundled(__package__, "searchers.json").items()}
    bayesian = {name: options for name, options in known.items() if options.rule != ATTENTION}
    for prior in ("center", "flat"):
        known |= {f"{name}-{prior}": replace(options, prior=prior) for name, options in bayesian.items()}
    return known


def named_options(name: str, **changes: Any) -> SearcherOptions:
    """Options of a named searcher with some of them changed (``None`` changes nothing); a ValueError names mistakes."""
    known = known_searchers()
    if name not in known:
        raise ValueError(f"no searcher {name!r}; searchers: {', '.join(known)}")
    return replace(known[name], **{key: value for key, value in changes.items() if value is not None})


def make_searcher(options: SearcherOptions, trial: Trial, scene: str, target: str) -> Searcher:
    """The searcher for one trial and the paths of its pictures; cached for the turns of a search."""
    prior = "flat" if options.rule == ATTENTION else prior_file(options.prior, trial.image, scene)
    return _make(options, trial.shape, trial.bbox, trial.receptive, scene, target, prior)


@lru_cache(maxsize=4)
def _make(
    options: SearcherOptions,
    shape: tuple[int, int],
    bbox: tuple[float, float, float, float],
    receptive: tuple[int, int],
    scene: str,
    target: str,
    prior: str,
) -> Searcher:
    if options.rule == ATTENTION:
        features = load_features(str(find_weights(options.weights)))
        attention = attention_map(read_rgb(Path(scene)), read_rgb(Path(target)), features)
        resized = np.asarray(cv2.resize(attention, (shape[1], shape[0])), dtype=np.float64)
        # The published window is tuned to each set's mean target size; here it is the target's own.
        window = max(receptive[0], round(bbox[2] - bbox[0])), max(receptive[1], round(bbox[3] - bbox[1]))
        return AttentionSearcher(resized, window)
    size = size_in_frame(shape, bbox[2] - bbox[0], bbox[3] - bbox[1])
    similarity = _similarity(options.similarity, scene, target, size, options.weights)
    return options.bayesian(shape, bbox, similarity, prior_map(prior))


@lru_cache(maxsize=4096)
def _similarity(kind: str, scene: str, target: str, size: tuple[int, int], weights: str | None) -> Floats | None:
    """As `similarity_map`, of files; computed once for all models and datasets that search the same pictures."""
    return similarity_map(kind, read_picture(scene), read_picture(target), size, weights)


class HVSSearcher(HVSBaseline):
    """A visual search model (`known_searchers`) as a host model; answers the visual-search datasets only.

    The options are those of `SearcherOptions`; None is the model's own.

    Raises:
        ValueError: An option has no such value.
        MissingWeightsError: The model needs VGG16 weights that are not on this machine.
        MissingDataError: The prior are the maps in the built sets, and no set has any.
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
            return declined("searchers know where the target is, so they search only for targets that are present")
        return searcher_answer(message, make_searcher(self.options, trial, *images_of(message)), trial)
