"""A system message for one call of a model, if the model's class sends one.

Most of the host's model classes send their attribute ``system_prompt`` with every call. The host's own way to fill it
from a message (an item with the role ``system``) only ever appends, so the system message would grow from sample to
sample. Here a call gets a shallow copy of the model, whose attribute is the model's own system prompt and the text of
this message, so neither later calls nor other threads see it.
"""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from types import CodeType
from typing import Any

from vlmeval_hvs.host.run import current_run
from vlmeval_hvs.messages import Prompt
from vlmeval_hvs.results.receipt import SENT_AS

ATTRIBUTE = "system_prompt"

_NOT_SENDING = ("__init__", "preprocess_message_with_role")  # they set it up


def deliver(model: Any, prompt: Prompt, ask: Callable[[Any, Prompt], Any]) -> Any:
    """Ask a model; text for the system message becomes one, or stays where it is in the message."""
    words = [item["value"] for item in prompt if item.get("role") == "system"]
    if not words:
        return ask(model, prompt)
    how = sent_as(model)
    if run := current_run(prompt.dataset):
        run.note_sent(SENT_AS, how)
    if how == "text":
        return ask(model, prompt.of_items([{**item, "role": None} for item in prompt]))
    asked = copy.copy(model)
    setattr(asked, ATTRIBUTE, _added(getattr(model, ATTRIBUTE) or "", words))
    with _restored(getattr(model, "model", None), "system_message"):
        return ask(asked, prompt.of_items([item for item in prompt if item.get("role") != "system"]))


def sent_as(model: Any) -> str:
    """How a model gets text for the system message: as ``"system"`` message, or as ``"text"`` of the message."""
    cls: Any = type(model)
    return "system" if ATTRIBUTE in vars(model) and sends_system_prompt(cls) else "text"


def _added(own: str, words: list[str]) -> str:
    """A model's own system prompt and more text; white space at its end stays there, because some classes need it."""
    text = own.rstrip()
    return "\n".join([text, *words] if text else words) + own[len(text) :]


@contextmanager
def _restored(owner: Any, name: str) -> Iterator[None]:
    """Restore an attribute afterwards: InternVLChat sets the system prompt on its network, which copies share."""
    known = getattr(owner, name, None)
    try:
        yield
    finally:
        if known is not None:
            setattr(owner, name, known)


@cache
def sends_system_prompt(cls: type) -> bool:
    """Whether the compiled code of a model class uses its attribute ``system_prompt`` when it is asked."""
    for owner in cls.__mro__:
        if owner.__module__ in ("vlmeval.api.base", "vlmeval.vlm.base"):
            continue
        for name, member in vars(owner).items():
            function = inspect.unwrap(getattr(member, "__func__", member))
            if name not in _NOT_SENDING and hasattr(function, "__code__") and _uses_attribute(function.__code__):
                return True
    return False


def _uses_attribute(code: CodeType) -> bool:
    inner = (one for one in code.co_consts if isinstance(one, CodeType))
    return ATTRIBUTE in code.co_names or any(map(_uses_attribute, inner))
