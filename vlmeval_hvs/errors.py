"""Every error that this package raises on purpose, and whose message is meant for a user.

```text
HVSError
├── DataError          data that cannot be used: a file, a row, a built set
│   ├── OptionError    an option of a dataset has no such value, or no effect
│   └── StyleError, RegionError (`vlmeval_hvs.visual_prompts`)    a visual prompt or its region
├── MissingError       something is not on this machine
│   ├── MissingDataError     a set that has not been built
│   ├── MissingPackageError  a package that only some commands need
│   ├── MissingModelError    a package or code that a model needs
│   └── MissingWeightsError  a weight file
├── StoreError         the data folder cannot be written: full, read-only, not a folder
├── InferenceStopped   so many calls of a model failed in a row that no more are made
└── UsageError         what a command was asked for cannot be done
```

The command line prints all of them in one place (`vlmeval_hvs.cli`).
"""

from __future__ import annotations

from collections.abc import Sequence

INTERRUPTED = 130
"""Exit status after Ctrl-C: 128 and the number of the signal, as shells give it."""


class HVSError(Exception):
    """Base of all errors of this package."""


def install(extra: str) -> str:
    """How to install what an extra of this package holds; the package is on no index."""
    return f"pip install '.[{extra}]' in a clone of vlmeval_hvs"


class DataError(HVSError, ValueError):
    """Data that cannot be used; the message names the file, row or option."""


class OptionError(DataError):
    """An option has no such value, or no effect; the message names option, value and what is allowed."""


class MissingError(HVSError):
    """Something is not on this machine; the message says what, and how to get it."""


class MissingDataError(MissingError, FileNotFoundError):
    """A set that has not been built; the message says how to build it."""


class MissingPackageError(MissingError, ImportError):
    """A package that only some commands need is not installed; the message says how to get it."""


class MissingModelError(MissingError, RuntimeError):
    """A package or weights that a model needs are not there; the message says which and how to get them."""


class MissingWeightsError(MissingModelError, FileNotFoundError):
    """A weight file is not there; the message says where it comes from."""


class StoreError(HVSError):
    """The data folder cannot be written; no `DataError`, so that no row is taken for odd because the disk is full."""


class InferenceStopped(HVSError):
    """A model failed many times in a row, or nothing can be written any more; the message says how to go on."""


class UsageError(HVSError):
    """What the user asked for cannot be done; the message says what to do instead."""


def first_ten(names: Sequence[str]) -> str:
    """The first ten of a list in words, and how many more there are."""
    shown = ", ".join(names[:10])
    return shown if len(names) <= 10 else f"{shown} and {len(names) - 10} more"
