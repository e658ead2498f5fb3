"""Words for views of an image in other languages, put into the English words that `standardizers.views.phrases` reads.

The order of the words is kept: naming a view, ruling it out and choosing it are read clause by clause, where an
English word in place of each keyword is enough.
"""

from __future__ import annotations

import re
from functools import lru_cache

from ..text.cleaning import fold
from ..text.patterns import of_script
from .foreign import FOREIGN
from .nothing import in_zooms
from .numerals import numbered, numbered_behind
from .signs import ANYWHERE, OPERATIONS
from .words import WHOLE_WORDS

_ORDINAL = re.compile(
    r"第\s?([一二三四五六七八九十]{1,3}|\d{1,3})\s?(?:号|個|个|张|張)?|([一二三四五六七八九]|十[一二三四五六]?)号"
)
_CHINESE_LABEL = re.compile(r"(?<=部分)([一二三四五六七八九])(?![一-龥])|(?<=图)([一二三四五六七八九])(?![个一-龥])")
_CHINESE_ALONE = re.compile(r"(?:(?<![一-龥\d])|(?<=[和与及跟]))([一二三四五六七八九])(?=\s*(?:$|[,.;、和与]))")
_COUNTER_AFTER = re.compile(
    r"(\d{1,3})\s?(?:番目?|枚目|つ目|번째?|号|號)(?:の|과|와|은|는|이|가|을|를|으로|로|도|만|に|が|は|を|と)?(?![a-z])"
)
_RANGE_CJK = re.compile(
    r"(?<!\d)(\d{1,2})\s?(?:번째?|号|番目?|部分)?\s?(?:부터|에서|から|到|至|[~\u301c\uff5e])\s?第?(\d{1,2})(?!\d)\s?(?:번?까지|まで|번째?"
    r"|番目?|号)?"
)
_KOREAN_ORDINAL = re.compile(r"(첫|두|세|네|다섯|여섯|일곱|여덟|아홉)\s?번째")
_KOREAN = dict(zip(["첫", "두", "세", "네", "다섯", "여섯", "일곱", "여덟", "아홉"], range(1, 10), strict=True))
_CHINESE = {character: value for value, character in enumerate("一二三四五六七八九十", 1)}
_ALL_COUNTED = re.compile(r"[四六八九4689]\s?(?:个|個|块|塊|张|張|つ|枚)(?:部分|区域|视图|图|の部分)?(?:全)?都")
_ALL_BUT = re.compile(r"除了?([^,.;]{1,14}?)(?:以外|之外|外)?都(?=需|要|选|得)")
_CHINESE_COUNT = re.compile(
    r"(?<!第)(?:[两兩二三四]|\b[2-9])\s?(?:个|個|块|塊|张|張|つ|枚)(?:部分|区域|视图|图|の部分|の?画像)?(?=[都,:.はが]|$)"
)
_COUNTS = {"两": 2, "兩": 2, "二": 2, "三": 3, "四": 4}
_FULL_STOPS = re.compile("[\u3002\uff01\uff1f\uff1b]")
_FIRST_ROMAN = 0x2160
_ROMAN = re.compile("[\u2160-\u2169\u2170-\u2179]")
_GLUED = re.compile("[\u2460-\u2473\u2776-\u277f\u2780-\u2789\u20e3]")

_SCRIPTS = {  # a character that shows that a text is written in it: letters with which its words begin
    "latin": ("[a-z\u00e0-\u024f\u1e00-\u1eff]", "[a-z\u00e0-\u024f\u1e00-\u1eff]"),
    "cyrillic": ("[\u0400-\u04ff]", "[\u0400-\u04ff]"),
    "arabic": ("[\u0600-\u06ff]", "[\u0600-\u06ff]"),
    "greek": ("[\u0370-\u03ff\u1f00-\u1fff]", "[\u0370-\u03ff\u1f00-\u1fff]"),
    "hebrew": ("[\u0590-\u05ff]", "[\u0590-\u05ff]"),
    "devanagari": ("[\u0900-\u097f]", "[\u0900-\u097f]"),
}


