"""Scored runs with given items."""

import json

import pytest

from vlmeval_hvs.results.compare.pairs import compare
from vlmeval_hvs.results.compare.runs import runs_at


@pytest.fixture
def write(tmp_path):
    """Writes the files of a run: its items by column, `score` among them; other arguments change the score file."""
    import pandas as pd

    def run(model, columns, dataset="HVSBench", **changes):
        n = len(columns["score"])
        given = {"index": range(n), "image_path": [f"i{k // 2}" for k in range(n)]}
        read = {"reply": "A", "answer": "A", "rule": "whole", "fallback": 0, "failed": 0}
        items = pd.DataFrame({**given, **{name: [value] * n for name, value in read.items()}, **columns})
        for name in ("answer", "score"):
            if f"{name}_paper" not in items:
                items[f"{name}_paper"] = items[name]
        mean = float(pd.to_numeric(items["score"], errors="coerce").mean())
        scores = {
            "model": model, "dataset": dataset, "benchmark": "HVSBench", "digest": "d" * 64, "reading": "robust",
            "data": {"set": "HVSBench"}, "Overall": mean, "metrics": {"Overall": mean}, "settings": {"seed": 0},
            "version": "1", "wording": "w", "provenance": "ledger", **changes,
        }  # fmt: skip
        folder = tmp_path / "outputs" / model
        folder.mkdir(parents=True, exist_ok=True)
        items.to_csv(folder / f"{model}_{dataset}_hvs_items.tsv", sep="\t", index=False)
        path = folder / f"{model}_{dataset}_hvs_scores.json"
        path.write_text(json.dumps(scores))
        return path

    return run


@pytest.fixture
def pair():
    """Compares two runs by their score files."""

    def run(*paths, **how):
        (found,) = compare(runs_at(paths), **how)
        return found

    return run
