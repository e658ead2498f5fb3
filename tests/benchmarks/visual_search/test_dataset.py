"""Visual search in a real host: the three families, the searchers, options, the table."""

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from PIL import Image

from vlmeval_hvs.errors import DataError, MissingDataError
from vlmeval_hvs.messages import read_record
from vlmeval_hvs.results.predictions import read_predictions

pytestmark = pytest.mark.host
CONFIGS = sorted((Path(__file__).parents[2] / "run_configs").glob("VisualSearch*.json"))


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """One data folder for all tests: the demo set is built once."""
    return tmp_path_factory.mktemp("LMUData")


@pytest.fixture
def make(host, data, monkeypatch):
    monkeypatch.setenv("LMUData", str(data))
    monkeypatch.setenv("PRED_FORMAT", "tsv")
    from vlmeval.dataset import build_dataset

    return lambda family="", **options: build_dataset(f"VisualSearch_COCOSearch18{family}_DEMO", **options)


def run(host, dataset, model, folder, **options):
    from vlmeval.config import supported_VLM
    from vlmeval.inference import infer_data_job

    folder.mkdir(exist_ok=True)
    instance = supported_VLM[model](**options) if isinstance(model, str) else model
    name = model if isinstance(model, str) else "M"
    infer_data_job(instance, work_dir=str(folder), model_name=name, dataset=dataset, verbose=False)
    file = folder / f"{name}_{dataset.dataset_name}.tsv"
    return dataset.evaluate(str(file)), file


def test_searchers_and_people_lie_between_floor_and_ceiling(host, make, tmp_path):
    overall = {
        model: run(host, make(), model, tmp_path)[0]["Overall"]
        for model in ("hvs-random", "hvs-ELM", "hvs-human", "hvs-oracle")
    }
    assert overall["hvs-random"] < 0.2 < overall["hvs-ELM"] < overall["hvs-human"] < overall["hvs-oracle"]
    assert overall["hvs-oracle"] == pytest.approx((10 - 1.5) / 9)


def test_next_fixation_floor_and_ceiling(host, make, tmp_path):
    scores = {
        model: run(host, make("_HSP", hsp_calls=60), model, tmp_path)[0]
        for model in ("hvs-uniform", "hvs-center-bias", "hvs-human", "hvs-gold-standard", "hvs-oracle", "hvs-ELM")
    }
    areas = {model: result["AUChsp"] for model, result in scores.items()}
    assert areas["hvs-uniform"] == 0.5
    assert 0.5 < areas["hvs-human"] < areas["hvs-gold-standard"] < areas["hvs-oracle"]
    gold = scores["hvs-gold-standard"]
    assert gold["LLhsp"] == pytest.approx(gold["LLhsp_gold_standard"], abs=0.02)
    assert scores["hvs-center-bias"]["IGhsp"] == pytest.approx(0, abs=1e-9)
    assert all(isinstance(value, float) for result in scores.values() for value in result.values())


def test_result_files_and_published_scanpaths(host, make, tmp_path):
    from vlmeval_hvs.benchmarks.visual_search.compound import read_scanpath_file
    from vlmeval_hvs.benchmarks.visual_search.trials import read_trials

    dataset = make(limit=5)
    scores, file = run(host, dataset, "hvs-human", tmp_path)
    stem = file.with_suffix("").name
    saved = json.loads((tmp_path / f"{stem}_hvs_scores.json").read_text())
    curves = saved["details"]["curves"]
    assert len(curves["model"]) == len(curves["humans"]) == len(curves["random"]) == 11
    assert saved["intervals"]["Overall"][0] <= scores["Overall"] <= saved["intervals"]["Overall"][1]
    items = pd.read_csv(tmp_path / f"{stem}_hvs_items.tsv", sep="\t")
    assert items["area"].mean() == pytest.approx(scores["AUCperf"])
    trials = read_trials(dataset.rows.to_dict("records"))
    published = tmp_path / f"{stem}_Scanpaths.json"
    paths, left_out = read_scanpath_file(published, trials)
    assert left_out == []
    assert {name: path.found for name, path in paths.items()} == {
        name: entry["target_found"] for name, entry in json.loads(published.read_text()).items()
    }


class Eyes:
    """Answers every turn of an interactive search with a function of the shown history."""

    def __new__(cls, answer):
        from vlmeval.vlm.base import BaseModel

        class Model(BaseModel):
            INSTALL_REQ = False
            INTERLEAVE = True

            def generate_inner(self, message, dataset=None):
                self.seen.append([item["value"] for item in message])
                return answer(message)

        model = Model()
        model.seen = []
        return model


def test_interactive_search_ends_by_geometry_only(host, make, tmp_path):
    dataset = make("_Interactive", limit=2)
    liar = Eyes(lambda message: "I found the target! It is at [0.01, 0.01].")
    scores, file = run(host, dataset, liar, tmp_path)
    records = [read_record(text) for text in read_predictions(file)["prediction"]]
    assert all(record["calls"] == 9 and record["found"] is False for record in records)
    assert scores["found"] == 0
    assert "not found at any" in liar.seen[1][2]
    assert "0.010, 0.010" in liar.seen[1][2]


def test_interactive_search_survives_unreadable_replies(host, make, tmp_path):
    silent = Eyes(lambda message: "I do not know.")
    scores, file = run(host, make("_Interactive", limit=2), silent, tmp_path)
    assert {read_record(text)["unreadable"] for text in read_predictions(file)["prediction"]} == {9}
    assert scores["Fallback"] == 1
    assert scores["Overall"] == 0


def test_interactive_equals_the_whole_search_of_a_searcher(host, make, tmp_path):
    whole, _ = run(host, make(limit=3), "hvs-ELM", tmp_path / "a")
    interactive, _ = run(host, make("_Interactive", limit=3), "hvs-ELM", tmp_path / "b")
    assert interactive["AUCperf"] == whole["AUCperf"]


