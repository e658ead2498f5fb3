"""`gaze` from the command line."""

import json

import pytest

from vlmeval_hvs.cli import main


@pytest.mark.long
def test_tests_of_an_item_file(tmp_path, capsys):
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
    path, out = tmp_path / "model_GazeTarget_hvs_items.tsv", tmp_path / "out.json"
    table.to_csv(path, sep="\t", index=False)

    assert main(["gaze", "tests", str(path), "--json", str(out)]) == 0
    printed = capsys.readouterr().out
    for words in ("model_GazeTarget: accuracy", "category 3, head-only", "over 117 scenes", ", wrongness ", "share"):
        assert words in printed
    assert "log-odds" not in printed
    found = json.loads(out.read_text())["model_GazeTarget"]["characterization"]
    assert (found["category"], set(found["tests"])) == (3, {*"134", "2.1", "2.2", "2.3", "2.4", "proximity", "view"})
    # The margin decides who is at human level.
    assert main(["gaze", "tests", str(path), "--margin", "0.9"]) == 0
    assert "head-bias tests are positive" in capsys.readouterr().out
    (tmp_path / "other.csv").write_text("a,b\n1,2\n")
    for arguments, words in (([path, "--group", "gpt"], "no group gpt"),
                             ([tmp_path / "other.csv"], "neither the study's response table")):  # fmt: skip
        assert main(["gaze", "tests", *map(str, arguments)]) == 1
        assert words in capsys.readouterr().err


@pytest.mark.long
def test_people_of_the_table_are_the_reference(response_table, tmp_path, capsys):
    import pandas as pd

    rows, photos = response_table.observer("head-only", prompts=1, combinations={2: 2, 3: 2})
    table, out = tmp_path / "result.csv", tmp_path / "out.json"
    gaps = []
    for right in (1.0, 0.5):
        pd.concat([rows, response_table.people(photos, count=2, right=right)]).to_csv(table, index=False)
        assert main(["gaze", "tests", str(table), "--human", "Humans", "--json", str(out)]) == 0
        assert "people (Humans): 2 objects" in capsys.readouterr().out
        ((model, found),) = json.loads(out.read_text()).items()
        assert model == "model-x"
        gaps.append(found["characterization"]["tests"]["1"]["estimate"])
    # The gap to perfect people is wider by about the half of the answers that the others get wrong.
    assert gaps[0] - gaps[1] == pytest.approx(-0.5, abs=0.1)
    assert main(["gaze", "tests", str(table), "--human", "People"]) == 1
    assert "no group People" in capsys.readouterr().err
