"""The ledger: what is written, what is read back, and digests of what was asked."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import asdict, replace

import pytest

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.results.ledger import Call, Ledger, iter_calls, ledger_path, prompt_digest, read_answers, read_receipts
from vlmeval_hvs.results.receipt import Receipt
from vlmeval_hvs.server_replies import LENGTH, STOP

RUN = Receipt("D", "digest", {"hint": "field", "prompts": [0, 11], "limit": None}, "1", model={"class": "Toy"})


def call(index="1", turn=0, prompt="p", reply="A", **facts):
    return Call(index, turn, "answer", prompt, reply, **facts)


def started(folder, rank=0, world=1, receipt=RUN):
    ledger = Ledger(folder, "m_D", rank, world)
    ledger.begin(receipt)
    return ledger


def rows_called(folder):
    return [told.index for told in iter_calls(folder, "m_D")]


@pytest.fixture
def ledger(tmp_path):
    made = started(tmp_path)
    yield made
    made.close()


def test_the_digest_is_the_documented_one(tmp_path):
    (tmp_path / "a.png").write_bytes(b"image")
    image = hashlib.sha256(b"image").digest()
    expected = hashlib.sha256(b"image\0\x0032\0" + image + b"text\0system\x003\0one").hexdigest()
    picture = {"type": "image", "value": str(tmp_path / "a.png")}
    assert prompt_digest([picture, {"type": "text", "value": "one", "role": "system"}]) == expected


def test_calls_answers_and_notes_come_back(ledger, tmp_path):
    told = call(seconds=1.5, finish=LENGTH, tokens={"prompt": 300, "completion": 7})
    ledger.call(told)
    ledger.answer("1", "A", finish=LENGTH)
    ledger.note(sent={"hint_sent_as": "system"})
    ledger.note(model={"class": "Changed", "path": "/weights", "settings": {"seed": 1}})
    (read,) = iter_calls(tmp_path, "m_D")
    assert (replace(read, time=0.0), read.time > 0) == (told, True)
    record = read_answers(tmp_path, "m_D")
    assert (record.answers, record.finished, record.failures) == ({"1": "A"}, {"1": False}, set())
    assert record.conflicts == []
    model = {"class": "Toy", "path": "/weights", "settings": {"seed": 1}}
    receipts = [replace(RUN, sent={"hint_sent_as": "system"}, model=model)]
    assert [record.receipt] == read_receipts(tmp_path, "m_D") == receipts


def test_a_run_knows_the_replies_of_all_ranks_and_of_no_failed_call(tmp_path):
    for rank in range(2):
        ledger = started(tmp_path, rank, 2)
        ledger.call(call(index=str(rank), reply=f"rank {rank}"))
        ledger.call(call(index="5", turn=rank, reply=None, failed=True, error="ValueError: x"))
    alone = Ledger(tmp_path, "m_D", 0, 1)
    assert [alone.known_reply(index, 0, "p").reply for index in "01"] == ["rank 0", "rank 1"]
    others = (("5", 0, "p"), ("0", 1, "p"), ("0", 0, "another prompt"), ("9", 0, "p"))
    assert [alone.known_reply(*other) for other in others] == [None] * 4
    later = Ledger(tmp_path / "later", "m_D", also=[ledger_path(tmp_path, "m_D", 0)])
    assert (later.known_reply("0", 0, "p").reply, rows_called(tmp_path / "later")) == ("rank 0", ["0"])  # copied


def test_an_answer_beats_a_failure_and_a_later_answer_an_earlier_one_of_any_rank(ledger, tmp_path, monkeypatch):
    other = started(tmp_path, 1, 2)
    for time, rank, index, told, how in (
        (1, other, "1", "Failed", {"failed": True}), (2, ledger, "1", "A", {"finish": STOP}),
        (3, other, "1", "Failed again", {"failed": True}), (4, other, "2", "Failed", {"failed": True}),
        (5, ledger, "3", "first", {}), (6, ledger, "3", "second", {}),
        (9, ledger, "4", "later", {}), (7, other, "4", "earlier", {}),
    ):  # fmt: skip
        monkeypatch.setattr("vlmeval_hvs.results.ledger._now", lambda time=time: float(time))
        rank.answer(index, told, **how)
    record = read_answers(tmp_path, "m_D")
    assert record.answers == {"1": "A", "2": "Failed", "3": "second", "4": "later"}
    assert record.finished == {"1": True, "2": None, "3": None, "4": None}
    assert record.failures == {"2"}


@pytest.mark.parametrize(("cut", "left"), [(0, ["1", "3"]), (1, ["1", "3"]), (30, ["1", "3"]), (-1, ["1", "2", "3"])])
def test_a_torn_last_line_is_left_out_and_closed(ledger, tmp_path, cut, left):
    ledger.call(call("1"))
    ledger.call(call("2"))
    path = ledger_path(tmp_path, "m_D", 0)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-1]) + lines[-1][:cut])
    assert rows_called(tmp_path) == ["1"]
    later = Ledger(tmp_path, "m_D")
    assert (later.known_reply("1", 0, "p").reply, later.known_reply("2", 0, "p")) == ("A", None)
    later.call(call("3"))
    assert rows_called(tmp_path) == left
    assert b"\n\n" not in path.read_bytes()


def test_a_disk_that_is_full_for_a_while_tears_one_line_only(ledger, tmp_path, monkeypatch):
    write, parts = os.write, [20]

    def short(file, data):
        if not parts:
            raise OSError(28, "No space left on device")
        return write(file, data[: parts.pop()])

    with monkeypatch.context() as patch, pytest.raises(OSError, match="No space"):
        patch.setattr(os, "write", short)
        ledger.call(call("1"))
    ledger.call(call("2"))
    assert rows_called(tmp_path) == ["2"]


def test_ledgers_without_a_receipt_or_of_different_runs_are_told(tmp_path):
    assert read_receipts(tmp_path / "nowhere", "m_D") == []
    ledger = Ledger(tmp_path, "m_D")
    assert read_answers(tmp_path, "m_D") is None
    ledger.answer("1", "A")
    with pytest.raises(DataError, match="has no receipt"):
        read_answers(tmp_path, "m_D")
    ledger.begin(RUN)
    started(tmp_path, 1, 2, replace(RUN, digest="another"))
    (conflict,) = read_answers(tmp_path, "m_D").conflicts
    assert "another build of the data" in conflict
    ledger.begin(replace(RUN, settings=[]))
    for read in (read_answers, read_receipts):
        with pytest.raises(DataError, match="settings is not an object"):
            read(tmp_path, "m_D")


def test_a_receipt_is_read_from_json_and_other_forms_are_errors():
    run = replace(RUN, sent={"hint_sent_as": "text"}, seed=3)
    assert Receipt.read({**json.loads(json.dumps(asdict(run))), "later": 1}) == run
    for form in ([], {}, {**asdict(RUN), "settings": []}, {**asdict(RUN), "model": None}):
        with pytest.raises((TypeError, ValueError)):
            Receipt.read(form)


def test_every_difference_is_named_with_both_values_and_what_is_for_the_record_is_none():
    assert RUN.differences(Receipt("D", "another", {"hint": "none", "prompts": [0, 11], "limit": 5}, "2")) == [
        "hint='field' then, 'none' now", "limit=None then, 5 now",
        "another build of the data (digest then, another now)",
    ]  # fmt: skip
    first = replace(RUN, model={"class": "Toy", "path": "/a"})
    others = [
        {"dataset": "D@x"}, {"digest": "e"}, {"settings": {"hint": "field"}}, {"wording": "other words"},
        {"model": {"class": "Other", "path": "/a"}}, {"model": {"class": "Toy", "path": "/b"}},
    ]  # fmt: skip
    assert [other for other in others if not first.differences(replace(first, **other))] == []
    same = replace(first, settings=dict(reversed(RUN.settings.items())), version="2", seed=5, sent={"a": "b"})
    assert first.differences(replace(same, host={"name": "h"}, machine={"python": "3"})) == []
    assert first.differences(replace(first, model={})) == []
