"""Test 2.2 against a literal count and a literal permutation."""

import itertools
from collections import defaultdict

import numpy as np
import pytest
from scipy import stats

from vlmeval_hvs.metrics.characterization.photos import from_trials
from vlmeval_hvs.metrics.characterization.same_choice import same_choice, same_choice_test


def test_counts_and_both_rates_equal_the_definition(make_trials):
    photos = from_trials(make_trials("coin-flip", combinations={2: 1, 3: 1, 4: 1}))
    counted = same_choice(photos, np.random.default_rng(0), 199)
    choices = defaultdict(list)  # over gaze targets, of every scene, head target and prompt
    for row in np.flatnonzero(photos.head_known):
        for prompt, choice in enumerate(photos.choices[row]):
            choices[photos.scene[row], photos.head[row], prompt].append(choice)
    groups = choices.values()
    shares = [np.mean([a == b for a, b in itertools.combinations(values, 2)]) for values in groups]
    same = [float(len(set(values)) == 1) for values in groups]
    sums = [np.sum(getattr(counted, name)) for name in ("agree", "comparable", "whole", "same")]
    assert sums == pytest.approx([sum(shares), len(groups), len(groups), sum(same)])
    ours, published = (same_choice_test(counted, published=published) for published in (False, True))
    assert (ours.estimate, published.estimate) == (pytest.approx(np.mean(shares)), pytest.approx(np.mean(same)))
    # The paper's t-test, against uniform guessing.
    chance = [len(values) ** (1.0 - len(values)) for values in groups]
    theirs = stats.ttest_1samp(np.subtract(same, chance), 0, alternative="greater").pvalue
    assert published.p == pytest.approx(theirs)
    alone = same_choice(from_trials(make_trials("coin-flip", combinations={3: 2})), np.random.default_rng(0), 9)
    theirs = stats.ttest_1samp(alone.agree / alone.comparable, 0).confidence_interval()
    assert same_choice_test(alone).interval == pytest.approx(tuple(theirs))
    null = counted.null.sum(axis=1)
    assert ours.p == pytest.approx((1 + (null >= sum(shares) - 1e-6).sum()) / 200)


def test_the_null_has_the_mean_over_all_arrangements(make_trials):
    photos = from_trials(make_trials("coin-flip", prompts=3, combinations={3: 1}))
    counted = same_choice(photos, np.random.default_rng(0), 2000)
    table = np.full((3, 3, 3), -1)
    for row in np.flatnonzero((photos.scene == 0) & photos.head_known):
        table[photos.gaze[row], photos.head[row]] = photos.choices[row]

    def agreement(order):
        chosen = [[table[g, order[g][h]] for g in range(3)] for h in range(3)]
        return sum(np.mean([(x == y).sum() for x, y in itertools.combinations(photos, 2)]) for photos in chosen)

    values = [agreement(order) for order in itertools.product(itertools.permutations(range(3)), repeat=3)]
    assert counted.null[:, 0].mean() == pytest.approx(np.mean(values), abs=0.05)
    assert counted.null[:, 0].max() <= max(values) + 1e-6
    assert counted.null[:, 0].std() == pytest.approx(np.std(values), rel=0.05)


def test_unmatched_replies_and_incomplete_scenes_stay_out_and_equal_choices_have_an_interval(make_trials):
    trials = make_trials("head-only", prompts=2, combinations={3: 1})
    head_known = trials["condition"] != "natural"
    first = trials.loc[head_known, "stimulus_id"].iloc[0]
    once = (trials["stimulus_id"] == first) & (trials["prompt_id"] == 0)
    silent = trials.assign(choice_pos=trials["choice_pos"].mask(once, -1))
    assert same_choice(from_trials(silent), np.random.default_rng(0), 9).whole[0] == 5
    whole = make_trials("head-only", prompts=1, combinations={3: 2})
    never = from_trials(whole.assign(choice_pos=whole["choice_pos"].mask(whole["gaze_pos"] == 0, -1)))
    counted = same_choice(never, np.random.default_rng(0), 9)
    assert same_choice_test(counted).ran
    assert "no group has a matched reply" in same_choice_test(counted, published=True).note
    missing = trials[trials["stimulus_id"] != first]
    assert 0 not in same_choice(from_trials(missing), np.random.default_rng(0), 9).scene
    trials = make_trials("head-only", prompts=1, combinations={2: 2})
    trials["choice_pos"] = trials["head_pos"].clip(lower=0)
    counted = same_choice(from_trials(trials), np.random.default_rng(0), 9)
    assert same_choice_test(counted).interval == pytest.approx((0.025 ** (1 / 18), 1.0))  # Clopper and Pearson
    assert same_choice_test(counted, published=True).p == pytest.approx(0, abs=1e-9)
    trials.loc[trials.index[trials["condition"] == "incongruent"][:1], "choice_pos"] = trials["gaze_pos"]
    assert same_choice_test(same_choice(from_trials(trials), np.random.default_rng(0), 9)).interval[1] == 1
