"""Words that place a point in an image, in many languages, as letters that `standardizers.points.spots` reads.

L, R, T, B, M, W and H stand for the sides, the middle, the width and the height; digits for parts ("3" is a third), N
and K for numbers and ordinals, small letters for articles and prepositions.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from ..stance.lexicon import Lexicon
from ..text.number_words import WORDS_OF_ENGLISH, any_language
from ..views.numerals import ordinal
from . import spot_terms

_LETTERS = {  # of each concept, in the order of precedence
    **{"FROM_LEFT": "fL", "FROM_RIGHT": "fR", "FROM_TOP": "fT", "FROM_BOTTOM": "fB"},
    **{"HALFWAY": "1", "HALF": "2", "THIRD": "3", "QUARTER": "4", "FIFTH": "5", "SIXTH": "6", "EIGHTH": "8"},
    **{"NINTH": "9", "TENTH": "0", "SIXTEENTH": "7", "LEFT": "L", "RIGHT": "R", "TOP": "T", "BOTTOM": "B"},
    **{
        "MIDDLE": "M",
        "WIDTH": "W",
        "HEIGHT": "H",
        "UP": "U",
        "CORNER": "C",
        "EDGE": "E",
        "ROW": "Y",
        "COLUMN": "X",
        "CELL": "G",
    },
    **{"FROM": "f", "OF": "o", "TO": "t", "IN": "i", "THE": "d", "ONE": "n", "AND": ","},
    **{"PERSON": "Z", "LOOK": "V", "GRID": " ", "IMAGE": " ", "FILLER": " "},
}
PARTS = {"1": 2, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 16, "8": 8, "9": 9, "0": 10}
_TOKEN = re.compile(
    r"(?P<share>\d{1,3}(?:\.\d{1,3})?\s?(?:%|percent\b)|(?<![\d.])0?\.\d{1,4}|\d{1,2}\s?/\s?\d{1,2})"
    r"|(?P<number>\d{1,2})(?:st|nd|rd|th|\.(?=\s?\w))?(?!\w)|(?P<word>[^\W\d_]+)|(?P<mark>[^\w\s])"
)
_HARMLESS = frozenset("':\"*-()`\u2019~\u2248_")
_SEPARATES = frozenset(",;+&|\u2013\u2014")
_VIETNAMESE = {"một": 1, "hai": 2, "ba": 3, "tư": 4, "năm": 5}
_CHINESE = {"一": 1, "二": 2, "三": 3, "四": 4, "五": 5}
_SPELLED: tuple[
    tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...
] = (  # fractions whose words do not follow one another as in English
    (re.compile(r"\bdrei[\s-]?viertel\w*|\bdriekwart\b"), " 3/4 "),
    (re.compile(r"\büçte (iki|bir)\w*"), lambda m: f" {1 + (m[1] == 'iki')}/3 "),
    (re.compile(r"\bdörtte (üç|bir)\w*"), lambda m: f" {3 if m[1] == 'üç' else 1}/4 "),
    (re.compile(r"\b(dua |se)pertiga\b"), lambda m: f" {1 + (m[1] == 'dua ')}/3 "),
    (re.compile(r"\b(tiga |se)perempat\b"), lambda m: f" {3 if m[1] == 'tiga ' else 1}/4 "),
    (re.compile(r"\b(một|hai|ba) phần (ba|tư|năm)\b"), lambda m: f" {_VIETNAMESE[m[1]]}/{_VIETNAMESE[m[2]]} "),
    (re.compile(r"([二三四五])分之([一二三四])"), lambda m: f" {_CHINESE[m[2]]}/{_CHINESE[m[1]]} "),
    (re.compile(r"([2-5])\s?(?:分の|분의)\s?([1-4])"), r" \2/\1 "),
    (re.compile("一半|半分|절반"), " 1/2 "),
)
_SIGNS = (
    ("从左|左から|왼쪽에서", " from left "),
    ("从右|右から|오른쪽에서", " from right "),
    ("从上|上から|위에서", " from top "),
    ("从下|下から|아래에서", " from bottom "),
    ("左上(?:角|隅)?的?|왼쪽 위", " left upper "),
    ("右上(?:角|隅)?的?|오른쪽 위", " right upper "),
    ("左下(?:角|隅)?的?|왼쪽 아래", " left lower "),
    ("右下(?:角|隅)?的?|오른쪽 아래", " right lower "),
    ("水平(?:方向|位置)?|横向|宽度|横方向|幅|가로", " width "),
    ("垂直(?:方向|位置)?|纵向|高度|縦方向|高さ|세로|높이", " height "),
    (
        "图像|图片|画面|画像|写真|이미지|사진|此人|这个人|她|他|人物|目光|视线|视点|人|看向|看着|看|在|位于|落|于|处|的|地方|边|起|算|の|に|を|は|です|の位置|区域|에|의|을|를",
        " ",
    ),
)
_SIGN_PATTERNS = [(re.compile(signs), word) for signs, word in _SIGNS]
_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


class Token(NamedTuple):
    """What one word means."""

    letter: str
    value: float = 0.0  # of a number, of an ordinal, or of a share


@cache
def _lexicon() -> Lexicon:
    return Lexicon({name: getattr(spot_terms, name) for name in _LETTERS})


def number(word: str) -> int:
    """Return the number of digits or of a number word in any language, 0 for other words."""
    if word.isdecimal():
        return int(word)
    return WORDS_OF_ENGLISH.get(word) or any_language().get(word, 0)


def tokens_of(sentence: str) -> list[Token] | None:
    """Return what the words of a sentence mean, None when one is unknown."""
    for pattern, fraction in _SPELLED:
        sentence = pattern.sub(fraction, sentence)
    if _UNSPACED.search(sentence) is not None:
        for pattern, meaning in _SIGN_PATTERNS:
            sentence = pattern.sub(meaning, sentence)
    in_cells = _CELLS.search(sentence) is not None
    axes = _AXES.search(sentence) is not None
    found: list[Token] = []
    words: list[str] = []
    for match in _TOKEN.finditer(sentence):
        token = _token(match, in_cells, axes)
        if token is None:
            return None
        if words and words[-1] == "no" and token.letter not in PARTS and token.letter[-1] not in "LRTB":
            return None  # "no" is "in the" in Portuguese only
        if words and token.letter in PARTS and found[-1].letter in " K" and ordinal(words[-1]):
            return None  # "the first third"
        if words and words[-1] == "en" and token.letter in PARTS:
            found[-1] = Token("n")  # Swedish
        found.append(token)
        words.append(match.group())
    said = "".join(token.letter for token in found).replace(" ", "")
    if ("Z" in said and "V" not in said) or _COUNTED_PERSON.search(said) is not None:
        return None  # where somebody is, or who is the third
    return [
        token
        for said in found
        for token in ([said] if len(said.letter) == 1 else [Token(letter) for letter in said.letter])
        if token.letter not in " ZV"
    ]


_CELLS = re.compile(
    "|".join(
        rf"\b{word.rstrip('*')}" + (r"\w*" if word.endswith("*") else r"\b")
        for word in (spot_terms.ROW + spot_terms.COLUMN).split()
    )
)
_COUNTED_PERSON = re.compile("[1-90K]Z")
_AXES = re.compile(r"\bx\b.*\by\b|\by\b.*\bx\b", re.DOTALL)


def _token(match: re.Match[str], in_cells: bool, axes: bool) -> Token | None:
    if match["share"]:
        said = match["share"].replace("percent", "%").replace(" ", "")
        if "/" in said:
            upper, _, lower = said.partition("/")
            return Token("p", int(upper) / int(lower)) if 0 < int(upper) <= int(lower) else None
        value = float(said.rstrip("%")) / (100 if said.endswith("%") else 1)
        return Token("%", value) if value <= 1 else None
    if match["number"]:
        return Token("K" if match["number"] != match.group() else "N", int(match["number"]))
    if match["mark"]:
        return Token(" ") if match["mark"] in _HARMLESS else Token(",") if match["mark"] in _SEPARATES else None
    word = match["word"]
    if word in ("x", "y") and axes:
        return Token("W" if word == "x" else "H")
    if word == "y":
        return Token(",")  # Spanish
    if in_cells and (place := ordinal(word)):
        return Token("K", place)
    kinds = _lexicon().concepts(word)
    for kind, letter in _LETTERS.items():
        if kind in kinds:
            return Token(letter)
    value = number(word)
    return Token("N", value) if value else None
