"""The best style of a run."""

import numpy as np
import pytest
from later import later

from vlmeval_hvs.errors import DataError

with later():
    import pandas as pd

    from vlmeval_hvs.benchmarks.vpb import best_style


def test_best_style_and_ties():
    rows = [("oval(red, thin)", 1), ("oval(red, thin)", 1), ("oval(blue, thin)", 0), ("bbox(red, none, thin)", 1),
            ("bbox(red, none, thin)", 1), ("bbox(red, none, thick)", 1), ("mask(red, fill, thin)", 1)]  # fmt: skip
    items = pd.DataFrame([{"vp_style": s, "score": float(c), "debias": ""} for s, c in rows])
    ranking = [(s.style, s.n) for s in best_style.rank_styles(items)]
    # equal accuracy: bbox and mask (shape accuracy 1) before oval; two items before one; then Table 18
    assert ranking[0] == ("bbox(red, none, thin)", 2)
    assert ranking[1:3] == [("bbox(red, none, thick)", 1), ("mask(red, fill, thin)", 1)]
    assert ranking[3] == ("oval(red, thin)", 2)
    with pytest.raises(DataError, match="no item says"):
        best_style.rank_styles(items.assign(vp_style=""))


def test_intervals_of_styles_are_those_of_wilson():
    from statsmodels.stats.proportion import proportion_confint

    for hits, n in ((0, 5), (5, 5), (52, 58)):
        items = pd.DataFrame({"vp_style": "oval(red, thin)", "debias": "", "score": np.arange(n) < hits})
        (found,) = best_style.rank_styles(items)
        assert (found.low, found.high) == pytest.approx(proportion_confint(hits, n, method="wilson"), abs=1e-12)


def test_runs_are_compared_by_one_reading_whatever_made_their_headline(tmp_path):
    for other, robust in [("paper", [1.0, 0.0]), ("robust", [0.0, 1.0])]:
        table = pd.DataFrame({name: ["", ""] for name in best_style.NEEDED}).assign(index=["1", "2"], score=[1.0, 0.0])
        table[f"score_{other}"] = [0.0, 1.0]
        path = tmp_path / "M_VPB_Stage1_hvs_items.tsv"
        table.to_csv(path, sep="\t", index=False)
        assert best_style.read_items(path)["score"].tolist() == robust
        assert best_style.read_items(path, "paper")["score"].tolist() == robust[::-1]
        assert best_style.read_items(tmp_path / "M_VPB_Stage1_hvs_scores.json")["score"].tolist() == robust


def test_other_tables_are_refused(tmp_path):
    path = tmp_path / "x_hvs_items.tsv"
    path.write_text("index\n1\n")
    with pytest.raises(DataError, match="no item table of VP-Bench"):
        best_style.read_items(path)
    with pytest.raises(DataError, match="cannot be read"):
        best_style.read_items(tmp_path / "none_hvs_items.tsv")
