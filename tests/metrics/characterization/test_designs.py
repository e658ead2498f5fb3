"""The default engine's regressions reject true nulls as often as they should."""

import numpy as np

from vlmeval_hvs.metrics.characterization import agents, designs
from vlmeval_hvs.metrics.characterization.designs import head_share
from vlmeval_hvs.metrics.characterization.head_shares import pooled_shape

NULLS = 300
BAND = (0.02, 0.09)


def _null_rates(design, name, p_values):
    rng = np.random.default_rng(17)
    rows = [p_values(agents.simulate(agents.AGENTS[name], design, rng, prompts=8)) for _ in range(NULLS)]
    return (np.array(rows) < 0.05).mean(axis=0)


def test_false_positives_of_test_24(design):
    # Sees the eyes badly and the head not at all: its error may not grow with their distance.
    rate = _null_rates(design, "gaze-noisy", lambda photos: designs.wrongness_slope(photos).evaluate()[2][0])
    assert BAND[0] <= rate <= BAND[1]


def test_false_positives_of_test_3(design):
    rate = _null_rates(design, "head-only", lambda photos: designs.head_distance_slope(photos).evaluate()[2][0])
    assert BAND[0] <= rate <= BAND[1]


def test_false_positives_of_test_4(design):
    def p_values(photos):
        contrasts = pooled_shape({n: head_share(photos, n) for n in (3, 4)})
        return [contrasts[name][2][0] for name in ("drop", "first", "trend")]

    rates = _null_rates(design, "head-only", p_values)
    assert (rates >= BAND[0]).all(), rates
    assert (rates <= BAND[1]).all(), rates
