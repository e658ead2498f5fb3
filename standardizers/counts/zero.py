"""Replies to "how many" that say in words that there is nothing to count."""

from __future__ import annotations

import re
from functools import cache

from ..stance.lexicon import CLAUSE, Lexicon
from ..stance.need_words import NEGATIONS
from ..stance.refusals import IMAGE_WORDS
from .words import NOT_ZERO, NOUN_STEMS, NOUNS, ZERO

_ENGLISH = re.compile(r"\b(?:the|this|there|none|nothing|of|i)\b")  # `NO_IMAGE` knows missing pictures in English
_ABLE = """
can can't cannot could unable able sure know determine
kann können könnte konnte weiß erkennen bestimmen zählen sicher
peux peut pouvons pourrais sais compter déterminer sûr
puedo podemos puede podría sé contar determinar seguro
posso podemos pode consigo sei possiamo può riesco so determinare contare
kan kunnen weet bepalen tellen vet räkna ved tælle vet telle bestämma
mogę można potrafię wiem policzyć określić mohu můžu lze umím vím určit spočítat
могу можем можно знаю сосчитать определить можу можна знаю визначити
tudok lehet tudom voin voida osaa pot poate știu
edemiyorum yapamıyorum bilmiyorum mümkün sayamıyorum belirleyemiyorum
dapat bisa mampu tahu yakin thể biết chắc
μπορώ ξέρω γνωρίζω יכול יכולה ניתן יודע أستطيع يمكن يمكنني أعرف أعلم توانم نمیتوانم نمیدانم सकता सकती सकते पता
"""

_MARKERS = re.compile(
    r"\bpfeile?\b|\brahmen\b|kästchen|flèches?|\bcadres?\b|flechas?|recuadros?|\bsetas?\b|frecc[ei]|riquadr[oi]"
    r"|стрел[коеи]"
    r"|рам[оке]к?|箭头|箭頭|矢印|화살표|框|枠|상자"
)
"""Marks that are drawn into a picture, which are asked for as well."""


_SALIENT = r"salient (?:objects?|ones?|items?|things?)(?! (?:other than|except|besides|but|apart))"
_NO_SUCH = re.compile(  # what is said to be none of the things that count, in English
    r"\b(?:no|zero|not (?:a single|any|one)|without any|no such|n't any|n't a single)"
    rf"\s(?:(?!other|further|more|additional|clear|single)[\w-]{{1,14}}\s){{0,2}}?"
    rf"(?:{_SALIENT}|(?:objects?|ones|things) (?:is |are )?(?:in )?salient)\b"
    rf"|(?:n't|\bnot|\bcannot) (?:actually )?(?:contain|show|have|include|display|see|find|feature|spot|detect)"
    rf" (?:any |a single |an? )?{_SALIENT}"
    r"|\b(?:nobody|no one|no-one|none(?: of (?:them|these|those|the [\w-]{1,16}|all))?|neither"
    r"|not (?:a single )?(?:one|person|object)|no (?:person|one|object)s?)"
    r"(?: of (?:them|these|those|the \w{1,14}))?(?: (?:in (?:the|this) (?:image|picture|photo|scene)|here|visible))?"
    r" (?:(?:seems?|appears?) to be |(?:is|are|was|were) (?:actually |really |currently |in )?)?salient\b",
    re.IGNORECASE,
)
_EXCUSES = re.compile(
    r"\b(?:because|since|sorry|unable|upload|provided?|attached|too|blurr\w*|loaded|sure|certain)\b", re.IGNORECASE
)
_ONE_SENTENCE = 160
_NONE_OF = re.compile(
    r"\W{0,3}(?:none|neither|not one|no one) of (?:the|these|those) (?:\w{1,12} )?[a-z]{3,14} (?:is|are|has"
    r"|have) salient"
    r"(?:(?!\b(?:but|except)\b)[^.!?\n\d]){0,80}[.!]?\W*",
    re.IGNORECASE,
)
_NOBODY = re.compile(  # how a reply begins that says "nobody" to "how many people"
    r"\W{0,4}(?:nobody|no one|no-one|none)(?: of (?:them|these|those|the \w{1,14}))?(?: (?:does|do|is|are))?"
    r"(?=\s?[.:;!,(-]|\W*$)(?!-\w)",
    re.IGNORECASE,
)
_NOBODY_ABROAD = re.compile(
    r"\W{0,4}(?:niemand|keiner|personne|aucun d'eux|nadie|ninguno|ninguém|nenhum|nessuno|никто|ніхто|nikt|nikdo|ingen"
    r"|kimse|tidak ada|không ai|没有人|没人|誰も|아무도)(?!\w{5})[^.!?\n]{0,120}[.!]?\W*$",
    re.IGNORECASE,
)


