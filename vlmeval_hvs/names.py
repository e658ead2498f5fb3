"""Parts of the names of sets and datasets: ``NAME``, ``NAME_DEMO``, ``NAME:own``, each also with ``@label``.

``own`` tells a user's own sets of one kind apart (``VisualSearch_Custom:kitchens``, or with an equals sign, as in names
of files); a label tells runs with other options apart.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass

from vlmeval_hvs.errors import DataError, OptionError

DEMO = "_DEMO"
"""Suffix of the small sets that are built offline."""

LONGEST_LABEL = 80
"""Bytes of a label. Names of files have 255 at most, and hold the names of model and dataset and an ending, too."""

_UNFIT = frozenset('/\\<>:"|?*')
"""What cannot stand in the name of a file on some system."""

_OWN = re.compile(r"[A-Za-z0-9]([A-Za-z0-9_.-]*[A-Za-z0-9_-])?")


@dataclass(frozen=True)
class DatasetName:
    """The name of a dataset or of a set, in its parts; two spellings of one name are equal.

    Attributes:
        front: The name without the parts below, ``_DEMO`` included.
        own: Name of a user's own set, "" for none.
        label: What stands behind the @; None without one.

    Example:
        >>> DatasetName.of("HVSBench=mine@a=b") == DatasetName.of("HVSBench:mine@a=b")
        True
        >>> str(DatasetName.of("HVSBench=mine")), DatasetName.of("HVSBench:mine").in_files
        ('HVSBench:mine', 'HVSBench=mine')
    """

    front: str
    own: str = ""
    label: str | None = None

    @classmethod
    def of(cls, text: str) -> DatasetName:
        """The parts of a name, in whichever spelling; whether they can name a set is not looked at."""
        name, at, label = text.partition("@")
        front, sign, own = re.fullmatch(r"([^:=]*)([:=]?)(.*)", name, re.DOTALL).groups()  # type: ignore[union-attr]
        if sign and not own:  # names nothing, and is refused as it was written
            front = name
        return cls(front, own, label if at else None)

    @property
    def base(self) -> str:
        """The name as the benchmark's card has it: without ``_DEMO``."""
        return self.front.removesuffix(DEMO)

    @property
    def demo(self) -> bool:
        """Whether it is a demo set, or a dataset on one."""
        return self.front.endswith(DEMO)

    @property
    def in_files(self) -> str:
        """As it stands in names of files and folders, where a colon cannot be everywhere."""
        return self._spelt("=")

    def __str__(self) -> str:
        """As users write it, and results show it."""
        return self._spelt(":")

    def _spelt(self, sign: str) -> str:
        own = f"{sign}{self.own}" if self.own else ""
        return f"{self.front}{own}{'' if self.label is None else f'@{self.label}'}"


def base_name(name: str) -> str:
    """``name`` without ``@label``, without ``:own`` and without ``_DEMO``."""
    return DatasetName.of(name).base


def is_demo(name: str) -> bool:
    """Whether a dataset or set name, with or without ``@label``, is that of a demo set."""
    return DatasetName.of(name).demo


def own_name(name: str) -> str:
    """The part behind the colon (or equals sign), "" for a name without one.

    Raises:
        DataError: It cannot name a set.
    """
    parts = DatasetName.of(name)
    if not parts.own and not parts.front.endswith((":", "=")):
        return ""
    if not _OWN.fullmatch(parts.own) or parts.own.endswith(DEMO):
        raise DataError(f"{name!r}: behind the colon stand letters, digits and _.- only, and not the end {DEMO}")
    if parts.demo:
        raise DataError(f"{name!r}: a demo set has no name of its own")
    return parts.own


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
        OptionError: The label is empty or longer than `LONGEST_LABEL`, or holds what names of files cannot hold.
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
    if not label.isprintable() or _UNFIT & set(label):
        raise OptionError(f"{where} holds a character that cannot stand in the name of a file")


def with_own(name: str, own: str) -> str:
    """``name`` of one's own set ``own``; ``name`` itself for ""."""
    return f"{name}:{own}" if own else name


def with_colon(name: str) -> str:
    """A name of a set or dataset as results show it, also where it comes from the name of a file."""
    return str(DatasetName.of(name))


def model_of(stem: str, dataset: str) -> str:
    """The model in the name of a prediction file without its ending.

    >>> model_of("m_HVSBench=mine", "HVSBench:mine")
    'm'
    """
    name = DatasetName.of(dataset)
    return stem.removesuffix(f"_{name}").removesuffix(f"_{name.in_files}")


def stems_of(stem: str, dataset: str) -> list[str]:
    """Names that the files of a run may begin with, whichever way the name of the dataset was written."""
    model, name = model_of(stem, dataset), DatasetName.of(dataset)
    return list(dict.fromkeys((f"{model}_{name.in_files}", f"{model}_{name}")))


def fit_for_files(name: str) -> str:
    """A model's name without what names of files cannot hold on some system.

    >>> fit_for_files("llava:7b")
    'llava-7b'
    """
    return "".join("-" if sign in _UNFIT else sign for sign in name)


def own_names(set_name: str, folders: list[str]) -> list[str]:
    """The own names of a kind of set among names of folders."""
    return sorted(name.split("=", 1)[1] for name in folders if name.startswith(f"{set_name}="))


PAPERS_NAMES = {"visions": "VisualSearch", "visualsearch": "VisualSearch", "vpbench": "VPB", "gazetarget": "GazeTarget"}
"""How papers and users spell benchmarks, in small letters and without hyphens, blanks and underscores."""


def close_name(name: str, known: Iterable[str], alike: float) -> str:
    """The known name that another one nearly is, "" for none; letter case makes no difference.

    Args:
        name: The name.
        known: Those that there are.
        alike: The least likeness, 0-1 (`difflib.SequenceMatcher.ratio`).
    """
    folded = {one.lower(): one for one in known}
    for spelling, ours in PAPERS_NAMES.items():
        pattern = "[-_ ]?".join(spelling)
        name = re.sub(f"^{pattern}(?![a-z])", ours, name, flags=re.IGNORECASE)
    found = difflib.get_close_matches(name.lower(), folded, n=1, cutoff=alike)
    return folded[found[0]] if found else ""


def did_you_mean(name: str, known: Iterable[str], alike: float = 0.6, other: str = "") -> str:
    """``", did you mean NAME?"`` where a known name is nearly the given one (`close_name`), else ``other``."""
    close = close_name(name, known, alike)
    return f", did you mean {close}?" if close else other
