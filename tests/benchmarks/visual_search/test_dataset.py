"""The visual-search datasets: prompts and turns of the three families, and a prediction file to scores."""

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from PIL import Image

from vlmeval_hvs.benchmarks.visual_search.dataset import VisualSearchDataset
from vlmeval_hvs.errors import DataError, MissingDataError
from vlmeval_hvs.host.drive import drive
from vlmeval_hvs.messages import INTERLEAVED, ModelTraits, declined, read_record
from vlmeval_hvs.results.prediction_files import read_predictions

ONE_IMAGE = ModelTraits("M", interleave=False)


@pytest.fixture
def make(demo):
    """Makes datasets of the demo set, with options."""
    demo("VisualSearch_COCOSearch18_DEMO")
    return lambda family="", **options: VisualSearchDataset(f"VisualSearch_COCOSearch18{family}_DEMO", **options)


class Eyes:
    """Answers every turn by a function of the message, and remembers the turns."""

    def __init__(self, answer, interleave=True):
        self.answer, self.INTERLEAVE, self.seen = answer, interleave, []

    def generate_inner(self, message):
        self.seen.append(message)
        return self.answer(message)


def test_searchers_and_people_lie_between_floor_and_ceiling(make, tmp_path, run):
    overall = {
        model: run(make(), model, tmp_path)[0]["Overall"]
        for model in ("hvs-random", "hvs-ELM-flat", "hvs-human", "hvs-oracle")
    }
    assert overall["hvs-random"] < 0.2 < overall["hvs-ELM-flat"] < overall["hvs-human"] < overall["hvs-oracle"]
    assert overall["hvs-oracle"] == pytest.approx((10 - 1.5) / 9)


def test_next_fixation_floor_and_ceiling(make, tmp_path, run):
    scores = {
        model: run(make("_HSP", hsp_calls=60), model, tmp_path)[0]
        for model in ("hvs-uniform", "hvs-center-bias", "hvs-human", "hvs-gold-standard", "hvs-oracle", "hvs-ELM-flat")
    }
    areas = {model: result["AUChsp"] for model, result in scores.items()}
    assert areas["hvs-uniform"] == 0.5
    assert 0.5 < areas["hvs-human"] < areas["hvs-gold-standard"] < areas["hvs-oracle"]
    gold = scores["hvs-gold-standard"]
    assert gold["LLhsp"] == pytest.approx(gold["LLhsp_gold_standard"], abs=0.02)
    assert scores["hvs-center-bias"]["IGhsp"] == pytest.approx(0, abs=1e-9)
    assert all(isinstance(value, float) for result in scores.values() for value in result.values())


def test_result_files_and_published_scanpaths(make, tmp_path, run):
    from vlmeval_hvs.benchmarks.visual_search.official_files import read_scanpath_file
    from vlmeval_hvs.benchmarks.visual_search.trials import read_trials

    dataset = make(limit=5)
    scores, file = run(dataset, "hvs-human", tmp_path)
    stem = file.with_suffix("").name
    saved = json.loads((tmp_path / f"{stem}_hvs_scores.json").read_text())
    curves = saved["details"]["curves"]
    assert len(curves["model"]) == len(curves["humans"]) == len(curves["random"]) == 11
    assert saved["intervals"]["Overall"][0] <= scores["Overall"] <= saved["intervals"]["Overall"][1]
    items = pd.read_csv(tmp_path / f"{stem}_hvs_items.tsv", sep="\t")
    assert items["score"].mean() == pytest.approx(scores["AUCperf"])
    trials = read_trials(dataset.rows.to_dict("records"))
    published = tmp_path / f"{stem}_Scanpaths.json"
    paths, left_out = read_scanpath_file(published, trials)
    assert left_out == []
    assert {name: path.found for name, path in paths.items()} == {
        name: entry["target_found"] for name, entry in json.loads(published.read_text()).items()
    }


def test_interactive_search_survives_unreadable_replies(make, tmp_path, run):
    silent = Eyes(lambda message: "I do not know.")
    scores, file = run(make("_Interactive", limit=2), silent, tmp_path)
    assert {read_record(text)["unreadable"] for text in read_predictions(file)["prediction"]} == {9}
    assert scores["Fallback"] == 1
    assert scores["Overall"] == 0


def test_interactive_equals_the_whole_search_of_a_searcher(make, tmp_path, run):
    whole, _ = run(make(limit=3), "hvs-ELM-flat", tmp_path / "a")
    interactive, _ = run(make("_Interactive", limit=3), "hvs-ELM-flat", tmp_path / "b")
    assert interactive["AUCperf"] == whole["AUCperf"]


def test_foveated_views_are_sharp_at_the_fixation_only(make, tmp_path, run):
    still = Eyes(lambda message: "[0.9, 0.9]")
    dataset = make("_Interactive", limit=1, foveated=True)
    run(dataset, still, tmp_path)
    scene, _ = json.loads(dataset.rows.iloc[0]["image_path"])
    original = np.asarray(Image.open(Path(dataset.img_root) / scene), dtype=float)
    first = np.asarray(Image.open(still.seen[0].images[0]), dtype=float)
    assert first.shape == original.shape
    middle = slice(278, 298), slice(374, 394)
    corner = slice(0, 60), slice(0, 60)
    assert np.abs(first[middle] - original[middle]).mean() < 1
    assert np.abs(first[corner] - original[corner]).mean() > 5


