"""Scripted replies that make a conversation about a crop as short and as long as it gets; they look at nothing."""

from __future__ import annotations

from vlmeval_hvs.benchmarks.hvsbench.enhancement_replies import KEEP
from vlmeval_hvs.benchmarks.hvsbench.pipeline import CROP, REVISE
from vlmeval_hvs.messages import Prompt

_CROPS = ("CROP: 0.00,0.00,0.90,0.90", "CROP: 0.10,0.10,1.00,1.00")


def shortest(turn: Prompt) -> str:
    """The picture stays as it is; questions get the answer A."""
    return KEEP if turn.step == CROP else "A"


def longest(turn: Prompt) -> str:
    """Another crop in every turn; questions get the answer A."""
    if turn.step == CROP:
        return _CROPS[0]
    return _CROPS["(CROP: 0.00" in turn.text] if turn.step == REVISE else "A"