def _by_script(phrases: dict[str, str]) -> list[tuple[re.Pattern[str], re.Pattern[str]]]:
    """Return for each script its letters and an alternation of one group for each phrase."""
    return [
        (
            re.compile(letters),
            re.compile(
                r"(?<!\w)(?:"
                + "|".join(f"({of_script(fold(words), first)})" for words in phrases.values())
                + r")(?!\w)",
                re.IGNORECASE,
            ),
        )
        for letters, first in _SCRIPTS.values()
    ]


_WORDS = _by_script(WHOLE_WORDS)
_SIGNS = re.compile("|".join(f"({fold(signs)})" for signs in ANYWHERE.values()))
_WORD_MEANINGS, _SIGN_MEANINGS = [*WHOLE_WORDS], [*ANYWHERE]
_CONJUNCTION = re.compile(r"(?<=\d)\s{1,3}(?:et|und|e|y|и|و|và|dan|ve|i|en|और)\s{1,3}(?=\D{0,20}\d)|(?<=\d)\s?و(?=\d)")
_ALTERNATIVE = re.compile(  # "Teil 2 oder Teil 4"
    r"(?<=\d)(?:,\s|\s)(?:oder|ou|o|u|или|або|oppure|eller|lub|albo|nebo|veya|ya da|atau|hoặc|ή|أو|या|of|או|vagy|tai"
    r"|sau)\s"
    r"(?=(?:\w{1,4}\s)?(?:part|no|\d))"
)
_RANGE = re.compile(
    r"(?<=\d)\s(?:bis|à|a|al|до|tot|t/m|til|till|do|hasta|até|ila|sampai|hingga|đến)\s(?:zu\s|la\s|el\s|al\s)?(?=\d)"
)
_NUMBERED_BEFORE = re.compile(  # "2 ve 4 numaralı parçalar"
    r"\b(\d{1,2}(?:(?:,\s|\sand\s)\d{1,2}){0,8})\s(?:numaralı|nolu|sayılı)\s(?:\w{1,12}\s)?part\b"
)
_BETWEEN = re.compile(
    r"\b(?:et|und|y|e|и|و|và|dan|ve|i|en|oraz|และ)\s(?:(?:la|le|das|der|die|el|o|a|il|the|de|l')\s?)?(?=(?:first"
    r"|second|third|fourth|upper|lower|left|right|part|no)\b)"
)
_ARTICLE = re.compile(
    r"(?<=all the )(?:les|las|los|le|la|die|der|das|den|gli|i|os|as|of|de|the|mga|các|những|của)\s"
    r"|(?<=none )(?:der|des|die|dieser|of|de|des|las|los|das|dos|delle|di|van de"
    r"|các|dari)\s"
)
_SMALL_WORDS = re.compile(
    r"\b(upper|lower|left|right|middle)(?:\s{1,3}(?:à|a la|à la|a|po|de|de la|da|do|in|bên|góc|en|в|на|al?|e|y|i|और|ओर"
    r"|phía|pojok|köşe|угол\w*|au|im|der|del|nel|no|na|w|v|till|til|op|het|ở)){1,3}"
    r"\s{1,3}(?=(?:upper|lower|left|right|middle)\b)"
)
_PLACE = r"(?:(?:upper|lower|middle)(?:[\s-](?:left|right|middle))?|(?:left|right)(?:[\s-](?:upper|lower|middle))?)"
_PLACE_BEHIND = re.compile(  # "la case centrale": French and others name the place behind the view
    rf"\bpart\s(?:(?:du|de|del|de la|di|do|da|en|in|au|à|a|la|der|im)\s){{0,2}}({_PLACE})\b(?!\s(?:part|half|row"
    rf"|column|one))"
)
_SHOWS_ONLY = re.compile(
    r"\b(?:ne )?shows (?:nur|que|solo|solamente|sólo|apenas|só|soltanto|seulement|alleen|tylko|pouze|jen|bara|kun"
    r"|только|лише|тільки"
    r"|chỉ|hanya|μόνο|רק|فقط|केवल|सिर्फ|vain|csak|doar|yalnızca|sadece)\s"
)
_HALF = re.compile(r"\bhalf\s(?:(?:de|la|le|of|bên|the|al|del|phía|phần|di|da|na) ){0,2}(upper|lower|left|right)\b")
_DEVANAGARI_SIGNS = re.compile("[\u0900-\u0903\u093a-\u094f]+")
_DOTTED_AND = re.compile(r"(?<=\d)\.(?=\s(?:ve|und|i|en|a)\s\d)")
_BEFORE_OPERATION = re.compile(
    r"(?:(?<=\d)\s{1,3}(?:i|a)|(?<=\w)\s{1,3}(?:et|und|e|y|и|og|och|en|ve|dan"
    r"|và))\s{1,3}(?=(?:\w{1,5}\s{1,2})?(?:shift|keep|drop)\b)"
)
_TOWARDS = re.compile(
    r"\bshift to\s{1,3}(?:vers |naar |till |til |ke |nach |verso )?(?:alla|allo|al|à la|a la|au|aux|zur?|zum|la"
    r"|le)\s(?=\d|part)"
)
_BEHIND_OPERATION = re.compile(
    r"\b((?:keep|shift to|drop|zoom)\s{1,3})((?:(?!(?:keep|shift|drop|zoom)\b)[^\W\d_]{1,12}\b[\s,]{0,2}){1,8})"
)
_WITHOUT_SHIFT = re.compile(  # "sin desplazamiento"
    r"\b(?:sin|sans|sem|senza|ohne|без|zonder|utan|uden|uten|bez|pas de|geen)\s{1,3}shift to\b"
)
_NOT_DO = re.compile(r"不再?\s{0,2}(?=(?:keep|shift|zoom)\b)")
_DOTTED = re.compile(r"\b(\d{1,2})\.(?=\s(?:and\s|part\b(?!\s\d)))")
_GLUED_DIGITS = re.compile(
    r"(?<=[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])(?=\d)"
    r"|(?<=\d)(?=[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])"
)
_IDEOGRAPHS = re.compile("[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_PLAIN_WORD = re.compile(r"[a-z]+")


_SEVERAL = re.compile(r"\bmore than one\b|\bone (?:after the other|after another|by one)\b", re.IGNORECASE)
_REASON = re.compile(r"(?<=\w) (?=(?:reason|why|explanation|rationale)\s?:)", re.IGNORECASE)


def separated(text: str) -> str:
    """Return text with what stands for no view apart from the numbers of views.

    Blanks come where folding would join numbers (circled digits, key caps, Chinese full stops), a line break before a
    reason on the same line, and "several" for "more than one".
    """
    text = _SEVERAL.sub("several", _REASON.sub("\n", text))
    text = _ROMAN.sub(lambda match: f" {(ord(match.group()) - _FIRST_ROMAN) % 16 + 1} ", text)
    text = _FULL_STOPS.sub(r"\g<0> ", text) if "\u3002" in text or "\uff1b" in text else text
    return _GLUED.sub(lambda match: " " if match.group() == "\u20e3" else f" {match.group()} ", text)


def in_english(text: str, operations: bool = False) -> str:
    """Return lower-case text with the words for views, choices and negations of other languages in English.

    Args:
        text: Lower-case text from `standardizers.text.plain`; English comes back as it is.
        operations: Words for keeping, shifting and dropping count as well.
    """
    if text.isascii():
        if FOREIGN.isdisjoint(_PLAIN_WORD.findall(text[:2_000])):
            return text
    elif _IDEOGRAPHS.search(text):
        text = _RANGE_CJK.sub(r"\1-\2", text)
        text = _ALL_COUNTED.sub(" all the ", _ALL_BUT.sub(lambda match: f" all except {match[1]} ", text))
        text = _CHINESE_COUNT.sub(lambda match: f" {_COUNTS.get(match.group()[0], match.group()[0])} parts ", text)
        text = _ORDINAL.sub(lambda match: f" no {_chinese(match.group(1) or match.group(2))} ", text)
        text = _CHINESE_LABEL.sub(lambda match: f" {_chinese(match.group(1) or match.group(2))} ", text)
        text = _CHINESE_ALONE.sub(lambda match: f" {_chinese(match.group(1))} ", text)
        text = _KOREAN_ORDINAL.sub(lambda match: f" no {_KOREAN[match.group(1)]} ", text)
        text = _COUNTER_AFTER.sub(lambda match: f" no {match[1]} ", text)
        text = _SIGNS.sub(lambda match: _SIGN_MEANINGS[(match.lastindex or 1) - 1], text)
        text = _GLUED_DIGITS.sub(" ", text)
    text = numbered(text)
    if operations:
        text = _OPERATION.sub(lambda match: f" {_OPERATION_MEANINGS[(match.lastindex or 1) - 1]} ", text)
        text = _WITHOUT_SHIFT.sub("none shift to", text)
        text = _TOWARDS.sub("shift to ", _BEFORE_OPERATION.sub(" and ", text))
        text = _BEHIND_OPERATION.sub(lambda match: match[1] + numbered_behind(match[2]), text)
    text = _NOT_DO.sub("not ", text)
    text = _CONJUNCTION.sub(" and ", _DOTTED_AND.sub("", text))
    for letters, words in _WORDS:
        if letters.search(text):
            text = words.sub(lambda match: _WORD_MEANINGS[(match.lastindex or 1) - 1], text)
    text = _RANGE.sub(" to ", _ALTERNATIVE.sub(" or ", text))
    text = _NUMBERED_BEFORE.sub(r"part \1", text) if "numaral" in text or "lu " in text or "lı " in text else text
    text = _ARTICLE.sub("", _BETWEEN.sub("and ", text))
    text = _SHOWS_ONLY.sub("shows only ", text) if "shows" in text else text
    if "half" in text:
        text = _HALF.sub(r"\1 half", text)
    if "not but" in text:
        text = text.replace("not but", "not")
    if _DEVANAGARI_SIGNS.search(text):
        text = _DEVANAGARI_SIGNS.sub("", text)
    if "\n" not in text:
        text = _DOTTED.sub(lambda match: match[1], text)
    text = _SMALL_WORDS.sub(lambda match: f"{match[1]} ", text)
    return _PLACE_BEHIND.sub(_place_ahead, text) if "part " in text else text


def _place_ahead(match: re.Match[str]) -> str:
    return f"{match[1]} part{'s' * (match[1] in ('left', 'right', 'upper', 'lower'))}"  # "la partie droite" is a half


def _chinese(numeral: str) -> int:
    if numeral.isdecimal():
        return int(numeral)
    tens, ten, units = numeral.rpartition("十")
    if not ten:
        return _CHINESE.get(numeral[-1:], 0)
    return (_CHINESE.get(tens, 1) * 10) + (_CHINESE.get(units, 0) if units else 0)


_OPERATION = re.compile("|".join(f"({fold(words)})" for words in OPERATIONS.values()), re.IGNORECASE)
_OPERATION_MEANINGS = [*OPERATIONS]
_PART_KEY = re.compile(
    r"部分|区域|选择|视图|パート|部位|부분|partie|teil|parte|часть|الجزء|भाग|phần|bagian", re.IGNORECASE
)


@lru_cache(1024)
def operation_name(key: str) -> str:
    """Return a key of a JSON object in English: "keep", "shift", "part", or the key itself."""
    match = _OPERATION.search(key)
    if match is not None:
        return _OPERATION_MEANINGS[(match.lastindex or 1) - 1].split()[0]
    if in_zooms(key) != key:
        return "zoom"
    return "part" if _PART_KEY.fullmatch(key.strip()) else key
