"""`compare` from the command line, as a user runs it."""

from __future__ import annotations

import json

import pytest

from vlmeval_hvs.cli import main


def write(folder, model, scores, **changes):
    import pandas as pd

    n = len(scores)
    read = {"reply": "A", "answer": list("ABCD")[:n], "rule": "whole", "fallback": 0, "score": scores, "failed": 0}
    own = {"image_path": list("abcd")[:n], "field": ["P", "S"] * (n // 2)}
    folder.mkdir(exist_ok=True)
    table = pd.DataFrame({"index": range(n), **read, **own})
    table.to_csv(folder / f"{model}_HVSBench_hvs_items.tsv", sep="\t", index=False)
    run = {"model": model, "dataset": "HVSBench", "benchmark": "HVSBench", "digest": "d", "provenance": "ledger"}
    content = {**run, "reading": "robust", "Overall": sum(scores) / n, "metrics": {}, "settings": {}, **changes}
    path = folder / f"{model}_HVSBench_hvs_scores.json"
    path.write_text(json.dumps(content))
    return str(path)


@pytest.fixture
def outputs(tmp_path):
    for model, scores in (("A", [1, 1, 1, 0]), ("Qwen[vl]-7B", [0, 1, 0, 1]), ("C", [1, 1, 1, 1])):
        write(tmp_path / "outputs", model, scores)
    return str(tmp_path / "outputs")


def test_a_folder_of_models_is_compared_pair_by_pair(outputs, capsys) -> None:
    assert main(["compare", outputs, "--model", "A", "Qwen[vl]-7B"]) == 0
    shown = capsys.readouterr().out
    assert "A on HVSBench - Qwen[vl]-7B on HVSBench" in shown
    assert "+0.2500" in shown
    assert [line.split()[0] for line in shown.partition("changed row")[2].splitlines()[1:4]] == ["0", "2", "3"]
    assert main(["compare", outputs]) == 0
    assert "family of tests (3), the slices and metrics of each pair are another (2 + 2 + 2)" in capsys.readouterr().out
    assert main(["compare", outputs, "--model", "A", "C", "--slice", "none", "--changed", "0"]) == 0
    shown = capsys.readouterr().out
    assert "changed row" not in shown
    assert "field" not in shown
    assert main(["compare", outputs, "--model", "Qwen-7B"]) == 1
    assert "no run for --model Qwen-7B, did you mean Qwen[vl]-7B?" in capsys.readouterr().err
