"""HVSBench inside the real host."""

import json
from pathlib import Path

import pandas as pd
import pytest

from vlmeval_hvs.errors import DataError, MissingDataError
from vlmeval_hvs.files import data_root
from vlmeval_hvs.sets import SetWriter

pytestmark = pytest.mark.host

CONFIGS = sorted((Path(__file__).parents[2] / "run_configs").glob("HVSBench*.json"))


@pytest.fixture
def make(host, lmu_data):
    """Makes the dataset as the host does from a config."""
    import vlmeval.dataset

    return lambda name="HVSBench_DEMO", **options: vlmeval.dataset.HVSBenchDataset(dataset=name, **options)


@pytest.fixture(scope="module", autouse=True)
def shared_demo(tmp_path_factory):
    """One demo set for all tests of this file: built once, copied into each data folder."""
    from vlmeval_hvs.registry import build_set

    root = tmp_path_factory.mktemp("demo")
    build_set("HVSBench_DEMO", root=root)
    return root


@pytest.fixture(autouse=True)
def demo_in_place(shared_demo, lmu_data):
    data_root().mkdir(parents=True)
    (data_root() / "HVSBench_DEMO").symlink_to(shared_demo / "HVSBench_DEMO")


def row_of(dataset, kind: str) -> int:
    return int((dataset.rows["question_type"] == kind).idxmax())


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("HVSBench_DEMO", 13),
        ("HVSBench_Prominence_DEMO", {"Q1"}),
        ("HVSBench_Subitizing_DEMO", {"Q2"}),
        ("HVSBench_Prioritizing_DEMO", {"Q3", "Q4", "Q5", "Q6", "Q7"}),
        ("HVSBench_FreeViewing_DEMO", {"Q8", "Q9", "Q10"}),
        ("HVSBench_Searching_DEMO", {"Q11", "Q12", "Q13"}),
    ],
)
def test_every_field_has_its_rows(make, name: str, kinds: object) -> None:
    found = set(make(name).rows["question_type"])
    assert len(found) == kinds if isinstance(kinds, int) else found == kinds


def test_prompts_are_the_image_and_the_released_question(make) -> None:
    dataset = make()
    for position in range(0, len(dataset), 17):
        prompt = dataset.build_prompt(position)
        assert [item["type"] for item in prompt] == ["image", "text"]
        assert prompt[1]["value"] == dataset.rows["question"][position]
        assert Path(prompt[0]["value"]).is_file()


def test_hints_stand_where_they_are_put(make) -> None:
    plain = make()
    position = row_of(plain, "Q2")
    image, question = plain.build_prompt(position)
    system = make(hint="field").build_prompt(position)
    assert [item["type"] for item in system] == ["text", "image", "text"]
    assert system[0]["value"].startswith("The detection of salient objects aims")
    assert dict(system[2]) == dict(question)
    behind = make(hint="field", hint_position="question").build_prompt(position)
    assert [dict(item) for item in behind] == [
        dict(image),
        {"type": "text", "value": f"{system[0]['value']}\n{question['value']}"},
    ]
    for kind, start in (("Q6", "Ranking the saliency"), ("Q10", "Human fixations refer")):
        assert make(hint="field").build_prompt(row_of(plain, kind))[0]["value"].startswith(start)


def test_captions_come_from_the_set_or_a_file(make, tmp_path: Path) -> None:
    plain = make("HVSBench_Subitizing_DEMO")
    row = plain.row(0)
    for kind in ("short", "detailed"):
        text = make("HVSBench_Subitizing_DEMO", caption=kind).build_prompt(0)[1]["value"]
        assert text == f"{row[f'caption_{kind}']}\n{row['question']}"
    file = tmp_path / "captions.json"
    file.write_text(json.dumps({path: f"seen: {path}" for path in plain.rows["image_path"]}))
    own = make("HVSBench_Subitizing_DEMO", caption="short", caption_file=str(file))
    assert own.build_prompt(0)[1]["value"].startswith(f"seen: {row['image_path']}\n")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"hint": "yes"}, "hint='yes': choose one of none, field"),
        ({"hint_position": "top"}, "system, question"),
        ({"caption": "long"}, "none, short, detailed"),
        ({"scanpath_screen": "large"}, "512x320"),
        ({"scanpath_short": "drop"}, "pad_one, zero, nan"),
        ({"caption": "short", "caption_file": "nowhere.tsv"}, "nowhere.tsv: cannot be read"),
        ({"profile": "literal"}, "robust, paper"),
    ],
)
def test_wrong_options_are_named(make, options: dict, words: str) -> None:
    with pytest.raises(DataError, match=words):
        make(**options)


