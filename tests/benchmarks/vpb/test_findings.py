"""Attribute findings against SciPy, statsmodels and plain enumeration."""

import itertools

import numpy as np
import pytest

from vlmeval_hvs.benchmarks.vpb.findings import attribute_findings, sign_flip
from vlmeval_hvs.visual_prompts import all_styles


def items(objects=40, paired=False, seed=0):
    """Boxes whose thin lines are seen less often."""
    import pandas as pd

    random = np.random.default_rng(seed)
    hard = random.normal(0, 1, objects)
    rows = [
        {
            "vp_style": str(style),
            "vp_color": style.color,
            "level": style.level,
            "score": float(random.random() < 1 / (1 + np.exp(hard[number] - 1 + (style.level == "thin")))),
            "source_image": str(number),
            "pair": str(number) if paired else "",
        }
        for number, style in itertools.product(range(objects), all_styles("bbox"))
    ]
    table = pd.DataFrame(rows).assign(vp_shape="bbox", debias="")
    return table.assign(index=table.index.astype(str))


def widths(table):
    """All differences, and that of thin and thick lines."""
    found = attribute_findings(table)["differences"]
    return found, next(one for one in found if {one["first"], one["second"]} == {"thin", "thick"})


def values_of(table):
    return {(one["attribute"], one["value"]): one for one in attribute_findings(table)["values"]}


@pytest.mark.long
def test_differences_are_those_of_fisher_newcombe_and_holm():
    from scipy.stats import fisher_exact
    from statsmodels.stats.multitest import multipletests
    from statsmodels.stats.proportion import confint_proportions_2indep

    table = items()
    found, one = widths(table)
    assert len(found) == 10 + 3 + 3  # pairs of colours, vertices and widths
    first, second = (table["score"][table["level"] == one[side]] for side in ("first", "second"))
    assert (one["difference"], one["paired"]) == (pytest.approx(first.mean() - second.mean()), False)
    cells = [[part.sum(), len(part) - part.sum()] for part in (first, second)]
    assert one["p"] == pytest.approx(fisher_exact(cells).pvalue)
    ends = confint_proportions_2indep(
        first.sum(), len(first), second.sum(), len(second), method="newcomb", compare="diff"
    )
    assert (one["low"], one["high"]) == pytest.approx(ends, abs=1e-9)
    assert [d["holm"] for d in found] == pytest.approx(multipletests([d["p"] for d in found], method="holm")[1])


def test_sign_flips_are_enumerated_exactly():
    for sums in ([1, 1, 1, 1], [2, -1, 3, 0, 1], [5], [0, 0], [1, -1, 2, -2, 4, 4]):
        flipped = np.array(list(itertools.product((-1, 1), repeat=len(sums)))) @ sums
        assert sign_flip(sums) == pytest.approx(np.mean(abs(flipped) >= abs(sum(sums))))


@pytest.mark.long
def test_paired_items_are_compared_object_by_object():
    table = items(paired=True)
    _, one = widths(table)
    assert (one["paired"], one["n"]) == (True, 40 * 15)
    matched = table.assign(rest=table["vp_style"].str.rsplit(",", n=1).str[0])
    wide = matched.pivot_table(index=["pair", "rest"], columns="level", values="score")
    apart = wide[one["first"]] - wide[one["second"]]
    assert one["difference"] == pytest.approx(apart.mean())
    assert one["low"] < one["difference"] < one["high"]
    assert one["p"] == pytest.approx(sign_flip(apart.groupby("pair").sum()))
    assert one["holm"] < 0.05
    saving = (wide["thick"].var() + wide["thin"].var()) / apart.var()
    assert one["saving"] == pytest.approx(saving)
    assert saving > 1
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


@pytest.mark.long
def test_answers_that_repeat_per_object_count_once():
    from statsmodels.stats.proportion import proportion_confint

    for paired, hits in itertools.product((False, True), (0, 13, 20)):
        table = items(objects=20, paired=paired)
        table = table.assign(score=(table["source_image"].astype(int) < hits).astype(float))
        ends = proportion_confint(hits, 20, method="wilson")
        for found in values_of(table).values():
            assert (found["low"], found["high"]) == pytest.approx(ends, abs=1e-12)
