"""The score of visual search models against its published table."""

import json
import math
from functools import partial
from pathlib import Path

import pytest

from vlmeval_hvs.metrics import visions_score

TABLE = json.loads((Path(__file__).parents[1] / "data/visual_search/table2.json").read_text())


def test_the_published_table_is_reproduced():
    scores = visions_score(TABLE["metrics"])
    assert {model: scores[model] for model in TABLE["score"]} == pytest.approx(TABLE["score"], abs=0.01)
    six = visions_score(TABLE["metrics"], terms=6)  # without the correlation
    assert (six["nnIBS"], six["IVSN"]) == pytest.approx((-0.2226, -1.0792), abs=1e-4)
    assert six["Uniform"] == scores["Uniform"]


def test_absent_metrics_are_left_out_and_wrong_references_refused(refuses):
    scores = visions_score({**TABLE["metrics"], "a": {"AvgMM": 0.87, "Corr": math.nan}, "b": {}})
    assert scores["a"] == 0.0
    assert not {"b", "Humans"} & set(scores)
    negative = {"Gold Standard": {"IGhsp": -0.1}, "a": {"IGhsp": 0.5}}
    refuses(visions_score, ({"a": {"AUCperf": 0.5}}, "Humans"), (negative, "positive"))
    refuses(partial(visions_score, terms=5), (TABLE["metrics"], "terms"))
