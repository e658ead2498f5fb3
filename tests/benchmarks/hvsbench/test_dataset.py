"""HVSBench: its rows, prompts and options, and a prediction file from the host's writer to scores."""

import json
from pathlib import Path

import pandas as pd
import pytest

from vlmeval_hvs.benchmarks.hvsbench.dataset import HVSBenchDataset
from vlmeval_hvs.errors import DataError, MissingDataError, OptionError
from vlmeval_hvs.files import data_root
from vlmeval_hvs.responders import respond
from vlmeval_hvs.sets import SetWriter, set_folder


@pytest.fixture
def make(demo):
    """Makes a dataset of the demo, with options."""
    demo("HVSBench_DEMO")
    return lambda name="HVSBench_DEMO", **options: HVSBenchDataset(dataset=name, **options)


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
    assert [item.get("role") for item in system] == ["system", None, None]
    before = make(hint="field", hint_position="message").build_prompt(position)
    assert [dict(item) for item in before] == [
        {"type": "text", "value": system[0]["value"]},
        dict(image),
        dict(question),
    ]
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
        ({"hint": "yes"}, "hint='yes' is not allowed; give one of none, field"),
        ({"hint_position": "top"}, "system, message, question"),
        ({"hint_position": "question"}, "hint_position='question' has no effect without hint=field"),
        ({"caption": "long"}, "none, short, detailed"),
        ({"caption_file": __file__}, "no effect without caption=short or caption=detailed"),
        ({"scanpath_screen": "large"}, "512x320"),
        ({"scanpath_short": "drop"}, "pad_one, zero, nan"),
        ({"scanpath_crop": -1}, "scanpath_crop=-1 is not allowed; give a whole number of at least 0"),
        ({"scanpath_crop": True}, "scanpath_crop=True is not allowed"),
        ({"scanpath_crop_human": "false"}, "scanpath_crop_human='false' is not allowed; give true or false"),
        ({"scanpath_engine": "fast"}, "own, multimatch-gaze"),
        ({"n_resamples": -3}, "n_resamples=-3 is not allowed; give a whole number from 0 to 1000000"),
        ({"n_resamples": 2.5}, "n_resamples=2.5 is not allowed"),
        ({"seed": "x"}, "seed='x' is not allowed"),
        ({"limit": True}, "limit=True is not allowed; give a whole number of at least 1 or null"),
        ({"caption": "short", "caption_file": "nowhere.tsv"}, "caption_file='nowhere.tsv' is not allowed; give a file"),
        ({"profile": "literal"}, "robust, paper"),
        ({"hnt": "field"}, "unknown option hnt, did you mean hint[?]"),
    ],
)
def test_wrong_options_are_named(make, options: dict, words: str) -> None:
    with pytest.raises(OptionError, match=words) as caught:
        make(**options)
    assert len(str(caught.value).splitlines()) == 1


def test_an_option_without_effect_on_the_field_is_refused(make) -> None:
    with pytest.raises(OptionError, match="scanpath_crop=3 has no effect here; it works on HVSBench, HVSBench_Free"):
        make("HVSBench_Prominence_DEMO", scanpath_crop=3)
    assert "scanpath_crop" not in make("HVSBench_Prominence_DEMO", scanpath_crop=6).settings


def test_both_engines_give_the_same_scanpath_scores(make, tmp_path: Path) -> None:
    found = []
    for engine in ("own", "multimatch-gaze"):
        dataset = make("HVSBench_FreeViewing_DEMO", scanpath_engine=engine, n_resamples=0)
        answers = [respond("hvs-random", dataset.build_prompt(n), 0) for n in range(len(dataset))]
        file = tmp_path / f"{engine}_HVSBench_FreeViewing_DEMO.tsv"
        pd.DataFrame({"index": dataset.rows["index"], "prediction": answers}).to_csv(file, sep="\t", index=False)
        found.append(dataset.score_file(file))
    names = [name for name in found[0] if "_M" in name]
    assert names
    assert [found[0][name] for name in names] == pytest.approx([found[1][name] for name in names], abs=1e-9)


def test_a_release_without_captions_says_so(make) -> None:
    rows = make().rows.drop(columns=["caption_short", "caption_detailed"]).head(1)
    with SetWriter("HVSBench", data_root(), source="test", licence="test") as writer:
        writer.file(rows["image_path"][0], (set_folder("HVSBench_DEMO") / rows["image_path"][0]).read_bytes())
        writer.row(rows.iloc[0].to_dict())
    with pytest.raises(DataError, match="no column caption_short: give a file with captions as caption_file"):
        make("HVSBench", caption="short")


def test_missing_data_says_where_it_comes_from(make) -> None:
    with pytest.raises(MissingDataError) as caught:
        make("HVSBench_Searching")
    for words in ("huggingface.co/datasets/garrying/HVSBench", "2.0 GB", "licence", "vlmeval-hvs build HVSBench"):
        assert words in str(caught.value)


@pytest.mark.host
@pytest.mark.parametrize("ending", ["xlsx", "tsv", "json"])
@pytest.mark.parametrize("name", ["HVSBench_DEMO", "HVSBench_Searching_DEMO"])
def test_oracle_through_every_prediction_format(host, make, tmp_path: Path, ending: str, name: str) -> None:
    from vlmeval.smp import dump

    dataset = make(name, n_resamples=20)
    view = dataset.data.copy()
    view["prediction"] = [respond("hvs-oracle", dataset.build_prompt(n), 0) for n in range(len(dataset))]
    file = tmp_path / f"hvs-oracle_{name}.{ending}"
    dump(view, str(file))
    metrics = dataset.score_file(file)
    assert metrics["Overall"] == metrics["Overall_paper"] == 1.0
    assert all(type(value) is float for value in metrics.values())
    items = pd.read_csv(tmp_path / f"hvs-oracle_{name}_hvs_items.tsv", sep="\t", dtype=str)
    assert {"index", "reply", "answer", "rule", "fallback", "score", "direction", "position"} <= set(items)
    assert len(items) == len(dataset)
    scores = json.loads((tmp_path / f"hvs-oracle_{name}_hvs_scores.json").read_text())
    assert scores["settings"]["scanpath_screen"] == "512x320"
    assert scores["details"]["types"]["Q12"]["direction"] == pytest.approx(metrics["Searching_MDir"])
    assert set(scores["intervals"]["Overall"]) == {1.0}
