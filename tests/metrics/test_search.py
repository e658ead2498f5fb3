"""Fixations of visual search, found, cut and lumped, successes by the rules, and the score by its published table."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import trapezoid

from vlmeval_hvs.metrics import cumulative_performance, cut_at_target, lump_fixations, target_found, visions_score
from vlmeval_hvs.metrics.search import capped_area, capped_success, performance_area, rescale

BBOX = (100, 200, 150, 260)
points = st.lists(st.tuples(st.integers(160, 300), st.integers(60, 190)), min_size=1, max_size=12)


def overlaps(bbox, row, column, receptive):
    window = (row - receptive[0] // 2, column - receptive[1] // 2, row + receptive[0] // 2, column + receptive[1] // 2)
    return not (window[2] < bbox[0] or window[0] > bbox[2] or window[3] < bbox[1] or window[1] > bbox[3])


@pytest.mark.long
@settings(max_examples=40, deadline=None)
@given(points, st.sampled_from([(32, 32), (1, 1), (20, 2), (2, 20), (59, 59)]))
def test_paths_end_where_window_and_box_first_share_a_pixel(path, receptive):
    x, y = zip(*path, strict=True)
    cut = cut_at_target(x, y, BBOX, receptive)
    hits = [overlaps(BBOX, row, column, receptive) for column, row in path]
    assert [target_found(BBOX, row, column, receptive) for column, row in path] == hits
    assert cut.found == any(hits)
    assert len(cut.x) == (hits.index(True) + 1 if any(hits) else len(path))


def lump_by_deletion(x, y, receptive):
    """The rule as the facts state it: replace by the midpoint, delete the next one, do not advance."""
    x, y, i = list(x), list(y), 0
    while i < len(x) - 1:
        if abs(x[i] - x[i + 1]) < receptive[1] / 2 and abs(y[i] - y[i + 1]) < receptive[0] / 2:
            x[i], y[i] = (x[i] + x[i + 1]) / 2, (y[i] + y[i + 1]) / 2
            del x[i + 1], y[i + 1]
        else:
            i += 1
    return x, y


@settings(max_examples=40, deadline=None)
@given(points, st.integers(1, 120), st.integers(1, 120))
def test_lumping_equals_the_deletion_rule(path, height, width):
    x, y = zip(*path, strict=True)
    own = lump_fixations(x, y, (height, width))
    assert [values.tolist() for values in own] == [list(v) for v in lump_by_deletion(x, y, (height, width))]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 40), st.booleans()), min_size=1, max_size=30), st.integers(2, 30))
def test_cumulative_performance_counts_found_trials(trials, limit):
    lengths, found = zip(*trials, strict=True)
    curve = cumulative_performance(lengths, found, limit)
    expected = [sum(hit and n <= i for n, hit in trials) / len(trials) for i in range(limit + 1)]
    assert curve == pytest.approx(expected)
    assert performance_area(curve) == pytest.approx(trapezoid(expected[1:], np.linspace(0, 1, limit)))


def test_published_rules_and_the_table_of_scores():
    cut = cut_at_target([-40, 500], [-5, 20], (0, 0, 10, 10), (32, 32), shape=(300, 300))
    assert (cut.x.tolist(), cut.found) == ([0, 299], False)  # clipped to (0, 0) it would have hit
    assert rescale([1023, 31.9, 32.0], 1024, 32).tolist() == [31, 0, 1]
    assert cumulative_performance([1, 2], [True, True], 1).tolist() == [0, 0.5]
    for limit, ceiling in ((6, 0.900), (10, 0.944), (13, 0.958), (30, 0.983)):
        assert performance_area(cumulative_performance([2], [True], limit)) == pytest.approx(ceiling, abs=5e-4)
    assert capped_area([0.25, 1, 1, 1]) == pytest.approx((0.625 + 1 + 1) / 3)
    table = json.loads((Path(__file__).parents[1] / "data/visual_search/table2.json").read_text())
    scores = visions_score(table["metrics"])
    assert {model: scores[model] for model in table["score"]} == pytest.approx(table["score"], abs=0.01)
    six = visions_score(table["metrics"], terms=6)  # without the correlation
    assert (six["nnIBS"], six["IVSN"]) == pytest.approx((-0.2226, -1.0792), abs=1e-4)
    assert six["Uniform"] == scores["Uniform"]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.integers(2, 15), st.booleans(), st.sampled_from([3, 4, 5, 9, 13])), max_size=40))
def test_interiors_rule_counts_late_finds_and_other_limits_as_the_official_script(trials):
    trials = [*trials, (3, True, 3), (2, True, 5), (9, False, 9), (14, True, 13)]
    hits, totals = dict.fromkeys((3, 5, 9, 13), 0), dict.fromkeys((3, 5, 9, 13), 0)
    for length, found, cap in trials:
        totals[cap if cap in (3, 5, 9) else 13] += 1
        if length <= cap and found and cap in hits:
            hits[cap] += 1
    found = np.nanmean([capped_success(*trial) for trial in trials], axis=0)
    assert found.tolist() == pytest.approx([hits[cap] / totals[cap] for cap in hits])
