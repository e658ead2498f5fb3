"""`score`: a prediction file becomes a score file without a host."""

import json

from vlmeval_hvs.cli import main


def test_a_prediction_file_is_scored(demo, tmp_path, capsys):
    demo("HVSBench_DEMO")
    assert main(["prompts", "HVSBench_Prominence_DEMO"]) == 0
    rows = [json.loads(line)["index"] for line in capsys.readouterr().out.splitlines()]
    path = tmp_path / "mine_HVSBench_Prominence_DEMO.tsv"
    path.write_text("index\tprediction\n" + "".join(f"{index}\tA\n" for index in rows))
    assert main(["score", str(path), "--data", "HVSBench_Prominence_DEMO", "--options", '{"n_resamples": 10}']) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("Overall")
    assert main(["score", str(path), "--data", "HVSBench_Prominence_DEMO", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    scores = json.loads((tmp_path / "mine_HVSBench_Prominence_DEMO_hvs_scores.json").read_text())
    assert printed == {"kind": "score", "schema": 1, "run": scores}


def test_mistakes_are_one_line(demo, tmp_path, capsys):
    demo("HVSBench_DEMO")
    for arguments, words in (
        (["score", str(tmp_path / "no.tsv"), "--data", "HVSBench_DEMO"], "no prediction file"),
        (["score", "x.tsv", "--data", "HVSBench"], "vlmeval-hvs build HVSBench"),
        (["prompts", "VPB"], "name one of its datasets"),
        (["prompts", "HVSBench_DEMO", "--options", "hnt=field"], "did you mean hint"),
        (["prompts", "HVSBench_DEMO", "--options", "hint"], "give NAME=VALUE"),
        (["prompts", "HVSBench_DEMO", "--options", "{'a'}"], "no JSON object"),
    ):
        assert main(arguments) == 1
        assert words in capsys.readouterr().err
