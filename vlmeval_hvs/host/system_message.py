"""A real system message for one call of a model, where the model's class sends one.

Most of the host's model classes have an attribute ``system_prompt`` and send it with every call. The host's own way to
fill it from a message (an item with the role ``system``) adds to the attribute and never takes away, so the system
message would grow from sample to sample. Here a call gets its own shallow copy of the model, whose attribute is the
model's own system prompt and the words of this one message: nothing is left behind, and calls in several threads do
not see each other's.
"""

from __future__ import annotations

import copy
import dis
import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from types import CodeType
from typing import Any

from vlmeval_hvs.host.run import current_run
from vlmeval_hvs.messages import Prompt

ATTRIBUTE = "system_prompt"

# These set the attribute up; a class that only does this sends nothing.
_NOT_SENDING = ("__init__", "preprocess_message_with_role")

_LOADS = ("LOAD_ATTR", "LOAD_METHOD")


def deliver(model: Any, prompt: Prompt, ask: Callable[[Any, Prompt], Any]) -> Any:
    """Ask a model; words for the system message go there, or else stand where they are in the message.

    Returns:
        What ``ask`` returns.
    """
    words = [item["value"] for item in prompt if item.get("role") == "system"]
    if not words:
        return ask(model, prompt)
    how = sent_as(model)
    _note(prompt.dataset, how)
    if how == "text":
        return ask(model, prompt.of_items([{**item, "role": None} for item in prompt]))
    asked = copy.copy(model)
    setattr(asked, ATTRIBUTE, _added(getattr(model, ATTRIBUTE) or "", words))
    with _untouched(getattr(model, "model", None), "system_message"):
        return ask(asked, prompt.of_items([item for item in prompt if item.get("role") != "system"]))


def sent_as(model: Any) -> str:
    """How a model gets words for the system message: as ``"system"`` message, or as ``"text"`` of the message."""
    cls: Any = type(model)
    return "system" if ATTRIBUTE in vars(model) and sends_system_prompt(cls) else "text"


def _added(own: str, words: list[str]) -> str:
    """A model's own system prompt and more words; white space at its end stays there, for some classes need it."""
    text = own.rstrip()
    return "\n".join([text, *words] if text else words) + own[len(text) :]


@contextmanager
def _untouched(owner: Any, name: str) -> Iterator[None]:
    """Put an attribute back afterwards: InternVLChat hands its system prompt on to the network, which copies share."""
    known = getattr(owner, name, None)
    try:
        yield
    finally:
        if known is not None:
            setattr(owner, name, known)


@cache
def sends_system_prompt(cls: type) -> bool:
    """Whether a model class uses its attribute ``system_prompt`` when it is asked (found in its compiled code)."""
    for owner in cls.__mro__:
        if owner.__module__ in ("vlmeval.api.base", "vlmeval.vlm.base"):
            continue
        for name, member in vars(owner).items():
            function = inspect.unwrap(getattr(member, "__func__", member))
            if name not in _NOT_SENDING and hasattr(function, "__code__") and _reads_attribute(function.__code__):
                return True
    return False


def _reads_attribute(code: CodeType) -> bool:
    if any(step.argval == ATTRIBUTE and step.opname in _LOADS for step in dis.get_instructions(code)):
        return True
    return any(_reads_attribute(inner) for inner in code.co_consts if isinstance(inner, CodeType))


def _note(dataset: str, how: str) -> None:
    """Note in the receipt of the run under way how the words are sent."""
    run = current_run(dataset)
    if run:
        run.note_sent(how)
