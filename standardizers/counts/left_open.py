"""Discussions that leave a count open: "the total could be as low as 1 and as high as 6", "it depends on ..."."""

from __future__ import annotations

import re

from ..stance.plans import PLANS
from ..text.numerals import WORDS, numbers, words_of

_N = rf"(?:\d{{1,3}}|{'|'.join(word for word, value in WORDS.items() if value)})"
_OPENS = re.compile(
    rf"\bas (?:low|few|little|small) as {_N}\b[^.;\n]{{0,60}}\bas (?:high|many|much|large|big) as {_N}\b"
    rf"|\b(?:anything|anywhere|somewhere) (?:from|between) {_N} (?:to|and|up to) {_N}\b"
    rf"|\b(?:could|can|may|might|would) (?:also |well |just )?be (?:just |only |even )?(?:either )?{_N} (?:or"
    rf"|to) (?:even )?{_N}\b"
    r"|\bdepend(?:s|ing)? (?:strongly |largely |entirely |therefore )?(?:on|upon) (?:how|whether|which|what"
    r"|the (?:criteri|definition"
    r"|interpretation|threshold|reading|decision))"
    r"|\bdepending on (?:these|this|those)"
    r"|\bleaves (?:some |much )?room for (?:any|each|either|both|several|interpretation)"
    r"|\bhängt (?:davon |stark )?(?:\w+ )?ab, (?:ob|wie|was|welche)|\bje nachdem,? (?:ob|wie|was|welche)"
    r"|\bdépend (?:de (?:la façon|la manière|ce)|si|du critère)|\bselon (?:que|le critère|qu')"
    r"|\bdepende de (?:cómo|si|qué|que|como|se|o que)\b|\bsegún (?:se|cómo|si)\b|\bdipende d(?:a|al) (?:come|se"
    r"|quali|criterio)\b"
    r"|\bзависит от того\b|取决于|視乎|によって(?:変わ|異な)|에 따라 (?:달라|다르)",
    re.IGNORECASE,
)
_AT_AN_END = re.compile(r"\bto one at the (?:upper|lower|other|opposite|high|low) end\b", re.IGNORECASE)
_BREAKDOWN = re.compile(  # "9 people in total: 5 standing and 4 sitting"
    r"((?<![\w.])(?:\d{1,3}|[a-z]{3,9}) [a-z]{3,16}(?: [a-z]{3,16})? (?:in total|altogether|overall|in all)):(?=\s)",
    re.IGNORECASE,
)
_EXTREME = re.compile(  # "The largest visible number is 9", on marks with numbers
    r"\bthe (?:largest|highest|biggest|greatest|smallest|lowest|last)(?: \w+){0,2} (?:number|label|mark"
    r"|marker)(?: \w+){0,3}? (?:is|was|reads)"
    r"\s(?:a )?\d{1,3}\b(?=,? but\b|;)",
    re.IGNORECASE,
)
_FULL_DOZEN = re.compile(r"\b(?:full|whole|round|complete|clean) dozen\b", re.IGNORECASE)
_NOT_BUT = re.compile(  # "not 3, but 5" where the number stands between the words
    r"不是\s?(?:\d{1,3}|[一二两兩三四五六七八九十])[个個名位只条]?\s?[,，、]\s?而?(?=是)"
    r"|(?:\d{1,3}|[一二三四五六七八九十])(?:つ|個|人|匹|台|本)?(?:ではなく|じゃなくて?)て?[,、]?"
    r"|\d{1,3}(?:개|명|마리)?[이가]? ?아니라[,]?"
)
_EITHER = re.compile(rf"(?<![\w-]){_N} or {_N}(?![\w-])", re.IGNORECASE)
_LEAST = 2  # alternatives ("3 or 4") from which on a text offers several readings
_END = re.compile(r"[.!?;](?=\s|$)|\n|[\u3002\uff01]")


def opened_until(text: str) -> int:
    """Return where the last sentence ends that leaves a count open, 0 where none does.

    Example:
        >>> opened_until("It depends on how you count. I count 3.")
        28
        >>> opened_until("I count 3.")
        0
    """
    found = [match.end() for match in _OPENS.finditer(text)]
    either = [match.end() for match in _EITHER.finditer(text)]
    found += either[-1:] if len(either) >= _LEAST else []
    if not found:
        return 0
    end = _END.search(text, max(found))
    return end.end() if end is not None else len(text)


def plain_counts(text: str) -> str:
    """Return a text without numbers that count nothing by themselves, and with its totals set off by commas.

    Example:
        >>> plain_counts("There are 9 people in total: 5 standing and 4 sitting.")
        'There are 9 people in total, 5 standing and 4 sitting.'
        >>> plain_counts("答えは3個ではなく5個です。")
        '答えは 5個です。'
        >>> plain_counts("A full dozen.")
        'A dozen.'
    """
    text = _FULL_DOZEN.sub("dozen", text) if "dozen" in text else text
    text = text if text.isascii() else _NOT_BUT.sub(" ", text)
    text = _AT_AN_END.sub(" ", text) if " end" in text else text
    text = _BREAKDOWN.sub(r"\1,", text) if ":" in text else text
    return _EXTREME.sub(" ", text) if any([word in text for word in ("number", "label", "mark")]) else text


def splits_up(text: str, value: int | None) -> bool:
    """Tell whether an analysis gives a number only as the total that it divides.

    Example:
        >>> splits_up("Let me look. There are 9 people in total: 5 standing and 4 sitting.", 9)
        True
    """
    found = _BREAKDOWN.search(text) if ":" in text and PLANS.match(text) is not None else None
    return found is not None and [number.value for number in numbers(words_of(found[1]))] == [value]
