"""Names of sets and datasets: ``NAME``, ``NAME_DEMO``, ``NAME:own``, each also with ``@label``.

``own`` names one of a user's own sets (``VisualSearch_Custom:kitchens``, in file names with an equals sign); a label
names runs with other options.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass

from vlmeval_hvs.errors import DataError, OptionError

DEMO = "_DEMO"  # suffix of the small sets that are built offline
LONGEST_LABEL = 80  # bytes: file names have at most 255, and also hold the names of model and dataset and an ending
_UNFIT = frozenset('/\\<>:"|?*')  # characters that some systems do not allow in file names
_OWN = re.compile(r"[A-Za-z0-9]([A-Za-z0-9_.-]*[A-Za-z0-9_-])?")


@dataclass(frozen=True)
class DatasetName:
    """The parts of a dataset or set name; two spellings of one name are equal.

    >>> str(DatasetName.of("HVSBench=mine")), DatasetName.of("HVSBench:mine").in_files
    ('HVSBench:mine', 'HVSBench=mine')
    """

    front: str  # the name without the parts below, ``_DEMO`` included
    own: str = ""  # name of a user's own set, "" for none
    label: str | None = None  # the part after the @; None without one

    @classmethod
    def of(cls, text: str) -> DatasetName:
        """The parts of a name in either spelling; they are not checked."""
        name, at, label = text.partition("@")
        front, *own = re.split("[:=]", name, maxsplit=1)
        if own == [""]:  # `own_name` refuses it as it was written
            front = name
        return cls(front, "".join(own), label if at else None)

    @property
    def in_files(self) -> str:
        """The spelling in names of files and folders: some systems do not allow a colon."""
        own = f"={self.own}" if self.own else ""
        return f"{self.front}{own}{'' if self.label is None else f'@{self.label}'}"

    def __str__(self) -> str:
        """The spelling of users and of results."""
        return self.in_files.replace("=", ":", 1) if self.own else self.in_files


def base_name(name: str) -> str:
    """``name`` as the benchmark's card has it: without ``@label``, ``:own`` and ``_DEMO``."""
    return DatasetName.of(name).front.removesuffix(DEMO)


def is_demo(name: str) -> bool:
    """Whether a dataset or set name, with or without ``@label``, is that of a demo set."""
    return DatasetName.of(name).front.endswith(DEMO)


def own_name(name: str) -> str:
    """The part after the colon (or equals sign), "" for a name without one; a DataError where it cannot name a set."""
    parts = DatasetName.of(name)
    if not parts.own and not parts.front.endswith((":", "=")):
        return ""
    if not _OWN.fullmatch(parts.own) or parts.own.endswith(DEMO):
        raise DataError(f"{name!r}: after the colon use letters, digits and _.-, and another end than {DEMO}")
    if is_demo(name):
        raise DataError(f"{name!r}: a demo set takes no name after a colon; leave out {DEMO} or the name")
    return parts.own


def data_name(name: str) -> str:
    """The data of a dataset: "" for released data, ``demo``, or the name of a user's own set."""
    return "demo" if is_demo(name) else own_name(name)


def is_official(name: str) -> bool:
    """Whether a name is of released data, which published rows may be compared with, not of demo or own data."""
    return not data_name(name)


def check_label(name: str) -> None:
    """Refuse, by an `OptionError`, a dataset's name whose label cannot be part of file names."""
    name, at, label = name.partition("@")
    shown = ascii(label if len(label) <= 20 else f"{label[:20]}...")
    wrong = ""
    if not label.strip(" ."):
        wrong = "is empty; give letters or digits after the @"
    elif len(label.encode("utf-8", "replace")) > LONGEST_LABEL:
        wrong = f"is longer than {LONGEST_LABEL} bytes, too long for file names; shorten it"
    elif not label.isprintable() or _UNFIT & set(label):
        wrong = "holds a character that file names cannot have; use letters, digits and _.-"
    if at and wrong:
        raise OptionError(f"{ascii(name)[1:-1]}: the label {shown} {wrong}")


def with_own(name: str, own: str) -> str:
    """``name`` on the user's own set ``own``; ``name`` itself for ""."""
    return f"{name}:{own}" if own else name


def with_colon(name: str) -> str:
    """A set or dataset name, also one from a file name, as results show it."""
    return str(DatasetName.of(name))


def model_of(stem: str, dataset: str) -> str:
    """The model in the name of a prediction file without its ending: m of m_HVSBench=mine, for HVSBench:mine."""
    name = DatasetName.of(dataset)
    return stem.removesuffix(f"_{name}").removesuffix(f"_{name.in_files}")


def stems_of(stem: str, dataset: str) -> list[str]:
    """Starts of a run's file names, for both spellings of the dataset's name."""
    model, name = model_of(stem, dataset), DatasetName.of(dataset)
    return list(dict.fromkeys((f"{model}_{name.in_files}", f"{model}_{name}")))


def fit_for_files(name: str) -> str:
    """A model's name (llava:7b) with a hyphen for each character that some systems do not allow in file names."""
    return "".join("-" if sign in _UNFIT else sign for sign in name)


_PAPERS_NAMES = {
    "visions": "VisualSearch",
    "visualsearch": "VisualSearch",
    "vpbench": "VPB",
    "gazetarget": "GazeTarget",
}


def close_name(name: str, known: Iterable[str], alike: float) -> str:
    """The known name nearest to a given one, "" where none has the similarity ``alike``, 0-1; case is ignored."""
    folded = {one.lower(): one for one in known}
    for spelling, benchmark in _PAPERS_NAMES.items():  # with or without hyphens, blanks and underscores
        name = re.sub(f"^{'[-_ ]?'.join(spelling)}(?![a-z])", benchmark, name, flags=re.IGNORECASE)
    found = difflib.get_close_matches(name.lower(), folded, n=1, cutoff=alike)
    return folded[found[0]] if found else ""


def did_you_mean(name: str, known: Iterable[str], alike: float = 0.6, other: str = "") -> str:
    """``", did you mean NAME?"`` where a known name is near the given one (`close_name`), else ``other``."""
    close = close_name(name, known, alike)
    return f", did you mean {close}?" if close else other
