"""Averages over the attributes of styles."""

from later import Later

pd = Later("pandas")
averages_of = Later("vlmeval_hvs.benchmarks.vpb.averages")
all_styles = Later("vlmeval_hvs.visual_prompts", "all_styles")


def table(n: int = 510) -> pd.DataFrame:
    styles = [all_styles()[i % 255] for i in range(n)]
    return pd.DataFrame(
        {"vp_style": map(str, styles), "vp_shape": [style.shape for style in styles], "question_type": "", "score": 1.0}
    )


def test_attributes_count_every_style_once():
    items = table()
    found = averages_of.by_attribute(items)
    assert sum(cell["n"] for cell in found["color"].values()) == len(items)
    assert sum(cell["n"] for cell in found["vertex"].values()) == (items["vp_shape"] == "bbox").sum()
    assert set(found["filling"]) == {"contour_fill", "fill"}


def test_without_shapes_the_headline_is_the_mean_of_all_items():
    items = table(4).assign(vp_shape="", score=[1.0, 0.0, 0.0, 0.0])
    assert averages_of.groups_of(items, "vp_shape") == {}
    assert averages_of.averages(items, {}, "score", 1) == {
        "micro": 0.25
    }  # Overall is the mean of shapes, and none is known
    assert averages_of.averages(items.iloc[:0], {}, "score", 1) == {}
