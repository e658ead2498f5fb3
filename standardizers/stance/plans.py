"""How an analysis opens that has not answered yet: with a plan, a first step, a look at the scene."""

from __future__ import annotations

import re

from ..text.cleaning import breadth

_PLANNED = 50  # letters, see `breadth`, from which on a reply that opens with a plan is a discussion

PLANS = re.compile(  # how an analysis opens
    r"\W{0,4}(?:to (?:answer|compare|determine|decide|find|identify|judge)|let(?:'s| me| us)\b|first\b|step \w"
    r"|i(?:'m| am) (?:looking|going)\b|i (?:need|have"
    r"|will|want|begin|start)\b|i'll\b|we (?:need|have|must)\b|looking at|going (?:over|through)|before|comparing"
    r"|describ|(?:my )?(?:approach|plan|method|strategy|procedure|observations?|overview|analysis|reasoning)\b"
    r"|imagin(?:e|ons)\b|imaginemos|vorstell"
    r"|start(?:ing)? (?:with|from|at)|here(?:'s| is) how|a (?:quick|closer|short) \w|what (?:i"
    r"|we) (?:can )?see|scene\b|pros and cons|each (?:quadrant|region|option|box)|um \w|zuerst|zunächst"
    r"|ich (?:gehe|beginne|schaue|vergleiche|betrachte|beschreibe)|vergleich"
    r"|pour \w|commençons|d'abord|examinons|je (?:vais|commence"
    r"|regarde|compare|décris|passe)"
    r"|para \w"
    r"|veamos|primero|empecemos|voy a|analicemos|vejamos|primeiro|vamos|per \w|vediamo|innanzitutto|сначала"
    r"|давайте|начн)"
    r"|\W{0,4}(?:首先|我先|我来|让我|先|まず|それぞれ|먼저|우선)",
    re.IGNORECASE,
)


def discusses(text: str, long: int) -> bool:
    """Tell whether a text may be a discussion: it is long, or it opens with a plan and is more than that.

    Args:
        text: The text.
        long: Letters, see `breadth`, from which on a text without a plan may be one.

    Example:
        >>> discusses("Let me go through the objects one after the other. The dog is first seen at the left.", 120)
        True
        >>> discusses("The dog is seen first, then the cat, and the sofa is noticed at the very end of all.", 120)
        False
    """
    return breadth(text) >= (long if PLANS.match(text) is None else _PLANNED)
