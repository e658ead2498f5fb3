"""Comparisons on the page: the numbers are those of the command, and the page only shows them."""

import json
from dataclasses import replace
from itertools import pairwise

import pytest

from vlmeval_hvs.cli import main
from vlmeval_hvs.viewer.book import comparison

NAME = "GazeTarget_DEMO"
MODELS = ["hvs-oracle", "hvs-random"]


@pytest.fixture
def runs(collected):
    return [one for one in collected if one.dataset == NAME]


@pytest.mark.long
def test_the_page_has_the_numbers_of_the_command(results, content, tmp_path):
    (pair,) = content["comparisons"][NAME]["pairs"]
    files = [str(results / f"{model}_{NAME}_hvs_scores.json") for model in MODELS]
    assert main(["compare", *files, "--json", str(tmp_path / "told.json")]) == 0
    (told,) = json.loads((tmp_path / "told.json").read_text())["pairs"]
    assert [content["runs"][pair[side]]["model"] for side in "ab"] == MODELS
    cells = {(cell["slice"], cell["name"]): cell for cell in pair["cells"]}
    assert content["comparisons"][NAME]["tests"] == 1
    assert pair["tests"] == sum(cell["p"] is not None for cell in cells.values()) - 1 > 1
    for name, cell in told["metrics"].items():
        for key in ("n", "difference", "p", *(["p_holm"] if name == "score" else []), "higher", "lower"):
            assert cells["", name][key] == cell[key]
        assert cells["", name]["low"] == pytest.approx(cell["low"], abs=0.06)  # fewer resamples
    assert [key for key, cell in cells.items() if cell["score"] != (bool(key[0]) or key[1] == "score")] == []
    assert len({column for column, _ in cells}) == 1 + len(told["slices"])
    assert pair["notes"] == told["notes"]
    better = [row["row"] for row in told["changed"] if row["first"] > row["second"]]
    assert (pair["better"]["rows"], pair["better"]["n"]) == (better, len(better))


@pytest.mark.long
def test_only_valid_runs_on_the_same_data_are_compared(content, runs):
    assert "VPB_Stage2_DEMO" not in content["comparisons"]  # one of its two runs is invalid
    assert len(content["comparisons"]["HVSBench_DEMO"]["pairs"]) == 3  # another limit changes no row
    other = replace(runs[0], model="other", scores={**runs[0].scores, "digest": "0" * 64})
    found = comparison(dict(enumerate([*runs, other])))
    assert (len(found["pairs"]), len(found["refused"])) == (1, 2)
    assert "different data" in found["refused"][0]
    assert (found["few"], found["tests"]) == (False, 1)
    assert comparison({0: runs[0]}) is comparison({0: runs[0], 1: replace(runs[1], stale="changed")}) is None


def test_ways_to_ask_are_compared_for_one_model_only(runs):
    run, other = runs
    hinted = replace(run, scores={**run.scores, "settings": {**run.scores["settings"], "templates": [1]}})
    found = comparison({0: run, 5: hinted, 7: other})
    assert [(pair["a"], pair["b"]) for pair in found["pairs"]] == [(0, 5), (0, 7)]
    assert "Compared across: templates" in " ".join(found["pairs"][0]["notes"])
    assert [words.rpartition(": ")[2] for words in found["refused"]] == ["different models that were asked differently"]


def test_of_many_runs_each_is_compared_with_the_best_and_the_next(runs):
    run, overall = runs[0], [0.1, 0.9, 0.5, None, 0.7, 0.2, 0.3, 0.4, 0.6, 0.8, 0.05]
    many = {k: replace(run, model=f"m{k}", scores={**run.scores, "Overall": one}) for k, one in enumerate(overall)}
    found, order = comparison(many), [1, 9, 4, 8, 2, 7, 6, 5, 0, 10, 3]
    assert [(pair["a"], pair["b"]) for pair in found["pairs"]] == [
        *((1, one) for one in order[1:]), *pairwise(order[1:]),
    ]  # fmt: skip
    assert found["few"]
    del many[3]
    assert len(comparison(many)["pairs"]) == 45
