"""Sentences that count everything and then say how many of it is salient: "twelve objects, but only two stand out"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..text.numerals import Number, Words
from .limits import ends_sentence
from .words import SALIENT, SALIENT_STEMS

_MOST = 30
_LONGEST = 40  # words of such a sentence
# Words that turn from all to some: "but", "only", "of these". Those of scripts without spaces are found in words.
_ENGLISH = frozenset(["but", "however", "though", "although", "yet", "only", "just", "merely", "solely", "mere"])
_TURNS = frozenset(
    re.findall(
        r"\S+",
        """
        aber doch jedoch nur lediglich davon bloß hiervon mais cependant toutefois seulement dont uniquement
        pero aunque sino solo sólo solamente únicamente mas porém apenas somente só ma però tuttavia soltanto
        но однако хотя лишь только всего але проте лише тільки ale lecz jednak tylko jedynie však jen pouze
        maar echter slechts alleen waarvan daarvan men dock bara endast kun bare ama fakat ancak sadece yalnızca
        tapi tetapi namun hanya cuma nhưng chỉ αλλά όμως μόνο אבל אך רק לכן لكن ولكن فقط اما ولی تنها
        लेकिन मगर परन्तु केवल सिर्फ mutta vain de csak dar doar numai
        """,
    )
)
_NEAR = 5
_ANSWERS = frozenset(
    re.findall(
        r"\S+",
        """
        answer antwort réponse respuesta resposta risposta ответ 答 案 odpowiedź cevap 정답
        """,
    )
)
_TURNS_INSIDE = re.compile(
    r"但|不过|不過|可是|然而|却|只|仅|僅|就|才|其中|ありますが|いますが|ですが|ますが|けれど|だけ|のみ|しかし"
    r"|そのうち|そのなか|지만|는데|하지만|그러나|그중|만이|แต่|เพียง|เฉพาะ"
)


def selected(text: Words, found: Sequence[Number]) -> int | None:
    """Return the number of salient things that a sentence sets against a larger number before it; None without one.

    Args:
        text: Words of the text.
        found: Its numbers.
    """
    pick = None
    for place, number in enumerate(found[1:_MOST], 1):
        before = found[place - 1]
        gaps = text.gaps[before.end : number.start + 1]
        if not 0 < number.value < before.value or number.start - before.end > _LONGEST:
            continue
        if any("." in gap or "\n" in gap or "?" in gap for gap in gaps) or "(" in "".join(gaps):
            continue
        if not _ANSWERS.isdisjoint(text.words[max(0, before.start - _NEAR) : before.start]):
            continue
        start = before.end - 1 if text.language == "ko" else before.end
        between = text.words[start : number.start]
        if not turns(text, between):
            continue
        end = number.end
        last = found[place + 1].start if place + 1 < len(found) else len(text.words)
        while end < min(last, number.end + _LONGEST) and not ends_sentence(text.gaps[end]):
            end += 1
        if _is_salient(text, [*between, *text.words[number.end : end]]):
            pick = number.value
    return pick


def turns(text: Words, between: Sequence[str]) -> bool:
    """Tell whether words between two numbers turn from all to some of it ("ten people, but only")."""
    if not _ENGLISH.isdisjoint(between):
        return True
    if text.language not in ("", "en") and not _TURNS.isdisjoint(between):
        return True
    return text.language in ("", "ko", "th") and _TURNS_INSIDE.search("".join(between)) is not None


def _is_salient(text: Words, around: Sequence[str]) -> bool:
    if text.language == "en":
        return not SALIENT.isdisjoint(around)
    joined = " ".join(around)
    return SALIENT_STEMS.search(joined if joined.isascii() else f"{joined} {joined.replace(' ', '')}") is not None
