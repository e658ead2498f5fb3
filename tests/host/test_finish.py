"""Reasons are the documented ones of the servers; the model class is a small one of the host's shape."""

import json
import types

import pytest

from vlmeval_hvs.host.finish import Ending, ending_of, take
from vlmeval_hvs.host.generate import hook_subclasses
from vlmeval_hvs.host.run import Run, close_run, open_run
from vlmeval_hvs.messages import Prompt, Turn
from vlmeval_hvs.results.ledger import Ledger, iter_calls, read_answers
from vlmeval_hvs.results.receipt import Receipt


def openai(reason):
    return {"choices": [{"message": {"content": "B"}, "finish_reason": reason}]}


@pytest.mark.parametrize(
    ("answer", "finish"),
    [
        (openai("stop"), "stop"),
        (openai("length"), "length"),
        (json.dumps(openai("length")), "length"),
        (types.SimpleNamespace(text=json.dumps(openai("length"))), "length"),
        (types.SimpleNamespace(model_dump=lambda: openai("stop")), "stop"),
        ({"stop_reason": "max_tokens", "content": []}, "length"),
        ({"stop_reason": "end_turn"}, "stop"),
        ({"candidates": [{"finishReason": "MAX_TOKENS"}]}, "length"),
        ({"candidates": [{"finishReason": "FinishReason.STOP"}]}, "stop"),
        (openai(None), None),
        (openai("content_filter"), "content_filter"),
        ("Failed to obtain answer via API", None),
        ("{broken", None),
        ({"choices": []}, None),
        (None, None),
        (types.SimpleNamespace(text=b"{}"), None),
    ],
)
def test_why_a_reply_ended(answer, finish):
    assert ending_of(answer).finish == finish


@pytest.mark.parametrize(
    ("answer", "tokens"),
    [
        ({"usage": {"prompt_tokens": 7, "completion_tokens": 2, "total_tokens": 9}}, {"prompt": 7, "completion": 2}),
        ({"usage": {"input_tokens": 7, "output_tokens": 2}}, {"prompt": 7, "completion": 2}),
        ({"usageMetadata": {"promptTokenCount": 7, "candidatesTokenCount": 2}}, {"prompt": 7, "completion": 2}),
        ({"usage": {"completion_tokens": 2}}, {"completion": 2}),
        ({"usage": {"prompt_tokens": None}}, None),
        ({"usage": None}, None),
        ({}, None),
        (None, None),
    ],
)
def test_how_many_tokens_it_took(answer, tokens):
    assert ending_of(answer).tokens == tokens


class Api:
    INTERLEAVE = True
    answers: list

    def generate(self, message, dataset=None):
        code, text, _ = self.generate_inner(message)
        return text if code == 0 else "Failed to obtain answer via API."

    def generate_inner(self, message):
        return self.answers.pop(0)


def two_turns(traits):
    first = yield Turn([{"type": "text", "value": "one"}], step="one")
    second = yield Turn([{"type": "text", "value": first}])
    return {"answer": second}


def test_how_replies_end_is_kept_for_single_turns_and_for_turns(tmp_path):
    base = type("Base", (Api,), {"generate": Api.generate, "generate_inner": Api.generate_inner})
    hook_subclasses(base)
    model = base()
    text = [{"type": "text", "value": "x"}]
    ledger = Ledger(tmp_path, "m_D")
    ledger.begin(Receipt("D", "d", {}, "1"))
    open_run("D", Run("m_D", ledger))
    usage = {"usage": {"prompt_tokens": 7, "completion_tokens": 2}}
    try:
        model.answers = [(0, "cut off in the", openai("length")), (0, "B", {**openai("stop"), **usage})]
        assert model.generate(Prompt(text, row={"index": "4"}, dataset="D"), "D") == "cut off in the"
        assert model.generate(Prompt(text, row={"index": "5"}, dataset="D"), "D") == "B"
        model.answers = [(0, "part 1", openai("stop")), (0, "because", openai("length"))]
        record = json.loads(model.generate(Prompt(text, row={"index": "6"}, dataset="D", pipeline=two_turns), "D"))
    finally:
        close_run("D")
    calls = [(call.index, call.finish, call.tokens) for call in iter_calls(tmp_path, "m_D")]
    tokens = {"prompt": 7, "completion": 2}
    assert calls == [("4", "length", None), ("5", "stop", tokens), ("6", "stop", None), ("6", "length", None)]
    assert read_answers(tmp_path, "m_D").finished == {"4": False, "5": True, "6": False}
    assert record == {"answer": "because", "calls": 2, "finished": False}
    assert take() == Ending()
