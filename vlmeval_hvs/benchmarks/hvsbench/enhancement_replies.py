"""What a conversation about a crop comes to: the last crop that was read and not taken back."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from standardizers.boxes import box
from standardizers.text import plain, said
from vlmeval_hvs.benchmarks.hvsbench.enhancement_crops import WHOLE
from vlmeval_hvs.benchmarks.hvsbench.enhancement_targets import Box, area

KEEP = "KEEP"
"""What a model says that wants no other crop."""

_KEEPS = re.compile(
    r"\W*(?:(?:my |the |final )*(?:answer|crop)\W{1,3}(?:is\W{1,3})?)?keep\b[^\w:]*(?:$|[\n.,;!(])", re.IGNORECASE
)
_NO_CROP = re.compile(
    r"\b(?:no (?:crop|cropping|change)s?\b|(?:not|n't) (?:crop|change)|keep (?:the (?:whole|full|entire|original) |it )"
    r"|(?:the )?(?:whole|full|entire) (?:picture|image)|unchanged)",
    re.IGNORECASE,
)
_ALL = 0.999
_LONGEST = 6000


class Proposal(NamedTuple):
    """A crop, and how it was read.

    Attributes:
        crop: What to cut out; the whole picture where no change is wanted; None where nothing was read.
        rule: The rule that read it (`standardizers.boxes`), or "keep".
    """

    crop: Box | None
    rule: str


def proposal(reply: str, reading: str, size: tuple[int, int]) -> Proposal:
    """The crop that one reply proposes.

    Args:
        reply: The reply.
        reading: ``paper`` takes four numbers as they were asked for, or the word `KEEP`; ``robust`` any notation, and a
            refusal to crop in other words.
        size: (width, height) of the picture, px.
    """
    if reading == "paper":
        read = box(reply, "paper")
        return Proposal(WHOLE, "keep") if read.fallback and KEEP in reply else _proposed(read.value, read.rule)
    answer = plain(said(reply).text)
    if _KEEPS.match(answer):
        return Proposal(WHOLE, "keep")
    read = box(reply, "robust", size)
    if read.rule == "no_answer" and _NO_CROP.search(answer):
        return Proposal(WHOLE, "keep")
    return _proposed(read.value, read.rule)


def _proposed(crop: Box | None, rule: str) -> Proposal:
    return Proposal(WHOLE if crop is not None and area(crop) >= _ALL else crop, rule)


def settled(replies: Sequence[str], reading: str, size: tuple[int, int]) -> Proposal:
    """What the replies of all rounds come to.

    A later reply that keeps the crop, or that cannot be read, leaves the earlier one as it is.
    """
    found = Proposal(None, "empty")
    for number, reply in enumerate(replies):
        read = proposal(reply, reading, size)
        if number == 0 or (read.crop is not None and read.rule != "keep"):
            found = read
    return found


def shortened(reply: str) -> str:
    """A reply as a record holds it: without its reasoning and its middle where it is very long."""
    if len(reply) <= _LONGEST:
        return reply
    answer = said(reply).text or reply
    return answer if len(answer) <= _LONGEST else f"{answer[: _LONGEST // 4]}\n{answer[-3 * _LONGEST // 4 :]}"
