"""The visual-search datasets: prompts and turns of the three families, and a prediction file to scores."""

import json

import pytest

from vlmeval_hvs.benchmarks.visual_search.presentation import VisualSearchPresentation
from vlmeval_hvs.benchmarks.visual_search.scanpath_scoring import read_scanpath_file
from vlmeval_hvs.benchmarks.visual_search.search_model import HVSSearcher
from vlmeval_hvs.benchmarks.visual_search.trials import read_trials
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.messages import ModelTraits
from vlmeval_hvs.responders import HVSBaseline

pytestmark = pytest.mark.long


@pytest.fixture
def make(make):
    return lambda family="", **options: make(f"VisualSearch_COCOSearch18{family}_DEMO", **options)


@pytest.fixture
def run(replies, score):
    """Asks one of our models about all rows and scores what it says."""

    def ask(dataset, name):
        model = HVSSearcher(name) if name == "hvs-ELM-flat" else HVSBaseline(name)
        said = replies(dataset, model.generate_inner, ModelTraits(name, model.INTERLEAVE))
        return score(dataset, said, model=name)

    return ask


def test_sets_that_mix_searches_with_and_without_a_target_are_refused(make):
    dataset = make()
    rows = dataset.rows
    with pytest.raises(DataError, match="mixes searches with and without a target"):
        dataset.select_rows(rows.assign(bbox=["", *rows["bbox"][1:]]))
    assert len(dataset.select_rows(rows.assign(bbox=""))) == len(rows)
    assert dataset.absent


def test_searchers_and_people_lie_between_floor_and_ceiling(make, run):
    dataset = make(limit=4)
    overall = [run(dataset, model).metrics["Overall"] for model in ("hvs-random", "hvs-ELM-flat", "hvs-oracle")]
    assert overall == sorted(overall)
    assert overall[0] < 0.2 < overall[1]
    assert overall[2] == pytest.approx((10 - 1.5) / 9)
    interactive = run(make("_Interactive", limit=4, foveated=False), "hvs-ELM-flat").metrics
    assert interactive["AUCperf"] == overall[1], "turn by turn the search is the same"
    for family in ("Absent", "Absent_Interactive"):  # people stop as often as they did
        oracle, human = (run(make(family, limit=4), model).metrics for model in ("hvs-oracle", "hvs-human"))
        assert (oracle["Overall"], oracle["Overall_paper"]) == (1, 1)
        assert human["Overall"] == 1 - human.get("false_alarms", 0) - human.get("undecided", 0)
    dataset = make("_HSP", limit=6)
    centre = run(dataset, "hvs-center-bias").metrics
    assert all(centre[name] == pytest.approx(centre[f"{name}_center_bias"]) for name in ("AUChsp", "NSShsp", "LLhsp"))
    for model in ("hvs-ELM-flat", "hvs-spectral-residual"):
        assert run(dataset, model).scores["details"]["answers"] == {"map": len(dataset.rows)}
    models = ("hvs-uniform", "hvs-human", "hvs-gold-standard", "hvs-oracle")
    uniform, human, gold, oracle = (run(dataset, model).metrics for model in models)
    assert uniform["AUChsp"] == 0.5 < human["AUChsp"] < gold["AUChsp"] < oracle["AUChsp"]
    assert gold["LLhsp"] == pytest.approx(gold["LLhsp_gold_standard"], abs=0.02)


def test_replies_and_turns_say_what_they_are_about_and_samples_show_their_scene(make):
    whole, search = make(limit=1), make("_Interactive", limit=1)
    following = make("_HSP", limit=1, frame="thousand")
    rows = [dataset.rows.to_dict("records")[0] for dataset in (whole, search, following)]
    case, step = whole.reply_case(rows[0]), search.turn_case(rows[1], "fixate", "Where?")
    assert (case["kind"], "list the next fixations" in case["question"]) == ("scanpath", True)
    assert step == {"kind": "fixation", "question": "Where?", "size": (768, 576)}
    asked = following.reply_case(rows[2])
    assert (search.reply_case(rows[1]), asked["kind"], asked["size"]) == (None, "fixation", (1000, 1000))
    shown = VisualSearchPresentation()
    scene, target = shown.pictures(whole, rows[0])
    assert (scene.caption, target.caption, len(scene.marks) > 1) == ("scene", "target as it was shown", True)
    (answered,) = shown.answered(whole, rows[0], {"answer": "[[1, 2]]"})
    assert (answered.image, len(answered.marks)) == (scene.image, 1)


def test_files_of_published_scanpaths_hold_the_run_and_are_read_again(make, run):
    dataset = make(limit=5)
    place = run(dataset, "hvs-human").file
    place = place.with_name(f"{place.stem}_Scanpaths.json")
    published, trials = json.loads(place.read_text()), read_trials(dataset.rows.to_dict("records"))
    assert {(one["subject"], one["dataset"]) for one in published.values()} == {("hvs-human", dataset.dataset_name)}
    paths, left_out = read_scanpath_file(place, trials)
    assert (left_out, paths.keys()) == ([], trials.keys())
    assert all(path.found == published[name]["target_found"] for name, path in paths.items())


def test_files_of_another_way_of_searching_are_refused(make, run):
    datasets = make(limit=2), make("_Interactive", limit=2, foveated=False)
    files = [run(dataset, "hvs-oracle").file for dataset in datasets]
    for dataset, file in zip(datasets, files[::-1], strict=True):
        (wrong := file.with_name(f"M_{dataset.dataset_name}.tsv")).write_bytes(file.read_bytes())
        with pytest.raises(DataError, match=r"record of an interactive search; at index 1, 21$"):
            dataset.score_file(wrong)
