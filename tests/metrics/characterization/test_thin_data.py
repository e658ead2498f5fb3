"""Few scenes: no test on fewer than ten, no certainty from one, and true nulls rejected as often as they should."""

import numpy as np
import pytest

from vlmeval_hvs.metrics import characterize
from vlmeval_hvs.metrics.characterization import agents
from vlmeval_hvs.metrics.characterization.regression import cluster_sums, fit

NULLS = {"random": ("2.1", "2.2", "2.3", "2.4", "3", "4"), "head-only": ("3", "4")}


def study(name, combinations, seed, permutations):
    photos = agents.simulate(agents.AGENTS[name], agents.full_design(combinations), np.random.default_rng(seed), 1)
    return characterize(photos, seed=seed[1], n_resamples=0, n_permutations=permutations)


def test_true_nulls_with_eighteen_scenes_and_one_prompt():
    for name, keys in NULLS.items():
        found = [study(name, {3: 1, 4: 1}, [16, seed], 199).tests for seed in range(8)]
        for key in keys:
            assert all(tests[key].ran and tests[key].p > 1e-6 for tests in found)
            # 5 or more rejections of 8 happen in 1 of 1,000 sets of studies.
            assert sum(tests[key].p < 0.05 for tests in found) <= 4, (name, key)
    # A coin-flipper is never called human-level.
    assert 1 not in [study("coin-flip", {2: 1, 3: 1, 4: 1}, [17, seed], 99).category for seed in range(8)]


def test_scenes_that_say_nothing_are_not_counted():
    rng = np.random.default_rng(0)
    x, y = np.zeros((60, 1)), rng.normal(size=60)
    x[:12, 0] = rng.normal(size=12)
    sums = cluster_sums(x, y, np.arange(60) // 4, 15)
    assert sums.n_informative == 3
    assert sums.n == 12
    assert fit(sums).df == 2  # not 14
    alone = cluster_sums(x[:12], y[:12], np.arange(12) // 4, 3)
    assert fit(sums).cov == pytest.approx(fit(alone).cov)


def test_fewer_than_ten_scenes_are_not_tested(make_trials):
    trials = make_trials("head-only", combinations={4: 1})
    for scenes, engine in ((1, "fixed-effects"), (9, "fixed-effects"), (9, "glmm"), (9, "paper")):
        few = trials[trials["scene_id"].isin([f"scene {number}" for number in range(scenes)])]
        result = characterize(few, engine=engine)
        assert (result.category, result.stability) == ("unclear", {})
        for key in ("1", "2.1", "2.2", "2.3", "2.4", "3", "4"):
            assert not result.tests[key].ran
            assert f"only {scenes} scene" in result.tests[key].note
