"""Comparisons on the page: the numbers are those of the command, and the page only shows them."""

import json
from dataclasses import replace

import pytest

from vlmeval_hvs.cli import main
from vlmeval_hvs.results.collect import collect
from vlmeval_hvs.viewer.comparisons import comparison

NAME = "GazeTarget_DEMO"
MODELS = ["hvs-oracle", "hvs-random"]


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
    better = [row["row"] for row in told["changed"] if row["first"] > row["second"]]
    assert (pair["better"]["rows"], pair["better"]["n"]) == (better, len(better))


@pytest.mark.long
def test_only_valid_runs_on_the_same_data_are_compared(content, results):
    assert "VPB_Stage2_DEMO" not in content["comparisons"]  # one of its two runs is invalid
    assert len(content["comparisons"]["HVSBench_DEMO"]["pairs"]) == 3  # another limit changes no row
    runs = [one for one in collect(results) if one.dataset == NAME]
    other = replace(runs[0], model="other", scores={**runs[0].scores, "digest": "0" * 64})
    found = comparison(dict(enumerate([*runs, other])))
    assert (len(found["pairs"]), len(found["refused"])) == (1, 2)
    assert "different data" in found["refused"][0]
