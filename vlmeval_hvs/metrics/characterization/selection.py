"""The study's selection among mixed models: which intercepts, with or without interactions.

The study starts from intercepts for photos, objects and prompts with all interactions between the variables, takes the
most complex intercepts with which the fit is not singular, and then drops the interactions when a likelihood-ratio test
finds nothing in them (section 3 and the published analysis).
"""

from dataclasses import dataclass, replace

import numpy as np
from scipy.stats import chi2

from ..arrays import Floats
from .crossed import SINGULAR, CrossedFit, Factor, fit_crossed
from .glmm import MixedFit, Model, fit_mixed
from .photos import Photos
from .regressions import design_matrix, interacting
from .results import ALPHA

MOST_LEVELS = 100
"""A factor with more levels than this gets no intercepts: people's answers are no repetitions of prompts."""


@dataclass(frozen=True)
class Selected:
    """A selected model.

    Attributes:
        fit: Its coefficients; with interactions, its average effects under the names of the additive model.
        intercepts: What has intercepts.
        interactions: Whether the interactions were kept.
        p: p of the likelihood-ratio test on the interactions; NaN where they could not be fitted.
    """

    fit: MixedFit
    intercepts: tuple[str, ...]
    interactions: bool
    p: float

    @property
    def words(self) -> str:
        """The model in words."""
        found = f"likelihood ratio p {self.p:.3f}" if np.isfinite(self.p) else "they cannot be fitted"
        fate = "kept" if self.interactions else "dropped"
        return f"intercepts of {', '.join(self.intercepts) or 'nothing'}; interactions {fate} ({found})"


def select(photos: Photos, model: Model) -> Selected:
    """Fit the model of one test as the study selects it.

    Models with intercepts of photos only are integrated exactly; with further intercepts by Laplace's approximation.

    Args:
        photos: All photos.
        model: The regression, with its answers.

    Raises:
        ValueError: The photos do not determine the coefficients of the additive model.
    """
    names, x = design_matrix(photos, model)
    all_names, wide, effects = interacting(photos, model)
    simple = replace(fit_mixed(x, model.y, model.m, model.offset), names=names)
    full = fit_mixed(wide, model.y, model.m, model.offset) if wide.shape[1] < len(wide) else None
    if full is not None and not full.converged:
        full = None
    others = _factors(photos, model)
    while others:
        data = _Answers(photos, model, others)
        tried = data.fit(x if full is None else wide, simple if full is None else full)
        kept = [factor for factor in others if tried.sd[factor.name] >= SINGULAR]
        if len(kept) == len(others) and tried.fit.converged:
            simple = replace(data.fit(x, simple).fit, names=names)
            full = None if full is None else tried.fit
            break
        others = kept if len(kept) < len(others) else others[:-1]
    intercepts = (*(["photos"] if model.m.max() > 1 else []), *(factor.name for factor in others))
    degrees = wide.shape[1] - x.shape[1]
    if full is None or degrees <= 0:
        return Selected(simple, intercepts, False, float("nan"))
    p = float(chi2.sf(max(2 * (full.loglik - simple.loglik), 0.0), degrees))
    if p >= ALPHA and simple.converged:
        return Selected(simple, intercepts, False, p)
    average = replace(full, beta=effects @ full.beta, cov=effects @ full.cov @ effects.T, names=all_names)
    return Selected(average, intercepts, True, p)


def _factors(photos: Photos, model: Model) -> list[Factor]:
    """The factors with intercepts beside the photos, level by photo or by prompt."""
    assert model.answers is not None
    asked = np.flatnonzero((model.answers[1] > 0).any(axis=0))
    out: list[Factor] = []
    if model.m.max() <= 1:  # one answer per photo: intercepts of photos cannot be told from the answers' own variance
        return out
    if photos.objects is not None:
        levels = np.unique(photos.objects[model.rows], return_inverse=True)[1].reshape(-1)
        out.append(Factor("objects", levels))
    if 1 < len(asked) <= MOST_LEVELS:
        out.append(Factor("prompts", np.arange(len(asked))))
    return [factor for factor in out if 1 < factor.size <= MOST_LEVELS]


class _Answers:
    """The single answers of a regression."""

    def __init__(self, photos: Photos, model: Model, others: list[Factor]) -> None:
        assert model.answers is not None
        y, m = model.answers
        asked = (m > 0).any(axis=0)
        y, m = y[:, asked], m[:, asked]
        self.photo, prompt = np.nonzero(m)
        self.y, self.m, self.offset = y[m > 0], m[m > 0], model.offset[self.photo]
        by_photo = {"objects": self.photo, "prompts": prompt}
        self.others = [Factor(factor.name, factor.level[by_photo[factor.name]]) for factor in others]

    def fit(self, x: Floats, start: MixedFit) -> CrossedFit:
        """Fit regressors given per photo."""
        photo = Factor("photos", self.photo)
        begin = np.append(start.beta, start.sd)
        return fit_crossed(x[self.photo], self.y, self.m, self.offset, photo, self.others, begin)
