import json
import math
from pathlib import Path

import pytest

from vlmeval_hvs.metrics import visions_score

TABLE = json.loads((Path(__file__).parents[1] / "data/visual_search/table2.json").read_text())


@pytest.mark.parametrize("model", TABLE["score"])
def test_seven_terms_reproduce_table_2(model):
    assert visions_score(TABLE["metrics"])[model] == pytest.approx(TABLE["score"][model], abs=0.01)


def test_six_terms_leave_the_correlation_out():
    scores = visions_score(TABLE["metrics"], terms=6)
    assert scores["nnIBS"] == pytest.approx(-0.2226, abs=1e-4)
    assert scores["IVSN"] == pytest.approx(-1.0792, abs=1e-4)
    assert scores["Uniform"] == visions_score(TABLE["metrics"])["Uniform"]


def test_absent_metrics_and_nan_are_left_out():
    rows = {**TABLE["metrics"], "a": {"AvgMM": 0.87, "Corr": math.nan}, "b": {}}
    scores = visions_score(rows)
    assert scores["a"] == 0.0
    assert "b" not in scores
    assert "Humans" not in scores


def test_missing_or_negative_references_are_errors():
    with pytest.raises(ValueError, match="Humans"):
        visions_score({"a": {"AUCperf": 0.5}})
    with pytest.raises(ValueError, match="positive"):
        visions_score({"Gold Standard": {"IGhsp": -0.1}, "a": {"IGhsp": 0.5}})
    with pytest.raises(ValueError, match="terms"):
        visions_score(TABLE["metrics"], terms=5)
