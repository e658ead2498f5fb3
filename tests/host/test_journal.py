import json

import pytest

from vlmeval_hvs.host import journal as journals
from vlmeval_hvs.host.generate import answer
from vlmeval_hvs.messages import ModelTraits, Prompt, Turn

TRAITS = ModelTraits("Toy", interleave=True)


def one_turn(traits):
    reply = yield Turn([{"type": "text", "value": "x"}])
    return {"answer": reply}


def prompt(index, key="k", dataset="D"):
    return Prompt([], row={"index": str(index)}, dataset=dataset, pipeline=one_turn, journal_key=key)


@pytest.fixture(autouse=True)
def nothing_open():
    yield
    for dataset in list(journals._OPEN):
        journals.close_journal(dataset)


def test_finished_samples_are_not_asked_again(tmp_path):
    journals.open_journal("D", tmp_path, "m")
    assert json.loads(answer(prompt(1), lambda turn: "A", TRAITS))["answer"] == "A"
    journals.close_journal("D")  # the run is killed here: no result file, no finish_journals

    journals.open_journal("D", tmp_path, "m")
    calls = []
    assert json.loads(answer(prompt(1), calls.append, TRAITS))["answer"] == "A"
    assert calls == []


def test_failed_samples_other_settings_and_other_models_are_asked_again(tmp_path):
    journals.open_journal("D", tmp_path, "m")
    answer(prompt(1), lambda turn: "Failed to obtain answer via API.", TRAITS)
    answer(prompt(2), lambda turn: "old", TRAITS)
    journals.open_journal("D", tmp_path, "m")
    assert json.loads(answer(prompt(1), lambda turn: "now", TRAITS))["answer"] == "now"
    assert json.loads(answer(prompt(2, key="other"), lambda turn: "now", TRAITS))["answer"] == "now"
    journals.open_journal("D", tmp_path, "m2")
    assert json.loads(answer(prompt(2), lambda turn: "now", TRAITS))["answer"] == "now"


def test_a_torn_last_line_is_ignored(tmp_path):
    journals.open_journal("D", tmp_path, "m")
    answer(prompt(1), lambda turn: "A", TRAITS)
    path = tmp_path / "m_D_hvs_journal_0.jsonl"
    path.write_text(path.read_text() + path.read_text()[:30])
    journals.open_journal("D", tmp_path, "m")
    assert json.loads(answer(prompt(1), lambda turn: "B", TRAITS))["answer"] == "A"


def test_a_finished_run_leaves_transcripts_and_no_journal(tmp_path):
    for rank, index in ((0, 10), (1, 9)):
        journals.open_journal("D", tmp_path, "m", rank)
        answer(prompt(index), lambda turn, rank=rank: f"rank {rank}", TRAITS)
    journals.finish_journals(tmp_path, "m_D")
    path = journals.transcripts_path(tmp_path, "m_D")
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]
    entries = [json.loads(line) for line in path.read_text().splitlines()]
    assert [(entry["index"], entry["transcript"][0]["reply"]) for entry in entries] == [
        ("9", "rank 1"),
        ("10", "rank 0"),
    ]

    journals.open_journal("D", tmp_path, "m")  # a later run starts afresh and replaces what it asks again
    answer(prompt(9), lambda turn: "new", TRAITS)
    journals.finish_journals(tmp_path, "m_D")
    entries = [json.loads(line) for line in path.read_text().splitlines()]
    assert [entry["transcript"][0]["reply"] for entry in entries] == ["new", "rank 0"]


def test_names_that_contain_each_other_do_not_mix(tmp_path):
    journals.open_journal("D", tmp_path, "m")
    answer(prompt(1), lambda turn: "A", TRAITS)
    journals.finish_journals(tmp_path, "m_D_X")
    assert (tmp_path / "m_D_hvs_journal_0.jsonl").exists()


def test_a_link_that_the_host_made_to_a_journal_goes_with_it(tmp_path):
    run = tmp_path / "run"
    journals.open_journal("D", run, "m")
    answer(prompt(1), lambda turn: "A", TRAITS)
    (tmp_path / "m_D_hvs_journal_0.jsonl").symlink_to(run / "m_D_hvs_journal_0.jsonl")
    journals.finish_journals(run, "m_D")
    assert [path.name for path in tmp_path.iterdir()] == ["run"]


def test_the_folder_of_a_run_is_made(tmp_path):
    journals.open_journal("D", tmp_path / "not" / "yet", "m")
    answer(prompt(1), lambda turn: "A", TRAITS)
    assert len(list((tmp_path / "not" / "yet").iterdir())) == 1


def test_without_a_run_nothing_is_written(tmp_path):
    assert json.loads(answer(prompt(1, dataset="other"), lambda turn: "A", TRAITS))["answer"] == "A"
    assert list(tmp_path.iterdir()) == []
