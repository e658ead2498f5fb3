"""The generate hook: lets every model of the host answer a prompt that has a pipeline.

``generate`` of a model class is wrapped once. A message that is one of our prompts with a pipeline is answered by
driving the pipeline with the model's own ``generate``; words for the system message are sent as such where the class
can; everything else passes straight through.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from vlmeval_hvs.host.drive import drive
from vlmeval_hvs.host.finish import noting, take
from vlmeval_hvs.host.journal import current_journal
from vlmeval_hvs.host.system_message import deliver
from vlmeval_hvs.messages import ModelTraits, Prompt
from vlmeval_hvs.registry import all_cards, base_name

_MARK = "_vlmeval_hvs_wrapped"


def hook_class(cls: type) -> None:
    """Wrap ``generate`` and ``use_custom_prompt`` where the class defines them, or mix-ins of the host that it uses."""
    for owner in cls.__mro__:
        if owner is cls or owner.__module__.startswith("vlmeval."):
            wrap_once(owner, "generate", _driving)
            wrap_once(owner, "generate_inner", noting)
            wrap_once(owner, "use_custom_prompt", _ours_use_the_dataset_prompt)


def hook_subclasses(base: type) -> None:
    """Hook a base class, the subclasses it has, and those still to be defined."""
    for cls in [base, *_descendants(base)]:
        hook_class(cls)
    previous = base.__dict__.get("__init_subclass__")
    if getattr(getattr(previous, "__func__", None), _MARK, False):
        return

    def init_subclass(cls: type, **kwargs: Any) -> None:
        if previous is not None:
            previous.__func__(cls, **kwargs)
        else:
            super(base, cls).__init_subclass__(**kwargs)  # type: ignore[arg-type]
        hook_class(cls)

    setattr(init_subclass, _MARK, True)
    base.__init_subclass__ = classmethod(init_subclass)  # type: ignore[assignment]


def _descendants(cls: type) -> list[type]:
    children: list[type] = cls.__subclasses__()
    return [descendant for child in children for descendant in (child, *_descendants(child))]


def wrap_once(owner: Any, name: str, wrapper: Callable[[Any], Any], required: bool = False) -> None:
    """Replace a function that a class or module itself defines by its wrapper, unless that has been done.

    Args:
        owner: Class or module.
        name: The function's name.
        wrapper: Makes the wrapper from the original.
        required: Whether a missing function is an error.

    Raises:
        AttributeError: The owner has no such function and it is required.
    """
    original = vars(owner).get(name)
    if original is None and required:
        raise AttributeError(f"{owner.__name__} has no {name}")
    if callable(original) and not getattr(original, _MARK, False):
        wrapped = functools.wraps(original)(wrapper(original))
        setattr(wrapped, _MARK, True)
        setattr(owner, name, wrapped)


def _driving(original: Any) -> Any:
    # The message stays in the parameter that the caller chose: the host's classes do not agree on the first one's name.
    def generate(self: Any, *args: Any, **kwargs: Any) -> Any:
        if args and isinstance(args[0], Prompt):
            return _answered(self, args[0], lambda model, turn: original(model, turn, *args[1:], **kwargs))
        for name, value in kwargs.items():
            if isinstance(value, Prompt):
                return _answered(self, value, functools.partial(_ask_as, original, kwargs, name))
        return original(self, *args, **kwargs)

    return generate


def _ask_as(original: Any, kwargs: dict[str, Any], name: str, model: Any, turn: Prompt) -> Any:
    return original(model, **{**kwargs, name: turn})


def _answered(model: Any, prompt: Prompt, ask: Callable[[Any, Prompt], Any]) -> Any:
    return answer(prompt, lambda turn: deliver(model, turn, ask), traits_of(model))


def traits_of(model: Any) -> ModelTraits:
    """What a pipeline may know about a host model."""
    return ModelTraits(name=type(model).__name__, interleave=bool(getattr(model, "INTERLEAVE", False)))


def answer(prompt: Prompt, ask: Callable[[Prompt], Any], traits: ModelTraits) -> Any:
    """Drive ``prompt``'s pipeline, unless an interrupted run has already answered this row; else ask it in one turn."""
    if prompt.pipeline is None:
        return _asked_once(prompt, ask)
    journal = current_journal(prompt.dataset)
    known = journal.finished(prompt) if journal else None
    if known is not None:
        return known

    driven = drive(prompt, ask, traits, take)
    if driven is None:
        return _asked_once(prompt.in_one_turn(), ask)
    if journal:
        journal.add(prompt, *driven)
    return driven[0]


def _asked_once(prompt: Prompt, ask: Callable[[Prompt], Any]) -> Any:
    take()  # what an earlier message of this thread left behind
    reply = ask(prompt)
    journal = current_journal(prompt.dataset)
    if journal and take() is False:
        journal.note_cut(prompt, reply)
    return reply


@functools.cache
def _our_names() -> frozenset[str]:
    return frozenset(name for card in all_cards() for name in card.datasets)


def _ours_use_the_dataset_prompt(original: Any) -> Any:
    # The host lets a model replace the dataset's prompt, in API mode even against the dataset's wish; the benchmarks'
    # prompts are part of what is measured, and a pipeline would be lost.
    def use_custom_prompt(self: Any, dataset: Any = None, *args: Any, **kwargs: Any) -> Any:
        if isinstance(dataset, str) and base_name(dataset) in _our_names():
            return False
        return original(self, dataset, *args, **kwargs)

    return use_custom_prompt