def test_prompts_declare_frame_start_and_target(make):
    for frame, expected in (("unit", "(0.500, 0.500)"), ("thousand", "(500, 500)"), ("pixels", "(384, 288)")):
        prompt = make(frame=frame).build_prompt(0)
        assert expected in prompt.text
        assert len(prompt.images) == 2
        assert "at most 9" in prompt.text
    assert "a photo detail" in prompt.text


def test_next_fixation_prompts_state_the_history_and_are_drawn_by_seed(make):
    first, same, other = (make("_HSP", hsp_calls=20, seed=seed) for seed in (0, 0, 1))
    assert list(first.rows["index"]) == list(same.rows["index"]) != list(other.rows["index"])
    assert 10 <= len(first) <= 30  # whole trials are drawn
    assert len(make("_HSP", hsp_calls=0)) > 100
    row = first.rows.iloc[0]
    text = first.build_prompt(0).text
    for x, y in json.loads(row["history"]):
        assert f"({x / 768:.3f}, {y / 576:.3f})" in text
    histories = list(zip(first.rows["image_name"], first.rows["history"], strict=True))
    assert len(set(histories)) == len(histories)


def test_settings_of_the_maps_are_printed_with_the_score(make, tmp_path, run):
    _, file = run(make("_HSP", hsp_calls=5, kernel="fixed", sigma=40, uniform=0.2), "hvs-random", tmp_path)
    saved = json.loads(file.with_name(file.stem + "_hvs_scores.json").read_text())
    stated = {"kernel": "fixed", "sigma_px": 40, "uniform_part": 0.2, "center_bias_part": 0.0}
    assert saved["details"]["points_to_map"] == stated
    assert "substitute" in saved["details"]["center_bias"]


def test_missing_data_say_how_to_get_them(lmu_data):
    with pytest.raises(MissingDataError, match="vlmeval-hvs build VisualSearch_MCS"):
        VisualSearchDataset(dataset="VisualSearch_MCS")


def test_the_table_joins_the_families(make, tmp_path, capsys, run):
    from vlmeval_hvs.cli import main

    for model in ("hvs-human", "hvs-ELM-flat"):
        run(make(), model, tmp_path)
        run(make("_HSP", hsp_calls=120), model, tmp_path)  # of all images
    published = tmp_path / "hvs-ELM-flat_VisualSearch_COCOSearch18_DEMO_Scanpaths.json"
    assert main(["visions-score", str(tmp_path), "--output", str(tmp_path / "table.json")]) == 0
    shown = capsys.readouterr().out
    assert "Gold Standard" in shown
    rows = json.loads((tmp_path / "table.json").read_text())["sets"]["COCOSearch18_DEMO"]
    assert {"AUCperf", "AvgMM", "Corr", "AUChsp", "LLhsp"} <= set(rows["hvs-ELM-flat"])
    assert {"AUChsp", "LLhsp"} <= set(rows["Gold Standard"])
    for cells in rows.values():
        for name, cell in cells.items():
            assert cell["n"] >= 1, name
            assert cell["counts"] == (cell["n"] >= 10), name
    scored = ["--model", "again", "--scanpaths", f"COCOSearch18_DEMO={published}", "--output", str(tmp_path / "b.json")]
    assert main(["visions-score", *scored]) == 0
    again = json.loads((tmp_path / "b.json").read_text())["sets"]["COCOSearch18_DEMO"]["again"]
    assert again["AUCperf"]["value"] == pytest.approx(rows["hvs-ELM-flat"]["AUCperf"]["value"])
    # MultiMatch truncates to whole pixels, and the file keeps two decimals.
    assert again["AvgMM"]["value"] == pytest.approx(rows["hvs-ELM-flat"]["AvgMM"]["value"], abs=1e-3)


@pytest.mark.parametrize("frame", ["unit", "thousand", "pixels"])
@pytest.mark.parametrize("one_image", [False, True])
@pytest.mark.parametrize("foveated", [False, True])
def test_the_prompt_is_the_first_turn_of_an_interactive_search(make, frame, one_image, foveated):
    dataset = make("_Interactive", frame=frame, one_image=one_image, foveated=foveated)
    for position in range(2):
        prompt = dataset.build_prompt(position)
        turn = next(prompt.pipeline(INTERLEAVED))
        assert list(prompt) == list(turn) == dataset.first_turn(dataset.row(position))
        assert ("blurred elsewhere" in prompt.text) == foveated
        assert len(prompt.images) == (1 if one_image else 2)
        assert all(Path(path).is_file() for path in prompt.images)
        asked = []
        drive(prompt, lambda turn, asked=asked: asked.append(list(turn)) or "[0.5, 0.5]", INTERLEAVED)
        assert asked[0] == list(prompt)
        alone = next(prompt.pipeline(ONE_IMAGE))
        assert len(alone.images) == 1
        assert list(alone) == list(turn) or not one_image


