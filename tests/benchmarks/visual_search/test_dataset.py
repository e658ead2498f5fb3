"""The visual-search datasets: prompts and turns of the three families, and a prediction file to scores."""

import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from vlmeval_hvs.benchmarks.visual_search.dataset import VisualSearchDataset
from vlmeval_hvs.benchmarks.visual_search.scanpath_files import read_scanpath_file
from vlmeval_hvs.benchmarks.visual_search.trials import read_trials
from vlmeval_hvs.errors import DataError, MissingDataError
from vlmeval_hvs.host.generate import drive
from vlmeval_hvs.messages import INTERLEAVED, ModelTraits, declined, read_record
from vlmeval_hvs.results.prediction_files import read_predictions

ONE_IMAGE = ModelTraits("M", interleave=False)


@pytest.fixture
def make(make):
    """Makes datasets of the demo set, with options."""
    return lambda family="", **options: make(f"VisualSearch_COCOSearch18{family}_DEMO", **options)


class Eyes:
    """Answers every turn by a function of the message, and remembers the turns."""

    def __init__(self, answer, interleave=True):
        self.answer, self.INTERLEAVE, self.seen = answer, interleave, []

    def generate_inner(self, message):
        self.seen.append(message)
        return self.answer(message)


def scores_of(file):
    return json.loads(file.with_name(f"{file.stem}_hvs_scores.json").read_text())


@pytest.mark.long
def test_searchers_and_people_lie_between_floor_and_ceiling(make, answered):
    models = ("hvs-random", "hvs-ELM-flat", "hvs-human", "hvs-oracle")
    overall = [answered(make(limit=4), model)["Overall"] for model in models]
    assert overall == sorted(overall)
    assert overall[0] < 0.2 < overall[1]
    assert overall[3] == pytest.approx((10 - 1.5) / 9)
    models = ("hvs-uniform", "hvs-center-bias", "hvs-human", "hvs-gold-standard", "hvs-oracle")
    uniform, centre, human, gold, oracle = (answered(make("_HSP", limit=6), model) for model in models)
    assert uniform["AUChsp"] == 0.5 < human["AUChsp"] < gold["AUChsp"] < oracle["AUChsp"]
    assert gold["LLhsp"] == pytest.approx(gold["LLhsp_gold_standard"], abs=0.02)
    assert centre["IGhsp"] == pytest.approx(0, abs=1e-9)
    blind = answered(make("_HSP", limit=6, hsp_calls=40), "hvs-random")
    assert blind["Chance"] == blind["AUChsp_center_bias"]
    assert blind["AUChsp"] <= blind["Chance_high"], "what knows nothing is not above chance"


@pytest.mark.long
def test_result_files_and_published_scanpaths(make, tmp_path, run):
    import pandas as pd

    dataset = make(limit=5)
    scores, file = run(dataset, "hvs-human", tmp_path)
    saved = scores_of(file)
    assert {len(saved["details"]["curves"][who]) for who in ("model", "humans", "random")} == {11}
    assert saved["intervals"]["Overall"][0] <= scores["Overall"] <= saved["intervals"]["Overall"][1]
    assert saved["Chance"]["value"] == pytest.approx(scores["AUCperf_floor"], abs=0.1)
    items = pd.read_csv(tmp_path / f"{file.stem}_hvs_items.tsv", sep="\t")
    assert items["score"].mean() == pytest.approx(scores["AUCperf"])
    published = json.loads((tmp_path / f"{file.stem}_Scanpaths.json").read_text())
    assert set(published) == set(dataset.rows["image_name"])
    assert {(one["subject"], one["dataset"]) for one in published.values()} == {("hvs-human", dataset.dataset_name)}
    trials = read_trials(dataset.rows.to_dict("records"))
    paths, left_out = read_scanpath_file(tmp_path / f"{file.stem}_Scanpaths.json", trials)
    assert left_out == []
    found = {name: entry["target_found"] for name, entry in published.items()}
    assert {name: path.found for name, path in paths.items()} == found

    options = {"kernel": "fixed", "sigma": 40, "uniform": 0.2}
    _, file = run(make("_HSP", limit=2, **options), "hvs-random", tmp_path)
    saved = scores_of(file)
    assert saved["Chance"]["value"] == saved["metrics"]["AUChsp_center_bias"]
    stated = {"kernel": "fixed", "sigma_px": 40, "uniform_part": 0.2, "center_bias_part": 0.0}
    assert saved["details"]["points_to_map"] == stated
    assert "substitute" in saved["details"]["center_bias"]
    assert not (tmp_path / f"{file.stem}_Scanpaths.json").exists()


