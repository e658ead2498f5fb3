"""`gaze` from the command line."""

import json

import pytest

from vlmeval_hvs.cli import main


@pytest.mark.long
def test_tests_of_an_item_file(response_table, tmp_path, capsys):
    from vlmeval_hvs.benchmarks.gaze.responses import read_responses

    path, out = tmp_path / "model_GazeTarget_hvs_items.tsv", tmp_path / "out.json"
    table, _ = response_table.observer("head-only", "model")
    table.to_csv(tmp_path / "result.csv", index=False)
    read_responses(tmp_path / "result.csv")["model"].trials.to_csv(path, sep="\t", index=False)

    assert main(["gaze", "tests", str(path), "--json", str(out)]) == 0
    printed = capsys.readouterr().out
    assert "category 3, head-only" in printed
    assert "(paper's z-test: p " in printed
    found = json.loads(out.read_text())["model_GazeTarget"]["characterization"]
    assert (found["category"], set(found["tests"])) == (3, {*"134", "2.1", "2.2", "2.3", "2.4", "proximity", "view"})
    (tmp_path / "other.csv").write_text("a,b\n1,2\n")
    for arguments, words in (([path, "--group", "gpt"], "no group gpt"), ([path, "--human", "P"], "no group P"),
                             ([tmp_path / "other.csv"], "neither the study's response table")):  # fmt: skip
        assert main(["gaze", "tests", *map(str, arguments)]) == 1
        assert words in capsys.readouterr().err
