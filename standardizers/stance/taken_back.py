"""Answers that a reply takes back in one sentence ("la théière... pardon, l'appareil photo"), in many languages."""

from __future__ import annotations

import re

from ..text.cleaning import fold
from .need_words import NEGATIONS

_LONGEST = 300
_LONGEST_BEHIND = 100
_WORDS = (
    r"pardon(?:nez-moi)?|excuse[zr]?(?:-moi)?|désolée?|sorry|oops|verzeihung|entschuldigung|perd[oó]n|disculp\w*|scusa\w*|scusi"
    r"|извините|простите|вибачте|desculpe?a?|perdão|förlåt|ursäkta|undskyld|unnskyld|przepraszam|promiňte|pardón"
    r"|özür dilerim"
    r"|maaf|xin lỗi|συγγνώμη|סליחה|عفوا|عذرا|ببخشید|माफ़ कीजिए|bocsánat|anteeksi|scuze"
    r"|(?:no|nope|nein|non|não|нет|ні|nej|nee|nie|ne|hayır|tidak|không|όχι|לא|لا|نه|नहीं)(?=\s?,)|mejor dicho"
    r"|más bien|oder besser"
    r"|besser gesagt|vielmehr|(?:ou )?plutôt|(?:o )?anzi|(?:ou )?melhor|aliás|вернее|точнее|скорее|ili|raczej|spíše"
    r"|of liever|liever"
    r"|snarare|or rather|rather|i mean|i meant|make that|correction|korrektur|corrección|correzione|wait|moment"
    r"|korrigiere|on reflection|on (?:closer|second|further|another) (?:look|inspection|examination|thoughts?)"
)
TAKES_BACK = re.compile(
    rf"(?:\.{{2,}}|[,;!?\u2026-]|\.(?=\s))\s{{0,3}}(?:(?:oh|ah|äh|euh|hm+|no|actually|but|however|y|e|et|und),?\s)?(?:{fold(_WORDS)})(?!\w)[\s,:!.\u2026-]{{0,5}}"
    r"(?:(?:no|nein|non|não|нет|i mean|i meant|je voulais dire|ich meine|quiero decir|quise decir|volevo dire"
    r"|quis dizer)[\s,:]{1,3})?"
    r"|[.,;\u2026、。]{0,8}\s?(?:不[对對](?!称)|不是,|更正|应该是|應該是|說錯|说错了|口误|いや|違う|すみません|訂正|아니,|아니요,|정정)[\s,:、。就应應该該是]{0,5}",
    re.IGNORECASE,
)
_ASCII_WORDS = frozenset(re.findall(r"(?<![^\W\d_])[a-z]{2,}", _WORDS)).union(
    ("excuse", "excusez", "disculpa", "disculpe", "scusa", "scusami", "perdon")
)
_LATIN_WORD = re.compile("[a-z]+")
_DENIALS = frozenset(fold(NEGATIONS).lower().split())
_FIRST = re.compile(r"[^\W\d_]+")


def may_take_back(text: str) -> bool:
    """Tell whether a text can correct itself (a quick test before a search)."""
    return not text.isascii() or not _ASCII_WORDS.isdisjoint(_LATIN_WORD.findall(text.lower()))


def taken_back(text: str) -> tuple[str, str] | None:
    """Return what a short text says before and behind the last place where it corrects itself, None without one.

    Example:
        >>> taken_back("The teapot... sorry, the lemon.")
        ('The teapot', 'the lemon.')
    """
    if len(text) > _LONGEST or not may_take_back(text):
        return None
    last = None
    for match in TAKES_BACK.finditer(text):
        if match.start() > 0:
            last = match
    if last is None or len(text) - last.end() > _LONGEST_BEHIND:
        return None
    before, behind = text[: last.start()], text[last.end() :]
    first = _FIRST.search(behind)
    if first is None or not before.strip() or first.group().lower() in _DENIALS or "\n" in behind.strip():
        return None
    return before, behind
