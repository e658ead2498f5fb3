"""The study's models: agreement with the default engine, and the bias of the published ones."""

import json
from dataclasses import replace

import numpy as np
import pytest

from vlmeval_hvs.metrics import characterize
from vlmeval_hvs.metrics.characterization import agents

NIGHTLY = [pytest.param(name, marks=pytest.mark.nightly) for name in agents.AGENTS if name != "head-dominant"]
pytestmark = pytest.mark.long


@pytest.mark.parametrize("name", ["head-dominant", *NIGHTLY])
def test_the_edge_adjusted_mixed_model_agrees_with_the_default(observers, name):
    result = characterize(observers[name], engine="glmm")
    assert (result.category, result.engine) == (agents.AGENTS[name].category, "glmm")
    sides = [result.tests["view"].details[f"{side}_minus_front"]["estimate"] for side in ("left", "right")]
    assert result.tests["view"].estimate == pytest.approx(np.mean(sides))
    four = result.tests["4"]  # pooled over numbers of objects by precision
    parts = [four.details[key]["drop"] for key in ("n3", "n4")]
    precision = [1 / np.ptp(part["interval"]) ** 2 for part in parts]
    assert four.estimate == pytest.approx(np.average([part["estimate"] for part in parts], weights=precision))
    assert np.ptp(four.interval) == pytest.approx(sum(precision) ** -0.5)


def test_the_paper_engine_names_its_bias(design):
    photos = agents.simulate(agents.AGENTS["gaze-noisy"], design, np.random.default_rng([1, 0]), prompts=4)
    result = characterize(photos, engine="paper")
    assert any("ends of the row" in text for text in result.warnings)
    # An agent blind to the head: the unadjusted slope of Test 2.4 is far off zero, the adjusted one is not.
    assert result.tests["2.4"].p < 1e-4
    assert characterize(photos, engine="glmm").tests["2.4"].p > 0.01


@pytest.mark.parametrize("engine", [pytest.param("paper", marks=pytest.mark.nightly), "glmm"])
def test_infinite_log_odds_give_way_to_a_t_test(design, engine):
    """An observer who answers with the head target whenever there is one, and with the first object otherwise."""
    choices = np.maximum(design.head, 0)[:, None].repeat(4, axis=1)
    result = characterize(replace(design, choices=choices), engine=engine)
    assert result.category == 3
    for test in (result.tests[key] for key in ("2.1", "2.3", "3", "4")):
        assert (test.ran, "t-test on photo means" in test.note) == (True, True), test
    assert result.tests["2.1"].estimate == 1.0
    json.dumps(result.as_dict(), allow_nan=False)
