"""The host's model classes for the ``hvs-*`` names, made like those of `vlmeval_hvs.host.datasets`."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from vlmeval_hvs.registry import BASELINE, model_cards


def host_model(path: str) -> type:
    """The host's model class for ``module:Class``; the same object at every call."""
    from vlmeval.vlm.base import BaseModel  # first of all: it may make all classes on its way

    name = path.rpartition(":")[2]
    if name not in globals():
        own = own_class(path)
        body = {"__module__": __name__, "__qualname__": name, "__doc__": own.__doc__}
        globals()[name] = type(name, (own, BaseModel), body)
    made: type = globals()[name]
    return made


def own_class(path: str) -> type:
    """The class of this package for ``module:Class``, which needs no host."""
    module, name = path.split(":")
    found: type = getattr(import_module(module), name)
    return found


def class_paths() -> list[str]:
    """``module:Class`` of every model class of this package."""
    return sorted({card.get("class", BASELINE) for card in model_cards().values()})


def build_model(name: str, of: Callable[[str], type] = host_model, /, **kwargs: Any) -> Any:
    """Make a model of this package by its name, as ``supported_VLM[name]()`` does; ``of`` gives the class of a path."""
    card = model_cards()[name]
    named = {} if "class" in card else {"model": name}
    return of(card.get("class", BASELINE))(**{**named, **card.get("kwargs", {}), **kwargs})


def __getattr__(name: str) -> type:
    for path in class_paths():
        if path.endswith(f":{name}"):
            return host_model(path)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
