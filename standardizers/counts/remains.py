"""The number that remains of a first count: "J'en vois cinq, mais l'un est bleu. Il en reste quatre."."""

from __future__ import annotations

import re

from ..text.numerals import WORDS, Number, Words, chinese_value, numbers, words_of
from .limits import ends_sentence

_REMAINS = frozenset(
    re.findall(
        r"\S+",
        """
        leaves leaving bleiben bleibt verbleiben reste restent quedan queda restan resta restano restam sobram rimangono
        остаётся остается остаются залишається zostaje zostają pozostaje
        pozostają zbývá zbývají blijven blijft återstår gjenstår tilbage kalır kalıyor tersisa tinggal
        """,
    )
)
_OTHERS = frozenset(
    re.findall(
        r"\S+", "others other more autres autre otros otras weitere andere altri altre outros outras других inne"
    )
)
_EAST = re.compile(r"(?:只剩|剩下|还剩)(?:的)?(?:有|是)?\s?(?P<value>[一二三四五六七八九十两]{1,3}|\d{1,2})")
_NEAR = 4
_LAST = 200
_AMOUNT = rf"\d{{1,3}}|{'|'.join(WORDS)}"
_OF_ALL = re.compile(
    rf"\b(?P<value>{_AMOUNT})\s(?:out\s)?of\s(?:(?:the|these|those|all|my|them|about)\s){{0,2}}(?P<whole>{_AMOUNT})\s(?:[\w-]+\s){{0,4}}?"
    r"(?:qualif\w+|counts?|meets?|pass|deserves?|stands? out|(?:are|is|were|can be|should be) (?:called "
    r"|considered |really |truly "
    r"|clearly |visually |counted as )?(?:salient|prominent|eye-catching|conspicuous))\b[^.!?\n]{0,80}[.!]?\s*$",
    re.IGNORECASE,
)
_JUST_ONE = re.compile(
    r"\b(?:so|thus|therefore|hence|that leaves|leaving|which leaves)\b[^.!?\n\d]{0,24}\b(?:just"
    r"|only) (?:the )?one\b\W*$",
    re.IGNORECASE,
)
_LEFT_OUT = re.compile(
    r"[^.。\n]{0,120}(?:含め(?:ません|ない|ていません)|含まれ(?:ません|ない)|含みません|除外し|数えません|数えない|数えていません|カウントしません|カウントしない"
    r"|不计入|不計入|不算在内|不包括在内|未计入|제외(?:합니다|했습니다|하였습니다)|세지 않"
    r"|포함하지 않)[^.。\n]{0,20}[.。]?"
)
_EAST_NUMBER = r"(?:\d{1,3}|[一二三四五六七八九十两]{1,3}|[한두세네]|하나|둘|셋|넷|다섯|여섯|일곱|여덟|아홉|열)"
_EAST_ALL = re.compile(  # "六个人里有四个", "6人中4人", "여섯 명 중 네 명": the number of all before the number of some
    rf"{_EAST_NUMBER}\s?(?:个|個|人|名|位|只|隻|つ|匹|명|개|마리|사람|台|辆|輛|대|件|本|枚)?[^\d\s,.，。、]{{0,6}}\s?"
    rf"(?:当中|當中|之中|のうち|の中|中|里|裡|중(?:에서?)?)(?:只有|仅有|有|の|で|は)?[,，、]?\s?"
    rf"(?=(?:(?<=のうち[、,])[^\d.。、]{{2,14}}(?:のは|が|は))?{_EAST_NUMBER})"
)
_ALL_ABROAD = re.compile(  # "Sur 8 personnes, 3 portent ...", "Trong 8 người có 3 người"
    r"(?:^|(?<=[.!?:]\s))(?:sur(?: les)?|parmi les|de(?: l[oa]s)?|d[oa]s|su|delle|dei|tra i|entre (?:l[oa]s|[oa]s)"
    r"|van de|av de|af de"
    r"|trong(?: số)?|dari|من بين)\s(?P<whole>\d{1,3}|[^\W\d_]{2,8})\s[^\W\d_]{1,24}(?:\s[^\W\d_]{1,24}){0,3}?"
    r"(?:,\s(?:(?:seulement|solo|sólo|apenas|soltanto|chỉ(?: có)?|hanya|có)\s)?|\s(?:có|chỉ có|يرتدي|يحمل)\s)"
    r"(?=(?P<some>\d{1,3}|[^\W\d_]{2,8})\b)",
    re.IGNORECASE,
)
_OF_ALL_BEHIND = re.compile(r"(?<![\w.])\d{1,3}\s?(?:में से|kişiden|kişinin|tanesinden)\s(?=\d)")  # "8 kişiden 3'ü"
_ALL = frozenset(("all", "everyone", "everybody", "every"))
_BUT = (["but"], ["except"], ["except", "for"], ["apart", "from"], ["bar"], ["save"])


