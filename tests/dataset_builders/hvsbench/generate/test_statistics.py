"""Counts of a small set worked out by hand, and the printed ones."""

import json

import pytest

from dataset_builders.hvsbench.generate.statistics import printed, statistics
from dataset_builders.hvsbench.rows import RELEASED
from vlmeval_hvs.benchmarks.hvsbench.questions import FIELDS
from vlmeval_hvs.errors import DataError

THREE = "Which is it? Answer from A, B, C.\n[A] 0.1,0.1,0.2,0.2\n[B] 0.3,0.1,0.4,0.2\n[C] 0.5,0.1,0.6,0.2"
TWO = "Which of these?\n[A] 0.1,0.1,0.2,0.2\n[B] 0.3,0.1,0.4,0.2"
PATH = json.dumps([{"X": [0.5], "Y": [0.5], "T": [200]}])
ROWS = {
    "train": [
        ("Q1", THREE, "B", "SIFR", 1),
        ("Q3", THREE, "CAB", "SIFR", 1),
        ("Q2", "How many salient objects?", "4", "SIS10K", 2),
        ("Q2", "How many salient objects are there?", "12", "SIS10K", 3),
        ("Q9", "Predict eye fixation points, please, for this one picture.", PATH, "COCO-FreeView", 4),
    ],
    "test": [("Q4", TWO, "A", "SIFR", 9), ("Q4", TWO, "B", "SIFR", 8)],
}


def write(folder, sides):
    for side, rows in sides.items():
        lines = [
            dict.fromkeys(RELEASED, "")
            | {"question_type": kind, "question": text, "answer": answer, "origin_dataset": dataset,
               "image_path": f"pictures/{dataset}/{picture}.png"}
            for kind, text, answer, dataset, picture in rows
        ]  # fmt: skip
        (folder / f"{side}.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))


def test_counts_are_those_worked_out_by_hand_and_what_is_no_question_is_named(tmp_path):
    write(tmp_path, ROWS)
    found = statistics(tmp_path).as_json()
    assert (found["questions"], found["categories"]) == (7, 5)
    assert found["fields"] == {"Prominence": 1, "Subitizing": 2, "Prioritizing": 3, "FreeViewing": 1, "Searching": 0}
    assert found["types"]["Q4"] == {"SIFR": {"train": 0, "test": 2}}
    assert list(found["types"]) == ["Q1", "Q2", "Q3", "Q4", "Q9"]
    assert found["answer_types"] == {"Choice": 4, "Integer": 2, "Scanpath": 1}
    assert found["datasets"] == {"COCO-FreeView": 1, "SIFR": 4, "SIS10K": 2}
    assert found["sides"] == {"train": {"questions": 5, "pictures": 4}, "test": {"questions": 2, "pictures": 2}}
    assert found["objects"] == {"most": 12, "mean": 8, "n": 2}
    # 14 words with three options, 7 with two; 4 and 6 words of Q2; Q9 does not count.
    assert found["words_of_question"] == {"most": 14, "mean": (14 + 14 + 4 + 6 + 7 + 7) / 6, "n": 6}
    assert found["length_of_answer"] == {"most": 3, "mean": (1 + 3 + 1 + 2 + 1 + 1) / 6, "n": 6}
    assert found["options"] == {"most": 3, "mean": (3 + 3 + 2 + 2) / 4, "n": 4}
    assert found["letters"] == {"2": {"A": 1, "B": 1}, "3": {"B": 1}}
    for kind, answer, said in (("Q14", "A", "line 2: no question of HVSBench .*Q14"), ("Q2", "many", "line 2: .*many")):
        write(tmp_path, {**ROWS, "train": [ROWS["train"][0], (kind, TWO, answer, "SIFR", 1)]})
        with pytest.raises(DataError, match=rf"train\.jsonl, {said}"):
            statistics(tmp_path)


def test_printed_numbers_are_those_of_the_paper(shared):
    paper = shared / "papers" / "hvsbench.txt"
    if not paper.is_file():
        pytest.skip("no text of the paper beside the checkout")
    text = paper.read_text(encoding="utf-8")
    found = printed()
    counts = [f"{count:,} (" for count in found["fields"].values()]
    lengths = [
        f"{found[key]['most']}/{found[key]['mean']}" for key in ("words_of_question", "length_of_answer", "options")
    ]
    told = " ".join([f"{found['categories']}", f"{found['objects']['mean']}", *lengths])
    assert [part for part in (*counts, f"{found['questions']:,}", told) if part not in text] == []
    assert list(found["fields"]) == list(FIELDS)
