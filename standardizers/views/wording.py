"""Whole wordings of replies about views that are read before their statements are: data for `view_phrases`."""

from __future__ import annotations

import re

from .mentions import CARDINAL, CARDINALS, NOUN

_WORD_OF = dict(enumerate(CARDINALS, start=1))

PLACEHOLDER = re.compile(  # "1, 2, 3, and/or 4": the form of an answer
    r"\W*(?:(?:parts?|views?|teile?|parties?|partes?) )?1(?:, ?\d{1,2})*,? ?(?:and/or|und/oder|et/ou|y/o|e/ou"
    r"|e/o|en/of|och/eller"
    r"|og/eller|i/lub|и/или|ve/veya|dan/atau|và/hoặc) \d{1,2}\W*",
    re.IGNORECASE,
)
LAYOUT_ONLY = re.compile(  # what there is, and nothing of what is wanted
    r"\W*(?:the )?(?:image|picture|photo|scene) (?:has|is (?:divided|split|cut) into|consists of|contains) (?:\w+ )?"
    r"(?:parts|views|tiles|sections|quadrants)[:\s(]{1,3}[\d,\s]{0,60}(?:and \d{1,2})?\W{0,9}"
    r"|\W*(?:the )?(?:parts|views|tiles) [\d,\s-]{0,60}(?:(?:to|and|through) \d{1,2} )?(?:are|were) (?:given"
    r"|provided|available"
    r"|numbered"
    r"|labell?ed|listed|the (?:parts|views|options))\b[^.!?\n]{0,40}\W{0,9}"
    r"|\W*(?:(?:the )?(?:parts?|views?|tiles?) )?1 (?:is |= ?|: ?)?(?:the )?(?:upper|top|bottom|lower)[ -](?:left"
    r"|right)"
    r"(?: (?:part|view|tile))?(?:(?:,|;| and|, and)\s(?:(?:part|view|tile) )?\d{1,2} (?:is |= ?"
    r"|: ?)?(?:the )?(?:upper|top|middle"
    r"|centre|center|bottom|lower)(?:[ -](?:left|right|middle|centre|center))?(?: (?:part|view|tile))?){1,15}\W*",
    re.IGNORECASE,
)
COUNT_ONLY = re.compile(  # "two of the parts": how many, not which
    rf"\W*(?!0)(?:only |just |the )?{CARDINAL} (?:of (?:the |these |them |those )?)?(?:more |different |image |whole )?"
    r"(?:parts|views|tiles|sections|quadrants|images)\W*",
    re.IGNORECASE,
)
REQUEST = re.compile(  # "Could you zoom into part 2?", "May I see parts 2 and 4 in detail?"
    r"\W{0,6}(?:(?:sure|okay|ok|yes)[,.!] )?(?:(?:can|could|would|will) you (?:please |kindly )?(?=zoom|show|enlarge"
    r"|magnify|give|let)"
    r"|(?:can|could|may|might) (?:i|we) (?:please |also |just )?(?=zoom|see|have|get|look|inspect|view|take))"
    r"([^?!\n]{4,160})\?\W{0,6}",
    re.IGNORECASE,
)
ALL_COUNTED = re.compile(  # "les quatre parties", "alle vier de delen"
    rf"\b(?:les|las|los|as|os|le|i|gli|die|de|all the|all|todas as|toate cele)(?: the)?\s(?:e\s"
    rf"|the\s)?(?P<count>{CARDINAL})\s"
    rf"(?:de\s|der\s|delle\s)?{NOUN}\b(?!\s?(?:\d|no\b))"
)
WHERE_IT_IS = re.compile(  # "the table, which covers the lower half": where something is, in a reply that breaks off
    r", (?:which|that) (?:\w{1,12}ly )?(?:covers?|spans?|occupies|fills?|takes up|runs?|stretches|extends?|is|are|lies"
    r"|stands?|reaches)\b[^,.;\d]{1,80}(?=[,.;])",
    re.IGNORECASE,
)
EXCEPTS = re.compile(r"\bexcept|\b(?:but (?:for|that|this|these|those|one|it)|not|without|exclud\w*)\b")
TAKEN_OUT = re.compile(  # "2 and 3; forget about 3"
    r"\b(?:drop|discard|remove|forget(?: about)?|scratch|leave out|skip|omit|exclude)\s(?:(?:part|tile|view|the"
    r"|number)\s){0,2}"
    r"(?P<ahead>\d{1,2})\b|\b(?P<behind>\d{1,2}) (?:isn't|is not) (?:really |actually )?(?:needed|necessary|required)\b"
)


ANSWERED = re.compile(  # "Part 1? Sky. Part 2? There it is! So, 2."
    r"\?[^?]{0,400}\b(?:so|therefore|thus|hence|answer|i (?:choose|pick|select|need))\b[^?\d]{0,30}\d[^?]{0,200}\Z",
    re.IGNORECASE,
)
QUOTED = re.compile(  # "the sign says 'Exit 2'": what is written in the picture
    r"\b((?:says?|reads?|reading|saying|written"
    r"|states?)\b:?\s)(?:\"(?=[^\"\n]{0,60}[^\W\d]{2})(?![^\"\n]{0,60}\b(?:part|view"
    r"|tile)s?\b)"
    r"[^\"\n]{1,60}\"|'(?=[^'\n]{0,60}[^\W\d]{2})(?![^'\n]{0,60}\b(?:part|view|tile)s?\b)[^'\n]{1,60}')",
    re.IGNORECASE,
)


# "every one of them, all four"
ALL_TWICE = re.compile(r"\b(?:every (?:single )?one|each(?: one)?) of them, (?=all\b)", re.IGNORECASE)
WOULD_HAVE_TO = re.compile(r"(?:'d| would) have to\b")  # without a condition it is no supposition
CONFIDENCE = re.compile(  # "(confidence 3/4)"
    r"\(?\bconfidence(?: (?:score|level))?\s?(?:of|is|[:=])?\s?\d{1,3}(?:\.\d{1,3})?(?:\s?/\s?\d{1,3}|\s?%"
    r"| out of \d{1,3})?\)?",
    re.IGNORECASE,
)
# what the prompt asks for, said again: "The response should be a list of numbers, such as '1, 3'."
TOLD_FORMAT = re.compile(
    r"(?:the|your|my|a) (?:valid |expected |required )?(?:answer|response|reply|output) (?:should|must|has to"
    r"|needs to|is to|will) (?:be|contain|list"
    r"|consist of|have)\b[^.!?\n]{0,80}\bnumbers\b[^.!?\n]{0,160}[.!]?|\b(?:the )?numbers (?:run|go|range"
    r"|are)\b[^.!?\n]{0,20}\bfrom 1 to \d{1,2}\b[.!]?",
    re.IGNORECASE,
)
QUOTED_ABROAD = re.compile(r"(?:写着|写有|寫著|写着:)\s?\"[^\"\n]{1,60}\"|\"[^\"\n]{1,60}\"(?=\s?と(?:書|表示))")


def counted_whole(match: re.Match[str], n_views: int) -> str:
    """Return what `ALL_COUNTED` matched, or "all the parts" where it counts all of them."""
    return "all the parts" if match["count"] in (str(int(n_views)), _WORD_OF.get(int(n_views))) else match.group()
