"""The answer of a few words that hold one option's letter and nothing that speaks against it ("Looks like D")."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..stance.mentions import Mention
from ..stance.stance_words import COMPARING, NEGATES, TOKEN
from ..stance.vocabulary import DENIES, UNDONE

_MOST_CHARACTERS = 48
_MOST_WORDS = 6
_FEW_WORDS = 3
_AGAINST = (
    NEGATES
    | DENIES
    | UNDONE
    | COMPARING
    | frozenset(
        re.findall(
            r"\S+",
            """
            image picture figure photo version type vitamin plan grade class part view section question example
            format see saw seen read about you your he she they him them user person people somebody someone
            anyone others annotator label labels options choices letters describe describes compare check
            checking consider considering look looking start starting first before after until unless skip
            ignore exclude vs versus against anything everything all each any both none bild foto frage beispiel
            imagen pregunta ejemplo exemple are were sind sont son sono são two three four points boxes objects lists
            """,
        )
    )
)
_AFTER = re.compile(
    r"[\])}\"'*]{0,3}\s{0,2}(?:,?\s?(?:for me|to me|here|then|please|probably|i (?:guess|think|suppose|believe"
    r"|would say)|i'd (?:say|guess|think)|in my (?:view|opinion)|if anything|imo|overall|of course|for sure|obviously"
    r"|nhé|ạ|deh|sih|eben|halt|denke ich|glaube ich|je pense|je crois|creo|acho(?: eu)?|penso|credo|думаю|наверное"
    r"|mi sa)){0,2}\s{0,2}[.!…~]{0,3}\s{0,2}$"
    r"|(?:かな|かも|でしょう|だろう|かと|と(?:思|考|判断)[^\s.]{0,6}|です|だ|ですね|吧|呢|啦|哦|了|的?可能性(?:更|最)?大"
    r"|(?:란|이라는|라는) (?:느낌|생각)[^\s.]{0,5}|(?:일|인) (?:것|듯|거)[^.]{0,8}|(?:이|인)?(?:에요|예요|네요|듯|요))"
    r"\s{0,2}[.!~]{0,3}$",
    re.IGNORECASE,
)
_OTHER_LETTER = re.compile(r"(?<![^\W_])[A-HJ-Z](?![^\W_]|')")
_DENIES_CJK = re.compile(r"[不没沒非未无無]|ない|じゃ|では|아니|않|없|못")


def briefly(text: str, mentions: Sequence[Mention]) -> int:
    """Return the option of a short reply that ends with its letter, or -1.

    Args:
        text: Text from `standardizers.text.plain`.
        mentions: All options that it mentions.
    """
    if (
        len(text) > _MOST_CHARACTERS
        or "\n" in text.strip()
        or "?" in text
        or len({one.option for one in mentions}) != 1
    ):
        return -1
    last = mentions[-1]
    if last.by_name or not text[last.start : last.start + 1].isupper() or _AFTER.match(text, last.end) is None:
        return -1
    before = text[: last.start]
    if _OTHER_LETTER.search(before):
        return -1
    words = TOKEN.findall(before.lower())
    named = [word for word in words if word[0].isalnum()]
    ended = text.rstrip()[-1:] in ".!" or len(named) <= _FEW_WORDS or not text.isascii()
    if not ended or len(named) > _MOST_WORDS or any(map(str.isdecimal, before)) or not _AGAINST.isdisjoint(words):
        return -1
    if any(word.endswith("n't") for word in words) or (not text.isascii() and _DENIES_CJK.search(before)):
        return -1
    return last.option


__all__ = ["briefly"]
