"""Paired comparison of runs: which are compared, by hand and against statsmodels and scipy, and as tables."""

from __future__ import annotations

import json

import numpy as np
import pytest

from vlmeval_hvs.errors import DataError, UsageError
from vlmeval_hvs.metrics import cluster_bootstrap
from vlmeval_hvs.results.compare.output import about_tests, grids, pair_notes
from vlmeval_hvs.results.compare.pairs import compare, paired_cell, runs_at


@pytest.fixture
def write(tmp_path):
    """Writes the files of a run: its items by column, `score` among them; other arguments change the score file."""
    import pandas as pd

    def run(model, columns, dataset="HVSBench", **changes):
        n = len(columns["score"])
        read = {"reply": "A", "answer": "A", "rule": "whole", "fallback": 0, "failed": 0}
        items = pd.DataFrame({"index": range(n), "image_path": [f"i{k // 2}" for k in range(n)], **columns})
        items = items.assign(**{name: value for name, value in read.items() if name not in items})
        items = items.assign(**{"answer_paper": items["answer"], "score_paper": items["score"], **columns})
        mean = float(pd.to_numeric(items["score"], errors="coerce").mean())
        scores = {
            "model": model, "dataset": dataset, "benchmark": "HVSBench", "digest": "d" * 64, "reading": "robust",
            "data": {"set": "HVSBench"}, "Overall": mean, "metrics": {"Overall": mean}, "settings": {"seed": 0},
            "version": "1", "wording": "w", "provenance": "ledger", **changes,
        }  # fmt: skip
        path = tmp_path / "outputs" / model / f"{model}_{dataset}_hvs_scores.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        items.to_csv(str(path).replace("scores.json", "items.tsv"), sep="\t", index=False)
        path.write_text(json.dumps(scores))
        return path

    return run


def pair(*paths, **how):
    (found,) = compare(runs_at(paths), **how)
    return found


def differences(cells):
    return {name: pytest.approx(cell.difference) for name, cell in cells.items()}


def test_by_hand(write):
    a = write("A", {"score": [1, 1, 0, 1, 0, ""], "answer": list("ABCDEF"), "truth": list("ABxDyz"), "error": [-3] * 6})
    b = write("B", {"score": [1, 0, 0, 0, 1, 1], "answer": list("AxCyzF"), "truth": list("ABxDyz"), "error": [1] * 6})
    found = pair(a, b)
    assert found.slices[""]["error of counts"].difference == 2  # of their sizes
    clusters = "Intervals and tests are clustered by image_path (3 clusters, 5 rows)."
    alone = "Only in the first: 0 rows; only in the second: 1."
    assert pair_notes(found) == [f"Scores of the robust reading. {clusters}", alone]
    # Differences of the three images: 1, 1, -1; of the eight patterns of signs all lie at least as far from zero.
    total = found.total
    assert total[:5] == (5, 3, 0.6, 0.4, pytest.approx(0.2))
    assert (total.higher, total.lower, total.p, total.exact) == (2, 1, 1.0, True)
    assert (found.only_first, found.only_second, found.cluster, list(found.slices)) == (0, 1, "image_path", [""])
    changed = [("1", 1, 0, ("B", "x"), "B"), ("3", 1, 0, ("D", "y"), "D"), ("4", 0, 1, ("E", "z"), "y")]
    assert [row[:5] for row in found.changed] == changed


@pytest.mark.long
def test_tests_are_those_of_statsmodels_and_intervals_resample_images(write):
    import pandas as pd
    from statsmodels.stats.contingency_tables import mcnemar
    from statsmodels.stats.multitest import multipletests

    def exact(rows):
        return pytest.approx(mcnemar(pd.crosstab(one["score"][rows], other["score"][rows]), exact=True).pvalue)

    rng, n = np.random.default_rng(5), 400
    columns = {"field": rng.choice(["P", "S", "F"], n).tolist(), "image_path": [f"i{k}" for k in range(n)]}
    first = rng.integers(0, 2, n)
    second = np.where(rng.random(n) < 0.8, first, rng.integers(0, 2, n))
    paths = [write(name, {"score": list(s), **columns}) for name, s in (("A", first), ("B", second))]
    one, other = (pd.read_csv(str(path).replace("scores.json", "items.tsv"), sep="\t") for path in paths)
    found = pair(*paths)
    assert (found.total.exact, found.total.p, found.total.p_holm) == (True, exact(one.index), found.total.p)
    expected = cluster_bootstrap(one["score"] - other["score"], one["image_path"], n_resamples=2000, seed=0)
    assert (found.total.low, found.total.high) == pytest.approx(expected, abs=0.006)  # images in another order
    cells = found.slices["field"]
    assert {name: cell.p for name, cell in cells.items()} == {name: exact(one["field"] == name) for name in "PSF"}
    corrected = multipletests([cell.p for cell in cells.values()], method="holm")[1]
    assert [cell.p_holm for cell in cells.values()] == pytest.approx(list(corrected))
    assert sum(cell.n for cell in cells.values()) == found.total.n == n


