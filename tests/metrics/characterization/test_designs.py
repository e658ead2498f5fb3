"""The default engine's regressions against sums by hand."""

import numpy as np
import pytest

from vlmeval_hvs.metrics.characterization import fixed_effects


def within(photos, fixed, x, y, rows):
    """Slope of y on x with a dummy for every scene and level of `fixed`."""
    names = np.unique(photos.scene[rows] * 10 + fixed[rows], return_inverse=True)[1].ravel()
    table = np.column_stack([x[rows], names[:, None] == np.arange(names.max() + 1)])
    return np.linalg.lstsq(table.astype(float), y[rows], rcond=None)[0][0]


def test_effects_are_those_of_regressions_with_dummies(observers):
    photos = observers["head-dominant"]
    aimed, shown = photos.head_known & (photos.matched > 0), photos.head_known & (photos.trials > 0)
    right = photos.correct / photos.trials
    distance, incongruent = photos.dist_eye_head.astype(float), (photos.condition == 2).astype(float)
    for key, *model in (
        ("2.3", photos.gaze, incongruent, right, shown),
        ("2.4", photos.gaze, distance, photos.gaze_share, aimed),
        ("3", photos.head, distance, photos.head_share, aimed),
    ):
        found = fixed_effects.within(photos, key).first().estimate[0]
        assert found == pytest.approx(within(photos, *model), rel=1e-6), key
    conflict = aimed & (photos.condition == 2) & (photos.n > 2)
    by_hand = np.mean((photos.at_head - photos.correct)[conflict] / photos.matched[conflict])
    assert fixed_effects.head_over_gaze(photos).first().estimate[0] == pytest.approx(by_hand)


def test_effects_are_told_of_what_varies_and_of_photos_with_a_matched_reply(observers, recounted):
    photos = observers["head-dominant"]
    silent = np.arange(len(photos))[:, None] % 5 == 0
    sums, names = fixed_effects.wrongness_effects(recounted(photos, choices=np.where(silent, -1, photos.choices)))
    assert names == ["constant", "proximity", "left", "right", "n", "congruent"]
    assert sums.n == ((photos.condition < 2) & (photos.matched > 0) & ~silent[:, 0]).sum()
    part = recounted(photos, (photos.view == 0) & (photos.condition == 1) & (photos.n == 3))
    assert fixed_effects.wrongness_effects(part)[1] == ["constant", "proximity"]
