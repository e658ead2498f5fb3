"""Reads what a host's function was called with, whatever its signature is.

Hosts of other ages give the same function other parameters, in another order. A wrapper takes what comes, looks up
here what it needs by name, and passes everything on as it was.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from typing import Any

Read = Callable[[tuple[Any, ...], Mapping[str, Any]], dict[str, Any]]


def reader(function: Any) -> Read:
    """A function that tells the arguments of a call of ``function`` by name.

    What it returns is empty where the call does not fit: the original is called all the same, and says so.
    """
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # nothing is known of it
        return lambda args, kwargs: {}

    def read(args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> dict[str, Any]:
        try:
            bound = signature.bind(*args, **kwargs)
        except TypeError:
            return {}
        bound.apply_defaults()
        return dict(bound.arguments)

    return read


def lacking(function: Any, names: Iterable[str]) -> list[str]:
    """Parameters that a function does not have; none where nothing can be known of it."""
    try:
        parameters = inspect.signature(function).parameters
    except (TypeError, ValueError):
        return []
    return [name for name in names if name not in parameters]
