"""Whether a model's last reply ended by itself or at its token limit, where the host's model class gets to know it.

The host's API classes receive the server's answer, return its text and drop the rest, among it the reason why the
reply ended. ``generate_inner`` is wrapped to keep that one fact until the caller of ``generate`` asks for it; both run
in one thread. Local model classes do not know it.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from typing import Any

_LIMITS = frozenset(("length", "max_tokens", "max_output_tokens", "model_length", "token_limit"))
"""Reasons that mean a cut reply, in the words of the OpenAI, Anthropic, Google and Mistral APIs, in lower case."""

_ENDS = frozenset(("stop", "end_turn", "stop_sequence", "eos", "eos_token"))
_LONGEST = 10_000_000  # characters of a server's answer that are looked at

_LAST = threading.local()


def noting(original: Any) -> Any:
    """Wrap ``generate_inner`` so that it remembers why the reply ended."""

    def generate_inner(self: Any, *args: Any, **kwargs: Any) -> Any:
        _LAST.finished = None
        result = original(self, *args, **kwargs)
        if isinstance(result, tuple) and len(result) == 3:
            _LAST.finished = finished_of(result[2])
        return result

    return generate_inner


def take() -> bool | None:
    """Whether the last reply of this thread ended by itself; None when unknown. Asking again gives None."""
    finished = getattr(_LAST, "finished", None)
    _LAST.finished = None
    return finished


def finished_of(answer: Any) -> bool | None:
    """Whether a server's answer says that the reply ended by itself.

    Args:
        answer: What a model class returns as its log: a response with ``text``, JSON, a mapping, or an object of a
            client library.

    Returns:
        False for a reply that was cut at its token limit, True for one that ended, None when the answer does not say.
    """
    try:
        reason = _reason(_mapping(answer))
    except Exception:  # a foreign object may raise anything; the reply itself is not touched
        return None
    return False if reason in _LIMITS else True if reason in _ENDS else None


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


def _reason(answer: Mapping[str, Any]) -> str:
    for key in ("choices", "candidates"):
        first = answer.get(key)
        if isinstance(first, list) and first and isinstance(first[0], Mapping):
            answer = first[0]
            break
    found = next((answer[key] for key in ("finish_reason", "finishReason", "stop_reason") if answer.get(key)), "")
    return str(found).rpartition(".")[2].lower()
