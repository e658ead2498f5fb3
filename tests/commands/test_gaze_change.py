"""`gaze-change` from the command line."""

import json

import pytest

from vlmeval_hvs.cli import main

HEAD = "stimulus_id\tprompt_id\tscene_id\tcondition\tview\tproximity\tn_objects\tgaze_pos\thead_pos\tchoice_pos"
ROWS = [f"{i}\t0\ts{i % 4}\tincongruent\tfront\t1\t3\t0\t2\t{{}}" for i in range(8)]


def test_a_run_that_lost_its_head_bias(tmp_path, capsys):
    for name, choice in (("base", 2), ("tuned", 0)):
        text = "\n".join([HEAD, *(row.format(choice) for row in ROWS)])
        (tmp_path / f"{name}_hvs_items.tsv").write_text(text + "\n")
    files = [str(tmp_path / f"{name}_hvs_items.tsv") for name in ("base", "tuned")]
    assert main(["gaze-change", *files, "--json", str(tmp_path / "out.json")]) == 0
    printed = capsys.readouterr().out
    assert "-2.000 to -2.000" in printed
    found = {entry["name"]: entry for entry in json.loads((tmp_path / "out.json").read_text())}
    assert found["head minus gaze answers, incongruent"]["difference"] == pytest.approx(-2.0)
    assert found["accuracy"]["photos"] == 8


def test_a_table_of_several_groups_is_refused(response_table, tmp_path, capsys):
    import pandas as pd

    one, _ = response_table.observer("random", prompts=1, combinations={2: 1})
    pd.concat([one, one.assign(Group="other")]).to_csv(tmp_path / "t.csv", index=False)
    assert main(["gaze-change", str(tmp_path / "t.csv"), str(tmp_path / "t.csv")]) == 1
    assert "holds 2 groups" in capsys.readouterr().err
