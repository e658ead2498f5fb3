"""Options of VP-Bench."""

from dataclasses import dataclass
from typing import Any

from vlmeval_hvs.errors import OptionError
from vlmeval_hvs.options import Options, declare, flag, one_of
from vlmeval_hvs.registry import base_name
from vlmeval_hvs.visual_prompts.styles import GEOMETRIES, RULES, StyleError, parse_style

R_BVP = "R-BVP"
"""The visual prompt of a frozen draw per sample."""
_DRAWN = ("VPB_Stage2",)  # regions are drawn on demand
_DESCRIBED = ("VPB_Stage1", "VPB_Stage1_NoDescription", "VPB_Stage2")  # with a place for the explaining sentence


def is_r_bvp(visual_prompt: str) -> bool:
    """Whether a value of the option `visual_prompt` is ``R-BVP``, in any case."""
    return visual_prompt.upper() == R_BVP


@dataclass(frozen=True, kw_only=True)
class VPBOptions(Options):
    """Options of VP-Bench; see `vlmeval_hvs.options`."""

    visual_prompt: str = declare(
        R_BVP,
        f"a style such as bbox(red, none, medium), or {R_BVP}",
        lambda value: isinstance(value, str),
        f"Style of the drawn prompts; `{R_BVP}` draws one per sample from the 19 best styles of the paper's Table 5.",
        only=_DRAWN,
    )
    geometry: str = one_of(
        *GEOMETRIES, doc="Sizes of the drawn prompts: scaled with the image, or as in the official code.", only=_DRAWN
    )
    contrast: str = one_of(
        *RULES,
        doc="How the colour `contrast` is found; `swapped` is the official rule, with red and blue exchanged.",
        only=_DRAWN,
    )
    description: bool | None = flag(
        None,
        doc="Put the sentence that explains the visual prompt first; null does so unless the name says NoDescription.",
        only=_DESCRIBED,
    )

    def check(self, dataset: str) -> None:
        """Refuse a visual prompt that is not a style with an OptionError that says which words a style takes."""
        try:
            if not is_r_bvp(self.visual_prompt):
                parse_style(self.visual_prompt)
        except StyleError as error:
            raise OptionError(
                f"{dataset}: visual_prompt={self.visual_prompt!r} is not allowed: {error}; or give {R_BVP}"
            ) from error

    def describes(self, dataset: str) -> bool:
        """Whether prompts start with the sentence that explains the visual prompt."""
        named = not base_name(dataset).endswith("_NoDescription")
        return named if self.description is None else self.description

    def settings(self, dataset: str) -> dict[str, Any]:
        """The options that have an effect on a dataset; ``description`` as it applies there, never None."""
        found = super().settings(dataset)
        return found | {"description": self.describes(dataset)} if "description" in found else found
