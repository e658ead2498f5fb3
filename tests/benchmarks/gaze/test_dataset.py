"""The gaze dataset inside the host: options, and simulated observers through the host's own run."""

import json

import pytest

from dataset_builders.gaze.demo import build
from vlmeval_hvs.errors import DataError

pytestmark = pytest.mark.host

CATEGORIES = {"human": 1, "random": 2, "head-only": 3, "head-dominant": 4, "coin-flip": 5}


@pytest.fixture(scope="module")
def lmu(tmp_path_factory):
    root = tmp_path_factory.mktemp("LMUData")
    build("GazeTarget_DEMO", None, root / "vlmeval_hvs")
    return root


@pytest.fixture
def dataset(host, lmu, monkeypatch):
    """Function: a GazeTarget dataset with options."""
    monkeypatch.setenv("LMUData", str(lmu))
    from vlmeval.dataset import GazeTargetDataset

    return lambda name="GazeTarget_DEMO", **options: GazeTargetDataset(dataset=name, **options)


@pytest.mark.parametrize(("name", "category"), CATEGORIES.items())
def test_observers_are_categorised_through_the_hosts_run(dataset, tmp_path, name, category):
    from vlmeval.config import supported_VLM
    from vlmeval.inference import infer_data_job

    model, data = f"hvs-gaze-{name}", dataset()
    infer_data_job(supported_VLM[model](), work_dir=str(tmp_path), model_name=model, dataset=data)
    (prediction,) = tmp_path.glob(f"{model}_GazeTarget_DEMO.*")
    metrics = data.evaluate(str(prediction))
    assert metrics["category"] == category
    scores = json.loads((tmp_path / f"{model}_GazeTarget_DEMO_hvs_scores.json").read_text())
    assert scores["details"]["characterization"]["category"] == category
    assert f"category {category}" in scores["details"]["explanation"]


def test_the_host_knows_names_and_class(dataset):
    from vlmeval.dataset import build_dataset

    data = build_dataset("GazeTarget_PrePilot_DEMO", prompts=[11])
    assert type(data).__name__ == "GazeTargetDataset"
    assert set(data.rows["study"]) == {"prepilot"}
    assert set(data.rows["prompt_id"]) == {"11"}


def test_prompts_show_the_photo_then_the_question(dataset):
    data = dataset("GazeTarget_Pilot_DEMO")
    prompt = data.build_prompt(0)
    assert [item["type"] for item in prompt] == ["image", "text"]
    row = data.rows.iloc[0]
    assert f"A. {row['A']}\nB. {row['B']}" in prompt.text
    assert "<image>" not in prompt.text


def test_the_seed_changes_the_option_order_only(dataset):
    first, again, other = dataset(limit=200), dataset(limit=200), dataset(seed=5)
    assert first.rows["option_order"].equals(again.rows["option_order"])
    stored = dataset().rows.set_index("index")
    moved = other.rows.set_index("index")
    differ = stored["option_order"] != moved["option_order"]
    assert 0.5 < differ.mean() < 0.95
    assert stored["gaze_target"].equals(moved["gaze_target"])
    row = moved[differ].iloc[0]
    assert row[row["answer"]] == row["gaze_target"]
    assert f"{row['answer']}. {row['gaze_target']}" in row["question"]


def test_templates_from_a_file(dataset, tmp_path):
    path = tmp_path / "mine.json"
    path.write_text(json.dumps([{"prompt_id": 0, "template": "<image>\nGaze?\n{options}"}]))
    data = dataset(templates=str(path))
    assert len(data.rows) == 450
    assert data.build_prompt(0).text.startswith("Gaze?\nA. ")
    assert set(data.rows["prompt_reconstructed"]) == {"0"}


def test_point_questions(dataset, tmp_path):
    data = dataset(answers="point-l2", prompts=[0])
    assert '{"x": X, "y": Y}' in data.build_prompt(0).text
    places = [json.loads(row["points"])[int(row["gaze_pos"])] for row in data.rows.to_dict("records")]
    items = data.rows.assign(prediction=[f"({x}, {y})" for x, y in places], failed=False)
    assert data.score(items).metrics["Overall"] == 1.0


def test_a_source_without_pilot_photos(dataset, monkeypatch):
    from vlmeval_hvs import dataset as base

    rows, manifest = base.load_set("GazeTarget_DEMO")
    monkeypatch.setattr(base, "load_set", lambda name: (rows[rows["study"] == "main"], manifest))
    with pytest.raises(DataError, match="holds no pilot photos"):
        dataset("GazeTarget_Pilot_DEMO")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"answers": "words"}, "answers='words'"),
        ({"engine": "anova"}, "engine='anova'"),
        ({"prompts": [0, 7]}, r"prompt 7 is not in the data set; there are \[0, 2, 9, 11\]"),
        ({"templates": "/nowhere.json"}, "cannot be read"),
        ({"profile": "strict"}, "profile='strict'"),
    ],
)
def test_options_that_have_no_such_value(dataset, options, message):
    with pytest.raises(DataError, match=message):
        dataset(**options)
