"""HVSBench: its rows, prompts and options, prompt variants, solved examples, and captions from run to option."""

import json
from pathlib import Path

import pytest

from vlmeval_hvs.benchmarks.hvsbench.options import HVSBenchOptions
from vlmeval_hvs.benchmarks.hvsbench.scanpaths import ScanpathRules
from vlmeval_hvs.benchmarks.hvsbench.wording import Examples
from vlmeval_hvs.errors import OptionError
from vlmeval_hvs.host.generate import drive
from vlmeval_hvs.messages import FAIL_MARKER, INTERLEAVED, ModelTraits
from vlmeval_hvs.responders import respond

pytestmark = pytest.mark.long

NAME, COUNTS = "HVSBench_DEMO", "HVSBench_Subitizing_DEMO"


def row_of(dataset, kind: str) -> int:
    return int((dataset.rows["question_type"] == kind).idxmax())


def test_prompts_are_the_image_and_the_released_question_of_the_field(make) -> None:
    for field, kinds in (("Prominence", {"Q1"}), ("FreeViewing", {"Q8", "Q9", "Q10"}), ("Searching", 3)):
        found = set(make(f"HVSBench_{field}_DEMO").rows["question_type"])
        assert kinds in (found, len(found))
    dataset = make(NAME)
    assert dataset.rows["question_type"].nunique() == 13
    for position in range(0, len(dataset), 17):
        picture, text = dataset.build_prompt(position)
        assert (picture["type"], text["value"]) == ("image", dataset.rows["question"][position])
        assert Path(picture["value"]).is_file()
        for variant, words in (("direct", "without any explanation"), ("cot", '"Answer:"')):
            shown, question = make(NAME, prompt=variant).build_prompt(position)
            assert dict(shown) == dict(picture)
            assert words in question["value"].removeprefix(text["value"] + "\n")


def test_hints_and_captions_stand_where_they_are_put(make, tmp_path) -> None:
    plain = make(NAME)
    image, question = plain.build_prompt(row_of(plain, "Q2"))

    def asked(**options):
        return [dict(item) for item in make(NAME, **options).build_prompt(row_of(plain, "Q2"))]

    system, *rest = asked(hint="field")
    assert (system["role"], rest) == ("system", [dict(image), dict(question)])
    hint = system["value"]
    assert hint.startswith("The detection of salient objects aims")
    before = [{"type": "text", "value": hint}, dict(image), dict(question)]
    assert asked(hint="field", hint_position="message") == before
    behind = {"type": "text", "value": f"{hint}\n{question['value']}"}
    assert asked(hint="field", hint_position="question") == [dict(image), behind]
    for kind, start in (("Q6", "Ranking the saliency"), ("Q10", "Human fixations refer")):
        assert make(NAME, hint="field").build_prompt(row_of(plain, kind))[0]["value"].startswith(start)
    row = plain.row(row_of(plain, "Q2"))
    for length in ("short", "detailed"):
        assert asked(caption=length)[1]["value"] == f"{row[f'caption_{length}']}\n{row['question']}"
    few = asked(prompt="few-shot", hint="field", caption="short")
    assert few[0]["role"] == "system"
    assert few[-1]["value"].startswith(f"{row['caption_short']}\n{row['question']}")
    file = tmp_path / "captions.json"
    file.write_text(json.dumps({path: f"seen: {path}" for path in plain.rows["image_path"]}))
    own = asked(caption="short", caption_file=str(file))
    assert own[1]["value"].startswith(f"seen: {row['image_path']}\n")


