"""Best styles and what attributes do, against SciPy, statsmodels and plain enumeration."""

import itertools

import numpy as np
import pytest

from vlmeval_hvs.benchmarks.vpb.findings import attribute_findings, rank_styles, read_items
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics.paired_tests import sign_flips
from vlmeval_hvs.visual_prompts import all_styles

NEEDED = ("index", "score", "vp_style", "vp_shape", "task", "debias", "source_image")


def items(objects=40, paired=False, seed=0):
    """Boxes whose thin lines are seen less often."""
    import pandas as pd

    random = np.random.default_rng(seed)
    hard = random.normal(0, 1, objects)
    rows = [
        (str(style), style.color, style.level,
         float(random.random() < 1 / (1 + np.exp(hard[number] - 1 + (style.level == "thin")))), str(number))
        for number, style in itertools.product(range(objects), all_styles("bbox"))
    ]  # fmt: skip
    table = pd.DataFrame(rows, columns=["vp_style", "vp_color", "level", "score", "source_image"])
    table = table.assign(vp_shape="bbox", debias="", pair=table["source_image"] if paired else "")
    return table.assign(index=table.index.astype(str))


def widths(table):
    """All differences, and that of thin and thick lines."""
    found = attribute_findings(table)["differences"]
    return found, next(one for one in found if {one["first"], one["second"]} == {"thin", "thick"})


def values_of(table):
    return {(one["attribute"], one["value"]): one for one in attribute_findings(table)["values"]}


def test_differences_are_those_of_fisher_newcombe_and_holm():
    from scipy.stats import fisher_exact
    from statsmodels.stats.multitest import multipletests
    from statsmodels.stats.proportion import confint_proportions_2indep

    table = items()
    found, one = widths(table)
    assert len(found) == 10 + 3 + 3  # pairs of colours, vertices and widths
    first, second = (table["score"][table["level"] == one[side]] for side in ("first", "second"))
    assert (one["difference"], one["paired"]) == (pytest.approx(first.mean() - second.mean()), False)
    counts = [(part.sum(), len(part)) for part in (first, second)]
    assert one["p"] == pytest.approx(fisher_exact([[right, n - right] for right, n in counts]).pvalue)
    ends = confint_proportions_2indep(*counts[0], *counts[1], method="newcomb", compare="diff")
    assert (one["low"], one["high"]) == pytest.approx(ends, abs=1e-9)
    assert [d["holm"] for d in found] == pytest.approx(multipletests([d["p"] for d in found], method="holm")[1])


def test_paired_items_are_compared_object_by_object():
    table = items(paired=True)
    _, one = widths(table)
    assert (one["paired"], one["n"]) == (True, 40 * 15)
    matched = table.assign(rest=table["vp_style"].str.rsplit(",", n=1).str[0])
    wide = matched.pivot_table(index=["pair", "rest"], columns="level", values="score")
    apart = wide[one["first"]] - wide[one["second"]]
    assert one["difference"] == pytest.approx(apart.mean())
    assert one["low"] < one["difference"] < one["high"]
    assert one["p"] == sign_flips(apart, apart.index.get_level_values("pair")).p
    assert one["holm"] < 0.05
    assert 1 < one["saving"] == pytest.approx((wide["thick"].var() + wide["thin"].var()) / apart.var())
    thin = values_of(table)["width", "thin"]
    assert thin["n"] == 40 * 15
    assert thin["low"] < thin["accuracy"] < thin["high"]


def test_debias_items_and_unknown_styles_do_not_count():
    table = items(4)
    bare = table.assign(vp_style="")
    assert {attribute for attribute, _ in values_of(bare)} == {"color"}
    assert values_of(bare.assign(vp_color="")) == {}
    table.loc[::2, "debias"] = "absent"
    assert sum(one["n"] for (attribute, _), one in values_of(table).items() if attribute == "width") == 90


def frame(styles, scores):
    import pandas as pd

    return pd.DataFrame({"vp_style": styles, "score": np.array(scores, float), "debias": ""})


def test_intervals_are_those_of_wilson_and_answers_that_repeat_per_object_count_once():
    from statsmodels.stats.proportion import proportion_confint

    for paired, hits in ((False, 13), (True, 0), (True, 20)):
        table = items(objects=20, paired=paired)
        table = table.assign(score=(table["source_image"].astype(int) < hits).astype(float))
        ends = proportion_confint(hits, 20, method="wilson")
        for found in values_of(table).values():
            assert (found["low"], found["high"]) == pytest.approx(ends, abs=1e-12)
    for hits, n in ((0, 5), (5, 5), (52, 58)):
        (found,) = rank_styles(frame("oval(red, thin)", np.arange(n) < hits))
        assert (found.low, found.high) == pytest.approx(proportion_confint(hits, n, method="wilson"), abs=1e-12)


def test_best_style_and_ties():
    rows = {
        "oval(red, thin)": [1, 1], "oval(blue, thin)": [0], "bbox(red, none, thin)": [1, 1],
        "bbox(red, none, thick)": [1], "mask(red, fill, thin)": [1],
    }  # fmt: skip
    items = frame(*zip(*((style, score) for style, scores in rows.items() for score in scores), strict=True))
    # equal accuracy: bbox and mask (shape accuracy 1) before oval; two items before one; then Table 18
    assert [(found.style, found.n) for found in rank_styles(items)] == [
        ("bbox(red, none, thin)", 2), ("bbox(red, none, thick)", 1), ("mask(red, fill, thin)", 1),
        ("oval(red, thin)", 2), ("oval(blue, thin)", 1),
    ]  # fmt: skip
    for unusable in (items.assign(vp_style=""), items.assign(debias="absent")):
        with pytest.raises(DataError, match="no item says"):
            rank_styles(unusable)


def test_runs_are_compared_by_one_reading_whatever_made_their_headline(tmp_path):
    import pandas as pd

    path = tmp_path / "M_VPB_Stage1_hvs_items.tsv"
    for other, robust in (("paper", [1.0, 0.0]), ("robust", [0.0, 1.0])):
        table = pd.DataFrame({name: ["", ""] for name in NEEDED}).assign(index=["1", "2"], score=[1.0, 0.0])
        table.assign(**{f"score_{other}": [0.0, 1.0]}).to_csv(path, sep="\t", index=False)
        assert read_items(path)["score"].tolist() == robust
        assert read_items(tmp_path / "M_VPB_Stage1_hvs_scores.json")["score"].tolist() == robust
    path.write_text("index\n1\n")
    for place, words in ((path, "no item table of VP-Bench"), (tmp_path / "none_hvs_items.tsv", "cannot be read")):
        with pytest.raises(DataError, match=words):
            read_items(place)
