"""The default engine on simulated observers whose category is known, and on true nulls."""

import numpy as np
import pytest

from vlmeval_hvs.metrics.characterization import agents, characterize
from vlmeval_hvs.metrics.characterization.fixed_effects import gather
from vlmeval_hvs.metrics.characterization.photos import regressions
from vlmeval_hvs.metrics.characterization.results import STUDY, HumanReference, as_reference
from vlmeval_hvs.metrics.table_distance import expected_wrongness

STRONG = {"human": 1, "gaze-noisy": 2, "random": 2, "head-only": 3, "head-dominant": 4, "coin-flip": 5}
NULLS = {"random": ("2.1", "2.2", "2.3", "2.4", "3", "4"), "head-only": ("3", "4")}


def study(name, seed, combinations=None, prompts=16, permutations=999):
    grid, draw = agents.full_design(combinations), np.random.default_rng(seed)
    photos = agents.simulate(agents.AGENTS[name], grid, draw, prompts)
    return characterize(photos, seed=seed[1], n_resamples=0, n_permutations=permutations)


@pytest.mark.parametrize(("name", "category"), STRONG.items())
def test_categories_are_recovered(name, category):
    assert agents.AGENTS[name].category == category
    found = {study(name, [6, seed], permutations=199).category for seed in range(2)}
    # A head-only observer is "unclear" where Test 4 finds an effect of the eyes by chance.
    assert found <= {category, "unclear"} if name == "head-only" else found == {category}


@pytest.mark.nightly
@pytest.mark.parametrize(("name", "category"), STRONG.items())
def test_categories_are_recovered_in_nearly_all_studies(name, category):
    found = [study(name, [6, seed]).category for seed in range(60)]
    assert np.mean([value == category for value in found]) >= (0.9 if name == "head-only" else 0.95), found


@pytest.mark.parametrize(("name", "keys"), NULLS.items())
def test_true_nulls_with_eighteen_scenes_and_one_prompt(name, keys):
    found = [study(name, [16, seed], {3: 1, 4: 1}, 1, 199).tests for seed in range(8)]
    for key in keys:
        assert all(tests[key].ran and tests[key].p > 1e-6 for tests in found)
        # 5 or more rejections of 8 happen in 1 of 1,000 sets of studies.
        assert sum(tests[key].p < 0.05 for tests in found) <= 4, key


def test_effects_are_those_of_regressions_with_dummies(observers, part_of):
    photos = observers["head-dominant"]
    found = gather(photos, STUDY, np.random.default_rng(0), 1).slopes
    for key, fixed in (("2.3", photos.gaze), ("2.4", photos.gaze), ("3", photos.head)):
        one = regressions(photos)[key]
        names = np.unique(photos.scene[one.rows] * 10 + fixed[one.rows], return_inverse=True)[1].ravel()
        table = np.column_stack([one.columns["key"], names[:, None] == np.arange(names.max() + 1)])
        slope = np.linalg.lstsq(table.astype(float), one.y / one.m, rcond=None)[0][0]
        assert found[key].first().estimate[0] == pytest.approx(slope, rel=1e-6), key
    # Test 4 pools numbers of objects by the precision that the design gives the mean change.
    drops, weights = [], []
    for n in (3, 4):
        one = regressions(photos)[f"4.{n}"]
        names = np.unique(photos.scene[one.rows] * 10 + one.reference, return_inverse=True)[1].ravel()
        table = np.column_stack([*one.columns.values(), names[:, None] == np.arange(names.max() + 1)]).astype(float)
        drops.append(np.linalg.lstsq(table, one.y / one.m, rcond=None)[0][: n - 1].mean())
        weights.append(1 / np.linalg.pinv(table.T @ table)[: n - 1, : n - 1].mean())
    pooled = characterize(photos, n_resamples=0, n_permutations=1).tests["4"].estimate
    assert pooled == pytest.approx(np.average(drops, weights=weights))
    part = part_of(photos, (photos.view == 0) & (photos.condition == 1) & (photos.n == 3))
    assert gather(part, STUDY, np.random.default_rng(0), 1).effects[1] == ["constant", "proximity"]  # what varies
    conflict = (photos.condition == 2) & (photos.n > 2)
    by_hand = np.mean((photos.at_head - photos.correct)[conflict] / photos.matched[conflict])
    assert found["2.1"].first().estimate[0] == pytest.approx(by_hand)


def test_the_peoples_error_widens_test_1_and_plain_accuracies_are_exact(observers):
    exact, known = (
        gather(observers["human"], human, np.random.default_rng(0), 1).slopes["1"].first()
        for human in (as_reference({str(n): share for n, share in STUDY.accuracy.items()}), as_reference(None))
    )
    assert exact.estimate == pytest.approx(known.estimate)
    shares = np.array([54, 27, 36]) / 117  # scenes with two, three and four objects
    added = np.sum((shares * list(STUDY.error.values())) ** 2)
    assert known.error**2 == pytest.approx(exact.error**2 + added)
    assert known.df > exact.df
    assert as_reference({"2": 0.9}, {"2": 0.1}) == HumanReference({2: 0.9}, {2: 0.1})


def test_the_full_grid_is_that_of_the_study(design):
    # 13 combinations x 3 views x 3 proximities; 8 of the 1368 photos were dropped there.
    assert (np.bincount(design.condition).tolist(), len(np.unique(design.scene))) == ([333, 333, 702], 117)
    chance = 1 / design.n
    assert chance.mean() == pytest.approx(0.329, abs=0.001)
    for condition, level in enumerate((0.352, 0.352, 0.308)):
        assert chance[design.condition == condition].mean() == pytest.approx(level, abs=0.001)
    # 54 photos have the middle of three objects as target; the published mean is over 660 photos, here 666.
    guessed = expected_wrongness(design.gaze, design.n)[design.condition < 2]
    assert guessed.sum() - 3 == pytest.approx(0.5136364 * 660, abs=1e-3)
