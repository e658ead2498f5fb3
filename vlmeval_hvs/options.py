"""Checks of options given by the user."""

from __future__ import annotations

from collections.abc import Iterable

from vlmeval_hvs.store import DataError


def one_of(option: str, value: object, allowed: Iterable[str]) -> None:
    """Refuse a value that an option does not have.

    Raises:
        DataError: Names the option, the value and what is allowed.
    """
    names = tuple(allowed)
    if value not in names:
        raise DataError(f"{option}={value!r}: choose one of {', '.join(name or repr(name) for name in names)}")
