"""What a server's answer says and how it ended, in whatever form a server, a model class or a log holds it.

A message is a text; a list of parts, with thoughts apart from words; a message with a role; a conversation, whose last
message counts; or a server's whole answer (chat completions and responses of OpenAI, messages of Anthropic, candidates
of Google).
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

_THOUGHTS = ("thinking", "reasoning", "reasoning_text", "redacted_thinking", "summary_text", "thought")
_CALLS = ("tool_use", "tool_call", "tool_calls", "function_call", "function")
_OTHERS = ("text", "output_text", "refusal", "message", "image", "image_url", "input_image", "audio", "input_text")
_KINDS = frozenset((*_THOUGHTS, *_CALLS, *_OTHERS))  # values of ``type`` in the parts of messages

_REASONING = ("reasoning_content", "reasoning", "thinking", "thinking_blocks")
_BESIDE = frozenset(("role", "refusal", "tool_calls", "finish_reason", "stop_reason", *_REASONING))
_REASONS = ("finish_reason", "finishReason", "stop_reason")
_SPEAKERS = ("assistant", "model", "gpt")
_LONGEST = 1_000_000  # characters; longer texts are not parsed
_HEADER = 200  # characters of a chat template before the question
_SHORTEST_ECHO = 20  # characters; a shorter question may be what a reply begins with
_LIKE_A_MESSAGE = re.compile(r"""\s*(\[\s*)?\{.*?["'](type|role|choices|candidates|output)["']\s*:""", re.DOTALL)

STOP, LENGTH, REFUSED = "stop", "length", "refusal"
"""Values of `Call.finish`: the reply ended by itself, was cut at a token limit, or was refused."""
_REFUSALS = frozenset(
    ("refusal", "content_filter", "safety", "blocklist", "prohibited_content", "recitation", "spii", "image_safety")
)
_FINISH = {  # reasons of OpenAI, Anthropic, Google and Mistral, in lower case
    **dict.fromkeys(("length", "max_tokens", "max_output_tokens", "model_length", "token_limit"), LENGTH),
    **dict.fromkeys(("stop", "end_turn", "stop_sequence", "eos", "eos_token"), STOP),
}
_TOKENS = {
    "prompt": ("prompt_tokens", "input_tokens", "promptTokenCount", "prompt_token_count"),
    "completion": ("completion_tokens", "output_tokens", "candidatesTokenCount", "candidates_token_count"),
}


@dataclass(frozen=True)
class Said:
    """What a message says."""

    text: str = ""  # the words of the reply, "" for none
    thinking: str = ""  # what was thought before them
    refusal: str = ""  # why nothing is said, in the model's words
    calls: bool = False  # whether tools are called

    @property
    def reply(self) -> str:
        """The words that stand for the reply: a refusal where there is nothing else, an unfinished thought at last."""
        return self.text or self.refusal or (f"<think>{self.thinking}" if self.thinking else "")

    def __add__(self, other: Said) -> Said:
        thinking = "\n".join(filter(None, (self.thinking, other.thinking)))
        return Said(self.text + other.text, thinking, self.refusal + other.refusal, self.calls or other.calls)


def said(value: Any) -> Said:
    """What a message says; a value of another form, such as a list of points, is said as it is written.

    >>> said([{"type": "thinking", "thinking": "7?"}, {"type": "text", "text": "3"}])
    Said(text='3', thinking='7?', refusal='', calls=False)
    """
    if value is None:
        return Said()
    message = _written(value) if isinstance(value, str) else value
    if _is_message(message):
        return _of(message)
    return Said(json.dumps(value, ensure_ascii=False) if isinstance(value, (list, dict)) else str(value))


def after_echo(reply: str, question: str) -> str:
    """What follows the question where a reply begins with it: some programs give the prompt back with the reply."""
    begin = reply.find(question, 0, len(question) + _HEADER) if len(question) >= _SHORTEST_ECHO else -1
    return reply if begin < 0 else reply[begin + len(question) :]


def _written(text: str) -> Any:
    """The message that a text spells, as JSON or as a literal of Python; None for other texts."""
    if len(text) <= _LONGEST and _LIKE_A_MESSAGE.match(text[:500]):
        for read in (json.loads, ast.literal_eval):  # the latter reads literals, and runs nothing
            try:
                return read(text.strip())
            except (ValueError, SyntaxError, RecursionError, MemoryError):
                continue
    return None


def _is_message(value: Any) -> bool:
    if isinstance(value, list):
        parts = bool(value) and all(isinstance(part, dict) for part in value)
        return parts and (_is_conversation(value) or all(part.get("type") in _KINDS for part in value))
    if not isinstance(value, Mapping):
        return False
    output = value.get("output")
    named = "content" in value or ("text" in value and "role" in value)
    return (
        any(isinstance(value.get(name), list) and value[name] for name in ("choices", "candidates"))
        or any(isinstance(value.get(name), Mapping) for name in ("promptFeedback", "message"))
        or (isinstance(output, list) and bool(output) and all(isinstance(x, dict) and "type" in x for x in output))
        or (named and bool(_BESIDE & value.keys()))
        or {"prediction", "extra_records"} <= value.keys()  # of the host's agents
    )


def _is_conversation(value: list[Any]) -> bool:
    return all(isinstance(one, dict) and isinstance(one.get("role"), str) and "content" in one for one in value)


def _of(value: Any) -> Said:
    """What a value of the form of a message, or a part of one, says."""
    if isinstance(value, list):
        if value and _is_conversation(value):
            return _of(value[-1]) if value[-1]["role"] in _SPEAKERS else Said()
        return sum(map(_of, value), Said())
    if not isinstance(value, Mapping):
        return Said(value) if isinstance(value, str) else Said()
    for name in ("choices", "candidates"):
        if value.get(name):
            message, reason = _of(value[name][0]), _reason(value[name][0])
            # A filter's reason stands for words that it took away.
            return replace(message, refusal=reason) if _is_refusal(reason) and not message.reply else message
    for name in ("prediction", "message", "output"):
        if value.get(name):
            return _of(value[name])
    if isinstance(value.get("promptFeedback"), Mapping):
        return Said(refusal=str(value["promptFeedback"].get("blockReason") or ""))
    kind = value.get("type")
    if kind in _THOUGHTS or value.get("thought") is True:
        return Said(thinking=_words(value))
    if kind in _CALLS:
        return Said(calls=True)
    refusal = value.get("refusal")
    thoughts = "\n".join(filter(None, (_words(value.get(name)) for name in _REASONING)))
    calls = bool(value.get("tool_calls") or value.get("function_call"))
    content = next((value[name] for name in ("content", "parts", "text") if value.get(name)), None)
    return Said("", thoughts, refusal if isinstance(refusal, str) else "", calls) + _of(content)


def _words(value: Any) -> str:
    if isinstance(value, list):
        return "\n".join(filter(None, map(_words, value)))
    if isinstance(value, Mapping):
        names = ("thinking", "reasoning", "text", "content", "summary")
        return next((words for name in names if (words := _words(value.get(name)))), "")
    return value if isinstance(value, str) else ""


def _reason(answer: Any) -> str:
    """Why a reply ended, in a server's own word in lower case; "" where it does not say."""
    found = next((answer[key] for key in _REASONS if answer.get(key)), "") if isinstance(answer, Mapping) else ""
    return str(found).rpartition(".")[2].lower()[:100]


def _is_refusal(reason: str) -> bool:
    """Whether a reason refuses, such as ``content_filter: prohibited_content``."""
    return not _REFUSALS.isdisjoint(re.split(r"\W+", reason))


class Ending(NamedTuple):
    """How a reply ended."""

    finish: str | None = None  # `STOP`, `LENGTH`, `REFUSED`, the server's own word for another reason; None if unknown
    tokens: dict[str, int] | None = None  # ``{"prompt": n, "completion": n}``; None if unknown


def ending_of(answer: Any) -> Ending:
    """How a reply ended, by the log of a model class: a response with ``text``, JSON, a mapping, a client's object."""
    try:
        if hasattr(answer, "model_dump"):
            answer = answer.model_dump()
        elif not isinstance(answer, Mapping):
            answer = json.loads(answer if isinstance(answer, str) else answer.text)
        usages = [answer.get(key) for key in ("usage", "usageMetadata", "usage_metadata")]
        usage: Mapping[str, Any] = next((found for found in usages if isinstance(found, Mapping)), {})
        counts = {kind: [usage[name] for name in names if name in usage] for kind, names in _TOKENS.items()}
        tokens = {kind: int(found[0]) for kind, found in counts.items() if found and isinstance(found[0], int)}
        choices = next((answer[key] for key in ("choices", "candidates") if answer.get(key)), [answer])
        message, reason = said(answer), _reason(choices[0])
        refused = (message.refusal and not message.text) or _is_refusal(reason)
        return Ending(REFUSED if refused else _FINISH.get(reason, reason or None), tokens or None)
    except Exception:  # a foreign object may raise anything
        return Ending()
