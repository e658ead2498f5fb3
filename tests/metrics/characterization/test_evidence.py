"""How firm a category is when the scenes are drawn again."""

from dataclasses import replace

import numpy as np
import pytest

from vlmeval_hvs.metrics.characterization.designs import head_distance_slope
from vlmeval_hvs.metrics.characterization.evidence import gather
from vlmeval_hvs.metrics.characterization.reference import STUDY


def test_category_3_needs_a_test_3_that_ran(observers, recounted):
    photos = observers["head-only"]
    evidence = gather(photos, STUDY, np.random.default_rng(0), 199)
    whole = evidence.stability(np.random.default_rng(1), 400, 0.05)
    assert sum(whole.values()) == pytest.approx(1)
    assert whole[3] > 0.4
    # Two scenes alone tell Test 3 something: it runs only where both are drawn.
    few = head_distance_slope(recounted(photos, np.isin(photos.scene, (0, photos.scene.max()))))
    thin = replace(evidence, slopes={**evidence.slopes, "3": few}).stability(np.random.default_rng(1), 400, 0.05)
    assert thin.get(3, 0) < 0.7 * whole[3]
    assert thin["unclear"] > whole["unclear"]


def test_category_1_needs_an_accuracy_that_is_not_far_below_that_of_people(observers):
    evidence = gather(observers["human"], STUDY, np.random.default_rng(0), 199)
    near, exact = (evidence.stability(np.random.default_rng(1), 200, margin) for margin in (0.05, -1.0))
    assert near[1] > 0.6
    assert exact.get(1, 0) == 0
