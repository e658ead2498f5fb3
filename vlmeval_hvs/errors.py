"""The errors of this package whose messages are for users; `vlmeval_hvs.cli` prints all of them.

`vlmeval_hvs.visual_prompts` adds two kinds of `DataError`: StyleError and RegionError.
"""

from collections.abc import Sequence

INTERRUPTED = 130  # exit status after Ctrl-C: 128 and the number of the signal, as shells give it


class HVSError(Exception):
    """Base of all errors of this package."""


class DataError(HVSError, ValueError):
    """Data that cannot be used; the message names the file, row or option."""


class OptionError(DataError):
    """An option has no such value, or no effect; the message names option, value and what is allowed."""


class MissingDataError(HVSError, FileNotFoundError):
    """A set that has not been built."""


class MissingPackageError(HVSError, ImportError):
    """A package that only some commands need is not installed."""


class MissingWeightsError(HVSError, FileNotFoundError):
    """A weight file is missing."""


class StoreError(HVSError):
    """The data folder cannot be written; not a `DataError`, because builders skip rows with data errors."""


class InferenceStopped(HVSError):
    """A model failed many times in a row, or results cannot be written; the message says how to continue."""


class UsageError(HVSError):
    """A command cannot do what it was asked for; the message says what to do instead."""


def install(extra: str) -> str:
    """The command that installs an extra of this package, which is not on an index."""
    return f"pip install '.[{extra}]' in a clone of vlmeval_hvs"


def shortened(text: str, longest: int = 80) -> str:
    """A text on one line, with ``...`` at the end where it is cut."""
    line = " ".join(text.split())
    return line if len(line) <= longest else f"{line[: longest - 3]}..."


def first_ten(names: Sequence[str]) -> str:
    """The first ten of a list in words, and how many more there are."""
    shown = ", ".join(names[:10])
    return shown if len(names) <= 10 else f"{shown} and {len(names) - 10} more"
