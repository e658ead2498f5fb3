"""Options of GazeTarget."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from vlmeval_hvs.answer_frames import AUTO, AXES, is_answer_frame
from vlmeval_hvs.metrics.characterization.results import ENGINES, MARGIN
from vlmeval_hvs.options import Options, declare, file, one_of

MOST_PROMPTS = 30  # templates of one study are numbered below this: row numbers leave so much room

CHARACTERIZED = ("*", "!GazeTarget_Psychometric")  # datasets that are compared with people and sorted into categories

POINT_RULES = {"point-l2": "l2", "point-dx": "dx"}
"""Values of `answers` that ask for a point, and how the nearest object is found."""


def _are_prompts(value: Any) -> bool:
    numbers = isinstance(value, list) and all(type(number) is int and 0 <= number < MOST_PROMPTS for number in value)
    return numbers and len(set(value)) == len(value) > 0


def _are_accuracies(value: Any) -> bool:
    def share(cell: Any) -> bool:
        return type(cell) in (int, float) and math.isfinite(cell) and 0 <= cell <= 1

    return isinstance(value, Mapping) and len(value) > 0 and {*value} <= {*"234"} and all(map(share, value.values()))


@dataclass(frozen=True, kw_only=True)
class GazeTargetOptions(Options):
    """Options of GazeTarget; see `vlmeval_hvs.options`."""

    prompts: Sequence[int] | None = declare(
        None,
        f"a list of different whole numbers from 0 to {MOST_PROMPTS - 1}, such as [0, 11]",
        _are_prompts,
        "Numbers of the prompt templates to use; null uses all, and two of the 16 cost an eighth of a run.",
        when={"answers": ("letter",)},
    )
    templates: str | None = file(
        doc="JSON or CSV file with prompt templates that replace the shipped ones.", when={"answers": ("letter",)}
    )
    answers: str = one_of(
        "letter",
        *POINT_RULES,
        doc="`letter` asks for an option; `point-l2` and `point-dx` ask for a point and take the nearest object.",
    )
    answer_frame: str = declare(
        AUTO,
        "auto, unit, percent, thousand, pixels or WIDTHxHEIGHT",
        is_answer_frame,
        "Scale of the coordinates in replies: `auto` decides over all replies of a run; a size such as "
        "`896x896` means pixels of the picture that the model saw.",
        when={"answers": tuple(POINT_RULES)},
        asks=(),
    )
    answer_axes: str = one_of(
        *AXES,
        doc="Order in which points write x and y: `yx` for models that give `[y, x]`. Named numbers (`x=5`) are "
        "read as named.",
        when={"answers": tuple(POINT_RULES)},
        asks=(),
    )
    engine: str = one_of(*ENGINES, doc="Statistics of the characterization.", asks=(), only=CHARACTERIZED)
    human: Mapping[str, float] | None = declare(
        None,
        'accuracies from 0 to 1 by number of objects, such as {"2": 0.94, "3": 0.88, "4": 0.76}',
        _are_accuracies,
        "Accuracy of people, with which the model is compared; null uses Table 1 of the study.",
        asks=(),
        only=CHARACTERIZED,
    )
    human_error: Mapping[str, float] | None = declare(
        None,
        'standard errors from 0 to 1 by number of objects, such as {"2": 0.007, "3": 0.018, "4": 0.025}',
        _are_accuracies,
        "Standard errors of the accuracies in `human`; null treats them as exact (those of the study are known).",
        asks=(),
        only=CHARACTERIZED,
    )
    margin: float = declare(
        MARGIN,
        "a number above 0 and below 1",
        lambda value: type(value) in (int, float) and 0 < value < 1,
        "Largest shortfall of accuracy against people that still counts as human-level.",
        asks=(),
        only=CHARACTERIZED,
    )
