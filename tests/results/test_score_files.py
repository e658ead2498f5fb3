"""Score files of any origin: read, or left out with their name."""

import copy
import json

import pytest

from vlmeval_hvs.cli import main
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.results.score_files import read_scores

WHOLE = {
    "schema": 2, "model": "m", "dataset": "HVSBench_Subitizing_DEMO", "benchmark": "HVSBench", "n": 10, "left_out": 2,
    "metrics": {"Overall": 0.5, "Overall_paper": None},
    "intervals": {"Overall": [0.4, 0.6], "Overall_paper": [None, None]},
    "chances": {"Overall": {"value": 0.2, "low": 0.1, "high": 0.3, "mark": "above"}},
    "counts": {"samples": 12, "failed": 1},
    "details": {"explanation": "words", "random": {"Overall": 0.2, "Overall_paper": None}},
    "data": {"digest": "d"}, "settings": {"seed": 0}, "warnings": ["a warning"],
}  # fmt: skip

GONE = object()
ODD = [
    ("model", GONE), ("dataset", "Elsewhere"), ("dataset", "HVSBench/x"), ("metrics", GONE),
    ("metrics.Overall", "0.5"), ("metrics.Overall", True), ("metrics.Overall", float("nan")),
    ("metrics.Overall", float("inf")), ("metrics.Overall", 10**400), ("intervals.Overall", [0.4]),
    ("intervals.Overall", "ab"), ("intervals", [[0, 1]]), ("chances.Overall", None), ("chances.Overall.low", GONE),
    ("chances.Overall.mark", 1), ("details", None), ("details.explanation", ["words"]),
    ("details.random", {"Overall": "x"}), ("data", None), ("settings", []), ("counts", None), ("n", -1),
    ("counts", {}),
    ("rests_on", {"n": "2", "rows": "x"}), ("rests_on", [2]), ("Fallback", "0.5"),
    ("validity", ["valid"]), ("files", ["x"]), ("files", {"x": 1}), ("warnings", "words"),
]  # fmt: skip
"""Entries of `WHOLE`, and what makes it odd there."""


def odd(place, value):
    scores = copy.deepcopy(WHOLE)
    *above, last = place.split(".")
    inside = scores
    for name in above:
        inside = inside[name]
    inside[last] = value
    if value is GONE:
        del inside[last]
    return json.dumps(scores)


TEXTS = [
    *(odd(place, value) for place, value in ODD), json.dumps([WHOLE]), "null", "[" * 100_000,
    json.dumps(WHOLE).replace('"words"', "[" * 50_000 + "]" * 50_000), json.dumps(WHOLE)[:-20], "", "\0" * 100,
    '{"n": ' + "9" * 5000 + "}",
]  # fmt: skip


def test_a_whole_file_is_read_as_it_is(tmp_path):
    path = tmp_path / "m_hvs_scores.json"
    smallest = {name: WHOLE[name] for name in ("model", "dataset", "benchmark", "metrics")}
    for text, scores in ((json.dumps(WHOLE), WHOLE), ("\ufeff" + json.dumps(smallest), smallest)):
        path.write_text(text)
        assert read_scores(path) == scores


def test_odd_files_are_refused_by_name_and_do_not_end_a_report(tmp_path, capsys, caplog):
    paths = [tmp_path / f"odd{place:02d}_hvs_scores.json" for place in range(len(TEXTS))]
    for path, text in zip(paths, TEXTS, strict=True):
        path.write_text(text)
        with pytest.raises(DataError, match=path.name):
            pytest.fail(f"{text[:900]}: {read_scores(path)}")
    (tmp_path / "m_hvs_scores.json").write_text(json.dumps(WHOLE))
    (tmp_path / "folder_hvs_scores.json").mkdir()
    assert main(["report", str(tmp_path), "--dataset", "HVSBench_Subitizing_DEMO"]) == 0
    assert "0.5000" in capsys.readouterr().out
    assert [path.name for path in [*paths, tmp_path / "folder_hvs_scores.json"] if path.name not in caplog.text] == []