def test_wrong_options_are_named_and_the_rules_are_those_that_are_given(make) -> None:
    for options, words in (
        ({"hint_position": "question"}, "hint_position='question' has no effect without hint=field"),
        ({"caption_file": __file__}, "no effect without caption=short or caption=detailed"),
        ({"shots": 5}, "shots=5 has no effect without prompt=few-shot"),
        ({"scanpath_screen": "0x0"}, "scanpath_screen"),
        ({"rounds": 3}, "rounds"),
        ({"caption_length": "detailed"}, "it works on HVSBench_Captions"),
    ):
        with pytest.raises(OptionError, match=words):
            HVSBenchOptions.read("HVSBench", options)
    with pytest.raises(OptionError, match="scanpath_crop=3 has no effect here; it works on HVSBench, HVSBench_Free"):
        make("HVSBench_Prominence_DEMO", scanpath_crop=3)
    for options in ({"hint": "field"}, {"prompt": "cot"}, {"caption": "short"}, {"explain": True}):
        with pytest.raises(OptionError, match="has no effect here"):
            make("HVSBench_Captions_DEMO", **options)
    rules = {"screen": "image", "short": "zero", "crop": 0, "crop_human": True, "humans": "all"}
    given = {f"scanpath_{name}": value for name, value in rules.items()}
    assert HVSBenchOptions.read("HVSBench", {}).rules == ScanpathRules()
    assert HVSBenchOptions.read("HVSBench", given).rules == ScanpathRules(**rules)


def test_examples_are_other_rows_of_the_same_type_about_other_images(make) -> None:
    dataset = make(NAME, prompt="few-shot", shots=2)
    by_question = {(row["image_path"], row["question"]): row for row in dataset.rows.to_dict("records")}
    for position in range(0, len(dataset), 11):
        row, prompt = dataset.row(position), dataset.build_prompt(position)
        assert [item["type"] for item in prompt] == ["text", *["image", "text"] * 3]
        assert "2 questions are solved" in prompt[0]["value"]
        assert prompt[-1]["value"] == row["question"]
        for picture, solved in zip(prompt[1:5:2], prompt[2:5:2], strict=True):
            path = Path(picture["value"]).relative_to(dataset.folder).as_posix()
            question, answer = solved["value"].rsplit("\nAnswer: ", 1)
            example = by_question[path, question]
            assert example["question_type"] == row["question_type"]
            assert path != row["image_path"]
            first = f"X = [{json.loads(example['scanpaths'] or '[{}]')[0].get('X', [0])[0]:.2f}"
            assert answer.startswith(example["truth"] or first)


def test_examples_depend_on_seed_and_row_only_and_need_enough_of_them(make) -> None:
    def texts(**options):
        dataset = make(COUNTS, prompt="few-shot", **options)
        return {dataset.row(k)["index"]: [dict(i) for i in dataset.build_prompt(k)] for k in range(len(dataset))}

    whole, limited = texts(), texts(limit=5)
    assert (len(limited), limited.items() <= whole.items(), texts(seed=1) != whole) == (5, True, True)
    one = make(NAME, prompt="few-shot")
    position = row_of(one, "Q2")
    assert [dict(item) for item in one.build_prompt(position)] == whole[one.row(position)["index"]]
    rows = [{"question_type": "Q1", "image_path": path, "truth": "A", "scanpaths": ""} for path in "aab"]
    with pytest.raises(OptionError, match="shots=2: Q1 has only 1 questions about other images"):
        Examples(rows, 2, 0)
    prediction, _ = drive(one.build_prompt(0), lambda turn: "A", ModelTraits("OneImage", interleave=False))
    assert FAIL_MARKER in prediction
    assert "OneImage takes one" in prediction
    assert drive(one.build_prompt(0), lambda turn: "A", INTERLEAVED) is None


def test_a_captioning_run_writes_the_file_that_the_questions_take(make, replies, score) -> None:
    captioning = make("HVSBench_Captions_DEMO", caption_length="detailed")
    assert len(captioning) == make(NAME).rows["image_path"].nunique()
    assert captioning.build_prompt(0)[1]["value"].startswith("Describe this image in detail")
    found = score(captioning, replies(captioning, lambda turn: respond("hvs-oracle", turn, 0)))
    assert found.metrics["Overall"] == 1.0
    file = found.file.with_name(f"{found.file.stem}_hvs_captions.tsv")
    own, stored = make(NAME, caption="short", caption_file=str(file)), make(NAME, caption="short")
    for position in range(0, len(own), 29):
        assert list(own.build_prompt(position)) == list(stored.build_prompt(position))
