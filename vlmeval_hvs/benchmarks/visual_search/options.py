"""Options of the visual-search datasets."""

from dataclasses import dataclass

from vlmeval_hvs.answer_frames import AUTO, AXES, FRAMES, is_answer_frame
from vlmeval_hvs.options import Options, declare, file, flag, number, one_of, whole

INTERACTIVE, HSP = "_Interactive", "_HSP"
"""Endings of the names of datasets that are searched turn by turn, or ask for a person's next fixation."""

_INTERACTIVE, _HSP = (f"*{INTERACTIVE}",), (f"*{HSP}",)
_WHOLE = ("*", f"!*{INTERACTIVE}", f"!*{HSP}")
_FIXED = {"kernel": ("fixed",)}


@dataclass(frozen=True, kw_only=True)
class VisualSearchOptions(Options):
    """Options of the visual-search datasets; see `vlmeval_hvs.options`."""

    # Interactive search reads every reply before it asks on, so there the reading changes the turns.
    profile: str = one_of("robust", "paper", doc="Reading of the replies that makes the headline.", asks=_INTERACTIVE)
    frame: str = one_of(
        *FRAMES, doc="Coordinates asked for: `unit` (0 to 1), `thousand` (0 to 1000) or `pixels` of the image."
    )
    # Interactive search places every answer before it asks on, so there it changes the turns.
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
    one_image: bool = flag(
        False,
        doc="Show scene and target in one picture; models that say that they take a single image get it so anyway.",
    )
    # A model that sees the whole scene at once has nothing to search for: it points at what it sees.
    foveated: bool = flag(
        True,
        doc="Show the scene sharp at the current fixation and blurred elsewhere; without it the task is grounding, not "
        "search.",
        only=_INTERACTIVE,
    )
    stop: bool = flag(
        False,
        doc='Say that the target may be absent and take "absent" as the end of a search, as sets of target-absent '
        "trials always do.",
    )
    durations: bool = flag(
        False, doc="Ask for the durations of the fixations, too; as published, no metric uses them.", only=_WHOLE
    )
    hsp_calls: int = whole(
        2000,
        0,
        doc="About how many prompts are asked. Whole trials are drawn (all fixations of a participant on an image), so "
        "that every draw is an unbiased estimate of the score of all prompts; 0 takes all.",
        only=_HSP,
    )
    samples: int = whole(
        1,
        1,
        64,  # the driver of pipelines allows no more turns
        doc="How often every prompt is asked; the answers together make the density. The model's own temperature "
        "decides whether they differ.",
        only=_HSP,
    )
    kernel: str = one_of(
        "fitted",
        "fixed",
        doc="How answered points become a density: `fitted` fits width, uniform part and centre-bias part to the "
        "model's answers, on other images than those scored with them; `fixed` takes the three options below.",
        only=_HSP,
        asks=(),
    )
    sigma: float | None = number(
        None,
        0.1,
        doc="Width in px of an answered point on the map; null is twice the width of the set's receptive window.",
        only=_HSP,
        when=_FIXED,
        asks=(),
    )
    # Without a uniform part a miss would cost unbounded bits.
    uniform: float = number(
        0.1, 0, 1, doc="Uniform part of the map that is made of answered points.", only=_HSP, when=_FIXED, asks=()
    )
    center_part: float = declare(
        0.0,
        "a number from 0 to below 1",
        lambda value: isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value < 1,
        "Centre-bias part of the map that is made of answered points.",
        only=_HSP,
        when=_FIXED,
        asks=(),
    )
    center_bias: str | None = file(
        doc="JSON file with the fixations (X, Y, height, width) of the centre bias; null takes a labelled substitute.",
        only=_HSP,
        asks=(),
    )