def all_but(words: Words, found: list[Number]) -> int | None:
    """Return how many "all but two" are, where the text gives the number of all; None without such words.

    Args:
        words: Words of the text.
        found: Its numbers.
    """
    for place, number in enumerate(found):
        for but in _BUT:
            at = number.start - len(but)
            if at < 1 or words.words[at : number.start] != but or words.words[at - 1] not in _ALL:
                continue
            near = [*found[place + 1 : place + 2], *reversed(found[:place])]
            behind = words.words[number.end : number.end + 3]
            if not (near and behind[:2] in (["of", "the"], ["of", "these"]) and near[0].start == number.end + 2):
                near = near[1:] if place + 1 < len(found) else near
            whole = next((one.value for one in near if one.value > number.value), None)
            return None if whole is None else whole - number.value
    return None


def some_of_all(text: str) -> int | None:
    """Return the number that a text's last sentence picks from all ("Hence four of the seven are salient."), else None.

    Example:
        >>> some_of_all("1. Boat 2. Pier 3. Kayak. Two out of the three candidates qualify.")
        2
    """
    found = _OF_ALL.search(text[-_LAST:])
    if found is None:
        return None
    value, whole = (numbers(words_of(found[name]))[0].value for name in ("value", "whole"))
    return value if value < whole else None


def left_with_one(text: str) -> bool:
    """Tell whether a text ends by leaving one of the things that it counted ("So it is just the one.")."""
    return _JUST_ONE.search(text[-_LAST:]) is not None


def without_left_out(text: str) -> str:
    """Return a text without what it does not count, in languages of the East: sentences, and the number of all.

    Example:
        >>> without_left_out("犬は一つです。後ろの車3台は含めません。")
        '犬は一つです。'
    """
    text = _ALL_ABROAD.sub(_without_all, text)
    if text.isascii():
        return text
    text = _OF_ALL_BEHIND.sub("", _EAST_ALL.sub("", text))
    rest = _LEFT_OUT.sub("", text)
    return rest if any(map(str.isalnum, rest)) else text


def _without_all(match: re.Match[str]) -> str:
    """Return nothing in the place of "Sur 8 personnes, " before a smaller number, else the words themselves."""
    whole, some = (numbers(words_of(match[name])) for name in ("whole", "some"))
    return "" if whole and some and whole[0].value > some[0].value else match.group()


def remaining(text: str, words: Words, found: list[Number]) -> int | None:
    """Return the last number of a text where it is what remains of a larger one before, else None.

    Args:
        text: The text.
        words: Its words.
        found: Its numbers.
    """
    if not text.isascii() and (match := _EAST.search(text)) is not None and "?" not in text:
        value = int(match["value"]) if match["value"].isdecimal() else chinese_value(match["value"])
        return value if any(number.value > (value or 0) for number in found) else None
    last = found[-1] if found else None
    if last is None or not any(number.value > last.value > 0 for number in found):
        return None
    for at in range(last.start - 1, max(-1, last.start - 1 - _NEAR), -1):
        if ends_sentence(words.gaps[at + 1]):
            return None
        if words.words[at] in _REMAINS:
            return last.value if _OTHERS.isdisjoint(words.words[last.end : last.end + 2]) else None
    return None
