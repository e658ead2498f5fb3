"""Parts of the names of sets and datasets: ``NAME``, ``NAME_DEMO``, ``NAME:own``, each also with ``@label``.

``own`` tells a user's own sets of one kind apart (``VisualSearch_Custom:kitchens``, or with an equals sign, as in names
of files); a label tells runs with other options apart.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable

from vlmeval_hvs.errors import DataError, OptionError

DEMO = "_DEMO"
"""Suffix of the small sets that are built offline."""

LONGEST_LABEL = 80
"""Bytes of a label. Names of files have 255 at most, and hold the names of model and dataset and an ending, too."""

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


def is_official(name: str) -> bool:
    """Whether a dataset or set name stands for released data: neither for a demo set nor for a user's own data.

    Only beside these may published rows stand.
    """
    return not data_name(name)


def data_name(name: str) -> str:
    """Which data a dataset name stands for: "" for released data, ``demo``, or the name of a user's own set."""
    return "demo" if is_demo(name) else own_name(name)


def check_label(name: str) -> None:
    """Refuse a label that cannot stand in the names of the host's files and folders.

    Args:
        name: Name of a dataset, with or without ``@label``.

    Raises:
        OptionError: The label is empty or longer than `LONGEST_LABEL`, or holds a slash, a backslash, or what is not
            printed.
    """
    label = name.partition("@")[2]
    if label == "" and "@" not in name:
        return
    shown = ascii(label if len(label) <= 20 else f"{label[:20]}...")
    where = f"{ascii(name.partition('@')[0])[1:-1]}: the label {shown}"
    if not label.strip(" ."):
        raise OptionError(f"{where} names nothing; give letters or digits behind the @")
    if len(label.encode("utf-8", "replace")) > LONGEST_LABEL:
        raise OptionError(f"{where} is longer than {LONGEST_LABEL} bytes; it is part of the names of files")
    if not label.isprintable() or "/" in label or "\\" in label:
        raise OptionError(f"{where} holds a character that cannot stand in the name of a file")


def with_own(name: str, own: str) -> str:
    """``name`` of one's own set ``own``; ``name`` itself for ""."""
    return f"{name}:{own}" if own else name


def folder_name(name: str) -> str:
    """A name of a set or dataset as it stands in names of folders and files, where a colon cannot be everywhere."""
    front, label, rest = name.partition("@")
    return front.replace(":", "=") + label + rest


def with_colon(name: str) -> str:
    """A name of a set or dataset as results show it, also where it comes from the name of a file.

    >>> with_colon("HVSBench=mine@a=b"), with_colon("HVSBench@a=b")
    ('HVSBench:mine@a=b', 'HVSBench@a=b')
    """
    front, label, rest = name.partition("@")
    return _in_colons(front) + label + rest


def model_of(stem: str, dataset: str) -> str:
    """The model in the name of a prediction file without its ending.

    >>> model_of("m_HVSBench=mine", "HVSBench:mine")
    'm'
    """
    return stem.removesuffix(f"_{dataset}").removesuffix(f"_{folder_name(dataset)}")


def own_names(set_name: str, folders: list[str]) -> list[str]:
    """The own names of a kind of set among names of folders."""
    return sorted(name.split("=", 1)[1] for name in folders if name.startswith(f"{set_name}="))


def close_name(name: str, known: Iterable[str], alike: float) -> str:
    """The known name that another one nearly is, "" for none; letter case makes no difference.

    Args:
        name: The name.
        known: Those that there are.
        alike: The least likeness, 0-1 (`difflib.SequenceMatcher.ratio`).
    """
    folded = {one.lower(): one for one in known}
    found = difflib.get_close_matches(name.lower(), folded, n=1, cutoff=alike)
    return folded[found[0]] if found else ""
