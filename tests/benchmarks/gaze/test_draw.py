"""Limited runs ask whole scenes."""

import itertools

import pytest

from vlmeval_hvs.benchmarks.gaze.dataset import by_scene


@pytest.fixture
def rows():
    """Nine scenes of two, three and four objects with all photos of controlled heads, three prompts."""
    import pandas as pd

    table = [
        (f"{n}-{scene}", str(prompt), str(n), f"{n}{scene}{gaze}{head}{prompt}")
        for n in (2, 3, 4)
        for scene in range(3)
        for gaze, head in itertools.product(range(n), repeat=2)
        for prompt in range(3)
    ]
    return pd.DataFrame(table, columns=["scene_id", "prompt_id", "n_objects", "index"])


def test_scenes_are_whole_and_every_photo_is_asked_once_before_a_second_prompt(rows):
    drawn = by_scene(rows, 4 + 9 + 16, seed=0)  # one scene of each number of objects
    assert sorted(drawn.groupby("scene_id").size()) == [4, 9, 16]
    assert (drawn.groupby("scene_id")["prompt_id"].nunique() == 1).all()
    assert drawn.index.is_monotonic_increasing
    once = by_scene(rows, 3 * (4 + 9 + 16), seed=1)
    assert not once["index"].str[:-1].duplicated().any()
    assert len(by_scene(rows, len(rows) + 5, seed=1)) == len(rows)


def test_a_larger_limit_keeps_the_rows_of_a_smaller_one(rows):
    sizes = [1, 10, 33, 100, 200]
    parts = [set(by_scene(rows, size, seed=2)["index"]) for size in sizes]
    assert [len(part) for part in parts] == sizes
    assert all(small < large for small, large in itertools.pairwise(parts))
    assert parts[2] != set(by_scene(rows, 33, seed=3)["index"])
