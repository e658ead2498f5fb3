"""The visual-search datasets: prompts and turns of the three families, and a prediction file to scores."""

import json

import pytest

from vlmeval_hvs.benchmarks.visual_search.scanpath_scoring import read_scanpath_file
from vlmeval_hvs.benchmarks.visual_search.trials import read_trials
from vlmeval_hvs.errors import DataError


@pytest.fixture
def make(make):
    """Makes datasets of the demo set, with options."""
    return lambda family="", **options: make(f"VisualSearch_COCOSearch18{family}_DEMO", **options)


def scores_of(file):
    return json.loads(file.with_name(f"{file.stem}_hvs_scores.json").read_text())


@pytest.mark.long
def test_searchers_and_people_lie_between_floor_and_ceiling(make, answered):
    dataset = make(limit=4)
    overall = [answered(dataset, model)["Overall"] for model in ("hvs-random", "hvs-ELM-flat", "hvs-oracle")]
    assert overall == sorted(overall)
    assert overall[0] < 0.2 < overall[1]
    assert overall[2] == pytest.approx((10 - 1.5) / 9)
    interactive = answered(make("_Interactive", limit=4, foveated=False), "hvs-ELM-flat")
    assert interactive["AUCperf"] == overall[1], "turn by turn the search is the same"
    dataset, models = make("_HSP", limit=6), ("hvs-uniform", "hvs-human", "hvs-gold-standard", "hvs-oracle")
    uniform, human, gold, oracle = (answered(dataset, model) for model in models)
    assert uniform["AUChsp"] == 0.5 < human["AUChsp"] < gold["AUChsp"] < oracle["AUChsp"]
    assert gold["LLhsp"] == pytest.approx(gold["LLhsp_gold_standard"], abs=0.02)


@pytest.mark.long
def test_result_files_and_published_scanpaths(make, tmp_path, run):

    dataset = make(limit=5)
    scores, file = run(dataset, "hvs-human", tmp_path)
    saved = scores_of(file)
    assert saved["intervals"]["Overall"][0] <= scores["Overall"] <= saved["intervals"]["Overall"][1]
    published = json.loads((tmp_path / f"{file.stem}_Scanpaths.json").read_text())
    assert {(one["subject"], one["dataset"]) for one in published.values()} == {("hvs-human", dataset.dataset_name)}
    trials = read_trials(dataset.rows.to_dict("records"))
    paths, left_out = read_scanpath_file(tmp_path / f"{file.stem}_Scanpaths.json", trials)
    assert (left_out, paths.keys()) == ([], trials.keys())
    assert all(path.found == published[name]["target_found"] for name, path in paths.items())


@pytest.mark.long
def test_files_of_another_way_of_searching_and_declined_rows(make, tmp_path, run):
    datasets = make(limit=2), make("_Interactive", limit=2, foveated=False)
    files = [run(dataset, "hvs-oracle", tmp_path)[1] for dataset in datasets]
    for dataset, file in zip(datasets, files[::-1], strict=True):
        (wrong := tmp_path / f"M_{dataset.dataset_name}.json").write_bytes(file.read_bytes())
        with pytest.raises(DataError, match=r"record of an interactive search; at index 1, 21$"):
            dataset.score_file(wrong)
