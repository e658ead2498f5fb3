"""`compare` from the command line, as a user runs it."""

import json

from vlmeval_hvs.cli import main


def test_a_folder_of_models_is_compared_pair_by_pair(tmp_path, capsys):
    import pandas as pd

    def shown(*arguments, status=0):
        assert main(["compare", str(tmp_path), *arguments]) == status
        return "".join(capsys.readouterr())

    for model, scores in (("A", [1, 1, 1, 0]), ("Qwen[vl]-7B", [0, 1, 0, 1]), ("C", [1, 1, 1, 1])):
        read = {"reply": "A", "answer": list("ABCD"), "rule": "whole", "fallback": 0, "score": scores, "failed": 0}
        table = pd.DataFrame({"index": range(4), "image_path": list("abcd"), "field": ["P", "S"] * 2, **read})
        table.to_csv(tmp_path / f"{model}_HVSBench_hvs_items.tsv", sep="\t", index=False)
        run = {"model": model, "dataset": "HVSBench", "benchmark": "HVSBench", "digest": "d", "provenance": "ledger",
               "reading": "robust", "Overall": sum(scores) / 4, "metrics": {}, "settings": {}}  # fmt: skip
        (tmp_path / f"{model}_HVSBench_hvs_scores.json").write_text(json.dumps(run))
    text = shown("--model", "A", "Qwen[vl]-7B")
    assert "A on HVSBench - Qwen[vl]-7B on HVSBench" in text
    assert "+0.2500" in text
    assert [line.split()[0] for line in text.partition("changed row")[2].splitlines()[1:4]] == ["0", "2", "3"]
    assert "family of tests (3), the slices and metrics of each pair are another (2 + 2 + 2)" in shown()
    assert "no result of the model Qwen-7B, did you mean Qwen[vl]-7B?" in shown("--model", "Qwen-7B", status=1)
