"""Numbers in text: digits and number words of many languages, each with its place among the words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from .number_words import any_language, language_of, table

_UNITS = (
    "zero one two three four five six seven eight nine ten "
    "eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
)
WORDS: dict[str, int] = {word: value for value, word in enumerate(re.findall(r"\w+", _UNITS))}
WORDS.update(
    {
        word: 10 * value
        for value, word in enumerate(["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], 2)
    }
)
WORDS["fourty"] = 40
_SCALES = {"hundred": 100, "thousand": 1000, "million": 1_000_000}
_SETS = {"dozen": 12, "dozens": 12, "couple": 2, "pair": 2, "score": 20, "trio": 3, "duo": 2, "quartet": 4}
_CHINESE = {character: value for value, character in enumerate("零一二三四五六七八九十")} | {
    "两": 2,
    "兩": 2,
    "〇": 0,
    "俩": 2,
}
_KANA = dict(
    zip(
        ["ひとつ", "ふたつ", "みっつ", "よっつ", "いつつ", "むっつ", "ななつ", "やっつ", "ここのつ"],
        range(1, 10),
        strict=True,
    )
)
_ROMAN = re.compile(r"(X{0,3})(IX|IV|V?I{0,3})")
_LARGEST_DIGITS = 18  # more digits are no count (and slow to convert)
_LONGEST_NUMBER = 24  # words of a spelled-out English number; a model that repeats itself writes thousands
_LONGEST_PHRASE = 5  # words of a spelled-out number below 100, as in "treinta y tres"

_ENGLISH = dict.fromkeys((*WORDS, *_SCALES, "dozen", "couple", "pair", "trio", "duo", "quartet", "single"), 0)
# Hindi, Arabic and Thai marks belong to their words; Python's \w leaves some of them out.
_MARKS = "\u0300-\u036f\u0610-\u061a\u064b-\u065f\u0900-\u0963\u0970-\u097f\u0981-\u0983\u09bc-\u09cd\u0e31-\u0e4e"
_SPLIT = re.compile(r"([^a-z0-9_]+)")
_SPLIT_ANY = re.compile(rf"([^\w{_MARKS}]+)")
_ARABIC_ENDING = re.compile("\u064b\u0627?|\u0627\u064b")  # "واحدًا" is "واحد" as an object
_COUNTERS = "个個名位只隻条艘张張幅件座辆輛匹头頭人物样樣种種处つ名匹台頭羽本枚杯棵朵架艘双對对組组"
_EAST = re.compile(
    rf"(?<![第唯其每另某同万百千])(?P<value>[零一二三四五六七八九十两兩〇]{{1,4}})(?=\s?[{_COUNTERS}]|[到至或-][一二三四五六七八九十两])(?!人称|些|起|样|下|定)"
    r"|(?<=[是为為共])(?P<last>[一二三四五六七八九十两]{1,3})(?=\s{0,3}[.!]?\s{0,3}$)"
    rf"|(?P<kana>{'|'.join(_KANA)})|(?P<split>(?<=\d)(?=[^\W\d_a-z])|(?<=[^\W\d_a-z])(?=\d))"
)
_HAN = re.compile(r"([\u3005\u4e00-\u9fff]|[\u3040-\u30ff]+)")
_THAI = re.compile(
    "(?<=[\u0e00-\u0e7f])(สอง|สาม|สี่|ห้า|หก|เจ็ด|แปด|เก้า|สิบ|หนึ่ง)(?=ชิ้น|อย่าง|วัตถุ|สิ่ง|คน|ตัว|อัน|จุด|กรอบ|กล่อง|ใบ|คัน|ลำ"
    "|ดวง|ต้น|หลัง|ช่อง|เส้น|รูป|ภาพ|ดอก|ลูก|แห่ง|เรื่อง|เล่ม|คู่|$|[\\s.])"
    "|(?<=มี)(สอง|สาม|สี่|ห้า|หก|เจ็ด|แปด|เก้า|สิบ|หนึ่ง)(?![\u0e30-\u0e3a\u0e47-\u0e4e])"
    "|(?<![\u0e00-\u0e7f])(สอง|สาม|สี่|ห้า|หก|เจ็ด|แปด|เก้า|สิบ|หนึ่ง)(?=[\u0e00-\u0e7f])"
)
_HANGUL = re.compile(r"(?<=[\uac00-\ud7a3])(?=(?:개|명|마리|가지|대|사람)(?:입니다|이|가|의|를|을|는|은|로|,|\.|\s|$))")


_NATIVE = re.compile(
    r"(?<![\uac00-\ud7a3])(하나|둘|셋|넷|다섯|여섯|일곱|여덟|아홉|열)(?=(?:입니다|이다|이에요|예요|이고|이며|뿐|만)(?:[\s.,!다이입]|$))"
)


class Words(NamedTuple):
    """A text as lower-case words and what stands around them: `gaps[i]` before `words[i]`, the last gap at the end."""

    words: list[str]
    gaps: list[str]
    language: str


class Number(NamedTuple):
    """A whole number that is words [start, end) of a text; `word` tells whether it is spelled out."""

    start: int
    end: int
    value: int
    word: bool


def words_of(text: str) -> Words:
    """Divide a text from `standardizers.text.plain` into words.

    Chinese and Japanese characters are words of their own; their numerals before a counter are turned into digits.
    """
    text = text.lower().replace("i\u0307", "i")  # the lower case of the Turkish capital İ
    if text.isascii():
        parts = _SPLIT.split(text)
    else:
        if _HAN.search(text) or _HANGUL.search(text) or _NATIVE.search(text) or any(map(str.isdecimal, text)):
            text = _EAST.sub(_east, text)
            text = _NATIVE.sub(r"\1 ", _HANGUL.sub(" ", _HAN.sub(r" \1 ", text)))
        if _THAI.search(text):
            text = _THAI.sub(lambda match: f" {match.group()} ", text)
        parts = _SPLIT_ANY.split(_ARABIC_ENDING.sub("", text) if "\u064b" in text else text)
    words, gaps = parts[::2], ["", *parts[1::2], ""]
    if words[0] == "":
        del words[0], gaps[0]
    if words and words[-1] == "":
        del words[-1], gaps[-1]
    if not words:
        return Words([], [text], "")
    return Words(words, gaps, _language(words))


def _east(match: re.Match[str]) -> str:
    if match.group("split") is not None:
        return " "
    if match.group("kana"):
        return f" {_KANA[match.group('kana')]} "
    value = chinese_value(match.group("value") or match.group("last"))
    return match.group() if value is None else f" {value} "


def numbers(text: Words) -> list[Number]:
    """Return the non-negative whole numbers of a text, in order.

    "3.0" is 3; decimals, percentages, times, ordinals, negative numbers, digits glued to letters ("3D") and numbers of
    more than 18 digits are no counts and are left out.

    Args:
        text: Words from `words_of`.
    """
    words, gaps, language = text
    found: list[Number] = []
    spelled = _spelled(words, language)
    position = 0
    while position < len(words):
        word = words[position]
        number = None
        if word.isdecimal():
            number = _digits(words, gaps, position)
        elif word in spelled:
            number = (
                _english(words, gaps, position)
                if language == "en"
                else _phrase(words, gaps, position, _values(language))
            )
        if number is None:
            position += 1
            continue
        if number.value >= 0:
            found.append(number)
        position = number.end
    return found


_EVERYDAY = frozenset(["the", "there", "are", "this", "objects", "answer", "and", "count"])
_FEW = 3  # words of a reply that says nothing about its language


def _spelled(words: list[str], language: str) -> Mapping[str, int]:
    """Return the words with which the spelled-out numbers of a text can begin."""
    if language != "en":
        return _first_words(language)
    return _ENGLISH if not _ENGLISH.keys().isdisjoint(words) else {}


def _language(words: list[str]) -> str:
    present = set(words)
    if present & _EVERYDAY or (len(words) <= _FEW and (present & _ENGLISH.keys() or all(map(str.isdecimal, words)))):
        return "en"
    language = language_of(words) if len(words) > _FEW or not words[0].isascii() else ""
    return language or ("en" if present & _ENGLISH.keys() else "")


@cache
def _values(language: str) -> dict[str, int]:
    return table(language) if language else any_language()


@cache
def _first_words(language: str) -> dict[str, int]:
    return {phrase.split()[0]: 0 for phrase in _values(language)}


def _digits(words: list[str], gaps: list[str], position: int) -> Number:
    """Return the number that begins with digits; its value is -1 when it is no count."""
    end = position + 1
    digits = words[position]
    whole = True
    while (
        end < len(words) and words[end].isdecimal() and gaps[end] == "," and len(words[end]) == 3 and len(digits) <= 18
    ):
        digits += words[end]
        end += 1
    if end < len(words) and gaps[end] in (".", ",", ":") and words[end].isdecimal():
        whole = gaps[end] == "." and not words[end].strip("0")
        while end < len(words) and words[end].isdecimal() and gaps[end] in (".", ",", ":"):
            end += 1
    before = gaps[position]
    if (
        not whole
        or len(digits) > _LARGEST_DIGITS
        or gaps[end].startswith(("%", " %", "°"))
        or (before.endswith("-") and len(before.strip(" \t\n(")) == 1 and (before != "- " and not before.strip("-")))
        or (
            before.endswith((".", "$", "€", "#"))
            and not before.endswith("..")
            and (position > 0 or not before.endswith("."))
        )
    ):
        return Number(position, end, -1, False)
    return Number(position, end, int(digits), False)


def _english(words: list[str], gaps: list[str], position: int) -> Number | None:
    end = position + 1
    last = min(len(words), position + _LONGEST_NUMBER)
    while (
        end < last
        and gaps[end] in (" ", "-", " - ")
        and (
            words[end] in _ENGLISH
            or (
                words[end] == "and"
                and words[end - 1] in _SCALES
                and words[end + 1 : end + 2]
                and words[end + 1] in _ENGLISH
            )
        )
    ):
        end += 1
    start = position
    run = words[start:end]
    if run[-1] in _SETS or run[0] in _SCALES or run == ["single"]:
        for front in (("half", "a"), ("half", "an"), ("a",), ("an",)):
            if tuple(words[max(0, start - len(front)) : start]) == front:
                run, start = [*front, *run], start - len(front)
                break
        else:
            if run[0] not in WORDS:
                return None
    if run == ["single"]:
        return None
    value = words_value(" ".join(run))
    return None if value is None or value >= 10**_LARGEST_DIGITS else Number(start, end, value, True)


def _phrase(words: list[str], gaps: list[str], position: int, values: dict[str, int]) -> Number | None:
    """Return the longest spelled-out number of another language that begins at a word."""
    for length in range(min(_LONGEST_PHRASE, len(words) - position), 0, -1):
        if any(gap.strip("- '") for gap in gaps[position + 1 : position + length]):
            continue
        value = values.get(" ".join(words[position : position + length]))
        if value is not None and words[position + length : position + length + 1] != ["수"]:  # "열 수" is "can open"
            return Number(position, position + length, value, True)
    return None


def words_value(phrase: str) -> int | None:
    """Return the value of number words such as "twenty-one" or "two hundred and five"; None when not one number."""
    words = [word for word in re.split(r"[\s-]+", phrase.lower()) if word and word != "and"]
    if words[:1] == ["half"]:
        return 6 if words[-1] == "dozen" else None
    if words[:1] in (["a"], ["an"]):
        words = words[1:] if words[1:2] and words[1] in _SETS else ["one", *words[1:]]
        if words == ["one", "single"]:
            return 1
    total = current = 0
    previous = ""
    for word in words:
        if word in WORDS:
            value = WORDS[word]
            # "twenty one" is one number, "one two" and "five twenty" are not
            joins = not previous or previous in _SCALES or (WORDS.get(previous, 0) >= 20 and 0 < value < 10)
            if not joins:
                return None
            current += value
        elif word in _SCALES:
            current = max(current, 1) * _SCALES[word]
            if word != "hundred":
                total, current = total + current, 0
        elif word in _SETS:
            current = max(current, 1) * _SETS[word]
        else:
            return None
        previous = word
    return total + current


def chinese_value(numeral: str) -> int | None:
    """Return the value of a Chinese numeral below 100, or None."""
    if "十" in numeral:
        tens, _, units = numeral.partition("十")
        if len(tens) > 1 or len(units) > 1:
            return None
        if (tens or "一") not in _CHINESE or (units or "一") not in _CHINESE:
            return None
        return 10 * (_CHINESE[tens] if tens else 1) + (_CHINESE[units] if units else 0)
    return _CHINESE.get(numeral)


def roman_value(numeral: str) -> int | None:
    """Return the value of a Roman numeral in capitals from two letters on, below 40; None for anything else.

    Example:
        >>> roman_value("XIV"), roman_value("I"), roman_value("IIII")
        (14, None, None)
    """
    found = _ROMAN.fullmatch(numeral) if len(numeral) > 1 else None
    if found is None:
        return None
    tens, units = found.groups()
    return 10 * len(tens) + (9 if units == "IX" else 4 if units == "IV" else len(units) + 4 * units.count("V"))
