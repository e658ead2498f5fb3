"""The number that remains of a first count: "J'en vois cinq, mais l'un est bleu. Il en reste quatre."."""

from __future__ import annotations

import re

from .count_limits import ends_sentence
from .numerals import Number, Words, chinese_value

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
