"""Replies to "how many" that say in words that there is nothing to count."""

from __future__ import annotations

import re
from functools import cache

from .count_words import NOT_ZERO, NOUN_STEMS, NOUNS, ZERO
from .lexicon import CLAUSE, Lexicon
from .need_words import NEGATIONS
from .refusals import IMAGE_WORDS

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
    things = NOUN_STEMS.search(lowered) is not None or _MARKERS.search(lowered) is not None
    if ZERO.search(text):
        if NOT_ZERO.search(text):
            return False
        said, _ = _lexicon().clause(lowered)
        return "IMAGE" not in said or things or not NOUNS.isdisjoint(lowered.split()) or bool(_ENGLISH.search(lowered))
    if not things or len(text) > 300:
        return False
    for clause in CLAUSE.split(lowered):
        if clause and (NOUN_STEMS.search(clause) or _MARKERS.search(clause)):
            said, _ = _lexicon().clause(clause)
            if "NEGATIONS" in said and "ABLE" not in said:
                return True
    return False
