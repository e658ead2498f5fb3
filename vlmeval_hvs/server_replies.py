"""What a server's answer says, in whatever form a server, a model class or a file of another program holds it.

A message is a text; a list of parts, with thoughts apart from words; a message with a role; a conversation, whose last
message counts; or a server's whole answer (chat completions and responses of OpenAI, messages of Anthropic, candidates
of Google, Converse of Amazon). Objects of clients are also read as Python prints them. `ending_of` gives the finish
reason and the tokens.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

_THOUGHTS = ("thinking", "reasoning", "reasoning_text", "redacted_thinking", "summary_text", "thought")
_WORDS = ("text", "output_text", "refusal", "message")
_CALLS = ("tool_use", "tool_call", "tool_calls", "function_call", "function")
_OTHERS = ("image", "image_url", "input_image", "audio", "input_text")
_KINDS = frozenset((*_THOUGHTS, *_WORDS, *_CALLS, *_OTHERS))
"""Values of ``type`` in the parts of messages."""

_REASONING = ("reasoning_content", "reasoning", "thinking", "thinking_blocks")
_BESIDE = frozenset(("role", "refusal", "tool_calls", "finish_reason", "stop_reason", *_REASONING))
_REASONS = ("finish_reason", "finishReason", "stop_reason")
_REFUSALS = frozenset(
    ("refusal", "content_filter", "safety", "blocklist", "prohibited_content", "recitation", "spii", "image_safety")
)
_SPEAKERS = ("assistant", "model", "gpt")
_LONGEST = 1_000_000
_HEADER = 200  # characters of a chat template before the question
_SHORTEST_ECHO = 20  # characters; a shorter question may be what a reply begins with
_LIKE_A_MESSAGE = re.compile(
    r"""\s*(\[\s*)?\{.*?["'](type|role|choices|candidates|output|generated_text)["']\s*:""", re.DOTALL
)
_LIKE_AN_OBJECT = re.compile(r"\s*\[?[A-Z]\w*\([a-z_]+=.*\)\]?\s*", re.DOTALL)
_FIELDS = re.compile(r"""\s*content=('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")\s+[a-z_]+=.*""", re.DOTALL)
"""What `str` makes of some messages: their fields without a name."""

STOP, LENGTH, REFUSED = "stop", "length", "refusal"
"""Values of `Call.finish`: the reply ended by itself, was cut at a token limit, or was refused by the model or a
filter."""

_LIMITS = frozenset(("length", "max_tokens", "max_output_tokens", "model_length", "token_limit"))
"""Reasons of truncated replies in the OpenAI, Anthropic, Google and Mistral APIs, in lower case."""

_ENDS = frozenset(("stop", "end_turn", "stop_sequence", "eos", "eos_token"))

_LONGEST_ANSWER = 10_000_000  # characters; longer answers are not parsed

_TOKENS = {
    "prompt": ("prompt_tokens", "input_tokens", "promptTokenCount", "prompt_token_count"),
    "completion": ("completion_tokens", "output_tokens", "candidatesTokenCount", "candidates_token_count"),
}

_USAGES = ("usage", "usageMetadata", "usage_metadata")


@dataclass(frozen=True)
class Said:
    """What a message says.

    Attributes:
        text: The words of the reply, "" for none.
        thinking: What was thought before them.
        refusal: Why nothing is said, in the model's words.
        calls: Whether tools are called.
    """

    text: str = ""
    thinking: str = ""
    refusal: str = ""
    calls: bool = False

    @property
    def reply(self) -> str:
        """The words that stand for the reply: a refusal where there is nothing else, an unfinished thought at last."""
        return self.text or self.refusal or (f"<think>{self.thinking}" if self.thinking else "")

    def __add__(self, other: Said) -> Said:
        thinking = "\n".join(filter(None, (self.thinking, other.thinking)))
        return Said(self.text + other.text, thinking, self.refusal + other.refusal, self.calls or other.calls)


def reason_of(answer: Mapping[str, Any]) -> str:
    """Why a reply ended, in a server's own word in lower case; "" where it does not say."""
    found = next((answer[key] for key in _REASONS if answer.get(key)), "")
    return str(found).rpartition(".")[2].lower()[:100]


def is_refusal(reason: str) -> bool:
    """Whether a reason of `reason_of` refuses, such as ``content_filter: prohibited_content``."""
    return not _REFUSALS.isdisjoint(re.split(r"\W+", reason))


def said(value: Any) -> Said:
    """What a message says; a value of another form, such as a list of points, is said as it is written.

    Example:
        >>> said([{"type": "thinking", "thinking": "7?"}, {"type": "text", "text": "3"}])
        Said(text='3', thinking='7?', refusal='', calls=False)
        >>> said([[0.5, 0.5]]).text
        '[[0.5, 0.5]]'
    """
    if value is None:
        return Said()
    if isinstance(value, str):
        message = _written(value)
        return Said(value) if message is None else _of(message)
    if _is_message(value):
        return _of(value)
    return Said(json.dumps(value, ensure_ascii=False) if isinstance(value, (list, dict)) else str(value))


def after_echo(reply: str, question: str) -> str:
    """What follows the question where a reply begins with it: some programs give the prompt back with the reply."""
    begin = reply.find(question, 0, len(question) + _HEADER) if len(question) >= _SHORTEST_ECHO else -1
    return reply if begin < 0 else reply[begin + len(question) :]


def _written(text: str) -> Any:
    """The message that a text spells, as JSON or as Python prints it; None for other texts."""
    if len(text) > _LONGEST:
        return None
    if printed := _FIELDS.fullmatch(text):
        return {"role": "assistant", "content": ast.literal_eval(printed[1])}
    if _LIKE_AN_OBJECT.fullmatch(text):
        return _printed(text)
    if not _LIKE_A_MESSAGE.match(text[:500]):
        return None
    for read in (json.loads, ast.literal_eval):  # the latter reads literals, and runs nothing
        try:
            value = read(text.strip())
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            continue
        return value if _is_message(value) else None
    return None


def _printed(text: str) -> Any:
    """The message in an object as Python prints it; None for other texts. Nothing is run."""
    try:
        value = _plain(ast.parse(text.strip(), mode="eval").body)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return None
    inner = value[0] if isinstance(value, list) and len(value) == 1 else value
    if isinstance(inner, dict) and isinstance(inner.get("outputs"), list):
        inner = {"choices": inner["outputs"]}
    if isinstance(inner, dict) and ("content" in inner or {"text", "finish_reason"} <= inner.keys()):
        inner = {"role": "assistant", **inner}
    return inner if _is_message(inner) else None


def _plain(node: ast.expr) -> Any:
    """An object as a dict of its fields; None for what is no literal."""
    if isinstance(node, ast.Call):
        return {field.arg: _plain(field.value) for field in node.keywords if field.arg}
    if isinstance(node, (ast.List, ast.Tuple)):
        return [_plain(one) for one in node.elts]
    if isinstance(node, ast.Dict):
        pairs = zip(node.keys, node.values, strict=True)
        return {key.value: _plain(value) for key, value in pairs if isinstance(key, ast.Constant)}
    return node.value if isinstance(node, ast.Constant) else None


def _is_conversation(value: Any) -> bool:
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(one, dict) and isinstance(one.get("role"), str) and "content" in one for one in value)
    )


