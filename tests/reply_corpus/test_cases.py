"""The corpus itself: every case is well formed, and there are enough of every kind."""

import json
from collections import Counter
from pathlib import Path

import pytest

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.reply_corpus.cases import KINDS, SPLITS, UNLABELLED, corpus_folder, read_cases, write_cases

CASES = read_cases(corpus_folder())


def line(**changes: object) -> str:
    case = {"id": "1", "kind": "choice", "question": "A or B?", "reply": "B", "labels": "AB", "reading": "B"}
    return json.dumps({key: value for key, value in {**case, **changes}.items() if value != "absent"})


def test_it_is_large_and_covers_all_kinds_families_and_both_splits() -> None:
    assert len(CASES) >= 1500
    assert all(case.labelled and case.reason and case.question for case in CASES)
    counts = Counter((case.kind, case.split) for case in CASES)
    assert set(counts) == {(kind, split) for kind in KINDS for split in SPLITS}
    assert min(counts.values()) >= 40
    assert len({case.family for case in CASES}) >= 20
    assert len({case.language for case in CASES}) >= 12


def test_the_page_tells_its_size() -> None:
    page = (Path(__file__).parents[2] / "docs" / "reply_corpus.md").read_text(encoding="utf-8")
    assert f"{len(CASES):,}\nreplies of nine kinds" in page


def test_every_kind_has_replies_without_an_answer() -> None:
    without = Counter(case.kind for case in CASES if case.reading is None)
    assert min(without[kind] for kind in KINDS) >= 20


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"kind": "colour"}, "kind 'colour' is none of"),
        ({"reading": "C"}, "reading 'C' is none of the kind choice"),
        ({"reading": "absent"}, "reading is missing"),
        ({"labels": "absent"}, "needs labels"),
        ({"mood": "good"}, "no field mood"),
        ({"kind": "option", "reading": 0}, "needs options"),
        ({"kind": "count", "reading": 2.5}, "reading 2.5 is none of the kind count"),
        ({"kind": "order", "reading": "BB"}, "reading 'BB'"),
        ({"kind": "scanpath", "reading": {"x": [0.5], "y": [0.5, 0.6], "t": [1]}}, "none of the kind scanpath"),
        ({"kind": "views", "reading": [3, 1]}, "none of the kind views"),
    ],
)
def test_a_line_that_is_no_case_is_named(tmp_path, changes: dict, message: str) -> None:
    file = tmp_path / "mine.jsonl"
    file.write_text(line() + "\n" + line(id="2", **changes) + "\n")
    with pytest.raises(DataError, match="line 2: .*" + message.replace("[", r"\[")):
        read_cases(file)


def test_an_id_that_occurs_twice_and_an_empty_place_are_errors(tmp_path) -> None:
    with pytest.raises(DataError, match="no cases there"):
        read_cases(tmp_path)
    (tmp_path / "mine.jsonl").write_text(line() + "\n" + line() + "\n")
    with pytest.raises(DataError, match="line 2: the id 1 occurs twice"):
        read_cases(tmp_path)


@pytest.mark.parametrize("name", ["mine.jsonl", "mine.jsonl.gz"])
def test_cases_come_back_as_they_were_written(tmp_path, name: str) -> None:
    write_cases(tmp_path / name, CASES)
    assert read_cases(tmp_path / name) == CASES


def test_a_case_may_wait_for_its_reading(tmp_path) -> None:
    (tmp_path / "mine.jsonl").write_text(line(reading=UNLABELLED) + "\n" + line(id="2", reading=None) + "\n")
    waiting, without = read_cases(tmp_path)
    assert not waiting.labelled
    assert without.labelled
