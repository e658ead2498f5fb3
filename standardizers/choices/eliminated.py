"""The option that is left when a reply rules out every other one, sentence by sentence.

"The tomato lies behind her head, so it is out. The keyboard can be excluded, too." leaves the guitar pick of three.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..stance.mentions import Mention, in_pieces

_LONGEST = 1_500
_SENTENCE = re.compile(r"(?<=[.!?;])\s+|\n+|(?<=[\u3002])")
_RULED_OUT = re.compile(
    r"\b(?:(?:is|are|'s|that's|falls|drops?|rules? (?:it|that|them|this|these))(?: one| also| therefore| thus)? out\b"
    r"(?!\s(?:of (?:the (?:drawer|box|bag|window)|her|his)|there|in\b|on\b))"
    r"|out as well\b|out too\b|(?:can|may|must|could|should|is|are|be) (?:also |therefore |thus |safely |clearly "
    r"|both |all )?"
    r"(?:be )?(?:also )?(?:ruled out|excluded|eliminated|dismissed|discarded|discounted|crossed off)"
    r"|(?:(?:which|that) is|also|clearly|plainly|is|are) (?:also |clearly |plainly )?(?:wrong|incorrect|false"
    r"|mistaken)|wrong (?:again|too|as well)"
    r"|(?:isn't|is not|aren't|are not|can't be|cannot be) (?:it|the one|what (?:she|he|they) (?:is|are|looks?)"
    r"|the (?:target|answer))|(?:does not|doesn't|do not|don't) (?:fit|match|qualify|come into question)"
    r"|scheide[nt]\b[^.,;]{0,40}\baus\b|kommt nicht in ?frage|kommen nicht in ?frage|ausgeschlossen"
    r"|(?:est|sont) (?:donc |aussi |également )?(?:exclue?s?|éliminée?s?|à exclure|écartée?s?)"
    r"|(?:queda|quedan|está|están) (?:también )?descartad[oa]s?|se descartan?|(?:está|estão|fica|ficam) (?:também )?"
    r"(?:descartad[oa]s?|excluíd[oa]s?|fora)|(?:è|sono|va|vanno) (?:anche )?(?:esclus[oaie]|scartat[oaie])"
    r"|исключа\w+|исключ[её]н\w*|отпада\w+|odpada\w*|wyklucz\w+|valt af|vallen af|uitgesloten)\b"
    r"|排除|可以排除|除外|제외",
    re.IGNORECASE,
)
_LISTED_OUT = re.compile(  # "Ruled out: the sandcastle (too dull), the child."
    r"(?:^|(?<=[.!?\n]))\W{0,4}(?:ruled out|excluded|eliminated|discarded|crossed out|not)\s?:\s[^.!?\n]{3,300}",
    re.IGNORECASE,
)
_WINS = re.compile(
    r"\b(?:(?:is|are|'s) (?:clearly |by far |easily |really )?(?:what|the (?:one|thing|object|part|first thing)"
    r"|(?:the )?most|the clear)\b[^.;,]{0,40}\b(?:catch|draw|attract|salien|stand|notice|eye|grab|winner|promin"
    r"|look)\w*|(?:clearly |really )?stands? out"
    r"|(?:catches|draws|grabs|attracts) the (?:eye|gaze|viewer|attention|most))",
    re.IGNORECASE,
)
_LEAVES = re.compile(  # "That leaves the point on the horse's head."
    r"\b(?:that|this|which|we(?:'re| are)) (?:only )?(?:leaves|left with)\b(?: (?:us|me|only|just)){0,2}(?: with)?"
    r"(?= (?:the|that|this|her|his|its|their|him|it\b)(?! (?:question|choice|problem|decision|matter|issue)))",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[.;!?\n]|,\s(?:while|whereas|but|and)\b")
_DENIED = re.compile(r"\b(?:not|never|n't|no longer|nicht|pas|no|non|não|не)\s(?:\w+\s){0,2}$", re.IGNORECASE)


def not_listed_out(text: str, mentions: Sequence[Mention], n_options: int) -> int:
    """Return the only option that a list of those ruled out lacks ("Ruled out: the kite, the child."), or -1.

    Args:
        text: Text from `standardizers.text.plain`.
        mentions: Its mentions of options.
        n_options: Number of options.
    """
    listed = _LISTED_OUT.search(text) if n_options > 2 else None
    if listed is None:
        return -1
    out = {one.option for one in mentions if listed.start() <= one.start < listed.end()}
    left = set(range(n_options)) - out
    return left.pop() if len(left) == 1 and {one.option for one in mentions} - out <= left else -1


def remaining(text: str, mentions: Sequence[Mention], n_options: int) -> int:
    """Return the only option that a text does not rule out where it rules out all the others, or -1.

    Args:
        text: Text from `standardizers.text.plain`.
        mentions: Its mentions of options, by position.
        n_options: Number of options.
    """
    if len(text) > _LONGEST or n_options < 3 or _RULED_OUT.search(text) is None:
        return -1
    out: set[int] = set()
    for start, stop, named in in_pieces(text, mentions, _SENTENCE):
        found = _RULED_OUT.search(text, start, stop)
        if found is not None:
            before = [one for one in named if one.start < found.start()] or named
            if not named or "?" in text[start:stop] or _DENIED.search(text[start : found.start()]):
                return -1
            out |= {one.option for one in before}
    left = set(range(n_options)) - out
    return left.pop() if len(left) == 1 else -1


def unnamed(text: str, mentions: Sequence[Mention], n_options: int) -> int:
    """Return the only option that a text never names, where something unnamed wins in a clause of its own, or -1.

    Args:
        text: Text from `standardizers.text.plain`.
        mentions: Its mentions of options, by position.
        n_options: Number of options.

    Example:
        >>> from standardizers.choices.question import question
        >>> asked = question(("A", "B", "C"), ("the girl", "the bench", "the dog"))
        >>> text = "The child in red is what catches the eye first; the bench and the dog are muted."
        >>> unnamed(text, asked.mentions(text), 3)
        0
    """
    left = set(range(n_options)) - {one.option for one in mentions}
    if len(text) > _LONGEST or n_options < 3 or len(left) != 1 or "?" in text:
        return -1
    for start, stop, named in in_pieces(text, mentions, _CLAUSE):
        found = _WINS.search(text, start, stop) or _LEAVES.search(text, start, stop)
        if found is not None and not named:
            return -1 if _DENIED.search(text[start : found.start()]) else left.pop()
    return -1
