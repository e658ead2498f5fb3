"""What was said: forms in which servers, clients and logs hold a message."""

import json

from vlmeval_hvs.server_replies import Said, after_echo, said

THOUGHT_AND_WORDS = [
    [{"type": "thinking", "thinking": "7?"}, {"type": "text", "text": "3"}],
    [{"type": "thinking", "thinking": [{"type": "text", "text": "7?"}]}, {"type": "text", "text": "3", "index": 0}],
    [{"type": "reasoning_text", "text": "7?"}, {"type": "output_text", "text": "3"}],
    {"role": "assistant", "content": "3", "reasoning_content": "7?"},
    {"choices": [{"message": {"content": [{"type": "text", "text": "3"}], "reasoning": "7?"}}]},
    {"candidates": [{"content": {"parts": [{"text": "7?", "thought": True}, {"text": "3"}]}}]},
    {
        "output": [
            {"type": "reasoning", "summary": [{"type": "summary_text", "text": "7?"}]},
            {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "3"}]},
        ]
    },
    {
        "output": {
            "message": {
                "role": "assistant",
                "content": [{"reasoningContent": {"reasoningText": {"text": "7?"}}}, {"text": "3"}],
            }
        },
        "usage": {"outputTokens": 5},
    },
    [
        {"role": "system", "content": "You are 1 helper."},
        {"role": "user", "content": "How many?"},
        {"role": "assistant", "content": "3", "reasoning": "7?"},
    ],
    [{"generated_text": [{"role": "user", "content": "4?"}, {"role": "assistant", "content": "3", "reasoning": "7?"}]}],
]

PRINTED = [
    "Message(content='3', role='assistant', refusal=None, tool_calls=[])",
    "content='3' response_metadata={'token_usage': {'completion_tokens': 5}} id='run-8'",
    "Response(id='c8', choices=[Choice(index=0, message=Message(content='3', role='assistant'))], usage=Usage(n=9))",
    "Output(index=0, text='3', token_ids=[29871, 2], finish_reason=stop)",
    "Request(request_id=0, prompt='A or B?', outputs=[Output(index=0, text='3', token_ids=[1, 2])], finished=True)",
]


def test_an_object_of_a_client_says_its_words_and_none_of_its_numbers():
    for text in PRINTED:
        assert said(text) == Said("3"), text
    for text in ("Point(x=3, y=4)", "[Box(left=1, text='a')]", "content='B' because x=3", "C(", "A(b=" * 9999):
        assert said(text) == Said(text)


def test_a_conversation_that_ends_with_the_question_says_nothing():
    assert said([{"role": "user", "content": "How many? 1, 2, 3?"}]) == Said()
    assert said({"output": {"message": {"role": "assistant", "content": [{"toolUse": {"input": 3}}]}}}).calls


def test_thoughts_stand_apart_from_words_in_every_form():
    for message in THOUGHT_AND_WORDS:
        for form in (message, json.dumps(message), str(message)):
            assert said(form) == Said("3", "7?"), form


def test_without_words_a_refusal_or_an_unfinished_thought_stands_for_them():
    for message, reply in (
        (None, ""),
        ({"role": "assistant", "content": None, "refusal": "I cannot say who this is."}, "I cannot say who this is."),
        ({"role": "assistant", "content": None, "reasoning_content": "7?"}, "<think>7?"),
        ({"role": "assistant", "content": None, "tool_calls": [{"type": "function", "function": {}}]}, ""),
    ):
        assert said(message).reply == reply


def test_a_reply_that_is_no_message_is_said_as_it_is_written():
    for reply in ("C", '{"type": "square", "x": 3}', "[[0.5, 0.5]]", '[{"point": [1, 2], "label": "cup"}]', "[{"):
        assert said(reply) == Said(reply)
    assert said([[0.5, 0.5]]).text == "[[0.5, 0.5]]"
    assert said({"x": 3}).text == '{"x": 3}'
    assert said(3).text == "3"


def test_a_reply_that_begins_with_the_question_is_what_follows_it():
    question = "Which one is the most salient object?\n[A] cat\n[B] dog"
    for before, reply in (("", "\nB"), ("USER: <image>\n", " ASSISTANT: B"), ("[INST] ", " [/INST] B")):
        assert after_echo(before + question + reply, question) == reply
    for reply in ("B", "x" * 300 + question + "B"):
        assert after_echo(reply, question) == reply
    assert after_echo("dog", "dog") == "dog"
