"""The published numbers: whole, and what is asked of them exists."""

import json

import pytest

from vlmeval_hvs.benchmarks.gaze.reproduction.measures import RESTRICTIONS
from vlmeval_hvs.benchmarks.gaze.reproduction.run import _ALL_MEASURES, published
from vlmeval_hvs.benchmarks.gaze.reproduction.verdicts import COLUMNS, SUPPORTS, TYPES

KEYS = {"where", "group", "what", "measure", "value", "study", "note", "part", "factor", *RESTRICTIONS}


def test_every_claim_can_be_computed():
    paper = published()
    for claim in paper["claims"]:
        assert claim["measure"] in _ALL_MEASURES
        assert claim["group"] in paper["groups"]
        assert set(claim) <= KEYS, claim
        if claim["value"]:
            float(claim["value"])
    for group, signs in paper["table2"].items():
        assert group in paper["groups"]
        assert set(signs) <= set(COLUMNS)
        assert signs["4"] in SUPPORTS.values()
        assert signs["type"] in TYPES.values()


def test_moondreams_numbers_add_up():
    paper = published()["moondream"]
    parts = paper["parts"]
    assert sum(int(parts[name]["n"]) for name in ("natural", "congruent", "incongruent")) == int(parts["main"]["n"])
    for part in parts.values():
        if "views" in part:
            assert sum(int(view["n"]) for view in part["views"].values()) == int(part["n"])
    for rule in ("l2", "dx"):
        for name in ("head", "gaze", "neither"):
            cells = paper["conflicts"]
            assert sum(int(cells[n][rule][name]) for n in "234") == int(cells["all"][rule][name])


def test_tables_agree_with_the_study(shared):
    tables = json.loads((shared / "tables" / "gaze_tables.json").read_text())
    paper = published()
    names = {
        "Humans": "Humans (n=59)*", "GazeLLE": "GazeLLE-DinoV2-VitL14", "Moondream2": "Moondream2 (Hybrid)",
        "GPT-5.2": "GPT-5.2", "GPT-4o": "GPT-4o-20240806", "Qwen3-VL-30B": "Qwen3-VL-30B",
        "Qwen2.5-VL-72B": "Qwen2.5-VL-72B", "GLM-4.6V-Flash": "GLM-4.6V-Flash", "GLM-4V-9B": "GLM-4V-9B",
        "InternLM": "InternLM-XComposer2-VL-7B",
    }  # fmt: skip
    claims = [claim for claim in paper["claims"] if claim["where"] == "Table 1"]
    assert len(claims) == 36
    for claim in claims:
        row = names[claim["group"]]
        starred = claim["study"] == "pilot" and not row.endswith("*")
        printed = tables["table1"]["rows"][f"{row}*" if starred else row]
        assert float(claim["value"]) == pytest.approx(printed[claim["n_objects"] - 2])
    for group, signs in paper["table2"].items():
        assert [signs[key] for key in ("view", "2.1", "3", "4", "type")] == tables["table2"]["rows"][group]
    golden = tables["repo_golden"]["moondream2"]
    for part, n in golden["n"].items():
        assert int(paper["moondream"]["parts"][part]["n"]) == n
        assert float(paper["moondream"]["parts"][part]["accuracy_l2"]) == golden["acc_L2"][part]
        assert float(paper["moondream"]["parts"][part]["accuracy_dx"]) == golden["acc_DX"][part]
