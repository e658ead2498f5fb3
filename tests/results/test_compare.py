"""Paired comparison of two runs: by hand, against statsmodels, and what is refused."""

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests

from vlmeval_hvs.cli import main
from vlmeval_hvs.errors import DataError, UsageError
from vlmeval_hvs.metrics import cluster_bootstrap
from vlmeval_hvs.results.compare import compare, holm, load_run


def write(folder: Path, model: str, items: pd.DataFrame, **changes: object) -> Path:
    """A scored run with these items (`index`, `score` and the benchmark's columns)."""
    scores = {
        "model": model,
        "dataset": "Toy",
        "digest": "d" * 64,
        "reading": "robust",
        "Overall": float(pd.to_numeric(items["score"], errors="coerce").mean()),
        "settings": {"hint": "none", "seed": 0},
        "version": "1",
        **changes,
    }
    items.assign(score_paper=items["score"]).to_csv(folder / f"{model}_Toy_hvs_items.tsv", sep="\t", index=False)
    path = folder / f"{model}_Toy_hvs_scores.json"
    path.write_text(json.dumps(scores))
    return path


def table(scores: list, **columns: object) -> pd.DataFrame:
    known = {"image_path": [f"i{k // 2}" for k in range(len(scores))], **columns}
    return pd.DataFrame({"index": range(len(scores)), "score": scores, **known})


def random_runs(tmp_path: Path, n: int = 400) -> tuple[Path, Path]:
    rng = np.random.default_rng(5)
    fields = rng.choice(["P", "S", "F"], n)
    a = rng.integers(0, 2, n)
    b = np.where(rng.random(n) < 0.8, a, rng.integers(0, 2, n))
    return write(tmp_path, "A", table(list(a), field=fields)), write(tmp_path, "B", table(list(b), field=fields))


def test_by_hand(tmp_path: Path) -> None:
    a = write(tmp_path, "A", table([1, 1, 0, 1, 0, ""]))
    b = write(tmp_path, "B", table([1, 0, 0, 0, 1, 1]))
    found = compare(load_run(a), load_run(b))
    assert found.total[:4] == (5, 0.6, 0.4, pytest.approx(0.2))
    assert (found.total.better, found.total.worse, found.total.p) == (2, 1, 1.0)
    assert (found.only_first, found.only_second, found.cluster, found.groups) == (0, 1, "image_path", {})


def test_tests_are_those_of_statsmodels_and_intervals_resample_images(tmp_path: Path) -> None:
    a, b = random_runs(tmp_path)
    one, two = (pd.read_csv(str(path).replace("scores.json", "items.tsv"), sep="\t") for path in (a, b))
    found = compare(load_run(a), load_run(b), seed=3)
    assert found.total.p == pytest.approx(mcnemar(pd.crosstab(one["score"], two["score"]), exact=True).pvalue)
    delta = one["score"] - two["score"]
    expected = cluster_bootstrap(delta, one["image_path"], n_resamples=2000, seed=3)
    assert (found.total.low, found.total.high) == expected
    cells = found.groups["field"]
    for name, cell in cells.items():
        chosen = one["field"] == name
        counts = pd.crosstab(one["score"][chosen], two["score"][chosen])
        assert cell.p == pytest.approx(mcnemar(counts, exact=True).pvalue)
    corrected = multipletests([cell.p for cell in cells.values()], method="holm")[1]
    assert [cell.p_holm for cell in cells.values()] == pytest.approx(list(corrected))
    assert sum(cell.n for cell in cells.values()) == found.total.n


@pytest.mark.parametrize("seed", range(5))
def test_holm_is_that_of_statsmodels(seed: int) -> None:
    values = np.random.default_rng(seed).uniform(0, 0.2, 7).tolist()
    assert holm(values) == pytest.approx(list(multipletests(values, method="holm")[1]))
    assert holm([]) == []


def test_exchanging_the_runs_turns_the_difference_round(tmp_path: Path) -> None:
    a, b = (load_run(path) for path in random_runs(tmp_path))
    one, other = compare(a, b).total, compare(b, a).total
    assert one.difference == -other.difference
    assert (one.low, one.high, one.p) == pytest.approx((-other.high, -other.low, other.p), abs=0.01)
    assert (one.better, one.worse) == (other.worse, other.better)


def test_scores_between_0_and_1_have_an_interval_and_no_test(tmp_path: Path) -> None:
    a = write(tmp_path, "A", table([0.2, 0.8, 0.5, 1]))
    b = write(tmp_path, "B", table([0.1, 0.9, 0.5, 0]))
    total = compare(load_run(a), load_run(b)).total
    assert total.p is None
    assert total.low is not None


def test_different_data_and_different_rows_are_refused_with_both_names(tmp_path: Path) -> None:
    a = load_run(write(tmp_path, "A", table([1, 0], truth=["x", "y"])))
    b = load_run(write(tmp_path, "B", table([1, 0], truth=["x", "y"]), digest="e" * 64))
    with pytest.raises(DataError, match="A on Toy and B on Toy are on different data .dddddddd and eeeeeeee."):
        compare(a, b)
    c = load_run(write(tmp_path, "C", table([1, 0], truth=["x", "z"])))
    with pytest.raises(DataError, match="A on Toy and C on Toy have other right answers"):
        compare(a, c)
    d = load_run(write(tmp_path, "D", table([1, 0]).assign(index=[7, 8])))
    with pytest.raises(DataError, match="no scored row in common"):
        compare(a, d)


def test_settings_that_differ_are_named_and_the_reading_can_be_chosen(tmp_path: Path, capsys) -> None:
    write(tmp_path, "A", table([1, 0, 1]), settings={"hint": "field", "seed": 0, "hint_sent_as": "system"})
    write(tmp_path, "B", table([1, 0, 0]), reading="paper")
    (tmp_path / "B_Toy_hvs_items.tsv").write_text("index\tscore\tscore_robust\timage_path\n0\t0\t1\ta\n1\t0\t0\tb\n")
    arguments = [str(tmp_path / "A_Toy.xlsx"), str(tmp_path / "B_Toy_hvs_items.tsv")]
    assert main(["compare", *arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["settings"] == {"hint": ["field", "none"], "hint_sent_as": ["system", None]}
    assert (found["reading"], found["total"]["second"], found["only_first"]) == ("robust", 0.5, 1)
    assert main(["compare", *arguments, "--reading", "paper"]) == 0
    out = capsys.readouterr().out
    assert "Settings that differ: hint ('field' and 'none'); hint_sent_as ('system' and None)." in out
    assert "+0.5000" in out


def test_a_folder_has_to_have_one_run(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there are: none"):
        load_run(tmp_path)
    path = write(tmp_path, "A", table([1, 0]))
    assert load_run(tmp_path).path == path
    write(tmp_path, "B", table([1, 0]))
    with pytest.raises(UsageError, match="there are: A_Toy, B_Toy"):
        load_run(tmp_path)
    with pytest.raises(DataError, match="no scored run"):
        load_run(tmp_path / "C_Toy.xlsx")


def test_types_stand_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    kinds = ["Q10", "Q2", "Q1", "Q13", "Q11", ""]
    a, b = (write(tmp_path, name, table([1] * 6, question_type=kinds)) for name in "AB")
    found = compare(load_run(a), load_run(b))
    assert list(found.groups["question_type"]) == ["none", "Q1", "Q2", "Q10", "Q11", "Q13"]
