"""Characterization of gaze answers: which cue a model reads, by tests, effects and a category.

Names are loaded on first use, so that the list of engines can be read without the statistics.

Source: "Vision-Language Models Mistake Head Orientation for Gaze Direction", sections 2.3, 3 and appendix A.7.
"""

from importlib import import_module
from typing import Any

_MODULE_OF = dict.fromkeys(("CATEGORIES", "Characterization", "HumanReference", "Test"), "results")
_MODULE_OF["characterize"] = "analysis"
__all__ = sorted(_MODULE_OF)


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
