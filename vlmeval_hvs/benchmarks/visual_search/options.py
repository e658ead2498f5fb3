"""Options of the visual-search datasets."""

from dataclasses import dataclass
from typing import Any

from vlmeval_hvs.answer_frames import AUTO, AXES, FRAMES, is_answer_frame
from vlmeval_hvs.options import Options, declare, file, flag, number, one_of, whole

INTERACTIVE, HSP = "_Interactive", "_HSP"
"""Endings of the names of datasets that are searched turn by turn, or ask for a person's next fixation."""

_INTERACTIVE, _HSP = (f"*{INTERACTIVE}",), (f"*{HSP}",)
_WHOLE = ("*", f"!*{INTERACTIVE}", f"!*{HSP}")
_FIXED: dict[str, Any] = {"only": _HSP, "when": {"kernel": ("fixed",)}, "asks": ()}


def _is_part(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value < 1


@dataclass(frozen=True, kw_only=True)
class VisualSearchOptions(Options):
    """Options of the visual-search datasets; see `vlmeval_hvs.options`."""

    # Interactive search reads and places every reply before it asks on, so there the reading changes the turns.
    profile: str = one_of("robust", "paper", doc="Reading of the replies that makes the headline.", asks=_INTERACTIVE)
    frame: str = one_of(*FRAMES, doc="Coordinates asked for: `unit` (0 to 1), `thousand` (0 to 1000) or `pixels`.")
    answer_frame: str = declare(
        AUTO,
        "auto, unit, percent, thousand, pixels or WIDTHxHEIGHT",
        is_answer_frame,
        "Frame in which answers are read that name no unit: `auto` decides over all replies of a model; a size such as "
        "`1288x966` means pixels of the picture that the model saw.",
        asks=_INTERACTIVE,
    )
    answer_axes: str = one_of(
        *AXES,
        doc="Order in which answers write x and y: `yx` for models that give `[y, x]`, or boxes `[ymin, xmin, ymax, "
        "xmax]`. Named numbers (`x=5`) are read as named.",
        asks=_INTERACTIVE,
    )
    one_image: bool = flag(False, doc="Show scene and target in one picture, as to models that take a single image.")
    # A model that sees the whole scene at once has nothing to search for: it points at what it sees.
    foveated: bool = flag(
        True, doc="Show the scene sharp at the current fixation only; else it is grounding.", only=_INTERACTIVE
    )
    stop: bool = flag(False, doc='Say that the target may be absent, and take "absent" as the end of a search.')
    durations: bool = flag(False, doc="Ask for durations of fixations, too; no metric uses them.", only=_WHOLE)
    hsp_calls: int = whole(
        2000,
        0,
        doc="About how many prompts are asked, drawn as whole trials (all fixations of a participant on an image), so "
        "that every draw is an unbiased estimate of the score of all prompts; 0 takes all.",
        only=_HSP,
    )
    # The driver of pipelines allows no more turns.
    samples: int = whole(1, 1, 64, doc="How often each prompt is asked; the answers make one density.", only=_HSP)
    kernel: str = one_of(
        "fitted",
        "fixed",
        doc="How answered points become a density: `fitted` fits width, uniform part and centre-bias part to the "
        "model's answers, on other images than those scored with them; `fixed` takes the three options below.",
        only=_HSP,
        asks=(),
    )
    sigma: float | None = number(
        None, 0.1, doc="Width in px of an answered point; null is twice the width of the receptive window.", **_FIXED
    )
    # Without a uniform part a miss would cost unbounded bits.
    uniform: float = number(0.1, 0, 1, doc="Uniform part of the map that is made of answered points.", **_FIXED)
    center_part: float = declare(
        0.0, "a number from 0 to below 1", _is_part, "Centre-bias part of the map of answered points.", **_FIXED
    )
    center_bias: str | None = file(
        doc="JSON file with the fixations (X, Y, height, width) of the centre bias; null takes a labelled substitute.",
        only=_HSP,
        asks=(),
    )
