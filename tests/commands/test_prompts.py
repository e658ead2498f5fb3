"""`prompts`: what a dataset asks, one line of JSON for each row."""

import json

from vlmeval_hvs.cli import main


def test_prompts_are_json_lines_of_the_first_turns(demo, capsys):
    demo("HVSBench_DEMO", "ActiView_DEMO")

    def lines(*arguments):
        assert main(["prompts", *arguments]) == 0
        return [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    found = lines("HVSBench_Subitizing_DEMO", "--options", "limit=3", "hint=field")
    assert len({line["index"] for line in found}) == 3
    assert {(line["turns"], line["dataset"]) for line in found} == {("one", "HVSBench_Subitizing_DEMO")}
    assert [item["type"] for item in found[0]["messages"]] == ["text", "image", "text"]
    for arguments, most in (([], 4), (["--one-image"], 1)):
        line = lines("ActiView_Full_DEMO", *arguments)[0]
        assert line["turns"] == "several"
        assert sum(item["type"] == "image" for item in line["messages"]) <= most
