"""The score of visual search models against its published table."""

import json
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
