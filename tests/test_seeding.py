"""Draws are functions of their names."""

from itertools import pairwise

from vlmeval_hvs.seeding import rng, stratified


def test_a_draw_is_a_frozen_function_of_its_name():
    assert rng(1, "row", 5).random() == rng(1, "row", "5").random()
    assert rng(1, "row", 5).random() != rng(2, "row", 5).random()
    assert rng(1, "ab", "c").random() != rng(1, "a", "bc").random()
    assert rng(3, "x").random() == 0.6137257017540273  # in every process


def test_a_larger_draw_keeps_the_rows_of_a_smaller_one_and_is_even_over_the_categories():
    import pandas as pd

    rows = pd.DataFrame({"index": [str(place) for place in range(30)], "kind": ["a"] * 20 + ["b"] * 8 + ["c"] * 2})
    draws = [stratified(rows, limit, "kind", 3) for limit in range(1, 31)]
    for smaller, larger in pairwise(draws):
        assert set(smaller["index"]) < set(larger["index"])
        assert larger["index"].map(int).is_monotonic_increasing
    assert draws[8]["kind"].value_counts().to_dict() in ({"a": 4, "b": 3, "c": 2}, {"a": 3, "b": 4, "c": 2})
    assert set(stratified(rows, 9, "kind", 4)["index"]) != set(draws[8]["index"])
    assert len(stratified(rows, 9, "no column", 3)) == 9
    assert stratified(rows, 30, "kind", 3) is rows
