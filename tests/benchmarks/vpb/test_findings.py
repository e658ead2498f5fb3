"""Best styles and accuracies per attribute, with intervals against statsmodels."""

from pathlib import Path

import pytest

from vlmeval_hvs.benchmarks.vpb.findings import attributes_table, rank_styles
from vlmeval_hvs.benchmarks.vpb.scoring import by_attribute, groups_of, summary
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.visual_prompts import parse_style

SCORES = {
    "oval(red, thin)": [1, 1], "oval(blue, thin)": [0], "bbox(red, none, thin)": [1, 1], "bbox(red, none, thick)": [1],
    "mask(red, fill, thin)": [1],
}  # fmt: skip


def details(scores):
    import pandas as pd

    rows = [(style, float(one)) for style, own in scores.items() for one in own]
    items = pd.DataFrame(rows, columns=["vp_style", "score"])
    items = items.assign(vp_shape=[parse_style(style).shape for style in items["vp_style"]], vp_color="")
    tables = {f"by_{name}": groups_of(items, f"vp_{name}").items() for name in ("style", "shape")}
    found = {name: {value: summary(rows) for value, rows in groups} for name, groups in tables.items()}
    return {**found, "by_attribute": by_attribute(items)}


def test_best_style_and_ties():
    # equal accuracy: bbox and mask (shape accuracy 1) before oval; two items before one; then Table 18
    assert [(found.style, found.n) for found in rank_styles(details(SCORES))] == [
        ("bbox(red, none, thin)", 2), ("bbox(red, none, thick)", 1), ("mask(red, fill, thin)", 1),
        ("oval(red, thin)", 2), ("oval(blue, thin)", 1),
    ]  # fmt: skip
    with pytest.raises(DataError, match="no item says"):
        rank_styles({"by_style": {}})


def test_intervals_are_those_of_wilson():
    from statsmodels.stats.proportion import proportion_confint

    for hits, n in ((0, 5), (5, 5), (52, 58)):
        scores = details({"oval(red, thin)": [1] * hits + [0] * (n - hits)})
        (found,) = rank_styles(scores)
        ends = proportion_confint(hits, n, method="wilson")
        assert (found.low, found.high) == pytest.approx(ends, abs=1e-12)
        table = attributes_table("M", Result("M", "VPB_Stage1", "VPB", Path("x"), {"details": scores}))
        assert {row.name for row in table.rows} == {"color red", "width thin"}
        for row in table.rows:
            assert row.cells[0].value == n
            assert tuple(row.cells[1][:3]) == pytest.approx((hits / n, *ends), abs=1e-12)
