"""`characterize`: from a table of trials to a category."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from vlmeval_hvs.errors import OptionError

from ..arrays import whole_number
from . import fixed_effects
from .decision import VOTES, categorize
from .photos import Photos, from_trials
from .results import ENGINES, MARGIN, TESTS, Characterization, HumanReference, Test, as_reference
from .same_choice import same_choice_test

if TYPE_CHECKING:
    import pandas as pd

FEW_SCENES = 30
MANY_UNMATCHED = 0.01


def characterize(
    trials: "pd.DataFrame | Photos",
    engine: str = "fixed-effects",
    seed: int = 0,
    human: Mapping[int, float] | HumanReference | None = None,
    n_permutations: int = 999,
    n_resamples: int = 500,
    margin: float = MARGIN,
) -> Characterization:
    """Find out which cue a model follows when it names what a person looks at.

    Args:
        trials: A table with one row per reply and the columns stimulus_id, prompt_id, scene_id, condition ("natural",
            "congruent", "incongruent"), view ("front", "left", "right"), proximity (1 far apart to 3 close),
            n_objects, gaze_pos, head_pos (0-based table positions; head -1 when absent) and choice_pos (-1 when the
            reply named no option).
        engine: "fixed-effects" compares photo means within scenes, with scene-clustered errors; "paper" fits the
            study's additive mixed logistic models with intercepts of photos, with their bias at the ends of the row;
            "glmm" adds terms for the ends of the row. Where log-odds are infinite, these take the default engine's
            t-test.
        seed: Seed of permutations and resamples, not negative.
        human: Accuracy of people (0-1) by number of objects, with its standard errors when it is a `HumanReference`; by
            default Table 1 of the study, measured on pilot photos.
        n_permutations: Permutations for Test 2.2, at least 1.
        n_resamples: Scene resamples for the stability of the category (fixed-effects engine); 0 for none. There is none
            when a test did not run.
        margin: Largest shortfall of accuracy that still counts as human-level, above 0 and below 1: the lower 95 %
            bound of Test 1 must be above minus the margin.

    Raises:
        ValueError: The engine is unknown, the table is malformed (the message names the photo or column), or a number
            of draws or the margin is out of range.
        OptionError: Engine "lme4" is asked for, which earlier versions ran in R.

    Example:
        A simulated observer who answers where the head points:

        >>> from vlmeval_hvs.metrics.characterization import agents
        >>> design = agents.full_design({3: 3, 4: 2})
        >>> photos = agents.simulate(agents.AGENTS["head-only"], design, np.random.default_rng(0))
        >>> result = characterize(photos, n_resamples=0)
        >>> result.category, result.name
        (3, 'head-only')
    """
    if engine == "lme4":
        raise OptionError("engine='lme4' was removed; use engine='glmm', which adds terms for the ends of the row")
    if engine not in ENGINES:
        raise ValueError(f"unknown engine {engine!r}; known are {', '.join(ENGINES)}")
    n_permutations = whole_number(n_permutations, "n_permutations")
    n_resamples = whole_number(n_resamples, "n_resamples", least=0)
    if not 0 < margin < 1:
        raise ValueError(f"margin {margin} must be above 0 and below 1")
    photos = trials if isinstance(trials, Photos) else from_trials(trials)
    rng = np.random.default_rng([seed, 26])
    counts = {"photos": len(photos), "scenes": photos.n_scenes, "trials": int(photos.trials.sum())}
    counts["unmatched"] = counts["trials"] - int(photos.matched.sum())
    warnings = [*_thin_data(counts), *photos.warnings]
    stability: Mapping[int | str, float] = {}
    evidence = fixed_effects.gather(photos, as_reference(human), rng, n_permutations)
    tests: dict[str, Test] = {"1": fixed_effects.gap_test(evidence.slopes["1"], margin)}
    if engine == "fixed-effects":
        tests |= fixed_effects.finish(photos, evidence)
        if n_resamples and all(tests[key].ran for key in ("1", *VOTES, "3", "4")):
            stability = fixed_effects.stability(evidence, rng, n_resamples, margin)
    else:
        from .study_models import BIASED, run

        tests["2.2"] = same_choice_test(evidence.same, published=engine == "paper")
        tests |= run(photos, engine, lambda: fixed_effects.finish(photos, evidence))
        warnings += [BIASED] if engine == "paper" else []
    category, reason, notes = categorize(tests)
    ordered = {key: tests[key] for key in TESTS}
    return Characterization(category, ordered, (*warnings, *notes), stability, engine, counts, reason)


def _thin_data(counts: Mapping[str, int]) -> list[str]:
    notes = []
    if (scenes := counts["scenes"]) < FEW_SCENES:
        plural = "s" if scenes != 1 else ""
        notes.append(f"only {scenes} scene{plural}: errors are clustered by scene and need about {FEW_SCENES}")
    if counts["unmatched"] > MANY_UNMATCHED * counts["trials"]:
        share = counts["unmatched"] / counts["trials"]
        notes.append(f"{counts['unmatched']} of {counts['trials']} replies ({share:.1%}) named no option")
    return notes
