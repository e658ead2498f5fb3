"""HVSBench: its rows and prompts, prompt variants, solved examples, captions, and the reason for an answer."""

import json
from pathlib import Path

import pytest

from vlmeval_hvs.benchmarks.hvsbench.captions import read_captions
from vlmeval_hvs.benchmarks.hvsbench.wording import Examples
from vlmeval_hvs.errors import DataError, OptionError
from vlmeval_hvs.host.generate import drive
from vlmeval_hvs.messages import EXPLAIN, FAIL_MARKER, INTERLEAVED, ModelTraits, read_record
from vlmeval_hvs.probe import SENDS_SYSTEM, SHOWS_SEVERAL
from vlmeval_hvs.registry import load_set

pytestmark = pytest.mark.long

NAME = "HVSBench_DEMO"
WHY = "Because it is red and near the centre."
MESSY = ["The answer is B.", "", "<think>A? No: C.</think>C", "three", "X = [0.5, 0.4] Y = [0.5, 0.3] T = [200, 210]"]


def row_of(dataset, kind: str) -> int:
    return int((dataset.rows["question_type"] == kind).idxmax())


def test_prompts_are_the_image_and_the_question_with_hints_and_captions_where_they_are_put(make, tmp_path) -> None:
    for field, kinds in (("Prominence", {"Q1"}), ("FreeViewing", {"Q8", "Q9", "Q10"})):
        assert set(make(f"HVSBench_{field}_DEMO").rows["question_type"]) == kinds
    dataset, direct, thinking = (make(NAME, prompt=variant) for variant in ("released", "direct", "cot"))
    assert dataset.rows["question_type"].nunique() == 13
    for position in range(0, len(dataset), 17):
        picture, text = dataset.build_prompt(position)
        assert (picture["type"], text["value"]) == ("image", dataset.rows["question"][position])
        assert Path(picture["value"]).is_file()
        for other, words in ((direct, "without any explanation"), (thinking, '"Answer:"')):
            shown, question = other.build_prompt(position)
            assert dict(shown) == dict(picture)
            assert words in question["value"].removeprefix(text["value"] + "\n")
    plain = make(NAME)
    image, question = plain.build_prompt(row_of(plain, "Q2"))

    def asked(**options):
        return [dict(item) for item in make(NAME, **options).build_prompt(row_of(plain, "Q2"))]

    system, *rest = asked(hint="field")
    hint = system["value"]
    assert (system["role"], rest) == ("system", [dict(image), dict(question)])
    assert hint.startswith("The detection of salient objects aims")
    before = [{"type": "text", "value": hint}, dict(image), dict(question)]
    assert asked(hint="field", hint_position="message") == before
    for kind, start in (("Q6", "Ranking the saliency"), ("Q10", "Human fixations refer")):
        assert make(NAME, hint="field").build_prompt(row_of(plain, kind))[0]["value"].startswith(start)
    row = plain.row(row_of(plain, "Q2"))
    for length in ("short", "detailed"):
        assert asked(caption=length)[1]["value"] == f"{row[f'caption_{length}']}\n{row['question']}"
    (tmp_path / "own.json").write_text(json.dumps(dict.fromkeys(plain.rows["index"], "a room")))
    own = {"caption_file": str(tmp_path / "own.json")}
    assert asked(caption="short", **own)[1]["value"] == f"a room\n{row['question']}"


def test_what_a_dataset_cannot_be_asked_is_refused(make, monkeypatch) -> None:
    one_image = ModelTraits("Toy", interleave=False)
    few = make(NAME, prompt="few-shot")
    with pytest.raises(OptionError, match="few-shot needs a model that takes several images; Toy takes one"):
        few.pipeline(few.row(0), one_image)
    assert few.pipeline(few.row(0), INTERLEAVED) is make(NAME).pipeline(few.row(0), one_image) is None
    plain, hinted = make(NAME).needs(), make(NAME, hint="field")
    before = make(NAME, hint="field", hint_position="question")
    needs = [few.needs() - plain, hinted.needs() - plain, before.needs() - plain, plain - before.needs()]
    assert needs == [{SHOWS_SEVERAL}, {SENDS_SYSTEM}, set(), set()]
    hint = hinted.build_prompt(0)[0]["value"]
    assert before.build_prompt(0)[1]["value"] == f"{hint}\n{before.rows['question'][0]}"
    case = few.reply_case(few.row(row_of(few, "Q8")))
    assert (case["kind"], len(case["options"])) == ("choice", len(case["labels"]))
    case = few.reply_case(few.row(row_of(few, "Q9")))
    assert ("size" in case, "options" in case) == (True, False)
    rows, manifest = load_set(NAME)
    bare = rows.drop(columns=["caption_short", "caption_detailed"])
    monkeypatch.setattr("vlmeval_hvs.dataset.load_set", lambda name: (bare, manifest))
    with pytest.raises(OptionError, match=r"has no column caption_short: .* such as replies to: \w+ .*image"):
        make(NAME, caption="short")


