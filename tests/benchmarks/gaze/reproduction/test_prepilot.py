"""The models of the pre-pilot."""

import json

import pandas as pd
import pytest

from vlmeval_hvs.benchmarks.gaze.reproduction.prepilot import above_chance, prepilot_rows, release_days, sizes
from vlmeval_hvs.benchmarks.gaze.reproduction.run import published
from vlmeval_hvs.benchmarks.gaze.responses import Responses
from vlmeval_hvs.errors import DataError


def group(name, right, of=100, kind="VLMs", study="prepilot"):
    trials = pd.DataFrame({"choice_pos": [0] * right + [1] * (of - right), "gaze_pos": 0, "n_objects": 2})
    return Responses(trials, group=name, kind=kind, study=study)


@pytest.mark.parametrize(
    ("accuracy", "above"),
    # Guessing .5 in 100 answers has a standard error of .05: 1.96 of it are .098.
    [(0.50, False), (0.59, False), (0.60, True), (0.38, False)],
)
def test_a_model_is_above_guessing_from_two_standard_errors(accuracy, above):
    assert above_chance(accuracy, 0.5, 100) is above


def test_rows_of_three_figures():
    groups = {name: group(name, right) for name, right in (("A", 50), ("B", 70), ("C", 90))}
    groups |= {"people": group("people", 100, kind="Humans"), "main": group("A", 100, study="main")}
    days = {"a": 0.0, "b": 100.0, "c": 200.0}
    rows = prepilot_rows(groups, published(), days, {"a": 1.0, "b": 7.0, "x": 3.0})
    found = {(row.where, row.group, row.what): row for row in rows}
    counts = {what: row.ours.value for (where, _, what), row in found.items() if where == "Fig. 11" and row.paper}
    assert counts == {"models": 3, "models not above guessing (z-test)": 1}
    assert [row.group for row in rows if row.what == "accuracy"] == ["C", "B", "A"]
    line = {row.what: row.ours.value for row in rows if row.where == "Fig. 12"}
    assert line["slope per day"] == pytest.approx(0.002)
    assert line["R²"] == pytest.approx(1.0)
    assert line["predicts accuracy"] == "yes"
    size = {row.what: row for row in rows if row.where == "Fig. 13"}
    assert size["models"].ours.value == 2
    assert size["slope per billion parameters"].ours.value == pytest.approx(0.2 / 6)


def test_without_answers_or_files_nothing_is_run():
    rows = prepilot_rows({"main": group("A", 100, study="main")}, published())
    assert {row.outcome for row in rows} == {"not run"}
    rows = prepilot_rows({"A": group("A", 60), "B": group("B", 50)}, published())
    assert {row.note for row in rows if row.where in ("Fig. 12", "Fig. 13")} == {"no file with what it needs"}


def test_the_authors_files_about_models(tmp_path):
    dates = tmp_path / "model_metadata.json"
    entries = {"A": {"created_at": "2024-01-01", "last_modified": "2024-01-11"}, "B": {"created_at": "2024-01-01"}}
    dates.write_text(json.dumps(entries))
    days = release_days(dates)
    assert days["a"] - days["b"] == 10
    dates.write_text(json.dumps({"A": {"created_at": "soon"}}))
    with pytest.raises(DataError, match="model A: no date"):
        release_days(dates)
    table = tmp_path / "parameter_size.csv"
    table.write_text("model_name,parameters_in_billions,serie,estimated?\na,7,x,\nb,#N/A,x,\nc,,x,\nd,200,x,1\n")
    assert sizes(table) == {"a": 7.0}
    table.write_text("name\na\n")
    with pytest.raises(DataError, match="no rows with the columns"):
        sizes(table)
