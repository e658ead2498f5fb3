"""Texts that are no answers whatever they mention: failures of a service, and instructions of a prompt repeated."""

from __future__ import annotations

import re
from functools import cache

from ..text.cued import Cued
from .lexicon import Lexicon
from .need_words import NEGATIONS

_FAILURES = Cued(
    r"\b(?:errno|error code|exit code|status(?: code)?\s?[=:]?\s?[1-5]\d\d\b|http(?:/\d\.\d)?\s?(?:error\s)?[1-5]\d\d\b"
    r"|(?:read |request |connection |gateway )time(?:d ?|-?)out\b|\btimeout(?: error| after|=|\W*$)"
    r"|connection (?:reset|refused|aborted|error|closed|timed)|connectionerror"
    r"|traceback|segmentation fault|core dumped|out of memory|rate limit|too many requests|quota exceeded"
    r"|(?:internal server|server|api|runtime|value|key|type|import|assertion) error|bad gateway|service unavailable"
    r"|(?:request|task|job|process|call|inference|generation) (?:has )?(?:failed|was aborted|was cancell?ed|crashed)"
    r"|try again (?:later|in)|retry(?:ing)? (?:in|after)|requests per|httpsconnectionpool|max retries"
    r"|invalid (?:request|api key|token)|model (?:is )?overloaded|maximum context length|content (?:policy|filter))"
    r"|(?:error|exception)(?=\s?[:(])",
    re.IGNORECASE,
)
_RANKS = """
rank* order* sort* compar* determin* possible impossible
reihenfolge ordnen sortier* bestimm* einordnen vergleich*
classer class* trier ordonner ordre
orden* clasific* jerarqu*
ordin* classific*
rangschik* volgorde bepalen
rangordna* sortera* ordning rangere rekkefølge rækkefølge järjestä* järjestys
uporządk* kolejnoś* uszereg* seřad* pořadí zoradi*
упоряд* порядок ранжир* определить сравнить визначити
sırala* sıra urut* mengurut* peringkat xếp thứ
sorrend* rangsorol* ordon* clasa*
ταξινομ* σειρά κατατάξ* לדרג דירוג סדר ترتيب أرتب ترتیب रैंक क्रम
"""
_UNRANKED = re.compile(
    "(?:无法|無法|不能|难以|難以)[^。.]{0,12}(?:排|比较|比較|确定)|(?:順位|順番|順序)[^。.]{0,12}(?:できま|つけられ|決められ)|순[서위][^.]{0,12}(?:없|못)"
)
_LONGEST = 400
_MAY_INSTRUCT = Cued(
    r"\b(?:reply|answer|respond|output|return|print|write|give|provide|state|report|count|rank|sort|order|list|choose|select"
    r"|pick|predict|estimate|simulate|determine|identify|look|do not|don't|response) (?:\w+ ){0,3}(?:with"
    r"|using|in|by|as|a|an"
    r"|one|the|your|all|how|these|this|following|from|between|among|to|at|of|what|which|where|explain|add|include|use"
    r"|should|must|has|needs|these)\b|\bformat\b|\bfor (?:example|instance)\b|\be\.g\.|\[example",
    re.IGNORECASE,
)
_INSTRUCTS = re.compile(
    r"(?:^|(?<=[^\d][.!?\n]))[\s\"'*(\[-]{0,4}(?:(?:please|now|then|kindly|and|you (?:should|must|need to"
    r"|have to|are asked to)"
    r"|your task is to)[\s,]{1,2}){0,2}"
    r"(?:reply|answer|respond|output|return|print|write|give|provide|state|report|count|rank|sort|order|list|choose|select"
    r"|pick|predict|estimate|simulate|determine|identify|look at|do not|don't)\s"
    r"(?:only |just |back |me |us |directly |simply ){0,2}(?:with|using|in|by|as|a|an|one|the|your|all|how|these|this"
    r"|following|from|between|among|to|at|of|what|which|where|explain|add|include|use)\b(?![^.!?\n]{0,200}?:\s?\S)(?:[^.!?\n]|(?<=\be)\.(?=g\.)|(?<=e\.g)\.){0,300}"
    r"(?:\((?:e\.g\.|for example|i\.e\.)[^()\n]{0,80}\)[^.!?\n]{0,100})?[.!?]?"
    r"|(?:^|(?<=[.!?\n]))\s{0,2}please (?:rank|order|sort|compare|select|choose|pick|count|predict)\b[^.!?\n]{0,80}"
    r"\b(?:these|the following|the given)\b[^.!?\n]{0,200}[.!?]?"
    r"|\b(?:the|your) (?:expected |required |output |answer )?format\b[^.!?\n]{0,200}"
    r"|\b(?:your|the) (?:answer|reply|response|output) (?:should|must|has to|needs to) (?:be|have|contain"
    r"|consist)(?: of)?"
    r" (?:an?|one|given|like|of the form|in|formatted|only|between|exactly|no|the)\b[^.!?\n]{0,200}"
    r"|(?:^|(?<=[.!?\n]))\s{0,2}(?:for example|for instance|e\.g\.)[,:]?\s[^.!?\n]{0,200}"
    r"|(?:^|(?<=[.!?\n]))\s{0,2}(?:do not|don't) (?:read|take|interpret|understand|mistake) (?:this|that|it|the)\b"
    r"[^.!?\n]{0,200}[.!?]"
    r"|\[example output[^\]\n]{0,60}\]",
    re.IGNORECASE,
)


def fails(text: str) -> bool:
    """Tell whether a short text is the message of a service that failed.

    Example:
        >>> fails("HTTP 429: too many requests, retry in 20 s")
        True
    """
    return len(text) <= _LONGEST and _FAILURES.search(text) is not None


@cache
def _ranking() -> Lexicon:
    return Lexicon({"RANKS": _RANKS, "NEGATIONS": NEGATIONS})


def denies_ranking(sentence: str) -> bool:
    """Tell whether a sentence says that no ranking can be given ("No puedo ordenar A, B y C").

    Example:
        >>> denies_ranking("Ranking A, B and C is not possible.")
        True
    """
    said, _ = _ranking().clause(sentence.lower())
    return said == {"RANKS", "NEGATIONS"} or _UNRANKED.search(sentence) is not None


def without_instructions(text: str) -> str:
    """Return a text without the sentences that tell what to answer and how, as a prompt does.

    Example:
        >>> without_instructions("Reply with one integer. 3")
        ' 3'
    """
    return _INSTRUCTS.sub("", text) if _MAY_INSTRUCT.search(text) else text
