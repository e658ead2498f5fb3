"""The best style of a run."""

import numpy as np
import pytest

from vlmeval_hvs.benchmarks.vpb.best_style import NEEDED, rank_styles, read_items
from vlmeval_hvs.errors import DataError


def frame(styles, scores):
    import pandas as pd

    return pd.DataFrame({"vp_style": styles, "score": np.array(scores, float), "debias": ""})


def test_best_style_and_ties():
    rows = {
        "oval(red, thin)": [1, 1],
        "oval(blue, thin)": [0],
        "bbox(red, none, thin)": [1, 1],
        "bbox(red, none, thick)": [1],
        "mask(red, fill, thin)": [1],
    }
    pairs = [(style, score) for style, scores in rows.items() for score in scores]
    items = frame(*zip(*pairs, strict=True))
    # equal accuracy: bbox and mask (shape accuracy 1) before oval; two items before one; then Table 18
    assert [(found.style, found.n) for found in rank_styles(items)] == [
        ("bbox(red, none, thin)", 2),
        ("bbox(red, none, thick)", 1),
        ("mask(red, fill, thin)", 1),
        ("oval(red, thin)", 2),
        ("oval(blue, thin)", 1),
    ]
    for unusable in (items.assign(vp_style=""), items.assign(debias="absent")):
        with pytest.raises(DataError, match="no item says"):
            rank_styles(unusable)


def test_intervals_of_styles_are_those_of_wilson():
    from statsmodels.stats.proportion import proportion_confint

    for hits, n in ((0, 5), (5, 5), (52, 58)):
        (found,) = rank_styles(frame("oval(red, thin)", np.arange(n) < hits))
        assert (found.low, found.high) == pytest.approx(proportion_confint(hits, n, method="wilson"), abs=1e-12)


def test_runs_are_compared_by_one_reading_whatever_made_their_headline(tmp_path):
    import pandas as pd

    path = tmp_path / "M_VPB_Stage1_hvs_items.tsv"
    for other, robust in (("paper", [1.0, 0.0]), ("robust", [0.0, 1.0])):
        table = pd.DataFrame({name: ["", ""] for name in NEEDED}).assign(index=["1", "2"], score=[1.0, 0.0])
        table.assign(**{f"score_{other}": [0.0, 1.0]}).to_csv(path, sep="\t", index=False)
        assert read_items(path)["score"].tolist() == robust
        assert read_items(path, "paper")["score"].tolist() == robust[::-1]
        assert read_items(tmp_path / "M_VPB_Stage1_hvs_scores.json")["score"].tolist() == robust
    path.write_text("index\n1\n")
    for place, words in ((path, "no item table of VP-Bench"), (tmp_path / "none_hvs_items.tsv", "cannot be read")):
        with pytest.raises(DataError, match=words):
            read_items(place)