@pytest.mark.long
def test_interactive_searches_are_those_of_a_searcher_and_survive_unreadable_replies(make, tmp_path, run):
    whole, interactive = (run(make(family, limit=2), "hvs-ELM-flat", tmp_path)[0] for family in ("", "_Interactive"))
    assert interactive["AUCperf"] == whole["AUCperf"]
    scores, file = run(make("_Interactive", limit=2), Eyes(lambda message: "I do not know."), tmp_path)
    assert {read_record(text)["unreadable"] for text in read_predictions(file)["prediction"]} == {9}
    assert (scores["Fallback"], scores["Overall"]) == (1, 0)


@pytest.mark.long
def test_foveated_views_are_sharp_at_the_fixation_only(make):
    dataset = make("_Interactive", limit=1, foveated=True)
    scene, _ = json.loads(dataset.rows.iloc[0]["image_path"])
    original = np.asarray(Image.open(Path(dataset.img_root) / scene), dtype=float)
    view = np.asarray(Image.open(dataset.build_prompt(0).images[0]), dtype=float)
    middle, corner = np.abs(view[278:298, 374:394] - original[278:298, 374:394]), np.abs(view - original)[:60, :60]
    assert middle.mean() < 1
    assert corner.mean() > 5


@pytest.mark.long
def test_prompts_declare_frame_start_history_and_target(make):
    for frame, expected in (("unit", "(0.500, 0.500)"), ("thousand", "(500, 500)"), ("pixels", "(384, 288)")):
        prompt = make(frame=frame).build_prompt(0)
        assert len(prompt.images) == 2
        assert all(part in prompt.text for part in (expected, "at most 9", "a photo detail"))
    first, same, other = (make("_HSP", hsp_calls=20, seed=seed) for seed in (0, 0, 1))
    assert list(first.rows["index"]) == list(same.rows["index"]) != list(other.rows["index"])
    assert 10 <= len(first) <= 30  # whole trials are drawn
    assert len(make("_HSP", hsp_calls=0)) > 100
    for x, y in json.loads(first.rows.iloc[0]["history"]):
        assert f"({x / 768:.3f}, {y / 576:.3f})" in first.build_prompt(0).text
    assert not first.rows[["image_name", "history"]].duplicated().any()


def test_data_that_are_missing_or_wrong_are_refused(make, lmu_data, tmp_path):
    with pytest.raises(MissingDataError, match="vlmeval-hvs build VisualSearch_MCS"):
        VisualSearchDataset(dataset="VisualSearch_MCS")
    (tmp_path / "bias.json").write_text("{}")
    with pytest.raises(DataError, match="centre-bias file"):
        make("_HSP", center_bias=str(tmp_path / "bias.json"))


@pytest.mark.long
def test_the_table_joins_the_families(make, tmp_path, capsys, run):
    from vlmeval_hvs.cli import main

    name = "VisualSearch_COCOSearch18_DEMO"
    run(make(), "hvs-human", tmp_path)
    run(make("_HSP", limit=9), "hvs-human", tmp_path)
    assert main(["visual-search", "tables", str(tmp_path), "--output", str(tmp_path / "table.json")]) == 0
    assert "Gold Standard" in capsys.readouterr().out
    rows = json.loads((tmp_path / "table.json").read_text())["sets"]["COCOSearch18_DEMO"]
    assert {"AUCperf", "AvgMM", "Corr", "AUChsp", "LLhsp"} <= set(rows["hvs-human"])
    assert {"AUChsp", "LLhsp"} <= set(rows["Gold Standard"])
    counts = [(cell["counts"], cell["n"] >= 10) for cells in rows.values() for cell in cells.values()]
    assert set(counts) == {(True, True), (False, False)}
    published = f"COCOSearch18_DEMO={tmp_path / f'hvs-human_{name}_Scanpaths.json'}"
    given = ["--model", "again", "--scanpaths", published, "--output", str(tmp_path / "b.json")]
    assert main(["visual-search", "tables", *given]) == 0
    again = json.loads((tmp_path / "b.json").read_text())["sets"]["COCOSearch18_DEMO"]["again"]
    # MultiMatch truncates to whole pixels, and the file keeps two decimals.
    for metric in ("AUCperf", "AvgMM"):
        assert again[metric]["value"] == pytest.approx(rows["hvs-human"][metric]["value"], abs=1e-3)


