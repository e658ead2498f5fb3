"""Few scenes: no test on fewer than ten, no certainty from one, and true nulls rejected as often as they should."""

import numpy as np
import pytest

from vlmeval_hvs.metrics import characterize
from vlmeval_hvs.metrics.characterization import agents
from vlmeval_hvs.metrics.characterization.regression import cluster_sums, fit

STUDIES = 60
NULLS = {"random": ("2.1", "2.2", "2.3", "2.4", "3", "4"), "head-only": ("3", "4")}


@pytest.mark.parametrize("name", NULLS)
def test_true_nulls_with_eighteen_scenes_and_one_prompt(name):
    design = agents.full_design({3: 1, 4: 1})
    rejected = {key: 0 for key in NULLS[name]}
    for seed in range(STUDIES):
        photos = agents.simulate(agents.AGENTS[name], design, np.random.default_rng([16, seed]), 1)
        tests = characterize(photos, seed=seed, n_resamples=0, n_permutations=199).tests
        for key in rejected:
            assert tests[key].ran
            rejected[key] += tests[key].p < 0.05
            assert tests[key].p > 1e-6
    assert max(rejected.values()) <= 9, rejected  # 3 expected; 10 or more happen in 1 of 1,000 sets of studies


def test_a_coin_flipper_is_never_called_human_level():
    design = agents.full_design({2: 1, 3: 1, 4: 1})
    found = [
        characterize(
            agents.simulate(agents.AGENTS["coin-flip"], design, np.random.default_rng([17, seed]), 1),
            seed=seed, n_resamples=0, n_permutations=99,
        ).category
        for seed in range(20)
    ]  # fmt: skip
    assert 1 not in found


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


@pytest.mark.parametrize(("scenes", "engine"), [(1, "fixed-effects"), (5, "fixed-effects"), (9, "fixed-effects"),
                                                (9, "glmm"), (9, "paper")])  # fmt: skip
def test_fewer_than_ten_scenes_are_not_tested(make_trials, scenes, engine):
    trials = make_trials("head-only", combinations={4: 1})
    few = trials[trials["scene_id"].isin([f"scene {number}" for number in range(scenes)])]
    result = characterize(few, engine=engine)
    assert result.category == "unclear"
    assert result.stability == {}
    for key in ("1", "2.1", "2.2", "2.3", "2.4", "3", "4"):
        assert not result.tests[key].ran
        assert f"only {scenes} scene" in result.tests[key].note


def test_stability_is_absent_when_a_test_did_not_run(make_trials):
    natural_and_congruent = make_trials("head-dominant").query("condition != 'incongruent'")
    assert characterize(natural_and_congruent).stability == {}
