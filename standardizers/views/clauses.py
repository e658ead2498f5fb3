"""Which views a clause wants and which it rules out."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

from ..text.cued import Cued
from ..text.patterns import hoisted
from .mentions import CARDINAL, NOUN, mentions, names_all

_CLAUSE_END = re.compile(
    r"(?=[\s,;:-]|\b[bwhatys])(?:"
    r"\s{0,2}[,;:-]?\s{0,2}\b(?:(?<!all )but(?! not\b)(?! also\b)|whereas|while|however|although|though|yet)\b"
    rf"|[,;]\s{{0,2}}(?:and |so )?(?=(?:the |i |we )?(?:(?:{NOUN}|no|need|do|don't|also)\s)?"
    rf"(?:{CARDINAL}\s{{1,2}}(?:part\s{{1,2}})?|(?:need"
    rf"|want|do|don't)\b)?(?:\([^()]{{0,40}}\)\s?)?(?:is|was|does|shows|only|contains|has|must|should|can|isn't"
    rf"|doesn't|need|i |not needed|seems|holds|includes)\b)"
    rf"|[,;]\s{{0,2}}(?:and |so )?(?=(?:the )?{NOUN}\s{CARDINAL}[^,;.]{{0,40}}\b(?:are|do|show|contain|have|aren't"
    rf"|don't|needed)\b)"
    rf"|,?\s(?:because|since|as)\s(?=(?:the )?(?:{NOUN}\s)?{CARDINAL}\s(?:is|only|just|merely|shows?|contains?|has"
    r"|doesn't|does)\b)"
    rf"|[,;]\s{{0,2}}(?=(?:just|only|simply)\s(?:the )?(?:{NOUN}\s)?\d{{1,2}}\W*$)"
    r"|\sand (?=(?:part |view |no )?\d{1,2} (?:is|does|shows|isn't|doesn't)\b)"
    rf"|[,;]\s{{0,2}}(?=(?:the )?{NOUN}\s\d{{1,2}} not\b)"
    r"|[,;]\s{0,2}(?:and )?(?=(?:all )?(?:the )?(?:other|others|remaining|rest)\b)"
    r")"
)
_JOINED = re.compile(
    r"[,;]|\b(?:but|whereas|while|however|although|though|yet|and|because|since|as)\b"
)  # where a clause may end
NOT_AFTER = Cued(
    hoisted(  # what a clause says of the views named before it
        r"\b(?:is|are|was|were|do|does|did|seems?|has|have|would|will|need) (?:\w{1,12} )?(?:not|no|nothing)\b|\b(?:isn"
        r"|aren|don|doesn|wasn|weren|won|hasn|haven|wouldn|couldn|needn)'?t\b"
        r"|\bnot (?:needed|required|necessary|relevant|useful|helpful|important|essential)\b|\b(?:unnecessary"
        r"|irrelevant|useless|unimportant|unhelpful|redundant|excluded|ignored|skipped|omitted|left out|ruled out"
        r"|discarded|empty|leave (?:it|them|those|these|this) out)\b"
        r"|\b(?:shows?|contains?|contain|showing|with|has|have|offers?|adds?) (?:nothing|none|no|only|just|merely"
        r"|mostly)\b"
        r"|\b(?:nothing|none) (?:zu sehen|to see|to be seen|to look at|à voir|que ver|da vedere|of interest"
        r"|relevant|useful|helpful)\b"
        r"|\b(?:only|just|merely|mostly|mainly) (?:shows?|contains?|showing|has|have|depicts?|displays?)\b"
        r"|\bnot shows\b|\b(?:is|are) (?:also |both |all )?(?:out|eliminated)\b(?! of)|\btells? (?:me |us )?nothing\b"
        r"|\b(?:can|could|may|should) (?:safely )?be (?:ignored|skipped|omitted|left out|excluded|discarded|dropped)\b"
        r"|\bcan(?:not|'t| not) (?:be )?(?:help|needed|see|seen|tell|show)\b|\b(?:has|have) nothing\b"
        r"|,? but (?:not|no|without) (?!(?:in |on )?(?:the )?(?:parts?|views?|tiles?|\d|upper|lower|left|right))"
        r"|\b(?:nothing|none|little) (?:of (?:use|interest|value|help|note|relevance)|there)\b"
        r"|\bneither (?:one )?(?:is|are|shows|helps|of|has)\b"
        r"|\b(?:only|just|merely|mostly|all|plain|empty) (?:an? |the |of )?(?:background|sky|grass|trees?|water"
        r"|clouds?|road|street|wall"
        r"|floor|ceiling|pavement|roof|sand|snow|asphalt|meadow|lawn)\b|(?<=[\d)] )not(?=\W*$)"
    )
)
_NOT_BEFORE = re.compile(  # what a clause says of the views named behind it
    r"\b(?:except(?: for)?|excluding|exclude|without|other than|apart from|aside from|instead of|rather than"
    r"|(?<!read )(?<!make out )nothing(?: (?:relevant|useful|helpful|interesting|important|else|much|more"
    r"|of (?:interest|note|use|relevance)"
    r"|to (?:see|find|read)))? (?:in|on|at|from|within|of)|no (?:zooming|enlarging|closer look|crop)s? (?:of|on|in"
    r"|into|at)"
    r"|but not|not(?! only)(?!\s{1,2}needed)|nor|neither|no need (?:for|to|of)|(?<=all )but|(?:don|doesn|didn"
    r"|won)'?t (?:\w{1,10} )?(?:need|require|want|have to|select|choose|zoom|see|show|contain|look)"
    r"|do not (?:need|require|want|have to|select|choose|zoom)|does not (?:need|require)|ignor(?:e|ing)"
    r"|skip(?:ping)?|omit(?:ting)?|discard(?:ing)?|leav(?:e|ing) out|drop(?:ping)?|rul(?:e|ing) out|minus"
    r"|save(?: for)?(?= (?:part|view|the|no|\d))"
    r"|avoid(?:ing)?|no longer need|none of|least (?:important|relevant|useful|needed|likely|helpful)|initially"
    r"|at first(?: glance| sight)?|originally|first thought"
    r"|(?:one|you|some) (?:might|may|could) (?:think|expect|guess)|than(?= (?:at |in |on |into )?(?:the )?(?:part"
    r"|view|upper|lower|left|right|top|bottom)))\b"
)
_BOTH = re.compile(  # of two parts
    r"\bboth\b|\b(?:beiden?|les deux|ambas|ambos|entramb[ei]|tutte e due|оба|обе|обидва|обидві|båda|begge|oba|obie"
    r"|obě|mindkettő|molemm\w+|ikisi\w*|keduanya"
    r"|kedua|cả hai|και (?:τα|οι) δύο|שני|كلا|كلتا|هر دو|दोनों|ambele|ambas)\b|2\s{1,2}parts\s+都|两[个者]?都|両方"
    r"|どちらも|둘 다|양쪽|ทั้งสอง"
)
ALONE = re.compile(  # "part 2 alone would not be enough"
    r"\b(?:alone|by itself|on its own|allein|seul|seule|sol[oa]|só|alleen)\b[^.;]{0,30}(?:\bnot|n't|nicht|pas|no"
    r"|não|non|niet|insufficient)\b[^.;]{0,20}"
    r"(?:enough|suffic\w*|genug|suffi\w*|basta\w*|genoeg|do)\b"
)
_OR = re.compile(rf"\W{{0,3}}(?:(?:parts?|views?|ones) ?,? ?)?or\s(?:in |on |at |the |maybe |{NOUN} ){{0,2}}\W{{0,2}}")
_PHRASE_END = re.compile(rf",\s{{1,2}}(?!\d|and\b|or\b|nor\b|not?\b|neither\b|{NOUN}\b)")
_RELATIVE = re.compile(
    r", (?:(?:which|where|who) [^,.;\d]{1,100}|(?:next to|beside|above|below) (?:it|that)|on the other hand|(?:by"
    r"|in) contrast"
    r"|meanwhile|for its part|in turn), (?=(?:is|are|isn't|aren't|should|must|can|needs?|was|shows?|contains?|has"
    r"|only|just)\b)"
)
_ONLY = re.compile(
    rf"\b(?:not only|not just)\b|\b(?:none|nothing|no (?:other )?{NOUN}|no other)(?: of)?(?: (?:the|these|those|them"
    rf"|part|parts"
    rf"|other|others|else|is|are|needed|views?|de|des|der|las|los|delle|das|dos|de las|de los|delle|di)){{0,5}},?"
    r" (?:but|except(?: for)?|excluding|other than|apart from|besides|save(?: for)?)(?! (?:also|not)\b)"
    r"|\b(?:no other than)\b"
)
_WITHOUT_FIRST = re.compile(
    r"\bwithout\b([^.;]{0,40})\b(?:can(?:not|'t)|impossible|not possible|isn't possible)\b[^.;]{0,60}"
)
_PREFERS = re.compile(
    rf"\b(prefer(?:red|s)?\b[^.;]{{0,30}}\b(?:{NOUN}|left|right|\d{{1,2}})\b[^.;]{{0,8}}?) (?:over|to)\b"
)
_ALL_BUT = re.compile(r"\b((?:all|every|everything|each|anything)\b[^,.;]{0,20}?)\s?,? but\b(?! (?:not|also|only)\b)")
_EXCEPTION = re.compile(  # "with one exception: part 3"
    r",? ?\b(?:with (?:just |only )?(?:the|one|a|a single|the sole|the single|two) exceptions?(?: of| being| is|:| -)?"
    r"|(?:the|my) (?:only|one|sole|single) exceptions?(?: is| are| being|:)|the exceptions? (?:is|are|being))(?!\w)"
)
_INDISPENSABLE = re.compile(
    r"\b(?:can(?:not|'t| not)|impossible|not possible|unable|hard|difficult)\b[^.;]{0,60}\bwithout\b"
)


def clauses_of(piece: str) -> list[str]:
    """Return the clauses of a sentence, with turns of phrase that hide a negation or undo one put plainly."""
    piece = _RELATIVE.sub(" ", piece) if ", " in piece else piece
    piece = _ONLY.sub("only", piece) if "n" in piece else piece
    piece = _EXCEPTION.sub(" except", piece) if "exception" in piece else piece
    piece = _PREFERS.sub(r"\1 rather than", piece) if "prefer" in piece else piece
    piece = _ALL_BUT.sub(r"\1 except", piece) if "but" in piece else piece
    if "without" in piece:
        piece = _WITHOUT_FIRST.sub(r"need \1", _INDISPENSABLE.sub("need", piece))
    return _CLAUSE_END.split(piece) if _JOINED.search(piece) else [piece]


def read_clauses(clauses: Iterable[str], n_views: int, bare: bool, everything: bool) -> tuple[set[int], set[int], bool]:
    """Return the views that clauses name, those that they rule out, and whether they offer alternatives."""
    wanted: set[int] = set()
    refused: set[int] = set()
    choice = False
    for clause in clauses:
        named = mentions(clause, n_views, bare)
        whole = names_all(clause) if everything else None
        if n_views == 2 and whole is None and not named:
            whole = _BOTH.search(clause)
        if not named and whole is None:
            continue
        before = _NOT_BEFORE.search(clause)
        behind = _PHRASE_END.search(clause, before.end()) if before is not None and before.start() < 4 else None
        limit = behind.start() if behind is not None else len(clause)
        after = NOT_AFTER.search(clause) if ALONE.search(clause) is None else None
        positive = set(range(1, n_views + 1)) if whole is not None else set()
        negative: set[int] = set()
        offered = False
        for one in named:
            if (before is not None and before.end() <= one.start < limit) or (
                after is not None and (one.end <= after.start() or named[0].start > after.start())
            ):
                negative |= one.views
            else:
                positive |= one.views
                offered = offered or one.choice
        if whole is not None and after is not None and not named:
            positive = set()
        elif whole is not None and after is not None and before is not None and after.start() < before.start():
            positive, negative = negative, set()  # "all are irrelevant except part 3"
        if positive - negative and (
            offered or any(_OR.fullmatch(clause, one.end, other.start) for one, other in pairwise(named))
        ):
            choice = True
        refused |= negative
        wanted |= positive - negative
    return wanted, refused, choice


def read_clause(text: str, n_views: int) -> tuple[set[int], set[int]]:
    """Return the views that a piece of a sentence names (bare numbers included), and those that it rules out."""
    wanted, refused, _ = read_clauses(clauses_of(text), n_views, bare=True, everything=True)
    return wanted, refused
