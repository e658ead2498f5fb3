"""What was said: forms in which servers, clients and logs hold a message."""

import json
import types

from vlmeval_hvs.server_replies import Said, after_echo, ending_of, said

THOUGHT_AND_WORDS = [
    [{"type": "thinking", "thinking": "7?"}, {"type": "text", "text": "3"}],
    [{"type": "thinking", "thinking": [{"type": "text", "text": "7?"}]}, {"type": "text", "text": "3", "index": 0}],
    [{"type": "reasoning_text", "text": "7?"}, {"type": "output_text", "text": "3"}],
    {"role": "assistant", "content": "3", "reasoning_content": "7?"},
    {"choices": [{"message": {"content": [{"type": "text", "text": "3"}], "reasoning": "7?"}}]},
    {"candidates": [{"content": {"parts": [{"text": "7?", "thought": True}, {"text": "3"}]}}]},
    {"output": [{"type": "reasoning", "summary": [{"type": "summary_text", "text": "7?"}]},
                {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "3"}]}]},
    [{"role": "system", "content": "You are 1 helper."}, {"role": "user", "content": "How many?"},
     {"role": "assistant", "content": "3", "reasoning": "7?"}],
]  # fmt: skip


def test_thoughts_stand_apart_from_words_in_every_form_and_a_question_alone_says_nothing():
    assert said([{"role": "user", "content": "How many? 1, 2, 3?"}]) == Said()
    for message in THOUGHT_AND_WORDS:
        for form in (message, json.dumps(message), str(message)):
            assert said(form) == Said("3", "7?"), form


def test_a_refusal_or_an_unfinished_thought_stands_for_words_and_blocked_prompts_say_nothing():
    for more, reply in (
        ({"refusal": "I cannot say who this is."}, "I cannot say who this is."),
        ({"reasoning_content": "7?"}, "<think>7?"), ({"tool_calls": [{"type": "function", "function": {}}]}, ""),
    ):  # fmt: skip
        assert said({"role": "assistant", "content": None, **more}).reply == reply
    assert said(None).reply == ""
    for message, told in (
        (openai("content_filter", content=None), Said(refusal="content_filter")),
        (openai("content_filter"), Said("B")),
        (openai("stop", content=None), Said()),
        ({"promptFeedback": {"blockReason": "SAFETY"}}, Said(refusal="SAFETY")),
        ({"candidates": [{"finishReason": "Candidate.SAFETY"}]}, Said(refusal="safety")),
        ({"prediction": "B", "extra_records": {}}, Said("B")),
        ([{"type": "tool_use", "name": "zoom"}, {"type": "text", "text": "B"}], Said("B", calls=True)),
        ({"role": "assistant", "content": "B", "function_call": {"name": "x"}}, Said("B", calls=True)),
        ([{"type": "text", "text": "A"}, {"type": "text", "text": "B"}], Said("AB")),
        ({"content": "", "thinking_blocks": [{"thinking": "1"}, {"thinking": "2"}]}, Said("", "1\n2")),
    ):
        assert said(message) == told, message
    for content, finish in ((None, "refusal"), ("B", "stop")):
        assert ending_of(openai("stop", content=content, refusal="no")).finish == finish
    assert ending_of({"stop_reason": "tool_use"})[0] == "tool_use"


def test_a_reply_that_is_no_message_is_said_as_it_is_written_without_the_question_that_it_repeats():
    for reply in ("C", '{"type": "square", "x": 3}', "[[0.5, 0.5]]", '[{"point": [1, 2], "label": "cup"}]', "[{"):
        assert said(reply) == Said(reply)
    assert [said(one).text for one in ([[0.5, 0.5]], {"x": 3}, 3)] == ["[[0.5, 0.5]]", '{"x": 3}', "3"]
    question = "Which one is the most salient object?\n[A] cat\n[B] dog"
    for before, reply in (("", "\nB"), ("USER: <image>\n", " ASSISTANT: B"), ("[INST] ", " [/INST] B")):
        assert after_echo(before + question + reply, question) == reply
    for reply in ("B", "x" * 300 + question + "B"):
        assert after_echo(reply, question) == reply
    assert after_echo("dog", "dog") == "dog"


BOTH = {"prompt": 7, "completion": 2}


def openai(reason, **message):
    return {"choices": [{"message": {"content": "B", **message}, "finish_reason": reason}]}


def test_answers_of_every_server_tell_their_end():
    """Reasons are the documented ones of the servers."""
    for told, finish, tokens in (
        (openai("stop"), "stop", None), (openai(None), None, None), (openai("content_filter"), "refusal", None),
        (types.SimpleNamespace(text=json.dumps(openai("length"))), "length", None),
        (types.SimpleNamespace(model_dump=lambda: openai("stop")), "stop", None),
        ({"stop_reason": "max_tokens", "content": []}, "length", None), ({"stop_reason": "end_turn"}, "stop", None),
        ({"candidates": [{"finishReason": "FinishReason.MAX_TOKENS"}]}, "length", None),
        ("Failed to obtain answer via API", None, None), ("{broken", None, None), ({"choices": []}, None, None),
        (None, None, None), (types.SimpleNamespace(text=b"{}"), None, None),
        ({"usage": {"prompt_tokens": 7, "completion_tokens": 2, "total_tokens": 9}}, None, BOTH),
        ({"usage": {"input_tokens": 7, "output_tokens": 2}}, None, BOTH),
        ({"usageMetadata": {"promptTokenCount": 7, "candidatesTokenCount": 2}}, None, BOTH),
        ({"usage": {"completion_tokens": 2}}, None, {"completion": 2}),
        ({"usage": {"prompt_tokens": None}}, None, None), (json.dumps(openai("length")), "length", None),
    ):  # fmt: skip
        assert (ending_of(told).finish, ending_of(told).tokens) == (finish, tokens), told
