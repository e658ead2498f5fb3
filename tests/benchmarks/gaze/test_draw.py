"""Limited runs ask whole scenes."""

import itertools

import pytest
from later import later

with later():
    import pandas as pd

    from vlmeval_hvs.benchmarks.gaze.dataset import GazeTargetDataset
    from vlmeval_hvs.benchmarks.gaze.draw import by_scene


@pytest.fixture
def rows():
    """Nine scenes of two, three and four objects with all photos of controlled heads, three prompts."""
    table = [
        (f"{n}-{scene}", str(prompt), str(n), f"{n}{scene}{gaze}{head}{prompt}")
        for n in (2, 3, 4)
        for scene in range(3)
        for gaze, head in itertools.product(range(n), repeat=2)
        for prompt in range(3)
    ]
    return pd.DataFrame(table, columns=["scene_id", "prompt_id", "n_objects", "index"])


def test_scenes_are_whole_and_asked_with_one_prompt(rows):
    drawn = by_scene(rows, 4 + 9 + 16, seed=0)  # one scene of each number of objects
    assert drawn.groupby("scene_id").size().to_dict() == {
        scene: int(scene[0]) ** 2 for scene in drawn["scene_id"].unique()
    }
    assert sorted(drawn["n_objects"].unique()) == ["2", "3", "4"]
    assert (drawn.groupby("scene_id")["prompt_id"].nunique() == 1).all()
    assert drawn.index.is_monotonic_increasing


def test_every_photo_is_asked_once_before_a_second_prompt(rows):
    once = by_scene(rows, 3 * (4 + 9 + 16), seed=1)
    assert not once["index"].str[:-1].duplicated().any()
    assert len(by_scene(rows, len(rows) + 5, seed=1)) == len(rows)


def test_a_larger_limit_keeps_the_rows_of_a_smaller_one(rows):
    sizes = [1, 10, 33, 100, 200]
    parts = [set(by_scene(rows, size, seed=2)["index"]) for size in sizes]
    assert [len(part) for part in parts] == sizes
    assert all(small < large for small, large in itertools.pairwise(parts))
    assert parts[2] != set(by_scene(rows, 33, seed=3)["index"])


def test_the_dataset_draws_by_scene(demo):
    demo("GazeTarget_DEMO")
    drawn = GazeTargetDataset(dataset="GazeTarget_DEMO", limit=200).rows
    assert len(drawn) == 200
    whole = GazeTargetDataset(dataset="GazeTarget_DEMO").rows.groupby("scene_id")["stimulus_id"].nunique()
    asked = drawn.groupby("scene_id")["stimulus_id"].nunique()
    assert (asked == whole[asked.index]).sum() >= len(asked) - 1 >= 10
