"""Test 2.2 against a literal count and a literal permutation."""

import itertools
from collections import defaultdict

import numpy as np
import pytest
from scipy import stats

from vlmeval_hvs.metrics.characterization import agents
from vlmeval_hvs.metrics.characterization.photos import from_trials
from vlmeval_hvs.metrics.characterization.same_choice import same_choice, same_choice_test


def _literal(photos):
    """Choices over gaze targets of every scene, head target and prompt."""
    groups = defaultdict(list)
    for row in np.flatnonzero(photos.head_known):
        for prompt, choice in enumerate(photos.choices[row]):
            groups[photos.scene[row], photos.head[row], prompt].append(choice)
    return groups.values()


def test_counts_equal_the_definition(make_trials):
    photos = from_trials(make_trials("head-dominant", combinations={2: 1, 3: 1, 4: 1}))
    counted = same_choice(photos, np.random.default_rng(0), 50)
    groups = _literal(photos)
    shares = [np.mean([a == b for a, b in itertools.combinations(values, 2)]) for values in groups]
    for name, expected in {
        "same": sum(len(set(values)) == 1 for values in groups), "groups": len(groups), "agree": sum(shares),
        "same_chance": sum(len(values) ** (1.0 - len(values)) for values in groups), "comparable": len(groups),
        "chance": sum(1 / len(values) for values in groups),
    }.items():  # fmt: skip
        assert np.sum(getattr(counted, name)) == pytest.approx(expected), name


def test_the_papers_t_test_equals_scipy_and_decides_where_it_is_asked_for(make_trials):
    photos = from_trials(make_trials("coin-flip", combinations={3: 2}))
    counted = same_choice(photos, np.random.default_rng(0), 199)
    indicator = [float(len(set(values)) == 1) for values in _literal(photos)]
    reference = stats.ttest_1samp(indicator, 1 / 9, alternative="greater").pvalue
    ours, published = (same_choice_test(counted, published=published) for published in (False, True))
    assert published.p == ours.details["paper_p"] == pytest.approx(reference)
    assert published.estimate == pytest.approx(np.mean(indicator))
    assert ours.p == ours.details["permutation_p"]
    assert ours.estimate == pytest.approx(counted.agree.sum() / counted.comparable.sum())


def test_the_null_has_the_mean_over_all_arrangements(make_trials):
    photos = from_trials(make_trials("coin-flip", prompts=3, combinations={3: 1}))
    one = photos.scene == 0
    counted = same_choice(photos, np.random.default_rng(0), 2000)
    table = np.full((3, 3, 3), -1)
    for row in np.flatnonzero(one & photos.head_known):
        table[photos.gaze[row], photos.head[row]] = photos.choices[row]
    orders = list(itertools.permutations(range(3)))

    def agreement(order):
        chosen = [[table[g, order[g][h]] for g in range(3)] for h in range(3)]
        return sum(np.mean([(x == y).sum() for x, y in itertools.combinations(photos, 2)]) for photos in chosen)

    values = [agreement(order) for order in itertools.product(orders, repeat=3)]
    assert counted.null[:, 0].mean() == pytest.approx(np.mean(values), abs=0.05)
    assert counted.null[:, 0].max() <= max(values) + 1e-6
    assert counted.null[:, 0].std() == pytest.approx(np.std(values), rel=0.05)


def test_unmatched_replies_and_incomplete_scenes_stay_out(make_trials):
    trials = make_trials("head-only", prompts=2, combinations={3: 1})
    head_known = trials["condition"] != "natural"
    first = trials.loc[head_known, "stimulus_id"].iloc[0]
    unmatched = trials.copy()
    unmatched.loc[(unmatched["stimulus_id"] == first) & (unmatched["prompt_id"] == 0), "choice_pos"] = -1
    assert same_choice(from_trials(unmatched), np.random.default_rng(0), 9).groups[0] == 5
    missing = trials[trials["stimulus_id"] != first]
    assert 0 not in same_choice(from_trials(missing), np.random.default_rng(0), 9).scene
    natural = trials[~head_known]
    many = make_trials("head-only", prompts=1, combinations={7: 1})  # so many that orders cannot be listed
    for none in (natural, many):
        assert same_choice(from_trials(none), np.random.default_rng(0), 9) is None


def test_choices_that_are_always_the_same_have_an_interval(make_trials):
    trials = make_trials("head-only", prompts=1, combinations={2: 2})
    trials["choice_pos"] = trials["head_pos"].clip(lower=0)
    found = same_choice_test(same_choice(from_trials(trials), np.random.default_rng(0), 9))
    assert found.estimate == 1
    assert found.interval == pytest.approx((0.025 ** (1 / 18), 1.0))  # 18 scenes, Clopper and Pearson


def test_the_interval_and_the_null_leave_out_what_the_design_fixes():
    """Pairs agree more often among two objects than among four, and every study has as many scenes of each."""

    def studied(name, seed, prompts, permutations):
        photos = agents.simulate(agents.AGENTS[name], agents.full_design(), np.random.default_rng([63, seed]), prompts)
        return same_choice_test(same_choice(photos, np.random.default_rng(seed), permutations))

    assert not studied("random-preference", 4, 16, 199).positive, "preferring an object is no head bias"
    found = [studied("random", seed, 4, 9) for seed in range(12)]
    widths = [test.interval[1] - test.interval[0] for test in found]
    assert np.mean(widths) == pytest.approx(2 * 1.96 * np.std([test.estimate for test in found]), rel=0.6)
