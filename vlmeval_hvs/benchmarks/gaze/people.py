"""The people that a model is compared with."""

from __future__ import annotations

from collections.abc import Mapping

from vlmeval_hvs.metrics.characterization.reference import HumanReference

DEMO_OBSERVER = {"2": 0.95, "3": 0.87, "4": 0.79}
"""Accuracy of the simulated observer ``hvs-gaze-human`` on the natural poses of ``GazeTarget_DEMO``.

No people were measured on drawn pictures, and those of the study saw photos.
"""


def reference(human: Mapping[str, float] | None, error: Mapping[str, float] | None = None) -> HumanReference | None:
    """A reference from options, whose keys are text; None for the people of the study.

    Args:
        human: Accuracy of people (0-1) by number of objects.
        error: Standard error of each accuracy; 0 where it is not given.
    """
    if human is None:
        return None
    accuracy, errors = ({int(n): float(value) for n, value in (cells or {}).items()} for cells in (human, error))
    return HumanReference(accuracy, errors)
