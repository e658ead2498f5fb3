"""The table of all sets: rows of models, of people and of the papers, and the score over all metrics."""

import json

import numpy as np
import pytest

from vlmeval_hvs.registry import card_of

HSP = {"AUChsp": 0.7, "NSShsp": 1.2, "IGhsp": 0.3, "LLhsp": 0.2}
GOLD = {
    "AUChsp_gold_standard": 0.9, "NSShsp_gold_standard": 2.6, "IGhsp_gold_standard": 1.9, "LLhsp_gold_standard": 1.9,
}  # fmt: skip


def save(folder, dataset, metrics, model="M", **scores):
    record = {"benchmark": "VisualSearch", "dataset": f"VisualSearch_{dataset}", "model": model, "metrics": metrics,
              "details": {}, **scores}  # fmt: skip
    (folder / f"{model}_VisualSearch_{dataset}_hvs_scores.json").write_text(json.dumps(record))


def summary_of(folder):
    from vlmeval_hvs.benchmarks.visual_search.result_table import search_results, summarise, table_of, unlike_rows

    results = search_results(folder)
    return summarise(table_of(results), unlike_rows(results))


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
    terms = (
        1 - 0.1, (0.8 - 0.9) / 0.9, 0.1, (0.7 - 0.9) / 0.9, (1.2 - 2.6) / 2.6, (0.3 - 1.9) / 1.9, (0.2 - 1.9) / 1.9,
    )  # fmt: skip
    assert rows["M"]["Score"].value == pytest.approx(sum(terms) / 7)
    assert rows["M"]["Score-6"].value == pytest.approx((sum(terms) - 0.1) / 6)
    assert rows["M (interactive)"]["AUCperf"].value == 0.3
    assert table["MCS"]["M (interactive)"]["AUChsp"].value == 0.7
    assert terms_of(rows) == {"M": 7, "Gold Standard": 4}
    assert terms_of(table["Interiors"]) == {"M": 7, "N": 7, "Gold Standard": 4}


def test_the_interval_of_a_mean_is_that_of_independent_sets():
    from vlmeval_hvs.benchmarks.visual_search.result_table import Cell, _mean

    mean = _mean([Cell(0.4, 10, (0.1, 0.5)), Cell(0.6, 20, (0.2, 0.9))])
    assert (mean.value, mean.n, mean.interval[0]) == pytest.approx((0.5, 30, 0.25))
    assert mean.interval[1] == pytest.approx(0.5 + 0.1**0.5 / 2)
    assert _mean([Cell(0.4, 10, (0.1, 0.5)), Cell(0.6, 20)]).interval is None


def test_a_row_that_lacks_a_term_has_no_score(tmp_path):
    """Corr from two images and a path on few images must not lift a model above the gold standard."""
    whole = {"AUCperf": 0.4, "AvgMM": 0.8, "Corr": 0.2, "AUCperf_humans": 0.5, "AvgMM_humans": 0.85}
    few = {"n_images": {"AUCperf": 10, "AvgMM": 9, "Corr": 2}}
    save(tmp_path, "Interiors", {**whole, "AUCperf": 0.1, "AvgMM": 0.9, "Corr": 1.0}, "few", details=few)
    save(tmp_path, "Interiors", whole, "part", details={"coverage": {"images": 40, "of": 134}})
    save(tmp_path, "Interiors", whole, "whole")
    for model in ("few", "part", "hsp"):
        save(tmp_path, "Interiors_HSP", {**HSP, **GOLD}, model)
    from vlmeval_hvs.benchmarks.visual_search.result_table import paper_tables, search_results, table_of

    results = search_results(tmp_path)
    (table,), cells = paper_tables(table_of(results), results)
    # A row of next-fixation metrics alone has the scale of the baselines.
    own = {row: {**found} for row, found in cells["Interiors"].items() if not row.endswith("(published)")}
    assert terms_of(own) == {"part": 4, "hsp": 4, "Gold Standard": 4}
    (few,) = (row for row in table.rows if row.name == "few")
    assert [cell[:5] for cell in few.cells[:2]] == [(0.1, None, None, 10, ""), (0.9, None, None, 9, "*")]


def test_sets_that_were_run_differently_have_no_mean(tmp_path):
    robust = {"profile": "robust"}
    for settings, why in (({"profile": "paper"}, "profile"), ({**robust, "n_resamples": 5}, "")):
        save(tmp_path, "MCS", {"AUCperf": 0.4}, settings=robust)
        save(tmp_path, "Interiors", {"AUCperf": 0.6}, settings=settings)
        table, told = summary_of(tmp_path)
        assert ("M" in table["mean over sets"]) == (not why)
        assert told == ([f"M has no mean over sets: its runs differ in {why}"] if why else [])


def test_published_rows_score_against_published_references():
    from vlmeval_hvs.benchmarks.visual_search.result_table import add_published, summarise

    table = {"Interiors": {}}
    add_published(table)
    rows = summarise(table)[0]["Interiors"]
    assert rows["nnIBS (published)"]["terms"].value == 7
    # By hand from the stored rows: .451 .393 .842 .726 .981 .956 .266 against .42 .852 and .86 1.863 1.834 1.427.
    terms = (0.969, 0.393, -0.01 / 0.852, -0.134 / 0.86, -0.882 / 1.863, -0.878 / 1.834, -1.161 / 1.427)
    assert rows["nnIBS (published)"]["Score"].value == pytest.approx(np.mean(terms), abs=1e-9)


def test_the_scores_of_table_2_come_out():
    """Rounded rows give the printed score to 0.01; that of eccNET is printed by the repository, not by the paper."""
    from vlmeval_hvs.benchmarks.visual_search.result_table import Cell, summarise

    rows = card_of("VisualSearch").reference["rows"]
    table, _ = summarise({"mean": {
        name: {metric: Cell(value) for metric, value in cells.items() if metric != "Score"}
        for name, cells in rows.items()
    }})  # fmt: skip
    for row in ("nnIBS", "cIBS", "sIBS", "eccNET", "IVSN", "IRL", "Gold Standard", "Center Bias", "Uniform"):
        assert table["mean"][row]["Score"].value == pytest.approx(rows[row]["Score"], abs=0.011), row
        assert table["mean"][row]["terms"].value == (7 if "AUCperf" in rows[row] else 4), row
