"""Why each reply ended, and how many tokens it took."""

import json
import types

from vlmeval_hvs.host.finish import Ending, ending_of, take
from vlmeval_hvs.host.generate import hook_subclasses
from vlmeval_hvs.messages import EXPLAIN, Prompt, Turn, text
from vlmeval_hvs.results.ledger import iter_calls, read_answers

BOTH = {"prompt": 7, "completion": 2}


def openai(reason):
    return {"choices": [{"message": {"content": "B"}, "finish_reason": reason}]}


def test_answers_of_every_server_tell_their_end():
    """Reasons are the documented ones of the servers."""
    for answer, finish, tokens in (
        (openai("stop"), "stop", None),
        (json.dumps(openai("length")), "length", None),
        (types.SimpleNamespace(text=json.dumps(openai("length"))), "length", None),
        (types.SimpleNamespace(model_dump=lambda: openai("stop")), "stop", None),
        ({"stop_reason": "max_tokens", "content": []}, "length", None),
        ({"stop_reason": "end_turn"}, "stop", None),
        ({"candidates": [{"finishReason": "MAX_TOKENS"}]}, "length", None),
        ({"candidates": [{"finishReason": "FinishReason.STOP"}]}, "stop", None),
        (openai(None), None, None),
        (openai("content_filter"), "refusal", None),
        ("Failed to obtain answer via API", None, None),
        ("{broken", None, None),
        ({"choices": []}, None, None),
        (None, None, None),
        (types.SimpleNamespace(text=b"{}"), None, None),
        ({"usage": {"prompt_tokens": 7, "completion_tokens": 2, "total_tokens": 9}}, None, BOTH),
        ({"usage": {"input_tokens": 7, "output_tokens": 2}}, None, BOTH),
        ({"usageMetadata": {"promptTokenCount": 7, "candidatesTokenCount": 2}}, None, BOTH),
        ({"usage": {"completion_tokens": 2}}, None, {"completion": 2}),
        ({"usage": {"prompt_tokens": None}}, None, None),
    ):
        assert (ending_of(answer).finish, ending_of(answer).tokens) == (finish, tokens), answer


class Api:
    def generate(self, message, dataset=None):
        return self.generate_inner(message)[1]

    def generate_inner(self, message):
        return self.answers.pop(0)


def two_turns(traits):
    yield Turn([text("one")], step="one")
    answer = yield Turn([text("two")])
    return {"answer": answer}


def explained(traits):
    answer = yield Turn([text("one")], step="one")
    yield Turn([text("why?")], step=EXPLAIN)
    return {"answer": answer}


def test_how_replies_end_and_the_number_of_each_turn_are_kept(start, tmp_path):
    hook_subclasses(Api)
    start()
    model, used = Api(), {"usage": {"prompt_tokens": 7, "completion_tokens": 2}}
    model.answers = [(0, "cut off in the", openai("length")), (0, "B", {**openai("stop"), **used})]
    model.answers += [(0, "part 1", openai("stop")), (0, "because", openai("length"))] * 2
    for index, pipeline in (("4", None), ("5", None), ("6", two_turns), ("7", explained)):
        given = model.generate(Prompt([text("x")], row={"index": index}, dataset="D", pipeline=pipeline), "D")
        assert pipeline is None or json.loads(given).get("finished") is (False if index == "6" else None)
    calls = [(call.index, call.turn, call.finish, call.tokens) for call in iter_calls(tmp_path, "m_D")]
    assert calls == [
        ("4", 0, "length", None), ("5", 0, "stop", BOTH), ("6", 0, "stop", None), ("6", 1, "length", None),
        ("7", 0, "stop", None), ("7", 1, "length", None),
    ]  # fmt: skip
    assert read_answers(tmp_path, "m_D").finished == {"4": False, "5": True, "6": False, "7": True}
    assert take() == Ending()