def test_examples_are_other_rows_of_the_same_type_about_other_images(make) -> None:
    rows = [{"question_type": "Q1", "image_path": path, "truth": "A", "scanpaths": ""} for path in "aab"]
    with pytest.raises(OptionError, match="shots=2: Q1 has only 1 questions about other images"):
        Examples(rows, 2, 0)
    dataset = make(NAME, prompt="few-shot", shots=2)
    by_question = {(row["image_path"], row["question"]): row for row in dataset.rows.to_dict("records")}
    for position in range(0, len(dataset), 11):
        row, prompt = dataset.row(position), dataset.build_prompt(position)
        assert [item["type"] for item in prompt] == ["text", *["image", "text"] * 3]
        assert prompt[-1]["value"] == row["question"]
        for picture, solved in zip(prompt[1:5:2], prompt[2:5:2], strict=True):
            path = Path(picture["value"]).relative_to(dataset.folder).as_posix()
            question, answer = solved["value"].rsplit("\nAnswer: ", 1)
            example = by_question[path, question]
            assert example["question_type"] == row["question_type"]
            assert path != row["image_path"]
            first = f"X = [{json.loads(example['scanpaths'] or '[{}]')[0].get('X', [0])[0]:.2f}"
            assert answer.startswith(example["truth"] or first)


def test_captions_go_by_index_or_image_and_what_is_wrong_is_said(tmp_path):
    import pandas as pd

    rows, file = pd.DataFrame({"index": ["1", "2"], "image_path": ["images/1.jpg", "images/2.jpg"]}), tmp_path / "c"
    table = "image_path\tcaption\nimages/1.jpg\ta cat\nimages/2.jpg\ta dog\n"
    for text in (json.dumps({"1": "a cat", "2": "a dog"}), table):
        file.write_text(text)
        assert read_captions(str(file), rows) == {"1": "a cat", "2": "a dog"}
    for text, words in (
        ('{"1": "a cat", "2": " "}', "no caption for 1 of 2 rows, the first is row 2"),
        ("index\ttext\n1\tx\n", "needs the columns caption"), ("{not json", "cannot be read"), ("", "cannot be read"),
        (json.dumps({"1": 3, "2": "a dog"}), "no caption for 1 of 2 rows, the first is row 1"),
    ):  # fmt: skip
        file.write_text(text)
        with pytest.raises(DataError, match=words):
            read_captions(str(file), rows)


def test_scores_are_the_same_with_and_without_a_reason_and_a_missing_one_is_asked_again(make, replies, score) -> None:
    def scripted(turn):
        return WHY if turn.step == EXPLAIN else MESSY[int(turn.row["index"]) % len(MESSY)]

    plain, told = (make(NAME, explain=explain, limit=52, n_resamples=20) for explain in (False, True))
    without, found = (score(dataset, replies(dataset, scripted)) for dataset in (plain, told))
    assert found.metrics == without.metrics
    assert found.items.drop(columns="explanation").equals(without.items)
    assert set(found.items["explanation"]) == {WHY}
    dataset, hinted = make(NAME, explain=True, hint="field"), make(NAME, hint="field")
    said = iter(("<think>A or B?</think>B", WHY))
    packed, (first, second) = drive(dataset.build_prompt(0), lambda turn: next(said), INTERLEAVED)
    assert first["text"] == hinted.build_prompt(0).text
    assert (second["images"], second["text"].startswith(first["text"])) == (first["images"], True)
    assert "Your answer to this question was: B\n" in second["text"]
    assert "A or B?" not in second["text"]
    assert read_record(packed) == {"answer": "<think>A or B?</think>B", "explanation": WHY, "calls": 2}
    packed, _ = drive(dataset.build_prompt(0), lambda turn: FAIL_MARKER if turn.step == EXPLAIN else "A", INTERLEAVED)
    assert FAIL_MARKER in packed
