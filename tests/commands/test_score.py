"""`prompts` and `score`: what a dataset asks, and a prediction file becomes a score file without a host."""

import json

import pytest

from vlmeval_hvs.cli import main


@pytest.mark.long
def test_prompts_are_lines_of_the_first_turns_and_their_answers_are_scored(demo, tmp_path, capsys):
    demo("HVSBench_DEMO", "ActiView_DEMO")

    def told(*arguments):
        assert main([str(one) for one in arguments]) == 0
        return capsys.readouterr().out

    def lines(*arguments):
        return [json.loads(line) for line in told("prompts", *arguments).splitlines()]

    name = "HVSBench_Subitizing_DEMO"
    found = lines(name, "--options", "limit=3", "hint=field")
    assert {(line["turns"], line["dataset"]) for line in found} == {("one", name)}
    assert [item["type"] for item in found[0]["messages"]] == ["text", "image", "text"]
    for arguments, most in (([], 4), (["--one-image"], 1)):
        line = lines("ActiView_Full_DEMO", *arguments)[0]
        assert line["turns"] == "several"
        assert sum(item["type"] == "image" for item in line["messages"]) <= most

    path = tmp_path / f"mine_{name}.tsv"
    path.write_text("index\tprediction\n" + "".join(f"{line['index']}\tA\n" for line in lines(name)))
    printed = json.loads(told("score", path, "--data", name, "--json"))
    scores = json.loads((tmp_path / f"mine_{name}_hvs_scores.json").read_text())
    assert printed == {"kind": "score", "schema": 1, "run": scores}
