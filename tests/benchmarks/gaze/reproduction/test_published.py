"""The published numbers: whole, computable, and when a number agrees with them; the models of the pre-pilot."""

import json
import math

import numpy as np
import pytest

from vlmeval_hvs.benchmarks.gaze import responses
from vlmeval_hvs.benchmarks.gaze.reproduction import prepilot, rows, run
from vlmeval_hvs.benchmarks.gaze.reproduction.people import logistic_line
from vlmeval_hvs.errors import DataError

NAMES = {
    "Humans": "Humans (n=59)*", "GazeLLE": "GazeLLE-DinoV2-VitL14", "Moondream2": "Moondream2 (Hybrid)",
    "GPT-5.2": "GPT-5.2", "GPT-4o": "GPT-4o-20240806", "Qwen3-VL-30B": "Qwen3-VL-30B",
    "Qwen2.5-VL-72B": "Qwen2.5-VL-72B", "GLM-4.6V-Flash": "GLM-4.6V-Flash", "GLM-4V-9B": "GLM-4V-9B",
    "InternLM": "InternLM-XComposer2-VL-7B",
}  # fmt: skip


def test_tables_agree_with_the_study(shared):
    tables, paper = json.loads((shared / "tables" / "gaze_tables.json").read_text()), run.published()
    claims = [claim for claim in paper["claims"] if claim["where"] == "Table 1"]
    assert len(claims) == 36
    for claim in claims:
        row = NAMES[claim["group"]]
        starred = claim["study"] == "pilot" and not row.endswith("*")
        printed = tables["table1"]["rows"][f"{row}*" if starred else row]
        assert float(claim["value"]) == pytest.approx(printed[claim["n_objects"] - 2])
    for group, signs in paper["table2"].items():
        assert [signs[key] for key in ("view", "2.1", "3", "4", "type")] == tables["table2"]["rows"][group]
    golden = tables["repo_golden"]["moondream2"]
    for part, n in golden["n"].items():
        ours = paper["moondream"]["parts"][part]
        found = int(ours["n"]), float(ours["accuracy_l2"]), float(ours["accuracy_dx"])
        assert found == (n, golden["acc_L2"][part], golden["acc_DX"][part])


def test_a_number_agrees_within_its_printed_digits():
    for paper, ours, outcome in (
        ("0.94", 0.944, rows.PASS),
        ("0.94", 0.935, rows.PASS),
        ("0.94", 0.946, rows.FAIL),
        ("0.5643031", 0.56430314, rows.PASS),
        ("0.5643031", 0.5643, rows.FAIL),
        ("74", 75.0, rows.FAIL),
        ("-0.0433", -0.04334, rows.PASS),
        ("+", "+", rows.PASS),
        ("Head-only", "Head-dominant", rows.FAIL),
        ("", 0.3, rows.SHOWN),
    ):
        assert rows.compared("Table 1", "GPT", "accuracy", paper, rows.Measured(ours, 10)).outcome == outcome
    assert rows.compared("Table 1", "GPT", "accuracy", "0.94", None, "no such group").outcome == rows.NOT_RUN


def test_two_times_give_the_log_odds_of_a_fourfold_table():
    # At 1 s 30 of 40 are right, at 3 s 20 of 40: log-odds log 3 and 0; variance of a slope over 2 s: sum of 1/n, / 4.
    right = np.concatenate([np.repeat([1, 0], [30, 10]), np.repeat([1, 0], [20, 20])])
    beta, error = logistic_line(np.repeat([1.0, 3.0], 40), right)
    assert beta.tolist() == pytest.approx([1.5 * math.log(3), -math.log(3) / 2])
    assert error[1] == pytest.approx(math.sqrt(1 / 30 + 1 / 10 + 1 / 20 + 1 / 20) / 2)
    assert logistic_line([1.0, 1.0, 1.0], [0, 1, 1]) is None
    assert logistic_line([1.0, 2.0, 3.0, 4.0], [0, 0, 1, 1]) is None


def group(name, right, kind="VLMs", study="prepilot"):
    import pandas as pd

    trials = pd.DataFrame({"choice_pos": [0] * right + [1] * (100 - right), "gaze_pos": 0, "n_objects": 2})
    return responses.Responses(trials, group=name, kind=kind, study=study)


def test_rows_of_the_prepilots_figures():
    # Guessing .5 in 100 answers has a standard error of .05: 1.96 of it are .098.
    assert [prepilot.above_chance(share, 0.5, 100) for share in (0.5, 0.59, 0.6, 0.38)] == [False, False, True, False]
    groups = {name: group(name, right) for name, right in (("A", 50), ("B", 70), ("C", 90))}
    groups |= {"people": group("people", 100, kind="Humans"), "main": group("A", 100, study="main")}
    days, sizes = {"a": 0.0, "b": 100.0, "c": 200.0}, {"a": 1.0, "b": 7.0, "x": 3.0}
    found = prepilot.prepilot_rows(groups, run.published(), days, sizes)
    by_figure = {where: {row.what: row for row in found if row.where == f"Fig. {where}"} for where in (11, 12, 13)}
    counts = {what: row.ours.value for what, row in by_figure[11].items() if row.paper}
    assert counts == {"models": 3, "models not above guessing (z-test)": 1}
    assert [row.group for row in found if row.what == "accuracy"] == ["C", "B", "A"]
    for figure, what, value in (
        (12, "slope per day", 0.002),
        (12, "R²", 1.0),
        (13, "models", 2),
        (13, "slope per billion parameters", 0.2 / 6),
    ):
        assert by_figure[figure][what].ours.value == pytest.approx(value)
    assert by_figure[12]["predicts accuracy"].ours.value == "yes"
    lone = prepilot.prepilot_rows({"main": group("A", 100, study="main")}, run.published())
    assert {row.outcome for row in lone} == {"not run"}


def test_the_authors_files_about_models(tmp_path):
    dates, table = tmp_path / "model_metadata.json", tmp_path / "parameter_size.csv"
    entries = {"A": {"created_at": "2024-01-01", "last_modified": "2024-01-11"}, "B": {"created_at": "2024-01-01"}}
    dates.write_text(json.dumps(entries))
    days = prepilot.release_days(dates)
    assert days["a"] - days["b"] == 10
    table.write_text("model_name,parameters_in_billions,serie,estimated?\na,7,x,\nb,#N/A,x,\nc,,x,\nd,200,x,1\n")
    assert prepilot.sizes(table) == {"a": 7.0}
    for read, file, text, words in (
        (prepilot.release_days, dates, '{"A": {"created_at": "soon"}}', "model A: no date"),
        (prepilot.sizes, table, "name\na\n", "no rows with the columns"),
    ):
        file.write_text(text)
        with pytest.raises(DataError, match=words):
            read(file)
