"""Outcomes in words and as JSON."""

import json

from vlmeval_hvs.metrics import characterize


def test_a_category_comes_with_two_sentences_and_plain_json(observers):
    result = characterize(observers["head-only"])
    text = result.explain("GPT-X")
    assert text.startswith("GPT-X answers where the head points")
    assert "95 % interval" in text
    assert "117 scenes" in text
    assert json.loads(json.dumps(result.as_dict(), allow_nan=False))["name"] == "head-only"
