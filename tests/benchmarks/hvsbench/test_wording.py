"""Prompt variants and solved examples; the captioning dataset from its prompts to the option that takes its file."""

import json
from pathlib import Path

import pandas as pd
import pytest

from vlmeval_hvs.benchmarks.hvsbench.dataset import HVSBenchDataset
from vlmeval_hvs.benchmarks.hvsbench.wording import Examples
from vlmeval_hvs.errors import OptionError
from vlmeval_hvs.host.drive import drive
from vlmeval_hvs.messages import FAIL_MARKER, INTERLEAVED, ModelTraits
from vlmeval_hvs.responders import respond

NAME = "HVSBench_DEMO"


@pytest.fixture
def make(demo):
    demo(NAME)
    return lambda name=NAME, **options: HVSBenchDataset(dataset=name, **options)


def test_direct_and_chain_of_thought_follow_the_released_question(make) -> None:
    released = make()
    for variant, words in (("direct", "without any explanation"), ("cot", '"Answer:"')):
        dataset = make(prompt=variant)
        for position in range(0, len(dataset), 37):
            image, question = dataset.build_prompt(position)
            assert dict(image) == dict(released.build_prompt(position)[0])
            added = question["value"].removeprefix(released.rows["question"][position])
            assert added.startswith("\n")
            assert words in added


def test_examples_are_other_rows_of_the_same_type_about_other_images(make) -> None:
    dataset = make(prompt="few-shot", shots=2)
    by_question = {(row["image_path"], row["question"]): row for row in dataset.rows.to_dict("records")}
    for position in range(0, len(dataset), 11):
        row, prompt = dataset.row(position), dataset.build_prompt(position)
        assert [item["type"] for item in prompt] == ["text", "image", "text", "image", "text", "image", "text"]
        assert "2 questions are solved" in prompt[0]["value"]
        assert prompt[-1]["value"] == row["question"]
        for picture, solved in zip(prompt[1:5:2], prompt[2:5:2], strict=True):
            path = Path(picture["value"]).relative_to(dataset.folder).as_posix()
            question, answer = solved["value"].rsplit("\nAnswer: ", 1)
            example = by_question[path, question]
            assert example["question_type"] == row["question_type"]
            assert path != row["image_path"]
            if example["truth"]:
                assert answer == example["truth"]
            else:
                first = json.loads(example["scanpaths"])[0]
                assert answer.startswith(f"X = [{first['X'][0]:.2f}")


def test_examples_depend_on_seed_and_row_only(make) -> None:
    def texts(**options):
        dataset = make("HVSBench_Subitizing_DEMO", prompt="few-shot", **options)
        return {dataset.row(k)["index"]: [dict(i) for i in dataset.build_prompt(k)] for k in range(len(dataset))}

    whole, limited, other = texts(), texts(limit=5), texts(seed=1)
    assert len(limited) == 5
    assert all(whole[index] == message for index, message in limited.items())
    assert other != whole
    one = make(prompt="few-shot")
    position = int((one.rows["question_type"] == "Q2").idxmax())
    assert [dict(item) for item in one.build_prompt(position)] == whole[one.row(position)["index"]]


def test_too_few_examples_and_models_that_see_one_image_are_refused(make) -> None:
    rows = [{"question_type": "Q1", "image_path": path, "truth": "A", "scanpaths": ""} for path in "aab"]
    with pytest.raises(OptionError, match="shots=2: Q1 has only 1 questions about other images"):
        Examples(rows, 2, 0)
    prompt = make(prompt="few-shot").build_prompt(0)
    prediction, _ = drive(prompt, lambda turn: "A", ModelTraits("OneImage", interleave=False))
    assert FAIL_MARKER in prediction
    assert "OneImage takes one" in prediction
    assert drive(prompt, lambda turn: "A", INTERLEAVED) is None
    with pytest.raises(OptionError, match="shots=5 has no effect without prompt=few-shot"):
        make(shots=5)


def test_hints_and_captions_go_with_every_variant(make) -> None:
    for variant in ("direct", "few-shot"):
        prompt = make(prompt=variant, hint="field", caption="short").build_prompt(0)
        row = make().row(0)
        assert prompt[0]["role"] == "system"
        assert prompt[-1]["value"].startswith(f"{row['caption_short']}\n{row['question']}")


def test_a_captioning_run_writes_the_file_that_the_questions_take(make, tmp_path) -> None:
    captioning = make("HVSBench_Captions_DEMO", caption_length="detailed")
    assert len(captioning) == make().rows["image_path"].nunique()
    request = captioning.build_prompt(0)[1]
    assert request["value"].startswith("Describe this image in detail")
    replies = [respond("hvs-oracle", captioning.build_prompt(k), 0) for k in range(len(captioning))]
    run = tmp_path / "M_HVSBench_Captions_DEMO.tsv"
    pd.DataFrame({"index": captioning.rows["index"], "prediction": replies}).to_csv(run, sep="\t", index=False)
    metrics = captioning.score_file(run)
    assert metrics["Overall"] == 1.0

    file = str(tmp_path / "M_HVSBench_Captions_DEMO_hvs_captions.tsv")
    with_captions = make(caption="short", caption_file=file)
    from_the_set = make(caption="short")
    for position in range(0, len(with_captions), 29):
        assert list(with_captions.build_prompt(position)) == list(from_the_set.build_prompt(position))


def test_options_of_the_questions_have_no_effect_on_captioning(make) -> None:
    for options in ({"hint": "field"}, {"prompt": "cot"}, {"caption": "short"}):
        with pytest.raises(OptionError, match="has no effect here"):
            make("HVSBench_Captions_DEMO", **options)
    with pytest.raises(OptionError, match="it works on HVSBench_Captions"):
        make(caption_length="detailed")
