"""What aspects of a picture say for the options: "size favours A, whereas contrast and colour favour B".

An analysis that weighs aspects announces nothing with them: only one option that all of them favour wins.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from .mentions import Mention

_ASPECTS = (
    r"(?:sizes?|colou?rs?|contrasts?|brightness|luminance|positions?|placement|location|cent(?:er|re|rality)|composition"
    r"|faces?|text|sharpness|semantics?|cues?|factors?|criteri(?:on|a)|novelty|saturation|areas?|lights?|lighting|stripes"
    r"|motion|movement|time course|effects?|lines|categor(?:y|ies)|eyes|animals?|people|humans?|distance|depth"
    r"|proximity"
    r"|bias|informativeness|meaning|isolation|uniqueness|detail|texture|shape|context|action|scale|focus|gaze)"
)
_FAVOURS = (
    r"(?:favou?rs?|(?:could |may |might |would |do |does |also )?(?:favou?r|speak|argue|point|suggest|say)|speaks? for"
    r"|speak for|says?|points? (?:to|towards?)|argues? for|supports?|suggests?|is on the side of|are on the side of)"
)
_STATEMENT = re.compile(
    rf"\b{_ASPECTS}\b[^.;:!?\n]{{0,40}}?\b{_FAVOURS}(?: (?:for|to|towards?|rather for))?\s(?:the |option |object "
    rf"|box )?[\[(\"']{{0,2}}$",
    re.IGNORECASE,
)
_LABEL = re.compile(
    rf"(?:(?<=\n)|\A|(?<=[.)*-] )|(?<=[.)*-]))({_ASPECTS}(?: (?:contrast|cues?|of \w+))?\**):(?=\**\s)",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    rf"\b(?:(?:the|its|their) )?(?:[\w-]+ (?:and|or) )?{_ASPECTS}\b[^.,;:!?\n]{{0,40}}?\b{_FAVOURS}(?: (?:for|to"
    rf"|towards?|rather for))?\s[^.,;:!?\n]{{1,60}}",
    re.IGNORECASE,
)
_BEFORE = 90  # characters in which an aspect and its verb stand before an option
_HINTS = ("avour", "avor", "speak", "say", "point", "argue", "support", "suggest", "side of")


def may_favour(text: str) -> bool:
    """Tell whether `favoured` may find something (a quick test)."""
    lowered = text.lower()
    return any([hint in lowered for hint in _HINTS])


def favoured(text: str, mentions: Sequence[Mention]) -> list[Mention]:
    """Return the mentions of options that an aspect of the picture is said to favour.

    Args:
        text: Plain text (`standardizers.text.plain`).
        mentions: Its mentions of options, by position.

    Example:
        >>> text = "Size favours A, whereas contrast and colour favour B."
        >>> [one.option for one in favoured(text, [Mention(13, 14, 0, False), Mention(51, 52, 1, False)])]
        [0, 1]
    """
    return [one for one in mentions if _STATEMENT.search(text, max(0, one.start - _BEFORE), one.start) is not None]


def without_favours(text: str) -> str:
    """Return a text without the clauses in which an aspect of the picture favours something.

    Example:
        >>> without_favours("Size favours A, whereas colour favours B. I choose A.")
        '\u2026, whereas \u2026. I choose A.'
    """
    return _CLAUSE.sub("\u2026", text)


def without_labels(text: str) -> str:
    r"""Return a text in which the aspects that head several of its statements announce nothing.

    Example:
        >>> without_labels("1. Size: A is larger.\n2. Colour: B is brighter.")
        '1. Size, A is larger.\n2. Colour, B is brighter.'
        >>> without_labels("Focus: B")
        'Focus: B'
    """
    return _LABEL.sub(r"\1,", text) if text.count(":") > 1 and len(_LABEL.findall(text)) > 1 else text
