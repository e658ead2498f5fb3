"""How a reply ended, by a server's answer: the reason, and the tokens."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from vlmeval_hvs.results.ledger_lines import LENGTH, REFUSED, STOP
from vlmeval_hvs.said import is_refusal, reason_of, said

_LIMITS = frozenset(("length", "max_tokens", "max_output_tokens", "model_length", "token_limit"))
"""Reasons that mean a cut reply, in the words of the OpenAI, Anthropic, Google and Mistral APIs, in lower case."""

_ENDS = frozenset(("stop", "end_turn", "stop_sequence", "eos", "eos_token"))
_LONGEST = 10_000_000  # characters of a server's answer that are looked at

_TOKENS = {
    "prompt": ("prompt_tokens", "input_tokens", "promptTokenCount", "prompt_token_count"),
    "completion": ("completion_tokens", "output_tokens", "candidatesTokenCount", "candidates_token_count"),
}
_USAGES = ("usage", "usageMetadata", "usage_metadata")


@dataclass(frozen=True)
class Ending:
    """How a reply ended.

    Attributes:
        finish: ``"stop"``, ``"length"`` for a reply that was cut at its token limit, ``"refusal"``, the server's own
            word for something else, or None when unknown.
        tokens: ``{"prompt": n, "completion": n}``, or None when unknown.
    """

    finish: str | None = None
    tokens: dict[str, int] | None = None


def ending_of(answer: Any) -> Ending:
    """How a reply ended, by a server's answer.

    Args:
        answer: What a model class returns as its log: a response with ``text``, JSON, a mapping, or an object of a
            client library.
    """
    try:
        told = _mapping(answer)
        return Ending(_finish(told), _tokens(told))
    except Exception:  # a foreign object may raise anything; the reply itself is not touched
        return Ending()


def _mapping(answer: Any) -> Mapping[str, Any]:
    if isinstance(answer, Mapping):
        return answer
    if hasattr(answer, "model_dump"):
        dumped = answer.model_dump()
        return dumped if isinstance(dumped, Mapping) else {}
    text = answer if isinstance(answer, str) else getattr(answer, "text", "")
    if isinstance(text, str) and len(text) <= _LONGEST and text.lstrip().startswith("{"):
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
