"""Draws are functions of their names."""

from vlmeval_hvs.seeding import rng


def test_a_draw_is_a_frozen_function_of_its_name():
    assert rng(1, "row", 5).random() == rng(1, "row", "5").random()
    assert rng(1, "row", 5).random() != rng(2, "row", 5).random()
    assert rng(1, "ab", "c").random() != rng(1, "a", "bc").random()
    assert rng(3, "x").random() == 0.6137257017540273  # in every process