_OF_ALL = re.compile(  # a sentence that speaks of what the picture holds, not of some of its things
    r"\b(?:there|i|we|it|image|picture|photo|photograph|scene)\b[^.;!?\n]{0,60}\b(?:no|none|zero|any|nothing|not a)\b"
    r"|(?:^|[.!?:\n]\s{0,3})\W{0,3}(?:so |thus |therefore |hence |overall |in short )?,?\s?"
    r"(?:no|none|nothing|zero|not)\b[^.!?\n]{0,60}?(?:salient|stands?\b|visible|present|detected|attracts?|notable|[.!?\n]|$)",
    re.IGNORECASE,
)
_NO_ZERO = re.compile(  # what certain things are not
    r"\b(?:they|these|those|it|this|that|which|are|is|were|was)(?: are| is|'re|'s)? ?(?:not|n't)"
    r" (?:really |truly |exactly |quite )?(?:(?:separate|distinct|single|real|proper|an?) )?"
    r"(?:objects?|things?|items?)$"
)


def begins_with_none(text: str) -> bool:
    """Tell whether a text of one sentence says of a number of things that none of them counts.

    Example:
        >>> begins_with_none("Neither of the two objects is salient.")
        True
    """
    return len(text) <= _ONE_SENTENCE and _NONE_OF.fullmatch(text) is not None


def has_none(text: str) -> bool:
    """Tell whether a text says that nothing of what is there counts, whatever else it numbers.

    Example:
        >>> has_none("Three red arrows, but no salient ones."), has_none("Nobody does: the two men look down.")
        (True, True)
    """
    lowered = text.lower()
    if "no" not in lowered and "n't" not in lowered and "zero" not in lowered and "neither" not in lowered:
        return False
    return (_NO_SUCH.search(text) is not None and _EXCUSES.search(text) is None) or _NOBODY.match(text) is not None


@cache
def _lexicon() -> Lexicon:
    return Lexicon({"NEGATIONS": NEGATIONS, "IMAGE": IMAGE_WORDS, "ABLE": _ABLE})


def says_none(text: str) -> bool:
    """Tell whether a text without numbers says that it sees no objects; a missing picture is something else.

    Example:
        >>> says_none("Δεν υπάρχουν εμφανή αντικείμενα."), says_none("Nessuna immagine.")
        (True, False)
    """
    lowered = text.lower()
    if _NOBODY_ABROAD.match(text):
        return "ABLE" not in _lexicon().clause(lowered)[0]
    things = NOUN_STEMS.search(lowered) is not None or _MARKERS.search(lowered) is not None
    if ZERO.search(text):
        if NOT_ZERO.search(text) or (len(text) > _ONE_SENTENCE and not _OF_ALL.search(text)):
            return False
        said, _ = _lexicon().clause(lowered)
        return "IMAGE" not in said or things or not NOUNS.isdisjoint(lowered.split()) or bool(_ENGLISH.search(lowered))
    if not things or len(text) > 300:
        return False
    for clause in CLAUSE.split(lowered):
        if (NOUN_STEMS.search(clause) or _MARKERS.search(clause)) and not _NO_ZERO.search(clause):
            said, _ = _lexicon().clause(clause)
            if "NEGATIONS" in said and "ABLE" not in said:
                return True
    return False