@pytest.mark.long
def test_the_prompt_is_the_first_turn_of_an_interactive_search(make):
    for frame, one_image, foveated in (("unit", False, False), ("thousand", True, False), ("pixels", True, True)):
        dataset = make("_Interactive", frame=frame, one_image=one_image, foveated=foveated)
        prompt = dataset.build_prompt(1)
        turn = next(prompt.pipeline(INTERLEAVED))
        assert list(prompt) == list(turn) == dataset.first_turn(dataset.row(1))
        assert ("blurred elsewhere" in prompt.text) == foveated
        assert len(prompt.images) == (1 if one_image else 2)
        assert all(Path(path).is_file() for path in prompt.images)
        asked = []
        drive(prompt, lambda turn, asked=asked: asked.append(list(turn)) or "[0.5, 0.5]", INTERLEAVED)
        assert asked[0] == list(prompt)
        alone = next(prompt.pipeline(ONE_IMAGE))
        assert len(alone.images) == 1
        assert list(alone) == list(turn) or not one_image
    for family in ("", "_HSP"):
        assert make(family).build_prompt(0).pipeline(INTERLEAVED) is None
        assert make(family, one_image=True).build_prompt(0).pipeline(ONE_IMAGE) is None


@pytest.mark.long
def test_models_of_one_image_get_scene_and_target_in_one_without_an_option(make, run, tmp_path):
    several, _ = run(make(limit=2), Eyes(lambda message: "[[0.2, 0.2], [0.4, 0.4]]"), tmp_path)
    for family, reply in (("", "[[0.2, 0.2], [0.4, 0.4]]"), ("_HSP", "[0.4, 0.4]"), ("_Interactive", "[0.2, 0.2]")):
        single = Eyes(lambda message, reply=reply: reply, interleave=False)
        scores, _ = run(make(family, limit=2), single, tmp_path)
        assert {len(message.images) for message in single.seen} == {1}
        assert all("grey band" in message.text for message in single.seen)
        assert family or scores == several
        prompt = make(family, one_image=True).build_prompt(0)
        assert len(prompt.images) == 1
        assert "image 1" not in prompt.text.lower()
    height, width, _ = np.asarray(Image.open(single.seen[0].images[0])).shape
    assert height > 576
    assert width == 768


@pytest.mark.long
def test_files_of_another_way_of_searching_and_declined_rows(make, tmp_path, run):
    for asked, scored in (("", "_Interactive"), ("_Interactive", "")):
        _, file = run(make(asked, limit=2), "hvs-oracle", tmp_path)
        other = make(scored, limit=2)
        with pytest.raises(DataError, match=r"record of an interactive search; at index 1, 21$"):
            other.score_file(file.rename(tmp_path / f"M_{other.dataset_name}.json"))
    dataset = make("_Interactive", limit=2)
    _, file = run(dataset, "hvs-oracle", tmp_path)
    rows = json.loads(file.read_text())
    rows[0]["prediction"] = declined("too hard")
    file = file.with_name(f"M_{dataset.dataset_name}.json")  # the project's own models may leave rows out
    file.write_text(json.dumps(rows))
    scores = dataset.score_file(file)
    assert (scores["found"], scores["Fallback"], "LeftOut" in scores) == (0.5, 0.5, False)
