"""The cue model fitted to answers: parameters, category probabilities, and how well it describes the answers."""

import numpy as np

from ..arrays import Floats
from ..characterization.reference import STUDY, HumanReference
from ..checks import whole_number
from . import checks
from .categories import Limits, category_of, probabilities
from .cells import SIDE, Answers, Cells, Unit, gather
from .choice import NAMES, choice_model, levels
from .people import gap_draws
from .posterior import Posterior, dependence, find_modes, starts
from .results import CueModel, Quantity, quantity
from .sampling import draw

LEAST_SCENES = 10
FEW_SCENES = 30
FEW_DRAWS = 300
MISFIT = (0.1, 4.0)
"""A share that the model misses by more than this, and by more than so many standard errors, is worth a warning."""
AVERAGED = 200  # draws over which expected shares are averaged


def why_not(data: Answers) -> str:
    """Why these answers do not allow the model, or ""."""
    known = data.part((data.head >= 0) & (data.counts.sum(axis=1) > 0))
    apart = len(np.unique(known.scene[known.head != known.gaze]))
    if apart >= LEAST_SCENES:
        return ""
    return f"head and eyes are known to point apart in {apart} scenes with answers, and {LEAST_SCENES} are needed"


def fit_cue_model(
    data: Answers, people: HumanReference = STUDY, limits: Limits | None = None, seed: int = 0, draws: int = 4000
) -> CueModel:
    """Fit the cue model to the answers of one observer.

    Args:
        data: The answers (see `answers`). Photos without a head target serve only the comparison with people.
        people: Accuracy of people on natural photos; by default Table 1 of the study.
        limits: Where the categories meet.
        seed: Seed of the posterior draws, not negative.
        draws: Number of posterior draws, at least 1.

    Raises:
        ValueError: There are too few scenes (`why_not`), no human accuracy for a number of objects, or a bad number.

    Example:
        An observer who always answers with the object that the head points at:

        >>> from vlmeval_hvs.metrics.characterization import agents
        >>> from vlmeval_hvs.metrics.cue_model import answers
        >>> design = agents.full_design({3: 2})
        >>> chosen = np.where(design.head < 0, design.gaze, design.head)
        >>> columns = (design.scene, design.view, design.proximity, design.n, design.gaze, design.head)
        >>> found = fit_cue_model(answers(*columns, counts=np.eye(3, dtype=int)[chosen]))
        >>> found.category, found.name
        (3, 'head-only')
    """
    reason = why_not(data)
    if reason:
        raise ValueError(f"the cue model cannot be fitted: {reason}")
    draws, seed = whole_number(draws, "draws"), whole_number(seed, "seed", least=0)
    limits = limits or Limits()
    rng = np.random.default_rng([seed, 27])
    cells = gather(data)
    apart = Posterior(cells)
    # A mode that independent answers would rule out may hold mass once the answers count for less.
    first = find_modes(apart, starts(), depth=np.inf)
    tied = dependence(apart, first[0].theta)
    posterior = Posterior(cells, tied)
    modes = find_modes(posterior, {mode.start: mode.theta for mode in first})
    sample = draw(posterior, [(mode.theta, mode.covariance) for mode in modes], rng, draws)
    gap = gap_draws(data, people, rng, draws)
    head_weight, eye_blur, head_blur = _at_factors(sample.values, data, cells)
    middling = levels(sample.values, np.zeros(1), np.zeros(1), np.full(1, 3.0))
    coin, guessing = middling.coin[:, 0], middling.guessing[:, 0]
    found = category_of(
        np.full(draws, -np.inf) if gap is None else gap, head_weight.mean(axis=(1, 2)), coin, guessing, limits
    )
    expected = choice_model(cells)(sample.values[:: max(draws // AVERAGED, 1)])[0].mean(axis=0)
    sticky, sticky_error = checks.repeating(cells, expected)
    quantities = {
        "head_weight": quantity("head_weight", head_weight.mean(axis=(1, 2))),
        "coin_share": quantity("coin_share", coin),
        "eye_blur": quantity("eye_blur", eye_blur.mean(axis=(1, 2)), data.unit),
        "head_blur": quantity("head_blur", head_blur.mean(axis=(1, 2)), data.unit),
        "guessing": quantity("guessing", guessing),
        "middle": quantity("middle", sample.values[:, NAMES.index("middle")]),
    }
    if np.isfinite(sticky):
        low, high = np.clip([sticky - 1.96 * sticky_error, sticky + 1.96 * sticky_error], 0, 1)
        quantities["repeating"] = Quantity("repeating", sticky, (float(low), float(high)))
    if gap is not None:
        quantities["gap"] = quantity("gap", gap)
    table = checks.shares(cells, expected)
    return CueModel(
        probabilities=probabilities(found),
        quantities=quantities,
        by_view=_split(_views(data), head_weight.mean(axis=2), eye_blur.mean(axis=2), data.unit),
        by_proximity=_split(
            [f"{step:g}" for step in _steps(data)], head_weight.mean(axis=1), eye_blur.mean(axis=1), data.unit
        ),
        shares=tuple(table),
        limits=limits,
        dependence=tied,
        effective=sample.effective,
        counts={
            "photos": len(cells.cell_of),
            "natural": int((data.head < 0).sum()),
            "scenes": cells.n_scenes,
            "answers": int(cells.counts.sum()),
        },
        warnings=tuple(_warnings(cells, gap, sample.effective, table)),
    )


def _views(data: Answers) -> list[str]:
    names = ("front", "side", "side")
    return [name for name in ("front", "side") if name in {names[view] for view in data.view}]


def _steps(data: Answers) -> list[float]:
    return sorted(set(data.proximity[data.head >= 0].tolist()))


def _at_factors(theta: Floats, data: Answers, cells: Cells) -> tuple[Floats, Floats, Floats]:
    """Head weight, eye blur and head blur in a row of three objects, (draws, views, proximities)."""
    views = np.array([SIDE[0] if name == "front" else SIDE[1] for name in _views(data)])
    steps = np.array(_steps(data)) - 2
    side, near = (grid.reshape(-1) for grid in np.meshgrid(views, steps, indexing="ij"))
    at = levels(theta, near, side, np.full(side.shape, 3.0))
    shape = (len(theta), len(views), len(steps))
    return at.weight.reshape(shape), at.eyes.reshape(shape), at.head.reshape(shape)


def _split(names: list[str], weight: Floats, blur: Floats, unit: Unit) -> dict[str, dict[str, Quantity]]:
    """Head weight and eye blur at every level of a factor; the arrays are (draws, levels)."""
    return {
        name: {
            "head_weight": quantity("head_weight", weight[:, at]),
            "eye_blur": quantity("eye_blur", blur[:, at], unit),
        }
        for at, name in enumerate(names)
    }


def _warnings(cells: Cells, gap: Floats | None, effective: float, table: list[checks.Share]) -> list[str]:
    notes = []
    if cells.n_scenes < FEW_SCENES:
        notes.append(f"only {cells.n_scenes} scenes with a known head target: intervals rest on few")
    if gap is None:
        notes.append("without natural photos a gap to human accuracy is assumed")
    if effective < FEW_DRAWS:
        notes.append(f"the posterior was drawn with difficulty: {effective:.0f} effective draws")
    size, errors = MISFIT
    off = [row for row in table if abs(row.observed - row.expected) > max(size, errors * row.error)]
    if off:
        worst = max(off, key=lambda row: abs(row.observed - row.expected))
        place = {"head": "at the head's target", "gaze": "at the gaze target", "other": "elsewhere"}[worst.place]
        notes.append(
            f"the model misses {len(off)} of {len(table)} shares of answers; most of all, {place} with {worst.n} "
            f"objects and distance {worst.distance}: {worst.observed:.2f} instead of {worst.expected:.2f}"
        )
    return notes