def _is_message(value: Any) -> bool:
    if _is_conversation(value):
        return True
    if isinstance(value, list) and len(value) == 1 and isinstance(value[0], dict) and "generated_text" in value[0]:
        return True
    if isinstance(value, list):
        return bool(value) and all(isinstance(part, dict) and part.get("type") in _KINDS for part in value)
    if not isinstance(value, Mapping):
        return False
    if isinstance(value.get("prediction"), (str, list, dict)) and "extra_records" in value:
        return True
    if any(isinstance(value.get(name), list) and value[name] for name in ("choices", "candidates")):
        return True
    if isinstance(value.get("promptFeedback"), Mapping):
        return True
    told = value.get("output")
    if isinstance(told, Mapping) and isinstance(told.get("message"), Mapping):
        return True
    if isinstance(told, list) and told and all(isinstance(item, dict) and "type" in item for item in told):
        return True
    named = "content" in value or ("text" in value and "role" in value)
    return isinstance(value.get("message"), Mapping) or (named and bool(_BESIDE & value.keys()))


def _of(value: Any) -> Said:
    """What a value of the form of a message, or a part of one, says."""
    if value is None:
        return Said()
    if isinstance(value, str):
        return Said(value)
    if _is_conversation(value):
        return _of(value[-1]) if value[-1]["role"] in _SPEAKERS else Said()
    if isinstance(value, list):
        found = Said()
        for part in value:
            found += _of(part)
        return found
    for name in ("choices", "candidates"):
        if value.get(name):
            return _chosen(value[name][0])
    for name in ("prediction", "message", "output", "generated_text"):
        if value.get(name):
            return _of(value[name])
    if isinstance(value.get("promptFeedback"), Mapping):
        return Said(refusal=str(value["promptFeedback"].get("blockReason") or ""))
    kind = value.get("type")
    if kind in _THOUGHTS or value.get("thought") is True:
        return Said(thinking=_words(value))
    if isinstance(value.get("reasoningContent"), Mapping):
        return Said(thinking=_words(value["reasoningContent"].get("reasoningText")))
    if "toolUse" in value:
        return Said(calls=True)
    if kind in _CALLS:
        return Said(calls=True)
    if kind == "refusal":
        return Said(refusal=str(value.get("refusal") or ""))
    thoughts = "\n".join(filter(None, (_words(value.get(name)) for name in _REASONING)))
    refusal = value.get("refusal")
    calls = bool(value.get("tool_calls") or value.get("function_call"))
    beside = Said("", thoughts, refusal if isinstance(refusal, str) else "", calls)
    content = next((value[name] for name in ("content", "parts", "text") if value.get(name)), None)
    return beside + _of(content if isinstance(content, (str, list, Mapping)) else None)