def test_graded_scores_are_tested_by_signs_as_in_scipy(write):
    from scipy.stats import permutation_test

    scores = [0.2, 0.8, 0.5, 1, 0.9, 0.7], [0.1, 0.9, 0.5, 0, 0.3, 0.2]
    paths = [write(name, {"score": s, "image_path": list("abcdef")}) for name, s in zip("AB", scores, strict=True)]
    total = pair(*paths).total
    theirs = permutation_test(np.array(scores), lambda a, b: np.mean(a - b), permutation_type="samples")
    assert (total.p, total.exact) == (pytest.approx(theirs.pvalue), True)
    rng = np.random.default_rng(0)
    assert not paired_cell(rng.random(50), rng.random(50), np.arange(50)).exact


def test_runs_without_a_scored_row_in_common_are_compared_by_their_other_metrics_or_refused(write):
    """People answer scanpaths only, where a set tells no more of them."""
    scanpaths = {"image_path": list("abcd"), "position": ["", "", 0.9, 0.8]}
    people = write("P", {"score": [""] * 4, **scanpaths}, validity="partial", Overall=None, metrics={"MPos": 0.85})
    model = write("M", {"score": [1, 0, "", ""], **scanpaths, "position": ["", "", 0.8, 0.5]})
    found = pair(people, model)
    assert found.total is None
    assert differences(found.slices[""]) == {"scanpath position": 0.2}
    assert (found.only_first, found.only_second, list(found.slices), found.changed) == (0, 2, [""], [])
    assert "share no scored row" in pair_notes(found)[0]
    a = write("A", {"score": [1, ""]})
    for name, columns in (("B", {"score": ["", 1]}), ("C", {"score": [1, 0], "index": [7, 8]})):
        with pytest.raises(DataError, match=f"A on HVSBench and {name} on HVSBench share no scored row"):
            pair(a, write(name, columns))


def test_a_reading_can_be_chosen_and_must_be_there(write):
    a = write("A", {"score": [1, 0, 1, 1]})
    b = write("B", {"score": [1, 0, 0, 0], "score_paper": [1, 1, 1, 1]}, reading="robust")
    assert [pair(a, b, **how).total.second for how in ({"reading": "paper"}, {})] == [1.0, 0.25]
    with pytest.raises(UsageError, match="has no reading 'third'"):
        pair(a, b, reading="third")


def test_a_benchmark_that_weighs_rows_is_compared_by_its_headline(write):
    """VP-Bench: three tasks of 1, 2 and 4 samples count alike, and a debias item does not count."""
    tasks = {"task": ["MIA", "SGG", "SGG", *["Emotic"] * 5], "debias": [""] * 7 + ["absent"]}
    columns = {**tasks, "vp_shape": ["oval"] * 8, "source_image": [f"s{k}" for k in range(8)]}
    how = {"dataset": "VPB_Stage2", "benchmark": "VPB", "data": {"set": "VPB_Stage2"}}
    scores = {"A": [1, 1, 1, 0, 0, 0, 0, 1], "B": [0, 1, 0, 0, 0, 0, 1, 0]}
    found = pair(*(write(name, {"score": score, **columns}, **how) for name, score in scores.items()))
    assert (found.total.n, found.unweighted) == (7, 1)
    assert found.total.difference == pytest.approx((1 + 1 / 2 - 1 / 4) / 3)
    assert [cell.difference for cell in found.slices["task"].values()] == pytest.approx([-0.25, 1, 0.5])