def test_foveated_views_are_sharp_at_the_fixation_only(host, make, tmp_path):
    still = Eyes(lambda message: "[0.9, 0.9]")
    dataset = make("_Interactive", limit=1, foveated=True)
    run(host, dataset, still, tmp_path)
    scene, _ = json.loads(dataset.rows.iloc[0]["image_path"])
    original = np.asarray(Image.open(Path(dataset.img_root) / scene), dtype=float)
    first = np.asarray(Image.open(still.seen[0][0]), dtype=float)
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


def test_models_of_one_image_get_scene_and_target_in_one_picture(host, make, tmp_path):
    for family in ("", "_HSP"):
        prompt = make(family, one_image=True, hsp_calls=5).build_prompt(0)
        assert len(prompt.images) == 1
        assert "grey band" in prompt.text
        assert "image 1" not in prompt.text.lower()
    single = Eyes(lambda message: "[0.2, 0.2]")
    single.INTERLEAVE = False
    run(host, make("_Interactive", limit=1), single, tmp_path)
    assert len(single.seen[0]) == 2
    shown = np.asarray(Image.open(single.seen[0][0]))
    assert shown.shape[0] > 576
    assert shown.shape[1] == 768


def test_next_fixation_prompts_state_the_history_and_are_drawn_by_seed(make):
    first, same, other = (make("_HSP", hsp_calls=20, seed=seed) for seed in (0, 0, 1))
    assert list(first.rows["index"]) == list(same.rows["index"]) != list(other.rows["index"])
    assert len(first) == 20
    assert len(make("_HSP", hsp_calls=0)) > 100
    row = first.rows.iloc[0]
    text = first.build_prompt(0).text
    for x, y in json.loads(row["history"]):
        assert f"({x / 768:.3f}, {y / 576:.3f})" in text
    histories = list(zip(first.rows["image_name"], first.rows["history"], strict=True))
    assert len(set(histories)) == len(histories)


def test_settings_of_the_maps_are_printed_with_the_score(host, make, tmp_path):
    _, file = run(host, make("_HSP", hsp_calls=5, sigma=40, uniform=0.2), "hvs-random", tmp_path)
    saved = json.loads(file.with_name(file.stem + "_hvs_scores.json").read_text())
    assert saved["details"]["points_to_map"] == {"sigma_px": 40, "uniform_part": 0.2}
    assert "substitute" in saved["details"]["center_bias"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"frame": "inch"}, "frame"),
        ({"sigma": 0}, "sigma"),
        ({"uniform": 0}, "uniform"),
        ({"hsp_calls": -1}, "hsp_calls"),
        ({"center_bias": "/nowhere.json"}, "nowhere"),
    ],
)
def test_bad_options_are_errors(make, options, message):
    with pytest.raises(DataError, match=message):
        make("_HSP", **options)


def test_missing_data_say_how_to_get_them(host, make):
    from vlmeval.dataset import VisualSearchDataset

    with pytest.raises(MissingDataError, match="vlmeval-hvs build VisualSearch_MCS"):
        VisualSearchDataset(dataset="VisualSearch_MCS")


def test_network_searchers_say_what_is_missing(host, monkeypatch, tmp_path):
    from vlmeval.config import supported_VLM

    monkeypatch.setenv("TORCH_HOME", str(tmp_path))
    with pytest.raises(FileNotFoundError, match="VGG16"):
        supported_VLM["hvs-IVSN"]()


@pytest.mark.parametrize("config", CONFIGS, ids=lambda path: path.stem)
def test_run_configs_name_classes_and_options_that_exist(host, config):
    import inspect

    import vlmeval.config
    import vlmeval.dataset
    import vlmeval.vlm

    content = json.loads(config.read_text())
    for name, entry in content["data"].items():
        assert set(entry) - {"class"} <= set(inspect.signature(vlmeval.dataset.VisualSearchDataset.__init__).parameters)
        assert entry["dataset"] == name
    for name, entry in content["model"].items():
        assert hasattr(vlmeval.vlm, entry["class"]) if entry else name in vlmeval.config.supported_VLM


def test_the_table_joins_the_families(host, make, tmp_path, capsys):
    from vlmeval_hvs.cli import main

    for model in ("hvs-human", "hvs-ELM"):
        run(host, make(), model, tmp_path)
        run(host, make("_HSP", hsp_calls=40), model, tmp_path)
    published = tmp_path / "hvs-ELM_VisualSearch_COCOSearch18_DEMO_Scanpaths.json"
    assert main(["visions-score", str(tmp_path), "--output", str(tmp_path / "table.json")]) == 0
    shown = capsys.readouterr().out
    assert "Gold Standard" in shown
    rows = json.loads((tmp_path / "table.json").read_text())["mean"]
    assert rows["Gold Standard"]["Score"] == 0
    assert {"AUCperf", "AvgMM", "Corr", "AUChsp", "Score", "Score_six_terms"} <= set(rows["hvs-ELM"])
    assert rows["hvs-ELM"]["Score"] != rows["hvs-ELM"]["Score_six_terms"]
    scored = ["--model", "again", "--scanpaths", f"COCOSearch18_DEMO={published}", "--output", str(tmp_path / "b.json")]
    assert main(["visions-score", *scored]) == 0
    again = json.loads((tmp_path / "b.json").read_text())["mean"]["again"]
    assert again["AUCperf"] == pytest.approx(rows["hvs-ELM"]["AUCperf"])
    # MultiMatch truncates to whole pixels, and the file keeps two decimals.
    assert again["AvgMM"] == pytest.approx(rows["hvs-ELM"]["AvgMM"], abs=1e-3)
