"""Reasons are the documented ones of the servers; the model class is a small one of the host's shape."""

import json
import types

import pytest

from vlmeval_hvs.host.finish import finished_of, take
from vlmeval_hvs.host.generate import hook_subclasses
from vlmeval_hvs.host.journal import close_journal, open_journal
from vlmeval_hvs.messages import Prompt, Turn
from vlmeval_hvs.results.cut import CUT


def openai(reason):
    return {"choices": [{"message": {"content": "B"}, "finish_reason": reason}]}


@pytest.mark.parametrize(
    ("answer", "finished"),
    [
        (openai("stop"), True),
        (openai("length"), False),
        (json.dumps(openai("length")), False),
        (types.SimpleNamespace(text=json.dumps(openai("length"))), False),
        (types.SimpleNamespace(model_dump=lambda: openai("stop")), True),
        ({"stop_reason": "max_tokens", "content": []}, False),
        ({"stop_reason": "end_turn"}, True),
        ({"candidates": [{"finishReason": "MAX_TOKENS"}]}, False),
        ({"candidates": [{"finishReason": "FinishReason.STOP"}]}, True),
        (openai(None), None),
        (openai("content_filter"), None),
        ("Failed to obtain answer via API", None),
        ("{broken", None),
        ({"choices": []}, None),
        (None, None),
        (types.SimpleNamespace(text=b"{}"), None),
    ],
)
def test_why_a_reply_ended(answer, finished):
    assert finished_of(answer) is finished


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


def test_cut_replies_are_noted_for_single_turns_and_for_turns(tmp_path):
    base = type("Base", (Api,), {"generate": Api.generate, "generate_inner": Api.generate_inner})
    hook_subclasses(base)
    model = base()
    text = [{"type": "text", "value": "x"}]
    open_journal("D", tmp_path, "m")
    try:
        model.answers = [(0, "cut off in the", openai("length")), (0, "B", openai("stop"))]
        assert model.generate(Prompt(text, row={"index": "4"}, dataset="D"), "D") == "cut off in the"
        assert model.generate(Prompt(text, row={"index": "5"}, dataset="D"), "D") == "B"
        model.answers = [(0, "part 1", openai("stop")), (0, "because", openai("length"))]
        record = json.loads(model.generate(Prompt(text, row={"index": "6"}, dataset="D", pipeline=two_turns), "D"))
    finally:
        close_journal("D")
    assert [json.loads(line)["index"] for line in (tmp_path / f"m_D{CUT}").read_text().splitlines()] == ["4"]
    assert record == {"answer": "because", "calls": 2, "finished": False}
    assert take() is None
