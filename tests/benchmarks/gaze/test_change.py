"""Head bias before and after training."""

import pytest

from vlmeval_hvs.benchmarks.gaze.change import changes
from vlmeval_hvs.errors import DataError


def run(*choices):
    """Answers to five questions about four photos of three objects."""
    import pandas as pd

    design = (
        ("a", 0, "s", "incongruent", 0, 2),
        ("a", 1, "s", "incongruent", 0, 2),
        ("b", 0, "t", "incongruent", 1, 0),
        ("c", 0, "t", "congruent", 1, 1),
        ("d", 0, "u", "natural", 2, -1),
    )
    table = pd.DataFrame(design, columns=["stimulus_id", "prompt_id", "scene_id", "condition", "gaze_pos", "head_pos"])
    return table.assign(choice_pos=choices, n_objects=3)


BEFORE = (2, 2, 0, 1, 0)
# Of photo a one of two prompts now follows the eyes; photo b names no object any more.
AFTER = (0, 2, -1, 1, 2)


def test_scores_are_means_of_photos_of_the_same_questions_and_intervals_resample_scenes():
    found, notes = changes(run(*BEFORE), run(*AFTER))
    table = {change.name: (change.before, change.after, change.photos, change.scenes) for change in found}
    wanted = {
        "accuracy": (1 / 4, 2.5 / 4, 4, 3),
        "accuracy, natural": (0.0, 1.0, 1, 1),
        "accuracy, congruent": (1.0, 1.0, 1, 1),
        "accuracy, incongruent": (0.0, 0.25, 2, 2),
        "head answers, incongruent": (1.0, 0.25, 2, 2),
        "head minus gaze answers, incongruent": (1.0, 0.0, 2, 2),
        "wrongness": (2 / 3, 0.5 / 3, 3, 3),  # photo b has none where it names no object
    }
    assert set(table) == set(wanted)
    for name, values in wanted.items():
        assert table[name] == pytest.approx(values), name
    head, natural = (
        next(change for change in found if change.name == name)
        for name in ("head answers, incongruent", "accuracy, natural")
    )
    assert (head.difference, head.interval) == (-0.75, (-1.0, -0.5))  # two scenes with differences -.5 and -1
    assert (natural.difference, natural.interval) == (1.0, None)
    assert notes == []
    _, notes = changes(run(*BEFORE), run(*AFTER).head(3))
    assert notes == ["2 answers to questions that only one run has are left out"]


def test_runs_that_cannot_be_compared():
    for changed, words in (
        ({"prompt_id": [7, 8, 9, 9, 9]}, "no question in common"),
        ({"prompt_id": 0}, "the second run answers a question about photo a twice"),
        ({"gaze_pos": 1}, "photo a: gaze_pos differs between the two runs"),
    ):
        with pytest.raises(DataError, match=words):
            changes(run(*BEFORE), run(*AFTER).assign(**changed))
