"""Head bias before and after training."""

from functools import cache

import pytest
from later import later

from vlmeval_hvs.errors import DataError

with later():
    import pandas as pd

    from vlmeval_hvs.benchmarks.gaze.change import changes


def run(*answers):
    """Rows of (photo, prompt, scene, gaze, head, choice) with three objects."""
    names = ("stimulus_id", "prompt_id", "scene_id", "gaze_pos", "head_pos", "choice_pos")
    table = pd.DataFrame(answers, columns=names)
    same = table["gaze_pos"] == table["head_pos"]
    condition = same.map({True: "congruent", False: "incongruent"}).where(table["head_pos"] >= 0, "natural")
    return table.assign(condition=condition, n_objects=3, view="front", proximity=1)


@cache
def before():
    return run(
        ("a", 0, "s", 0, 2, 2),
        ("a", 1, "s", 0, 2, 2),
        ("b", 0, "t", 1, 0, 0),
        ("c", 0, "t", 1, 1, 1),
        ("d", 0, "u", 2, -1, 0),
    )


# Of photo a one of two prompts now follows the eyes; photo b names no object any more.
@cache
def after():
    return run(
        ("a", 0, "s", 0, 2, 0),
        ("a", 1, "s", 0, 2, 2),
        ("b", 0, "t", 1, 0, -1),
        ("c", 0, "t", 1, 1, 1),
        ("d", 0, "u", 2, -1, 2),
    )


def test_scores_are_means_of_photos_of_the_same_questions():
    found, notes = changes(before(), after())
    table = {change.name: (change.before, change.after, change.photos) for change in found}
    assert table["accuracy"] == pytest.approx((1 / 4, (0.5 + 0 + 1 + 1) / 4, 4))
    assert table["accuracy, natural"] == (0.0, 1.0, 1)
    assert table["head answers, incongruent"] == pytest.approx((1.0, 0.25, 2))
    assert table["head minus gaze answers, incongruent"] == pytest.approx((1.0, 0.0, 2))
    # Wrongness has no value where no object was named: photos a, c and d.
    assert table["wrongness"] == pytest.approx((2 / 3, 0.5 / 3, 3))
    assert notes == []


def test_intervals_are_of_the_difference_and_resample_scenes():
    found, _ = changes(before(), after())
    head = next(change for change in found if change.name == "head answers, incongruent")
    assert head.scenes == 2
    assert head.interval == (-1.0, -0.5)  # two scenes with differences -.5 and -1
    natural = next(change for change in found if change.name == "accuracy, natural")
    assert natural.interval is None
    assert natural.difference == 1.0
    same, _ = changes(before(), before())
    assert all(change.difference == 0 and change.interval in (None, (0.0, 0.0)) for change in same)


def test_runs_that_cannot_be_compared():
    with pytest.raises(DataError, match="no question in common"):
        changes(before(), after().assign(prompt_id=[7, 8, 9, 9, 9]))
    with pytest.raises(DataError, match="the second run answers a question about photo a twice"):
        changes(before(), after().assign(prompt_id=0))
    with pytest.raises(DataError, match="photo a: gaze_pos differs between the two runs"):
        changes(before(), after().assign(gaze_pos=1))