def _chosen(choice: Any) -> Said:
    """What the first of several choices says; a filter's reason stands for words that it took away."""
    message = _of(choice)
    reason = reason_of(choice) if isinstance(choice, Mapping) else ""
    return replace(message, refusal=reason) if is_refusal(reason) and not message.reply else message


def _words(value: Any) -> str:
    if isinstance(value, list):
        return "\n".join(filter(None, map(_words, value)))
    if isinstance(value, Mapping):
        names = ("thinking", "reasoning", "text", "content", "summary")
        return next((words for name in names if (words := _words(value.get(name)))), "")
    return value if isinstance(value, str) else ""


@dataclass(frozen=True)
class Ending:
    """How a reply ended.

    Attributes:
        finish: ``"stop"``, ``"length"`` for a reply that was cut at its token limit, ``"refusal"``, the server's own
            word for another reason, or None if unknown.
        tokens: ``{"prompt": n, "completion": n}``, or None if unknown.
    """

    finish: str | None = None
    tokens: dict[str, int] | None = None


def ending_of(answer: Any) -> Ending:
    """How a reply ended, by a server's answer.

    Args:
        answer: The log that a model class returns: a response with ``text``, JSON, a mapping, or an object of a client
            library.
    """
    try:
        content = _mapping(answer)
        return Ending(_finish(content), _tokens(content))
    except Exception:  # a foreign object may raise anything
        return Ending()


def _mapping(answer: Any) -> Mapping[str, Any]:
    if isinstance(answer, Mapping):
        return answer
    if hasattr(answer, "model_dump"):
        dumped = answer.model_dump()
        return dumped if isinstance(dumped, Mapping) else {}
    text = answer if isinstance(answer, str) else getattr(answer, "text", "")
    if isinstance(text, str) and len(text) <= _LONGEST_ANSWER and text.lstrip().startswith("{"):
        value = json.loads(text)
        return value if isinstance(value, Mapping) else {}
    return {}


def _finish(answer: Mapping[str, Any]) -> str | None:
    if (message := said(answer)).refusal and not message.text:
        return REFUSED
    for key in ("choices", "candidates"):
        first = answer.get(key)
        if isinstance(first, list) and first and isinstance(first[0], Mapping):
            answer = first[0]
            break
    reason = reason_of(answer)
    if is_refusal(reason):
        return REFUSED
    return LENGTH if reason in _LIMITS else STOP if reason in _ENDS else reason or None


def _tokens(answer: Mapping[str, Any]) -> dict[str, int] | None:
    usage: Mapping[str, Any] = next((answer[key] for key in _USAGES if isinstance(answer.get(key), Mapping)), {})
    found = {
        kind: int(usage[name]) for kind, names in _TOKENS.items() for name in names if isinstance(usage.get(name), int)
    }
    return found or None
