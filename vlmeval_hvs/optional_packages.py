"""Packages and code of others that only some models need."""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any

from vlmeval_hvs.errors import MissingModelError

TRUST = "VLMEVAL_HVS_TRUST_REMOTE_CODE"
"""Environment variable: 1 lets models run the Python code that comes with them."""


def package(name: str, get: str = "") -> Any:
    """An installed package.

    Raises:
        MissingModelError: It is not installed, which the message says how to change, or cannot be imported.
    """
    try:
        return import_module(name)
    except ImportError as error:
        if error.name != name:  # it is there, and something that it needs is not
            raise MissingModelError(f"the package {name} cannot be imported: {error}") from error
        raise MissingModelError(f"the package {name} is needed: pip install {get or name}") from error


def is_trusted(given: bool) -> bool:
    """Whether code of others may run: because an option says so, or the environment variable `TRUST`."""
    return given or os.environ.get(TRUST) == "1"


def ask_trust(what: str, trusted: bool) -> None:
    """Refuse to go on where code of others would be downloaded and run without leave.

    Raises:
        MissingModelError: It is not trusted.
    """
    if not trusted:
        raise MissingModelError(
            f"{what} comes with Python code that would be downloaded and run. If you trust it, set {TRUST}=1 or "
            'give "trust_remote_code": true in the model\'s --config entry'
        )
