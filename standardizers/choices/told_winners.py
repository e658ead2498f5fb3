"""Sentences that put one option at the top without a comparison: "... and is therefore the most salient one"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..stance.mentions import Mention
from ..stance.vocabulary_patterns import SALIENT

REST = (
    r"(?:either(?: of (?:them|these|those|the (?:two|others)))?|both(?: (?:of them|others))?"
    r"|any(?:thing)?(?: (?:of the )?(?:others?|else)"
    r"| other (?:option|object|candidate|one|thing)s?)|the (?:other (?:two|three|four|options?|ones?"
    r"|candidates?)|others|rest)"
    r"|all (?:of )?(?:the )?others|every(?:thing)? (?:else|other \w+))"
)
"""What is left out where one option is set against all others."""
_THEREFORE = re.compile(  # "B covers a much larger region and is therefore the more salient one"
    rf"\b(?:is|looks|seems|appears) (?:therefore|thus|hence|consequently|accordingly),? (?:the )?(?:more"
    rf"|most) (?:\w+ly )?(?:{SALIENT})\b"
    r"(?! than)",
    re.IGNORECASE,
)
_CONSIDER = re.compile(
    rf"\b(?:i|i'd|i would|we)(?: would| will)? (?:consider|find|judge|deem|rate|regard"
    rf"|call) [^.;,!?\n]{{1,60}}? (?:as |to be )?(?:the )?(?:more|most)"
    rf" (?:\w+ly )?(?:{SALIENT})\b(?! than)",
    re.IGNORECASE,
)
_THE_MOST = re.compile(  # "D is the least likely and A the most salient": its verb stands before the other option
    rf"[\])}}\"']{{0,3}},? (?:clearly |by far |easily |certainly )?the (?:most (?:\w+ly "
    rf")?(?:{SALIENT})|likeliest|clearest|strongest)\b",
    re.IGNORECASE,
)
_JOINS = re.compile(r"(?:\band|\bwhile|\bwhereas|\bbut|[,;])\s(?:the |option |object )?[\[(\"']{0,2}$", re.IGNORECASE)
_MOST_BEFORE = re.compile(r"\b(?:most|not|never|nor|neither)\b|n't", re.IGNORECASE)
_AHEAD = re.compile(
    rf"\b(?:look|looks|notice[sd]?|sees?|spots?|drawn|goes?|go|lands?|fixates?|sees|attention|gaze|eyes?|stands out"
    rf"|is noticed|is seen)\b[^.;,!?\n]{{0,60}}?\s(?:before|ahead of|prior to|sooner than)\s(?:any(?:thing|one|body)?"
    rf"(?: else| of the others?)?|{REST})(?=\s?(?:[.,;:!\n]|$))",
    re.IGNORECASE,
)
_HAS_MOST = re.compile(  # "Point C most likely had the longest viewing duration."
    r"(?<!would )(?<!could )(?<!might )(?<!may )(?<!should )\b(?:had|has|have|got|gets|received|receives|attracted"
    r"|attracts|held|holds|drew|draws|kept"
    r"|keeps) the (?:longest|most)(?: (?:viewing|fixation|dwell|gaze|visual|of the))?(?: \w+)?",
    re.IGNORECASE,
)
_IS_WHAT = re.compile(  # "The television is what stands out the most here."
    r"\b(?:is|are|'s) (?:clearly |really |by far |surely |easily |certainly )?(?:what|the (?:one|thing|object|part"
    r"|element) (?:that|which))"
    r" (?:really |clearly |most |immediately |first )?(?:stands? out|sticks? out|pops? out|jumps? out|catch(?:es)?"
    r"|draws?|attracts?|grabs?|dominates?"
    r"|people (?:notice|see|look at)|viewers? (?:notices?|sees?|looks? at)|one (?:notices|sees)|you (?:notice|see)"
    r"|the eye)\b",
    re.IGNORECASE,
)
_PALES = re.compile(  # "Everything else pales next to the balloon."
    r"\b(?:everything|all|anything) else\b[^.;,!?\n]{0,24}\b(?:pales?|fades?|recedes?|shrinks?|comes? second"
    r"|takes? second place|is secondary|disappears?)\b"
    r"[^.;,!?\n]{0,24}\b(?:next to|beside|besides|compared (?:to|with)|in comparison (?:to|with)|behind|against"
    r"|before|to)\s"
    r"(?:the |that |this )?",
    re.IGNORECASE,
)
NEGATED = re.compile(r"\b(?:neither|none|not|no|never|hardly|nor)\b|n't", re.IGNORECASE)


def told_winner(text: str, start: int, stop: int, inside: Sequence[Mention]) -> set[int] | None:
    """Return the option that a sentence puts at the top, an empty set for several, None where it puts none there.

    Args:
        text: Text from `standardizers.text.plain`.
        start: Where the sentence begins.
        stop: Where it ends.
        inside: Its mentions of options.

    Example:
        >>> text = "B covers much of the foreground and is therefore the more salient one."
        >>> told_winner(text, 0, len(text), [Mention(0, 1, 1, False)])
        {1}
    """
    if elliptic := {one.option for one in inside if _is_the_most(text, start, one)}:
        return elliptic if len(elliptic) == 1 else set()
    for pattern, is_named in (
        (_THEREFORE, lambda found, one: one.start < found.start()),
        (_CONSIDER, lambda found, one: found.start() <= one.start and one.end <= found.end()),
        (_AHEAD, lambda found, one: one.start < found.end()),
        (_HAS_MOST, lambda found, one: one.start < found.start()),
        (_IS_WHAT, lambda found, one: one.start < found.start()),
        (_PALES, lambda found, one: found.end() - 4 <= one.start),
    ):
        found = pattern.search(text, start, stop)
        if found is not None and NEGATED.search(text, start, found.end()) is None:
            named = {one.option for one in inside if is_named(found, one)}
            return named if len(named) == 1 else set()
    return None


def _is_the_most(text: str, start: int, mention: Mention) -> bool:
    """Tell whether an option is called the most salient by a clause whose verb stands in the one before."""
    if _THE_MOST.match(text, mention.end) is None or _JOINS.search(text, start, mention.start) is None:
        return False
    return _MOST_BEFORE.search(text, start, mention.start) is None
