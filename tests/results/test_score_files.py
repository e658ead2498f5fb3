"""Score files of any origin: read, or left out with their name."""

from __future__ import annotations

import json

import pytest

from vlmeval_hvs.cli import main
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.results.score_files import read_scores

WHOLE = {
    "schema": 2,
    "model": "m",
    "dataset": "HVSBench_Subitizing_DEMO",
    "benchmark": "HVSBench",
    "n": 10,
    "left_out": 2,
    "metrics": {"Overall": 0.5, "Overall_paper": None},
    "intervals": {"Overall": [0.4, 0.6], "Overall_paper": [None, None]},
    "chances": {"Overall": {"value": 0.2, "low": 0.1, "high": 0.3, "mark": "above"}},
    "counts": {"samples": 12, "failed": 1},
    "details": {"explanation": "words", "random": {"Overall": 0.2, "Overall_paper": None}},
    "data": {"digest": "d"},
    "settings": {"seed": 0},
    "warnings": ["a warning"],
}

ODD = {
    "no object": lambda scores: [scores],
    "null": lambda scores: None,
    "no model": lambda scores: scores.pop("model"),
    "model is a list": lambda scores: scores.update(model=["m"]),
    "unknown dataset": lambda scores: scores.update(dataset="Elsewhere"),
    "benchmark as dataset": lambda scores: scores.update(dataset="HVSBench/x"),
    "another benchmark": lambda scores: scores.update(benchmark="VPB"),
    "no metrics": lambda scores: scores.pop("metrics"),
    "metrics null": lambda scores: scores.update(metrics=None),
    "metric as text": lambda scores: scores["metrics"].update(Overall="0.5"),
    "metric as truth value": lambda scores: scores["metrics"].update(Overall=True),
    "metric NaN": lambda scores: scores["metrics"].update(Overall=float("nan")),
    "metric infinite": lambda scores: scores["metrics"].update(Overall=float("inf")),
    "metric huge": lambda scores: scores["metrics"].update(Overall=10**400),
    "short interval": lambda scores: scores["intervals"].update(Overall=[0.4]),
    "interval as text": lambda scores: scores["intervals"].update(Overall="ab"),
    "interval as object": lambda scores: scores["intervals"].update(Overall={"0": 1, "1": 2}),
    "intervals as list": lambda scores: scores.update(intervals=[[0, 1]]),
    "chance null": lambda scores: scores["chances"].update(Overall=None),
    "chance without bounds": lambda scores: scores["chances"]["Overall"].pop("low"),
    "mark as number": lambda scores: scores["chances"]["Overall"].update(mark=1),
    "details null": lambda scores: scores.update(details=None),
    "details as text": lambda scores: scores.update(details="words"),
    "explanation as list": lambda scores: scores["details"].update(explanation=["words"]),
    "guesses as list": lambda scores: scores["details"].update(random=[1]),
    "guess as text": lambda scores: scores["details"].update(random={"Overall": "x"}),
    "data null": lambda scores: scores.update(data=None),
    "digest as object": lambda scores: scores["data"].update(digest={}),
    "settings as list": lambda scores: scores.update(settings=[]),
    "counts null": lambda scores: scores.update(counts=None),
    "failed as text": lambda scores: scores["counts"].update(failed="many"),
    "n as text": lambda scores: scores.update(n="ten"),
    "n below zero": lambda scores: scores.update(n=-1),
    "rows left out of nothing": lambda scores: scores.update(counts={}),
    "reader errors as text": lambda scores: scores["counts"].update(reader_errors="x"),
    "validity as list": lambda scores: scores.update(validity=["valid"]),
    "reading as list": lambda scores: scores.update(reading=["robust"]),
    "wording as object": lambda scores: scores.update(wording={}),
    "files as list": lambda scores: scores.update(files=["x"]),
    "digest of a file as number": lambda scores: scores.update(files={"x": 1}),
    "warnings as text": lambda scores: scores.update(warnings="words"),
    "warning as object": lambda scores: scores.update(warnings=[{}]),
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


@pytest.mark.parametrize("name", TEXTS)
def test_an_odd_file_is_refused_by_its_name(name, tmp_path):
    path = tmp_path / "m_hvs_scores.json"
    path.write_text(TEXTS[name])
    with pytest.raises(DataError, match="m_hvs_scores.json"):
        read_scores(path)


@pytest.mark.parametrize("more", [[], ["--dataset", "HVSBench_Subitizing_DEMO"]])
def test_odd_files_are_left_out_of_a_report_with_their_names_and_do_not_end_it(more, tmp_path, capsys, caplog):
    for position, text in enumerate(TEXTS.values()):
        (tmp_path / f"odd{position:02d}_hvs_scores.json").write_text(text)
    (tmp_path / "m_hvs_scores.json").write_text(json.dumps(WHOLE))
    (tmp_path / "folder_hvs_scores.json").mkdir()
    pages = [part for kind in ("html", "csv", "markdown") for part in (f"--{kind}", str(tmp_path / f"page.{kind}"))]
    assert main(["report", str(tmp_path), *pages, *more]) == 0
    assert "0.5000" in capsys.readouterr().out
    assert "0.5000" in (tmp_path / "page.html").read_text()
    told = "\n".join(record.getMessage() for record in caplog.records)
    for position in range(len(TEXTS)):
        assert f"odd{position:02d}_hvs_scores.json" in told
    assert "folder_hvs_scores.json" in told
