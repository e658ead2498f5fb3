"""Score files of any origin: read, or left out with their name."""

from __future__ import annotations

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

ODD = {
    "no object": lambda scores: [scores],
    "null": lambda scores: None,
    "no model": lambda scores: scores.pop("model"),
    "unknown dataset": lambda scores: scores.update(dataset="Elsewhere"),
    "benchmark as dataset": lambda scores: scores.update(dataset="HVSBench/x"),
    "no metrics": lambda scores: scores.pop("metrics"),
    "metric as text": lambda scores: scores["metrics"].update(Overall="0.5"),
    "metric as truth value": lambda scores: scores["metrics"].update(Overall=True),
    "metric NaN": lambda scores: scores["metrics"].update(Overall=float("nan")),
    "metric infinite": lambda scores: scores["metrics"].update(Overall=float("inf")),
    "metric huge": lambda scores: scores["metrics"].update(Overall=10**400),
    "short interval": lambda scores: scores["intervals"].update(Overall=[0.4]),
    "interval as text": lambda scores: scores["intervals"].update(Overall="ab"),
    "intervals as list": lambda scores: scores.update(intervals=[[0, 1]]),
    "chance null": lambda scores: scores["chances"].update(Overall=None),
    "chance without bounds": lambda scores: scores["chances"]["Overall"].pop("low"),
    "mark as number": lambda scores: scores["chances"]["Overall"].update(mark=1),
    "details null": lambda scores: scores.update(details=None),
    "explanation as list": lambda scores: scores["details"].update(explanation=["words"]),
    "guess as text": lambda scores: scores["details"].update(random={"Overall": "x"}),
    "data null": lambda scores: scores.update(data=None),
    "settings as list": lambda scores: scores.update(settings=[]),
    "counts null": lambda scores: scores.update(counts=None),
    "n below zero": lambda scores: scores.update(n=-1),
    "rows left out of nothing": lambda scores: scores.update(counts={}),
    "validity as list": lambda scores: scores.update(validity=["valid"]),
    "files as list": lambda scores: scores.update(files=["x"]),
    "digest of a file as number": lambda scores: scores.update(files={"x": 1}),
    "warnings as text": lambda scores: scores.update(warnings="words"),
}


def odd(change) -> str:
    scores = json.loads(json.dumps(WHOLE))
    changed = change(scores)
    return json.dumps(changed if isinstance(changed, list) or scores == WHOLE else scores)


TEXTS = {name: odd(change) for name, change in ODD.items()} | {
    "deep": "[" * 100_000,
    "deep inside": json.dumps(WHOLE).replace('"words"', "[" * 50_000 + "]" * 50_000),
    "torn": json.dumps(WHOLE)[:-20],
    "empty": "",
    "zero bytes": "\0" * 100,
    "digits": '{"n": ' + "9" * 5000 + "}",
}


def test_a_whole_file_is_read_as_it_is(tmp_path):
    path = tmp_path / "m_hvs_scores.json"
    path.write_text(json.dumps(WHOLE))
    assert read_scores(path) == WHOLE
    smallest = {name: WHOLE[name] for name in ("model", "dataset", "benchmark", "metrics")}
    path.write_text("\ufeff" + json.dumps(smallest))
    assert read_scores(path) == smallest


def test_an_odd_file_is_refused_by_its_name(tmp_path):
    path = tmp_path / "m_hvs_scores.json"
    for name, text in TEXTS.items():
        path.write_text(text)
        with pytest.raises(DataError, match="m_hvs_scores.json"):
            pytest.fail(f"{name}: {read_scores(path)}")


def test_odd_files_are_left_out_of_a_report_with_their_names_and_do_not_end_it(tmp_path, capsys, caplog):
    for position, text in enumerate(TEXTS.values()):
        (tmp_path / f"odd{position:02d}_hvs_scores.json").write_text(text)
    (tmp_path / "m_hvs_scores.json").write_text(json.dumps(WHOLE))
    (tmp_path / "folder_hvs_scores.json").mkdir()
    assert main(["report", str(tmp_path), "--dataset", "HVSBench_Subitizing_DEMO"]) == 0
    assert "0.5000" in capsys.readouterr().out
    told = "\n".join(record.getMessage() for record in caplog.records)
    names = [f"odd{position:02d}_hvs_scores.json" for position in range(len(TEXTS))]
    assert [name for name in [*names, "folder_hvs_scores.json"] if name not in told] == []
