"""The table of all sets: rows of models, of people and of the papers, and the score over all metrics."""

import json

import numpy as np
import pytest

from vlmeval_hvs.benchmarks.visual_search import result_table as made
from vlmeval_hvs.registry import card_of
from vlmeval_hvs.results.paper_tables import Value

HSP = {"AUChsp": 0.7, "NSShsp": 1.2, "IGhsp": 0.3, "LLhsp": 0.2}
GOLD = {f"{name}_gold_standard": value for name, value in zip(HSP, (0.9, 2.6, 1.9, 1.9), strict=True)}


def save(folder, dataset, metrics, model="M", **scores):
    name, known = f"VisualSearch_{dataset}", {"benchmark": "VisualSearch", "model": model, "details": {}}
    record = json.dumps({**known, "dataset": name, "metrics": metrics, **scores})
    (folder / f"{model}_{name}_hvs_scores.json").write_text(record)


def summary_of(folder):
    results = made.search_results(folder)
    return made.summarise(made.table_of(results), made.unlike_rows(results))


def terms_of(rows):
    return {row: cells["terms"].value for row, cells in rows.items() if "terms" in cells}


def test_results_of_the_families_share_a_row(tmp_path):
    for name, shift in (("Interiors", 0.0), ("MCS", 0.2)):
        humans = {"AUCperf_humans": 0.5 + shift, "AvgMM_humans": 0.9}
        for model in ("M", "N")[: 1 if shift else 2]:  # the second on one set only
            save(tmp_path, name, {"AUCperf": 0.4 + shift, "AvgMM": 0.8, "Corr": 0.1, **humans}, model)
            save(tmp_path, f"{name}_HSP", {**HSP, **GOLD}, model)
    save(tmp_path, "MCS_Interactive", {"AUCperf": 0.3, "AvgMM": 0.7})
    table, _ = summary_of(tmp_path)
    rows = table["mean over sets"]
    # The distance to the participants' performance, MultiMatch, Corr; then next fixations by the gold standard.
    terms = 1 - 0.1, -0.1 / 0.9, 0.1, -0.2 / 0.9, -1.4 / 2.6, -1.6 / 1.9, -1.7 / 1.9
    assert rows["M"]["Score"].value == pytest.approx(sum(terms) / 7)
    assert rows["M"]["Score-6"].value == pytest.approx((sum(terms) - 0.1) / 6)
    assert (rows["M (interactive)"]["AUCperf"].value, table["MCS"]["M (interactive)"]["AUChsp"].value) == (0.3, 0.7)
    assert terms_of(rows) == {"M": 7, "Gold Standard": 4}
    assert terms_of(table["Interiors"]) == {"M": 7, "N": 7, "Gold Standard": 4}


def test_the_interval_of_a_mean_is_that_of_independent_sets():
    mean = made._mean([Value(0.4, 0.1, 0.5, 10), Value(0.6, 0.2, 0.9, 20)])
    assert mean[:4] == pytest.approx((0.5, 0.25, 0.5 + 0.1**0.5 / 2, 30))
    assert made._mean([Value(0.4, 0.1, 0.5, 10), Value(0.6, n=20)]) == Value(0.5, n=30)


def test_a_row_that_lacks_a_term_has_no_score(tmp_path):
    whole = {"AUCperf": 0.4, "AvgMM": 0.8, "Corr": 0.2, "AUCperf_humans": 0.5, "AvgMM_humans": 0.85}
    few = {"n_images": {"AUCperf": 10, "AvgMM": 9, "Corr": 2}}
    save(tmp_path, "Interiors", {**whole, "AUCperf": 0.1, "AvgMM": 0.9, "Corr": 1.0}, "few", details=few)
    save(tmp_path, "Interiors", whole, "whole")
    save(tmp_path, "Interiors", whole, "part", details={"coverage": {"images": 40, "of": 134}})
    for model in ("few", "part", "hsp"):
        save(tmp_path, "Interiors_HSP", {**HSP, **GOLD}, model)
    results = made.search_results(tmp_path)
    (table,), cells = made.paper_tables(made.table_of(results), results)
    # A row of next-fixation metrics alone has the scale of the baselines.
    own = {row: {**found} for row, found in cells["Interiors"].items() if not row.endswith("(published)")}
    assert terms_of(own) == {"part": 4, "hsp": 4, "Gold Standard": 4}
    (few,) = (row for row in table.rows if row.name == "few")
    assert [cell[:5] for cell in few.cells[:2]] == [(0.1, None, None, 10, ""), (0.9, None, None, 9, "*")]
    assert (own["part"]["AUCperf"].sign, own["Humans"]["AUCperf"].sign) == ("*", "")


def test_sets_that_were_run_differently_have_no_mean(tmp_path):
    robust = {"profile": "robust"}
    for settings, why in (({"profile": "paper"}, "profile"), ({**robust, "n_resamples": 5}, "")):
        save(tmp_path, "MCS", {"AUCperf": 0.4}, settings=robust)
        save(tmp_path, "Interiors", {"AUCperf": 0.6}, settings=settings)
        table, told = summary_of(tmp_path)
        assert ("M" in table["mean over sets"]) == (not why)
        assert told == ([f"M has no mean over sets: its runs differ in {why}"] if why else [])


def test_published_rows_score_against_published_references():
    made.add_published(table := {"Interiors": {}})
    rows = made.summarise(table)[0]["Interiors"]
    assert rows["nnIBS (published)"]["terms"].value == 7
    # By hand from the stored rows: .451 .393 .842 .726 .981 .956 .266 against .42 .852 and .86 1.863 1.834 1.427.
    terms = (0.969, 0.393, -0.01 / 0.852, -0.134 / 0.86, -0.882 / 1.863, -0.878 / 1.834, -1.161 / 1.427)
    assert rows["nnIBS (published)"]["Score"].value == pytest.approx(np.mean(terms), abs=1e-9)


def test_the_scores_of_table_2_come_out():
    """Rounded rows give the printed score to 0.01; that of eccNET is printed by the repository, not by the paper."""
    rows = card_of("VisualSearch").reference["rows"]
    known = {name: {metric: Value(value) for metric, value in own.items() if metric != "Score"}
             for name, own in rows.items()}  # fmt: skip
    table, _ = made.summarise({"mean": known})
    six = {name: {metric: cell for metric, cell in own.items() if metric != "Corr"} for name, own in known.items()}
    assert made.summarise({"mean": six})[0]["mean"]["cIBS"]["terms"].value == 6
    for row in ("nnIBS", "cIBS", "sIBS", "eccNET", "IVSN", "IRL", "Gold Standard", "Center Bias", "Uniform"):
        assert table["mean"][row]["Score"].value == pytest.approx(rows[row]["Score"], abs=0.011), row
        assert table["mean"][row]["terms"].value == (7 if "AUCperf" in rows[row] else 4), row
