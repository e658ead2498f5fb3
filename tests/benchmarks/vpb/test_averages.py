"""Averages over the attributes of styles."""

import pandas as pd

from vlmeval_hvs.benchmarks.vpb.averages import averages, by_attribute, groups_of
from vlmeval_hvs.visual_prompts import all_styles


def table(n: int = 510) -> pd.DataFrame:
    styles = [all_styles()[i % 255] for i in range(n)]
    return pd.DataFrame(
        {"vp_style": map(str, styles), "vp_shape": [style.shape for style in styles], "question_type": "", "score": 1.0}
    )


def test_attributes_count_every_style_once():
    items = table()
    found = by_attribute(items)
    assert sum(cell["n"] for cell in found["color"].values()) == len(items)
    assert sum(cell["n"] for cell in found["vertex"].values()) == (items["vp_shape"] == "bbox").sum()
    assert set(found["filling"]) == {"contour_fill", "fill"}


def test_styles_that_are_none_have_no_attributes():
    assert by_attribute(table(2).assign(vp_style=["", "star(pink)"])) == {}


def test_without_shapes_the_headline_is_the_mean_of_all_items():
    items = table(4).assign(vp_shape="", score=[1.0, 0.0, 0.0, 0.0])
    assert groups_of(items, "vp_shape") == {}
    assert averages(items, {}, "score", 1) == {"micro": 0.25}  # Overall is the mean of shapes, and none is known
    assert averages(items.iloc[:0], {}, "score", 1) == {}
