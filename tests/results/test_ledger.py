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


def words(*values, **facts):
    return [{"type": "text", "value": value, **facts} for value in values]


def test_the_digest_is_the_documented_one(tmp_path):
    (tmp_path / "a.png").write_bytes(b"image")
    image = hashlib.sha256(b"image").digest()
    expected = hashlib.sha256(b"image\0\x0032\0" + image + b"text\0system\x003\0one").hexdigest()
    picture = {"type": "image", "value": str(tmp_path / "a.png")}
    assert prompt_digest([picture, *words("one", role="system")]) == expected


RUN = Receipt("D", "digest", {"hint": "field"}, "1", model={"class": "Toy"})


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


def test_calls_answers_and_notes_come_back(ledger, tmp_path):
    told = call(seconds=1.5, finish=LENGTH, tokens={"prompt": 300, "completion": 7})
    ledger.call(told)
    ledger.answer("1", "A", finish=LENGTH)
    ledger.note(sent={"hint_sent_as": "system"})
    ledger.note(model={"class": "Changed", "path": "/weights", "settings": {"seed": 1}})
    (read,) = iter_calls(tmp_path, "m_D")
    assert replace(read, time=0.0) == told
    assert read.time > 0
    record = read_answers(tmp_path, "m_D")
    assert (record.answers, record.finished, record.failures) == ({"1": "A"}, {"1": False}, set())
    assert record.conflicts == []
    model = {"class": "Toy", "path": "/weights", "settings": {"seed": 1}}
    assert (
        [record.receipt]
        == read_receipts(tmp_path, "m_D")
        == [replace(RUN, sent={"hint_sent_as": "system"}, model=model)]
    )


def test_a_run_knows_the_replies_of_all_ranks_and_of_no_failed_call(tmp_path):
    for rank in range(2):
        ledger = started(tmp_path, rank, 2)
        ledger.call(call(index=str(rank), reply=f"rank {rank}"))
        ledger.call(call(index="5", turn=rank, reply=None, failed=True, error="ValueError: x"))
    alone = Ledger(tmp_path, "m_D", 0, 1)
    assert [alone.known_reply(index, 0, "p").reply for index in "01"] == ["rank 0", "rank 1"]
    for other in (("5", 0, "p"), ("0", 1, "p"), ("0", 0, "another prompt"), ("9", 0, "p")):
        assert alone.known_reply(*other) is None


def test_an_answer_beats_a_failure_and_a_later_answer_an_earlier_one_of_any_rank(ledger, tmp_path, monkeypatch):
    other = started(tmp_path, 1, 2)
    times = iter((1, 2, 3, 4, 5, 6, 9, 7))
    monkeypatch.setattr("vlmeval_hvs.results.ledger._now", lambda: float(next(times)))
    other.answer("1", "Failed", failed=True)
    ledger.answer("1", "A", finish=STOP)
    other.answer("1", "Failed again", failed=True)
    other.answer("2", "Failed", failed=True)
    ledger.answer("3", "first")
    ledger.answer("3", "second")
    ledger.answer("4", "later")
    other.answer("4", "earlier")
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
    write, left = os.write, [20]

    def short(file, data):
        if left[0] == 0:
            raise OSError(28, "No space left on device")
        written = write(file, data[: left[0]])
        left[0] -= written
        return written

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", short)
        with pytest.raises(OSError, match="No space"):
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


RECEIPT = Receipt("Toy", "digest", {"hint": "field", "prompts": [0, 11], "limit": None}, "1", model={"class": "Toy"})


def test_every_difference_is_named_with_both_values():
    now = Receipt("Toy", "another", {"hint": "none", "prompts": [0, 11], "limit": 5}, "2")
    assert RECEIPT.differences(now) == [
        "hint='field' then, 'none' now", "limit=None then, 5 now",
        "another build of the data (digest then, another now)",
    ]  # fmt: skip


def test_it_is_read_from_json_and_other_forms_are_errors():
    run = replace(RECEIPT, sent={"hint_sent_as": "text"}, seed=3)
    assert Receipt.read({**json.loads(json.dumps(asdict(run))), "later": 1}) == run
    for form in ([], {}, {**asdict(RECEIPT), "settings": []}, {**asdict(RECEIPT), "model": None}):
        with pytest.raises((TypeError, ValueError)):
            Receipt.read(form)


def test_what_is_compared_and_what_is_for_the_record():
    first = replace(RECEIPT, model={"class": "Toy", "path": "/a"})
    others = [
        replace(first, dataset="Toy@x"), replace(first, digest="e"), replace(first, settings={"hint": "field"}),
        replace(first, wording="other words"), replace(first, model={"class": "Other", "path": "/a"}),
        replace(first, model={"class": "Toy", "path": "/b"}),
    ]  # fmt: skip
    assert [bool(first.differences(other)) for other in others] == [True] * 6
    same = replace(first, settings=dict(reversed(RECEIPT.settings.items())), version="2", seed=5, sent={"a": "b"})
    same = replace(same, host={"name": "h"}, machine={"python": "3"})
    assert first.differences(same) == []
    assert first.differences(replace(first, model={})) == []
