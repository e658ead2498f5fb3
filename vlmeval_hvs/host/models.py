"""The host's model classes for the ``hvs-*`` names, made like those of `vlmeval_hvs.host.datasets`."""

from __future__ import annotations

from collections.abc import Callable
from pkgutil import resolve_name
from typing import Any

from vlmeval_hvs.registry import BASELINE, model_cards


def host_model(path: str) -> type:
    """The host's model class for ``module:Class``; the same object at every call."""
    from vlmeval.vlm.base import BaseModel  # first of all: it may make all classes on its way

    name = path.rpartition(":")[2]
    if name not in globals():
        own = resolve_name(path)
        globals()[name] = type(name, (own, BaseModel), {"__module__": __name__, "__doc__": own.__doc__})
    made: type = globals()[name]
    return made


def class_paths() -> list[str]:
    """``module:Class`` of every model class of this package."""
    return sorted({card.get("class", BASELINE) for card in model_cards().values()})


def build_model(name: str, of: Callable[[str], type] = host_model, /, **kwargs: Any) -> Any:
    """Make a model of this package by its name, as ``supported_VLM[name]()`` does.

    ``of`` gives the class of a path; with `pkgutil.resolve_name` it needs no host.
    """
    card = model_cards()[name]
    named = {} if "class" in card else {"model": name}
    return of(card.get("class", BASELINE))(**{**named, **card.get("kwargs", {}), **kwargs})


def __getattr__(name: str) -> type:
    for path in class_paths():
        if path.endswith(f":{name}"):
            return host_model(path)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
