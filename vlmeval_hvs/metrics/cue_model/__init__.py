"""A model of an observer who reads gaze from head and eyes, fitted to answers.

It separates how precisely the eyes are read from what is done with them: how much the head counts, and whether head and
eyes are blended or chosen between. The category of the study follows with a probability. See docs/benchmarks/gaze.md.

The names are loaded on first use.
"""

from importlib import import_module
from typing import Any

_MODULE_OF = {
    "Answers": "cells",
    "CueModel": "results",
    "Limits": "categories",
    "answers": "cells",
    "fit_cue_model": "model",
    "why_not": "model",
}
__all__ = sorted(_MODULE_OF)


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
