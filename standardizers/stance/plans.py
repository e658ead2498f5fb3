"""How an analysis opens that has not answered yet: with a plan, a first step, a look at the scene."""

from __future__ import annotations

import re

PLANS = re.compile(  # how an analysis opens
    r"\W{0,4}(?:to (?:answer|compare|determine|decide|find|identify|judge)|let(?:'s| me| us)\b|first\b|step \w"
    r"|i (?:need|have"
    r"|will|want|begin|start)\b|i'll\b|we (?:need|have|must)\b|looking at|going (?:over|through)|before|comparing"
    r"|describ|(?:my )?(?:approach|plan|method|strategy|procedure|observations?|overview|analysis|reasoning)\b"
    r"|imagine|start(?:ing)? (?:with|from|at)|here(?:'s| is) how|a (?:quick|closer|short) \w|what (?:i"
    r"|we) (?:can )?see|scene\b|pros and cons|each (?:quadrant|region|option|box)|um \w|zuerst|zunächst"
    r"|ich (?:gehe|beginne|schaue|vergleiche)|vergleich|pour \w|commençons|d'abord|examinons|je (?:vais|commence)"
    r"|para \w"
    r"|veamos|primero|empecemos|voy a|analicemos|vejamos|primeiro|vamos|per \w|vediamo|innanzitutto|сначала"
    r"|давайте|начн)"
    r"|\W{0,4}(?:首先|我先|我来|让我|先|まず|それぞれ|먼저|우선)",
    re.IGNORECASE,
)