def test_other_families_are_asked_in_one_turn(make):
    for family in ("", "_HSP"):
        prompt = make(family).build_prompt(0)
        assert prompt.pipeline(INTERLEAVED) is None
        assert make(family, one_image=True).build_prompt(0).pipeline(ONE_IMAGE) is None


def test_models_of_one_image_get_both_pictures_in_one_without_an_option(make, answered):
    several = answered(make(limit=4), Eyes(lambda message: "[[0.2, 0.2], [0.4, 0.4]]"))
    for family, reply in (("", "[[0.2, 0.2], [0.4, 0.4]]"), ("_HSP", "[0.4, 0.4]")):
        single = Eyes(lambda message, reply=reply: reply, interleave=False)
        options = {} if family else {"limit": 4}
        scores = answered(make(family, **options, **({"hsp_calls": 5} if family else {})), single)
        assert {len(message.images) for message in single.seen} == {1}
        assert all("grey band" in message.text for message in single.seen)
        if not family:
            assert scores == several


def test_pictures_of_one_image_hold_scene_and_target(make, tmp_path, run):
    for family, options in (("", {}), ("_HSP", {"hsp_calls": 5})):
        prompt = make(family, one_image=True, **options).build_prompt(0)
        assert len(prompt.images) == 1
        assert "grey band" in prompt.text
        assert "image 1" not in prompt.text.lower()
    single = Eyes(lambda message: "[0.2, 0.2]", interleave=False)
    run(make("_Interactive", limit=1), single, tmp_path)
    assert len(single.seen[0]) == 2
    shown = np.asarray(Image.open(single.seen[0].images[0]))
    assert shown.shape[0] > 576
    assert shown.shape[1] == 768


@pytest.mark.parametrize("family", ["", "_Interactive", "_HSP"])
def test_the_result_contract(make, tmp_path, family, run):
    dataset = make(family, limit=4)
    metrics, file = run(dataset, "hvs-human", tmp_path)
    scores = json.loads((tmp_path / f"{file.stem}_hvs_scores.json").read_text())
    items = pd.read_csv(tmp_path / f"{file.stem}_hvs_items.tsv", sep="\t")
    contract = ["index", "reply", "answer", "rule", "fallback", "score"]
    contract += ["answer_paper", "rule_paper", "fallback_paper", "score_paper", "failed"]
    assert list(items)[:11] == contract
    assert items["score"].between(0, 1).all()
    assert scores["Overall"] == metrics["Overall"]
    assert scores["Chance"]["low"] < scores["Chance"]["value"] == metrics["Chance"] < scores["Chance"]["high"]
    assert {"Overall_paper", "Fallback", "Differ", "Chance"} <= set(metrics)
    if family != "_HSP":
        assert items["score"].mean() == pytest.approx(metrics["Overall"])
        assert scores["Chance"]["value"] == pytest.approx(metrics["AUCperf_floor"], abs=0.1)
    else:
        assert scores["Chance"]["value"] == 0.5


def test_published_scanpaths_name_the_model(make, tmp_path, run):
    for family in ("", "_Interactive"):
        dataset = make(family, limit=2)
        _, file = run(dataset, "hvs-oracle", tmp_path)
        published = json.loads((tmp_path / f"{file.stem}_Scanpaths.json").read_text())
        assert set(published) == set(dataset.rows["image_name"])
        assert {entry["subject"] for entry in published.values()} == {"hvs-oracle"}
        assert {entry["dataset"] for entry in published.values()} == {"VisualSearch_COCOSearch18_DEMO"}
    _, file = run(make("_HSP", limit=2), "hvs-oracle", tmp_path)
    assert not (tmp_path / f"{file.stem}_Scanpaths.json").exists()


def test_a_centre_bias_without_fixations_is_an_error(make, tmp_path):
    file = tmp_path / "bias.json"
    file.write_text("{}")
    with pytest.raises(DataError, match="centre-bias file"):
        make("_HSP", center_bias=str(file))


@pytest.mark.parametrize(("asked", "scored"), [("", "_Interactive"), ("_Interactive", "")])
def test_files_of_another_way_of_searching_are_refused(make, tmp_path, run, asked, scored):
    _, file = run(make(asked, limit=2), "hvs-oracle", tmp_path)
    other = make(scored, limit=2)
    moved = file.rename(tmp_path / f"M_{other.dataset_name}.json")
    with pytest.raises(DataError, match=r"record of an interactive search; at index 1, 21$"):
        other.score_file(moved)


def test_a_row_that_a_foreign_model_declines_is_a_search_that_found_nothing(make, tmp_path, run):
    dataset = make("_Interactive", limit=2)
    _, file = run(dataset, "hvs-oracle", tmp_path)
    rows = json.loads(file.read_text())
    rows[0]["prediction"] = declined("too hard")
    file = tmp_path / f"M_{dataset.dataset_name}.json"
    file.write_text(json.dumps(rows))
    scores = dataset.score_file(file)
    assert (scores["found"], scores["Fallback"]) == (0.5, 0.5)
    assert "LeftOut" not in scores
