"""A run asks each turn once, knows what it was told, and stops a model that only fails."""

import json

import pytest

from vlmeval_hvs.errors import InferenceStopped, UsageError
from vlmeval_hvs.host import run as runs
from vlmeval_hvs.host.generate import answer, hook_subclasses
from vlmeval_hvs.host.run import Ending, take_ending
from vlmeval_hvs.messages import EXPLAIN, FAIL_MARKER, ModelTraits, Prompt, Turn, read_record, text
from vlmeval_hvs.results.ledger import iter_calls, read_answers

TRAITS = ModelTraits("Toy", interleave=True)


def two_turns(traits):
    first = yield Turn([text("one")], step="one")
    second = yield Turn([text(f"two after {first}")], step="two")
    return {"answer": second}


def single(index, pipeline=None):
    return Prompt([text("question")], row={"index": str(index)}, dataset="D", pipeline=pipeline)


class Model:
    """Answers from a script and counts; an exception in the script is raised."""

    def __init__(self, *script, then="reply"):
        self.script, self.then, self.asked = list(script), then, []

    def __call__(self, turn):
        self.asked.append(turn.text)
        reply = self.script.pop(0) if self.script else self.then
        if isinstance(reply, Exception):
            raise reply
        return reply


def test_a_failed_turn_goes_on_where_it_failed(start, tmp_path):
    start()
    record = read_record(answer(single(1, two_turns), Model("first", ValueError("no second")), TRAITS))
    assert (record["answer"], record["calls"], record["error"]) == ("", 2, f"{FAIL_MARKER} ValueError: no second")
    start()
    assert read_record(answer(single(1, two_turns), model := Model(), TRAITS)) == {"answer": "reply", "calls": 2}
    assert model.asked == ["two after first"]
    calls = [(call.turn, call.step, call.reply, call.failed, call.error) for call in iter_calls(tmp_path, "m_D")]
    assert calls == [
        (0, "one", "first", False, ""), (1, "two", None, True, "ValueError: no second"), (1, "two", "reply", False, "")
    ]  # fmt: skip
    assert read_answers(tmp_path, "m_D").failures == set()


def test_a_model_that_only_fails_is_stopped_by_failures_where_an_exception_would_hang_the_host(start, tmp_path):
    run = start(most=3)
    model = Model(then=FAIL_MARKER)
    [answer(single(index), model, TRAITS) for index in range(3)]
    with pytest.raises(InferenceStopped, match="3 calls failed in a row.*VLMEVAL_HVS_MAX_FAILURES"):
        answer(single(8), model, TRAITS)
    assert len(model.asked) == 3
    assert run is runs.current_run("D")
    start(most=2, raises=False)
    model = Model(then=ValueError("boom"))
    given = [answer(single(index), model, TRAITS) for index in range(5)]
    assert len(model.asked) == 2
    assert all(text.startswith(FAIL_MARKER) for text in given)
    assert "has stopped" in given[-1]
    assert (len([*iter_calls(tmp_path, "m_D")]), read_answers(tmp_path, "m_D").failures) == (5, set("01234"))
    start(most=2)
    assert answer(single(4), Model(), TRAITS) == "reply"


def test_only_failures_in_a_row_stop_a_run_and_the_first_is_logged_with_its_traceback(start, caplog, monkeypatch):
    start(most=2)
    model = Model(ValueError("boom"), "fine", FAIL_MARKER, "fine", ValueError("again"))
    given = [answer(single(index), model, TRAITS) for index in range(5)]
    assert [text.startswith(FAIL_MARKER) for text in given] == [True, False, True, False, True]
    (logged,) = caplog.records
    assert logged.message == "m_D, row 0: the first fault of this run"
    assert logged.exc_info[1].args == ("boom",)
    with pytest.raises(InferenceStopped, match="2 calls failed in a row, the last with: ValueError: third"):
        [answer(single(index), Model(then=ValueError("third")), TRAITS) for index in (5, 6)]
    assert caplog.records[-1].message.startswith("inference of m_D has stopped: 2 calls failed in a row")
    caplog.clear()
    start(most=1, quiet=True)
    answer(single(7), Model(then=FAIL_MARKER), TRAITS)
    assert [record.message for record in caplog.records] == [f"m_D, row 7: the first fault of this run: {FAIL_MARKER}"]
    start(most=0)
    assert all(FAIL_MARKER in answer(single(n), Model(then=FAIL_MARKER), TRAITS) for n in range(30, 60))
    for most, said in ((20, ""), (0, "0"), (7, "7")):
        monkeypatch.setenv(runs.MAX_FAILURES, said)
        assert runs.max_failures() == most
    for said in ("-1", "many", "²"):
        monkeypatch.setenv(runs.MAX_FAILURES, said)
        with pytest.raises(UsageError, match="must be a non-negative integer"):
            runs.max_failures()


def test_the_receipt_is_told_once_what_a_run_shows_and_an_unwritable_one_stops_it(start, tmp_path, monkeypatch):
    run, model = start(), type("Toy", (), {})()
    for _ in range(2):
        run.note_sent("pictures", "one at a time")
        run.note_model(model)
    lines = [json.loads(line) for line in (tmp_path / "m_D_hvs_ledger_0.jsonl").read_text().splitlines()]
    told = [line.get("sent") or line["model"] for line in lines if "note" in line.values()]
    assert told == [{"pictures": "one at a time"}, {"class": "Toy"}]
    assert runs.current_run("other") is None
    runs.close_run("D")
    runs.close_run("D")
    assert runs.current_run("D") is None
    start()
    monkeypatch.setattr("os.write", lambda *arguments: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    assert answer(single(1), Model(), TRAITS) == "reply"
    with pytest.raises(InferenceStopped, match="No space left"):
        answer(single(2), Model(), TRAITS)


def test_how_replies_end_and_the_number_of_each_turn_are_kept(start, tmp_path):
    class Api:
        def generate(self, message, dataset=None):
            return self.generate_inner(message)[1]

        def generate_inner(self, message):
            return self.answers.pop(0)

    def openai(reason):
        return {"choices": [{"message": {"content": "B"}, "finish_reason": reason}]}

    def explained(traits):
        answer = yield Turn([text("one")], step="one")
        yield Turn([text("why?")], step=EXPLAIN)
        return {"answer": answer}

    hook_subclasses(Api)
    start()
    model, used = Api(), {"usage": {"prompt_tokens": 7, "completion_tokens": 2}}
    model.answers = [(0, "cut off in the", openai("length")), (0, "B", {**openai("stop"), **used})]
    model.answers += [(0, "part 1", openai("stop")), (0, "because", openai("length"))] * 2
    for index, pipeline in (("4", None), ("5", None), ("6", two_turns), ("7", explained)):
        given = model.generate(single(index, pipeline), "D")
        assert pipeline is None or json.loads(given).get("finished") is (False if index == "6" else None)
    calls = [(call.index, call.turn, call.finish, call.tokens) for call in iter_calls(tmp_path, "m_D")]
    assert calls == [
        ("4", 0, "length", None), ("5", 0, "stop", {"prompt": 7, "completion": 2}), ("6", 0, "stop", None),
        ("6", 1, "length", None), ("7", 0, "stop", None), ("7", 1, "length", None),
    ]  # fmt: skip
    assert read_answers(tmp_path, "m_D").finished == {"4": False, "5": True, "6": False, "7": True}
    assert take_ending() == Ending()
