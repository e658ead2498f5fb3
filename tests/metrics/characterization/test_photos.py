"""Trials to photos and regressions: counts against a plain loop, and refusals that name the photo."""

import numpy as np
import pytest

from vlmeval_hvs.metrics import wrongness
from vlmeval_hvs.metrics.characterization.photos import CONDITIONS, from_trials, regressions


@pytest.mark.long
def test_counts_equal_a_loop_over_trials(make_trials):
    trials = make_trials(prompts=3, combinations={2: 1, 4: 1})
    trials.loc[trials.index % 7 == 0, "choice_pos"] = -1
    shuffled = trials.sample(frac=1, random_state=1)
    photos, names = from_trials(shuffled), shuffled["stimulus_id"].unique()
    table = regressions(photos)
    for position, stimulus in enumerate(names):
        part = trials[trials["stimulus_id"] == stimulus]
        matched, row = part[part["choice_pos"] >= 0], part.iloc[0]
        assert (photos.trials[position], photos.matched[position]) == (3, len(matched))
        assert photos.correct[position] == (matched["choice_pos"] == row["gaze_pos"]).sum()
        assert CONDITIONS[photos.condition[position]] == row["condition"]
    for key, target in (("effects", "gaze_pos"), ("2.4", "gaze_pos"), ("3", "head_pos")):
        one = table[key]
        for share, guess, at in zip(one.y / one.m, one.expected, one.rows, strict=True):
            part = trials[(trials["stimulus_id"] == names[at]) & (trials["choice_pos"] >= 0)]
            place, n = part[target].iloc[0], part["n_objects"].iloc[0]
            chosen = [wrongness(choice, place, n) for choice in part["choice_pos"]]
            assert share == pytest.approx(np.mean(chosen))
            assert guess == pytest.approx(np.mean([wrongness(other, place, n) for other in range(n)]))
    for key, y, m, expected in (
        ("2.1", photos.at_head, photos.at_head + photos.correct, 0 * photos.n + 0.5),
        ("2.3", photos.correct, photos.trials, 1 / photos.n),
        ("4.4", photos.at_head, photos.matched, 0 * photos.n + 0.5),
    ):
        one = table[key]
        assert (one.y.tolist(), one.m.tolist()) == (y[one.rows].tolist(), m[one.rows].tolist()), key
        assert one.expected == pytest.approx(expected[one.rows])
        assert (key == "2.3") == (photos.n[one.rows] == 2).any()


def test_malformed_tables_are_refused_in_words(make_trials):
    import pandas as pd

    trials = make_trials(prompts=2, combinations={3: 1})

    def first(**cells):
        return pd.concat([trials.iloc[[0]].assign(**cells), trials.iloc[1:]])

    elsewhere = np.where(trials["condition"] == "congruent", (trials["gaze_pos"] + 1) % 3, trials["head_pos"])
    for table, message in (
        (trials.drop(columns="gaze_pos"), "gaze_pos"),
        (first(condition="sideways"), "'sideways'"),
        (first(choice_pos=3), "photo 0: choice_pos 3 does not fit 3 objects"),
        (first(gaze_pos=2), "photo 0 has more than one value of gaze_pos"),
        (pd.concat([trials, trials.iloc[[5]]]), "photo 2 occurs twice with prompt 1"),
        (trials.assign(head_pos=elsewhere), "is congruent, but its gaze target"),
    ):
        with pytest.raises(ValueError, match=message):
            from_trials(table)
    text = trials.astype(str)  # as read from a file
    text.loc[text["head_pos"] == "-1", "head_pos"] = ""
    assert (from_trials(text.assign(view="Front")).head == from_trials(trials).head).all()