def test_a_release_without_captions_says_so(make, shared_demo) -> None:
    rows = make().rows.drop(columns=["caption_short", "caption_detailed"]).head(1)
    with SetWriter("HVSBench", data_root(), source="test", licence="test") as writer:
        writer.file(rows["image_path"][0], (shared_demo / "HVSBench_DEMO" / rows["image_path"][0]).read_bytes())
        writer.row(rows.iloc[0].to_dict())
    with pytest.raises(DataError, match="no column caption_short; give the captions as caption_file"):
        make("HVSBench", caption="short")


def test_missing_data_says_where_it_comes_from(make) -> None:
    with pytest.raises(MissingDataError) as caught:
        make("HVSBench_Searching")
    for words in ("huggingface.co/datasets/garrying/HVSBench", "2.0 GB", "licence", "vlmeval-hvs build HVSBench"):
        assert words in str(caught.value)


@pytest.mark.parametrize("ending", ["xlsx", "tsv", "json"])
@pytest.mark.parametrize("name", ["HVSBench_DEMO", "HVSBench_Searching_DEMO"])
def test_oracle_through_every_prediction_format(make, tmp_path: Path, ending: str, name: str) -> None:
    from vlmeval.smp import dump

    from vlmeval_hvs.responders import respond

    dataset = make(name, n_resamples=20)
    view = dataset.data.copy()
    view["prediction"] = [respond("hvs-oracle", dataset.build_prompt(n), 0) for n in range(len(dataset))]
    file = tmp_path / f"hvs-oracle_{name}.{ending}"
    dump(view, str(file))
    metrics = dataset.evaluate(str(file))
    assert metrics["Overall"] == metrics["Overall_paper"] == 1.0
    assert all(type(value) is float for value in metrics.values())
    items = pd.read_csv(tmp_path / f"hvs-oracle_{name}_hvs_items.tsv", sep="\t", dtype=str)
    assert {"index", "prediction", "rule", "fallback", "correct", "direction", "position"} <= set(items)
    assert len(items) == len(dataset)
    scores = json.loads((tmp_path / f"hvs-oracle_{name}_hvs_scores.json").read_text())
    assert scores["settings"]["scanpath_screen"] == "512x320"
    assert scores["details"]["types"]["Q12"]["direction"] == pytest.approx(metrics["Searching_MDir"])
    assert set(scores["intervals"]["Overall"]) == {1.0}


@pytest.mark.parametrize("config", CONFIGS, ids=lambda path: path.stem)
def test_run_configs_name_classes_and_options_that_exist(host, config: Path) -> None:
    import inspect

    import vlmeval.config
    import vlmeval.dataset
    import vlmeval.vlm

    content = json.loads(config.read_text())
    for name, entry in content["data"].items():
        known = inspect.signature(getattr(vlmeval.dataset, entry["class"]).__init__).parameters
        assert set(entry) - {"class"} <= set(known)
        assert entry["dataset"] == name
    for name, entry in content["model"].items():
        assert hasattr(vlmeval.vlm, entry["class"]) if entry else name in vlmeval.config.supported_VLM


def test_demo_configs_can_be_built(make) -> None:
    for config in CONFIGS:
        for entry in json.loads(config.read_text())["data"].values():
            if "_DEMO" in entry["dataset"]:
                options = {name: value for name, value in entry.items() if name not in ("class", "dataset")}
                assert len(make(entry["dataset"], **options)) == 260