def test_visual_search_is_compared_in_all_metrics_that_score_files_hold_by_image(write):
    how = {"dataset": "VisualSearch_MCS", "benchmark": "VisualSearch", "data": {"set": "VisualSearch_MCS"}}
    columns = {"score": [0.1, 0.2, 0.3], "image_name": ["a", "b", "c"], "found": ["True", "False", "True"]}
    values = {"A": {"a": 0.5, "b": 0.7, "c": 0.9}, "B": {"a": 0.4, "b": 0.8, "d": 0.1}}
    by_image = {name: {"by_image": {"model": {"AvgMM": own, "AUCperf": own}}} for name, own in values.items()}
    found = pair(*(write(name, columns, details=details, **how) for name, details in by_image.items()))
    assert list(found.slices[""]) == ["score", "target found", "AvgMM"]
    assert found.slices[""]["AvgMM"][:5] == (2, 2, pytest.approx(0.6), pytest.approx(0.6), pytest.approx(0))
    assert found.cluster == "image_name"


def test_tables_show_every_cell_and_as_many_changed_rows_as_asked_of_either_direction(write):
    columns = {"field": ["P", "S"] * 3, "image_path": list("abcdef"), "truth": list("ABCDEF")}
    first = {"score": [1, 1, 1, 1, 1, 0], "answer": ["A", "B" * 60, *"CDE", "x"], **columns}
    second = {"score": [0, 0, 0, 1, 0, 1], "answer": ["x", "y", "z", "D", "u", "F"], **columns}
    found = pair(write("A", first), write("B", second, provenance="none"))
    total, fields, changed = grids([found], 3)
    assert total.title == "A on HVSBench - B on HVSBench (no ledger)"
    cell = found.total
    interval, p_values = f"{cell.low:+.4f} to {cell.high:+.4f}", [f"{cell.p:.2g}", f"{cell.p_holm:.2g}"]
    assert total.rows == [["score", "6", "0.8333", "0.3333", "+0.5000", interval, "4", "1", *p_values]]
    by_field = [["P", "3", "1.0000", "0.0000", "+1.0000"], ["S", "3", "0.6667", "0.6667", "+0.0000"]]
    assert [line[:5] for line in fields.rows] == by_field
    assert [line[0] for line in changed.rows] == ["0", "1", "5"]  # two rows of the four that got worse, the one better
    assert (changed.rows[1][3], changed.rows[2][1:]) == ("B" * 39 + "…", ["0.0000", "1.0000", "x", "F", "F"])
    assert changed.notes == ["2 more changed rows: --changed 5."]
    assert [grid.head[0] for grid in grids([found], 0)] == ["", "field"]
    told = about_tests([found])[1]
    assert [words in told for words in ("families", "one family of tests (1)", "another (2)")] == [False, True, True]


def test_invalid_and_stale_results_are_compared_with_nothing(write, caplog):
    a, c = write("A", {"score": [1, 0]}), write("C", {"score": [0, 1]})
    broken = write("B", {"score": [0, 0]}, validity="invalid", validity_reason="2 of 2 rows failed")
    with pytest.raises(DataError, match="an invalid result cannot be compared: 2 of 2 rows failed"):
        runs_at([a, broken])
    for datasets in ((), ["HVSBench"]):
        assert [run.name for run in runs_at([a.parents[1]], (), datasets)] == ["A on HVSBench", "C on HVSBench"]
    assert "B on HVSBench is skipped as invalid" in caplog.text
    c.write_text(json.dumps(json.loads(c.read_text()) | {"files": {"C_HVSBench_hvs_items.tsv": "another"}}))
    with pytest.raises(DataError, match=r"cannot be compared: C_HVSBench_hvs_items.tsv changed after the scoring"):
        runs_at([a, c])


def test_runs_on_different_data_or_asked_otherwise_are_refused_with_what_differs(write):
    truth, images = {"score": [1, 0], "truth": ["x", "y"]}, {"score": [1, 0], "image": ["a", "b"]}
    views = {"dataset": "ActiView_Zooming", "benchmark": "ActiView", "data": {"set": "ActiView"}, "columns": images}
    for first, second, across, words in (
        ({}, {"digest": "e" * 64}, [], r"A on HVSBench and B on HVSBench are on different data \(HVSBench, dddddddd; "),
        ({}, {"columns": {**truth, "truth": ["x", "z"]}, "dataset": "HVSBench_Searching"}, ["dataset"],
         "have different right answers"),
        ({"settings": {"profile": "paper"}, **views},  # changes the turns
         {"settings": {"profile": "robust"}, **views}, [], "--across profile"),
        ({"wording": "1" * 64}, {"wording": "2" * 64}, [], "--across wording"),
    ):  # fmt: skip
        paths = [write(name, **{"columns": truth, **given}) for name, given in (("A", first), ("B", second))]
        with pytest.raises(DataError, match=words):
            pair(*paths, across=across)
