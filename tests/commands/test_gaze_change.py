"""`gaze-change` from the command line."""

import json

import pytest

from vlmeval_hvs.cli import main

HEAD = "stimulus_id\tprompt_id\tscene_id\tcondition\tview\tproximity\tn_objects\tgaze_pos\thead_pos\tchoice_pos"


@pytest.mark.long
def test_a_run_that_lost_its_head_bias(response_table, tmp_path, capsys):
    import pandas as pd

    base, tuned, out, both = (tmp_path / name for name in ("base.tsv", "tuned.tsv", "out.json", "both.csv"))
    for path, choice in ((base, 2), (tuned, 0)):
        rows = [f"{i}\t0\ts{i % 4}\tincongruent\tfront\t1\t3\t0\t2\t{choice}" for i in range(8)]
        path.write_text("\n".join([HEAD, *rows, ""]))
    assert main(["gaze-change", str(base), str(tuned), "--json", str(out)]) == 0
    assert "-2.000 to -2.000" in capsys.readouterr().out
    found = {entry["name"]: entry for entry in json.loads(out.read_text())}
    assert found["head minus gaze answers, incongruent"]["difference"] == pytest.approx(-2.0)
    assert found["accuracy"]["photos"] == 8
    one, _ = response_table.observer("random", prompts=1, combinations={2: 1})
    pd.concat([one, one.assign(Group="other")]).to_csv(both, index=False)
    assert main(["gaze-change", str(both), str(both)]) == 1
    assert "holds 2 groups" in capsys.readouterr().err
