"""Prompts that remember their row, and records that survive the host's files."""

import copy
import json
import pickle

import pytest

from vlmeval_hvs.messages import Prompt, Turn, clean, declined, image, pack, read_record, reply_text, system, text


@pytest.fixture
def prompt():
    items = [system("Be short."), image("a.png"), text("What?"), image("b.png"), text("Say.")]
    return Prompt(items, row={"index": "7"}, benchmark="B", dataset="D", pipeline=lambda traits: None, context={"n": 1})


def test_copies_own_their_items_and_share_the_rest(prompt):
    assert (prompt.images, prompt.text) == (["a.png", "b.png"], "Be short.\nWhat?\nSay.")
    for copied in (copy.copy(prompt), copy.deepcopy(prompt), prompt.in_one_turn(), prompt.for_model()):
        copied[1]["value"] = "changed"  # as hosts do in place
        assert (type(copied), prompt[1]["value"], copied.row) == (Prompt, "a.png", {"index": "7"})
        assert (copied.benchmark, copied.dataset, copied.step, copied.context) == ("B", "D", "answer", {"n": 1})
    assert [one.pipeline is None for one in (copy.copy(prompt), prompt.in_one_turn(), prompt.for_model())] == [0, 1, 1]
    assert [one.asked for one in (prompt, prompt.in_one_turn(), prompt.for_model())] == [False, False, True]
    assert pickle.loads(pickle.dumps(prompt)) == list(prompt)
    assert type(pickle.loads(pickle.dumps(prompt))) is list
    plain = prompt.of_items([{"type": "text", "value": "x", "role": None}])
    assert (list(plain), plain.row) == ([{"type": "text", "value": "x"}], prompt.row)
    turn = Turn([text("and?")], step="look", context={"m": 2}).of(prompt)
    assert (turn.row, turn.benchmark, turn.dataset, turn.step) == (prompt.row, "B", "D", "look")
    assert (turn.context, turn.pipeline) == ({"m": 2}, None)


def test_a_record_comes_back_from_the_hosts_files_and_replies_of_agents_are_their_words():
    record = {"answer": "a\ud800</think>", "calls": 1, "views": (1, 2), 3: [{"x": "\udfff"}]}
    packed = pack(record)
    assert "<" not in packed
    assert packed.encode()
    whole = {"answer": "a\ufffd</think>", "calls": 1, "views": [1, 2], "3": [{"x": "\ufffd"}]}
    assert read_record(packed) == clean(record) == whole
    for other in ("B", "[1]", "{", '{"answer": 1}', '{"calls": 1}', "[" * 100_000):
        assert read_record(other) is None
    with pytest.raises(ValueError, match="JSON"):
        pack({"score": float("nan")})
    assert json.loads(declined("no own answer")) == {"answer": "", "calls": 0, "declined": "no own answer"}
    assert reply_text({"prediction": "B", "extra_records": {}}) == reply_text("B") == "B"
    assert (reply_text({"prediction": [{"type": "text", "text": "C"}]}), reply_text(None)) == ("C", "")
