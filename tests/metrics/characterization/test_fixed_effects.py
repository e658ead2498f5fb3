"""The default engine on simulated observers whose category is known, and on true nulls."""

from dataclasses import replace

import numpy as np
import pytest

from vlmeval_hvs.metrics.characterization import agents, characterize
from vlmeval_hvs.metrics.characterization.fixed_effects import gather, head_over_gaze, within, wrongness_effects
from vlmeval_hvs.metrics.characterization.results import STUDY

STRONG = {"human": 1, "gaze-noisy": 2, "random": 2, "head-only": 3, "head-dominant": 4, "coin-flip": 5}
NULLS = {"random": ("2.1", "2.2", "2.3", "2.4", "3", "4"), "head-only": ("3", "4")}


def study(name, seed, combinations=None, prompts=16, permutations=999):
    photos = agents.simulate(
        agents.AGENTS[name], agents.full_design(combinations), np.random.default_rng(seed), prompts
    )
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
    assert np.mean([value in (category, "unclear") for value in found]) >= 0.95, found


@pytest.mark.parametrize(("name", "keys"), NULLS.items())
def test_true_nulls_with_eighteen_scenes_and_one_prompt(name, keys):
    found = [study(name, [16, seed], {3: 1, 4: 1}, 1, 199).tests for seed in range(8)]
    for key in keys:
        assert all(tests[key].ran and tests[key].p > 1e-6 for tests in found)
        # 5 or more rejections of 8 happen in 1 of 1,000 sets of studies.
        assert sum(tests[key].p < 0.05 for tests in found) <= 4, key


def test_category_3_needs_a_test_3_that_ran(observers, part_of):
    photos = observers["head-only"]
    evidence = gather(photos, STUDY, np.random.default_rng(0), 199)
    whole = evidence.stability(np.random.default_rng(1), 400, 0.05)
    assert sum(whole.values()) == pytest.approx(1)
    assert whole[3] > 0.4
    # Only two scenes inform Test 3: it runs only where both are drawn.
    few = within(part_of(photos, np.isin(photos.scene, (0, photos.scene.max()))), "3")
    thin = replace(evidence, slopes={**evidence.slopes, "3": few}).stability(np.random.default_rng(1), 400, 0.05)
    assert thin.get(3, 0) < 0.7 * whole[3]
    assert thin["unclear"] > whole["unclear"]


def test_category_1_needs_an_accuracy_that_is_not_far_below_that_of_people(observers):
    evidence = gather(observers["human"], STUDY, np.random.default_rng(0), 199)
    near, exact = (evidence.stability(np.random.default_rng(1), 200, margin) for margin in (0.05, -1.0))
    assert near[1] > 0.6
    assert exact.get(1, 0) == 0


def slope_with_dummies(photos, fixed, x, y, rows):
    """Slope of y on x with a dummy for every scene and level of `fixed`."""
    names = np.unique(photos.scene[rows] * 10 + fixed[rows], return_inverse=True)[1].ravel()
    table = np.column_stack([x[rows], names[:, None] == np.arange(names.max() + 1)])
    return np.linalg.lstsq(table.astype(float), y[rows], rcond=None)[0][0]


def test_effects_are_those_of_regressions_with_dummies(observers):
    photos = observers["head-dominant"]
    aimed, shown = photos.head_known & (photos.matched > 0), photos.head_known & (photos.trials > 0)
    right = photos.correct / photos.trials
    distance, incongruent = photos.dist_eye_head.astype(float), (photos.condition == 2).astype(float)
    for key, *model in (
        ("2.3", photos.gaze, incongruent, right, shown),
        ("2.4", photos.gaze, distance, photos.gaze_share, aimed),
        ("3", photos.head, distance, photos.head_share, aimed),
    ):
        found = within(photos, key).first().estimate[0]
        assert found == pytest.approx(slope_with_dummies(photos, *model), rel=1e-6), key
    conflict = aimed & (photos.condition == 2) & (photos.n > 2)
    by_hand = np.mean((photos.at_head - photos.correct)[conflict] / photos.matched[conflict])
    assert head_over_gaze(photos).first().estimate[0] == pytest.approx(by_hand)


def test_effects_need_variation_and_photos_with_a_matched_reply(observers, part_of):
    photos = observers["head-dominant"]
    silent = np.arange(len(photos))[:, None] % 5 == 0
    sums, names = wrongness_effects(replace(photos, choices=np.where(silent, -1, photos.choices)))
    assert names == ["constant", "proximity", "left", "right", "n", "congruent"]
    assert sums.n == ((photos.condition < 2) & (photos.matched > 0) & ~silent[:, 0]).sum()
    part = part_of(photos, (photos.view == 0) & (photos.condition == 1) & (photos.n == 3))
    assert wrongness_effects(part)[1] == ["constant", "proximity"]
