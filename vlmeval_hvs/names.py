"""Parts of the names of sets and datasets: ``NAME``, ``NAME_DEMO``, ``NAME:own``, each also with ``@label``.

``own`` tells a user's own sets of one kind apart (``VisualSearch_Custom:kitchens``, or with an equals sign, as in names
of files); a label tells runs with other options apart.
"""

from __future__ import annotations

import re

from vlmeval_hvs.errors import DataError

DEMO = "_DEMO"
"""Suffix of the small sets that are built offline."""

_BEHIND = re.compile("[:=]")
_OWN = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*")


def base_name(name: str) -> str:
    """``name`` without ``@label``, without ``:own`` and without ``_DEMO``."""
    return _front(name).removesuffix(DEMO)


def is_demo(name: str) -> bool:
    """Whether a dataset or set name, with or without ``@label``, is that of a demo set."""
    return _front(name).endswith(DEMO)


def _front(name: str) -> str:
    return _in_colons(name.split("@", 1)[0]).split(":", 1)[0]


def _in_colons(name: str) -> str:
    return _BEHIND.sub(":", name, count=1)


def own_name(name: str) -> str:
    """The part behind the colon (or equals sign), "" for a name without one.

    Raises:
        DataError: It cannot name a set.
    """
    front, colon, own = _in_colons(name.split("@", 1)[0]).partition(":")
    if not colon:
        return ""
    if not _OWN.fullmatch(own) or own.endswith(DEMO):
        raise DataError(f"{name!r}: behind the colon stand letters, digits and _.- only, and not the end {DEMO}")
    if front.endswith(DEMO):
        raise DataError(f"{name!r}: a demo set has no name of its own")
    return own


def with_own(name: str, own: str) -> str:
    """``name`` of one's own set ``own``; ``name`` itself for ""."""
    return f"{name}:{own}" if own else name


def folder_name(name: str) -> str:
    """A name of a set or dataset as it stands in names of folders and files, where a colon cannot be everywhere."""
    front, label, rest = name.partition("@")
    return front.replace(":", "=") + label + rest


def own_names(set_name: str, folders: list[str]) -> list[str]:
    """The own names of a kind of set among names of folders."""
    return sorted(name.split("=", 1)[1] for name in folders if name.startswith(f"{set_name}="))
