"""Attribute findings against SciPy, statsmodels and plain enumeration."""

import itertools

import numpy as np
import pytest
from later import later

with later():
    import pandas as pd
    from scipy.stats import fisher_exact
    from statsmodels.stats.multitest import multipletests
    from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint

    from vlmeval_hvs.benchmarks.vpb.findings import attribute_findings, sign_flip
    from vlmeval_hvs.visual_prompts import all_styles


def items(objects=40, paired=False, seed=0):
    """Boxes whose thin lines are seen less often."""
    random = np.random.default_rng(seed)
    hard = random.normal(0, 1, objects)
    rows = []
    for number, style in itertools.product(range(objects), all_styles("bbox")):
        seen = random.random() < 1 / (1 + np.exp(hard[number] - 1 + (style.level == "thin")))
        rows.append({"index": str(len(rows)), "vp_style": str(style), "vp_shape": "bbox", "vp_color": style.color,
                     "debias": "", "score": float(seen), "source_image": str(number),
                     "pair": str(number) if paired else ""})  # fmt: skip
    return pd.DataFrame(rows)


def test_differences_are_those_of_fisher_newcombe_and_holm():
    table = items()
    found = attribute_findings(table)["differences"]
    assert len(found) == 10 + 3 + 3  # pairs of colours, vertices and widths
    level = table["vp_style"].str.extract(r", (\w+)\)$", expand=False)
    one = next(d for d in found if {d["first"], d["second"]} == {"thin", "thick"})
    first, second = (table["score"][level == one[side]] for side in ("first", "second"))
    assert one["difference"] == pytest.approx(first.mean() - second.mean())
    cells = [[part.sum(), len(part) - part.sum()] for part in (first, second)]
    assert one["p"] == pytest.approx(fisher_exact(cells).pvalue)
    low, high = confint_proportions_2indep(
        first.sum(), len(first), second.sum(), len(second), method="newcomb", compare="diff"
    )
    assert (one["low"], one["high"]) == pytest.approx((low, high), abs=1e-9)
    assert [d["holm"] for d in found] == pytest.approx(multipletests([d["p"] for d in found], method="holm")[1])
    assert not one["paired"]


def test_sign_flips_are_enumerated_exactly():
    for sums in [[1, 1, 1, 1], [2, -1, 3, 0, 1], [5], [0, 0], [1, -1, 2, -2, 4, 4]]:
        flipped = [abs(sum(s * v for s, v in zip(signs, sums, strict=True)))
                   for signs in itertools.product((-1, 1), repeat=len(sums))]  # fmt: skip
        assert sign_flip(sums) == pytest.approx(np.mean([total >= abs(sum(sums)) for total in flipped]))


def test_paired_items_are_compared_object_by_object():
    table = items(paired=True)
    found = attribute_findings(table)
    one = next(d for d in found["differences"] if {d["first"], d["second"]} == {"thin", "thick"})
    assert one["paired"]
    assert one["n"] == 40 * 15
    sign = 1 if one["first"] == "thick" else -1
    delta = {"thick": 1, "thin": -1}
    level = table["vp_style"].str.extract(r", (\w+)\)$", expand=False)
    sums = (table["score"] * level.map(delta).fillna(0)).groupby(table["pair"]).sum()
    assert one["difference"] == pytest.approx(sign * sums.sum() / one["n"])
    assert one["p"] == pytest.approx(sign_flip(sums))
    assert one["holm"] < 0.05
    matched = table.assign(level=level, rest=table["vp_style"].str.rsplit(",", n=1).str[0])
    wide = matched.pivot_table(index=["pair", "rest"], columns="level", values="score")
    variance = wide.var()
    expected = (variance["thick"] + variance["thin"]) / (wide["thick"] - wide["thin"]).var()
    assert one["saving"] == pytest.approx(expected)
    assert expected > 1
    values = {(v["attribute"], v["value"]): v for v in found["values"]}
    assert values["width", "thin"]["n"] == 40 * 15
    assert values["width", "thin"]["low"] < values["width", "thin"]["accuracy"] < values["width", "thin"]["high"]


def test_debias_items_and_unknown_styles_do_not_count():
    table = items(4)
    table.loc[::2, "debias"] = "absent"
    assert sum(v["n"] for v in attribute_findings(table)["values"] if v["attribute"] == "width") == 90
    bare = table.assign(vp_style="")
    assert {v["attribute"] for v in attribute_findings(bare)["values"]} == {"color"}
    assert attribute_findings(bare.assign(vp_color=""))["values"] == []


def values_of(table):
    return {(v["attribute"], v["value"]): v for v in attribute_findings(table)["values"]}


def test_answers_that_are_all_alike_leave_an_interval():
    for paired in [False, True]:
        for score in [0.0, 1.0]:
            table = items(objects=20, paired=paired).assign(score=score)
            for found in values_of(table).values():
                low, high = proportion_confint(20 * score, 20, method="wilson")  # one answer per object
                assert (found["low"], found["high"]) == pytest.approx((low, high), abs=1e-12)
                assert high - low > 0.1


def test_answers_that_repeat_per_object_count_once():
    table = items(objects=30, paired=True)
    seen = table["pair"].astype(int) % 3 != 0
    found = values_of(table.assign(score=seen.astype(float)))["width", "thin"]
    low, high = proportion_confint(20, 30, method="wilson")
    assert (found["low"], found["high"]) == pytest.approx((low, high), abs=1e-12)
