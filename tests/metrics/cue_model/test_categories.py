"""Regions of the parameters that make a category."""

import numpy as np

from vlmeval_hvs.metrics.cue_model.categories import Limits, category_of, probabilities


def test_regions_and_their_limits():
    for expected, gap, head_weight, coin_share, guessing, limits in (
        (1, -0.04, 0.0, 0.0, 0.3, {}),
        (1, 0.0, 0.05, 0.9, 0.0, {}),
        (2, -0.06, 0.05, 0.9, 0.0, {}),
        (2, -0.4, 0.5, 1.0, 0.96, {}),  # nothing but guesses
        (2, -0.4, 1.0, 0.0, 1.0, {}),
        (3, -0.3, 0.95, 0.9, 0.2, {}),
        (4, -0.3, 0.7, 0.2, 0.7, {}),
        (4, 0.1, 0.3, 0.2, 0.0, {}),  # as accurate as people on natural photos, but biased by the head
        (5, -0.3, 0.5, 0.9, 0.7, {}),
        (5, 0.1, 0.5, 1.0, 0.0, {}),
        (5, -0.3, 0.15, 0.5, 0.95, {}),  # the limits themselves
        (4, -0.07, 0.2, 0.0, 0.0, {}),
        (2, -0.07, 0.2, 0.0, 0.0, {"head": 0.3}),
        (1, -0.07, 0.2, 0.0, 0.0, {"head": 0.3, "margin": 0.1}),
    ):
        values = np.array([[gap], [head_weight], [coin_share], [guessing]])
        assert category_of(*values, Limits(**limits)).tolist() == [expected], values
    assert probabilities(np.array([5, 5, 4, 5])) == {1: 0, 2: 0, 3: 0, 4: 0.25, 5: 0.75}
