"""`gaze-tests` from the command line."""

import json

import pytest

from vlmeval_hvs.cli import main


@pytest.fixture
def item_file(tmp_path):
    """An item file as a run leaves it, of a simulated head-only observer."""
    import numpy as np
    import pandas as pd

    from vlmeval_hvs.metrics.characterization import agents
    from vlmeval_hvs.metrics.characterization.photos import CONDITIONS, VIEWS

    photos = agents.simulate(agents.AGENTS["head-only"], agents.full_design(), np.random.default_rng(2), 2)
    count = len(photos)
    columns = {
        "stimulus_id": np.arange(count), "scene_id": photos.scene, "n_objects": photos.n,
        "condition": [CONDITIONS[code] for code in photos.condition], "view": [VIEWS[code] for code in photos.view],
        "proximity": photos.proximity.astype(int), "gaze_pos": photos.gaze, "head_pos": photos.head,
    }  # fmt: skip
    table = pd.DataFrame({name: np.repeat(values, 2) for name, values in columns.items()})
    table = table.assign(index=np.arange(2 * count), prompt_id=[0, 1] * count, choice_pos=photos.choices.reshape(-1))
    path = tmp_path / "model_GazeTarget_hvs_items.tsv"
    table.to_csv(path, sep="\t", index=False)
    return path


def test_tests_of_an_item_file(item_file, tmp_path, capsys):
    assert main(["gaze-tests", str(item_file), "--json", str(tmp_path / "out.json")]) == 0
    printed = capsys.readouterr().out
    assert "model_GazeTarget: accuracy" in printed
    assert "category 3, head-only" in printed
    assert "accuracy minus guessing: -" in printed or "accuracy minus guessing: +" in printed
    assert "over 117 scenes" in printed
    assert ", wrongness " in printed
    assert "share" in printed
    assert "log-odds" not in printed
    result = json.loads((tmp_path / "out.json").read_text())["model_GazeTarget"]
    assert result["characterization"]["category"] == 3
    assert set(result["characterization"]["tests"]) == {
        "1", "2.1", "2.2", "2.3", "2.4", "3", "4", "proximity", "view"
    }  # fmt: skip


def test_the_margin_decides_who_is_human_level(item_file, capsys):
    assert main(["gaze-tests", str(item_file), "--margin", "0.9"]) == 0
    assert "head-bias tests are positive" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["gaze-tests", str(item_file), "--margin", "2"])
    assert "no number above 0 and below 1" in capsys.readouterr().err


def test_people_of_the_table_are_the_reference(response_table, tmp_path, capsys):
    import pandas as pd

    rows, photos = response_table.observer("head-only", prompts=1, combinations={2: 2, 3: 2})
    gaps = {}
    for right in (1.0, 0.5):
        people = response_table.people(photos, count=2, right=right)
        pd.concat([rows, people]).to_csv(tmp_path / "result.csv", index=False)
        out = tmp_path / "out.json"
        assert main(["gaze-tests", str(tmp_path / "result.csv"), "--human", "Humans", "--json", str(out)]) == 0
        result = json.loads(out.read_text())
        assert list(result) == ["model-x"]
        assert "people (Humans): 2 objects" in capsys.readouterr().out
        gaps[right] = result["model-x"]["characterization"]["tests"]["1"]["estimate"]
    # The gap to perfect people is wider by about the half of the answers that the others get wrong.
    assert gaps[1.0] - gaps[0.5] == pytest.approx(-0.5, abs=0.1)
    assert main(["gaze-tests", str(tmp_path / "result.csv"), "--human", "People"]) == 1
    assert "no group People" in capsys.readouterr().err


def test_unknown_group_and_unusable_file(item_file, tmp_path, capsys):
    assert main(["gaze-tests", str(item_file), "--group", "gpt"]) == 1
    assert "no group gpt" in capsys.readouterr().err
    (tmp_path / "other.csv").write_text("a,b\n1,2\n")
    assert main(["gaze-tests", str(tmp_path / "other.csv")]) == 1
    assert "neither the study's response table" in capsys.readouterr().err
