"""What of a reply to "how many" holds the count: the part under a heading that calls it the answer, and no offers."""

from __future__ import annotations

import re

from ..stance.phrases import REFUSES
from ..stance.refusals import refuses

_NAMES = (
    r"(?:(?:the |my )?(?:final |total |overall )?(?:answer|count|total|result|number)|final|antwort|endergebnis"
    r"|ergebnis"
    r"|réponse(?: finale)?|résultat|respuesta(?: final)?|resultado|resposta(?: final)?|risposta(?: finale)?|risultato"
    r"|(?:итоговый )?ответ|відповідь|odpowiedź|odpověď|antwoord|svar|cevap|yanıt|jawaban|trả lời|đáp án|απάντηση|תשובה"
    r"|الإجابة|الجواب|उत्तर|คำตอบ|最终答案|答案|回答|答え|정답|답변?)"
)
_HEADING = re.compile(
    rf"(?:^|\n)[ \t]{{0,3}}(?:#{{1,6}}[ \t]{{1,3}}\*{{0,2}}{_NAMES}\*{{0,2}}\s?[:：]?\*{{0,2}}"
    rf"|\*\*{_NAMES}\s?[:：]?\*\*[:：]?|{_NAMES}\s?[:：])[ \t]{{0,3}}\n\s{{0,9}}(?=\S)",
    re.IGNORECASE,
)
_NEXT = re.compile(r"\n[ \t]{0,3}(?:#{1,6}\s|\*\*[^*\n]{2,60}\*\*[:：]?[ \t]{0,3}(?:\n|$))")
_LONGEST = 300
_OFFERS = re.compile(
    r"(?:\bi(?:'m|'d be| am| would be| will be) (?:\w+ )?(?:happy|glad|able|willing|pleased) to (?:help|assist|describe"
    r"|discuss|offer|support|talk)\b"
    r"|\bi (?:can|could|may|might) (?:\w+ )?(?:help|assist|offer|suggest|support)\b"
    r"|\bhere (?:are|is) \w+ (?:\w+ ){0,2}(?:things?|ways?|options?|alternatives?|suggestions?)\b"
    r"|\b(?:choose|pick|select|try|use|consider) \w+ of (?:the|these|those)\b|\b\w+ of the following\b"
    r"|\beine[rnms]? der folgenden\b|\bl'une? des \w+ suivant|\bun[oa] de l[oa]s siguientes|\bum[a]? d[oa]s seguintes"
    r"|\bun[oa] (?:dei|delle) seguenti|\bодин из следующих)[^.!?:\n]{0,300}"
    r"|以下.{0,6}(?:之一|中的一)",
    re.IGNORECASE,
)
_MAY_OFFER = (
    "happy",
    "glad",
    "can",
    "could",
    "here",
    "of the",
    "of these",
    "folgenden",
    "suivant",
    "siguientes",
    "以下",
)


def answer_section(text: str) -> str | None:
    r"""Return what stands under the last heading that calls it the answer, None where there is no such heading.

    Example:
        >>> answer_section("### Analysis\n- about 10 customers\n\n### Answer\n2")
        '2'
    """
    if "\n" not in text:
        return None
    headings = list(_HEADING.finditer(text))
    if not headings:
        return None
    start = headings[-1].end()
    following = _NEXT.search(text, start)
    section = text[start : following.start() if following is not None else len(text)].strip()
    return section if len(section) <= _LONGEST else None


def without_offers(text: str) -> str:
    """Return a text that refuses without what it offers instead ("I can help with 1 of the following: ...").

    Example:
        >>> without_offers("Sorry, I can't do that, but I can help with 1 of the following.").strip()
        "Sorry, I can't do that, but  ."
    """
    lowered = text.lower()
    if not any([cue in lowered for cue in _MAY_OFFER]) or _OFFERS.search(text) is None:
        return text
    return _OFFERS.sub(" ", text) if REFUSES.search(text) is not None or refuses(lowered) else text
