"""Words that sound alike across languages and scripts: "Kaktus", "кактус" and "cactus"."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_SPELLED = (
    *(("sch", "sh"), ("tch", "ch"), ("ph", "f"), ("th", "t"), ("ck", "k"), ("qu", "k"), ("x", "ks"), ("ce", "se")),
    *(("ci", "si"), ("cy", "si"), ("ch", "h"), ("sh", "s"), ("c", "k"), ("q", "k"), ("y", "i"), ("j", "i"), ("z", "s")),
    *(("w", "v"), ("v", "f"), ("oo", "u"), ("ou", "u"), ("l", "r"), ("h", "")),
)
_DOUBLED = re.compile(r"(.)\1+")
_VOWELS = re.compile("[aeiou]+")
_NAMES = {
    **{"CHE": "ch", "SHA": "sh", "SHCHA": "sh", "ZHE": "s", "EF": "f", "EL": "l", "EM": "m", "EN": "n", "ER": "r"},
    **{"ES": "s", "IE": "e", "IO": "o", "YERU": "i", "YU": "u", "YA": "a", "SHORT I": "i", "HARD SIGN": ""},
    **{"SOFT SIGN": "", "TSE": "s", "YI": "i", "UKRAINIAN IE": "e", "BYELORUSSIAN-UKRAINIAN I": "i", "PHI": "f"},
    **{"PSI": "ps", "THETA": "t", "CHI": "h", "XI": "ks", "ETA": "i", "FINAL SIGMA": "s", "CHA": "ch", "RRA": "r"},
    **{"SSA": "s", "SMALL TU": "", "N": "n", "VOWEL SIGN AA": "a", "AA": "a"},
}
_LETTER = re.compile(r"(?:CYRILLIC|GREEK) SMALL LETTER (.+?)(?: WITH .+)?$|(?:DEVANAGARI|KATAKANA) (?:LETTER )?(.+)$")
_SHORTEST_TYPO = 5
_SHORTEST = 4
_LONG = 8


@lru_cache(maxsize=20_000)
def sound(word: str) -> str:
    """Return how a lower-case word sounds, roughly: one letter for each sound, no accents, no doubled letters."""
    letters = "".join(map(_letter, unicodedata.normalize("NFKD", word) if word[:1] < "\u0900" else word))
    for spelled, instead in _SPELLED:
        letters = letters.replace(spelled, instead)
    return _DOUBLED.sub(r"\1", letters)


def _letter(character: str) -> str:
    if character.isascii():
        return character
    match = _LETTER.match(unicodedata.name(character, ""))
    if match is None:
        return ""
    name = match.group(1) or match.group(2)
    if name in _NAMES:
        return _NAMES[name]
    if name.startswith("VOWEL SIGN ") or len(name) == 1:
        return name[-1].lower()
    return name[0].lower()


def sound_alike(word: str, option: str, strict: bool) -> bool:
    """Tell whether a word of a reply may be an option's word in another language.

    Args:
        word: A word of the reply, in lower case.
        option: A word of an option, in lower case.
        strict: The reply may be English, where words that are alike mostly mean something else.
    """
    one, other = sound(word), sound(option)
    if min(len(one), len(other)) < _SHORTEST - (not word.isascii()):
        return False
    if one == other:
        return True
    if one[:1] != other[:1]:
        return False
    if len(word) >= _SHORTEST_TYPO and sorted(word) == sorted(option) and _are_transposed(word, option):
        return True
    if strict:
        return (
            len(other) > _SHORTEST
            and one.startswith(other)
            and len(one) - len(other) <= 1 + (len(other) > _SHORTEST + 1)
        )
    if not word.isascii() and word[:1] >= "\u0370":
        bones, others = _VOWELS.sub("", one), _VOWELS.sub("", other)
        if len(bones) > 2 and bones == others:
            return True
    allowed = 2 if min(len(one), len(other)) >= _LONG else 1
    return min(len(one), len(other)) > _SHORTEST and _distance(one, other, allowed) <= allowed


def _are_transposed(word: str, option: str) -> bool:
    """Tell whether two words of the same letters differ by two neighbours that changed places ("teapto")."""
    differ = [place for place, (one, other) in enumerate(zip(word, option, strict=True)) if one != other]
    return len(differ) == 2 and differ[1] == differ[0] + 1


def _distance(one: str, other: str, most: int) -> int:
    """Return the number of letters to change, insert or drop, or more than `most`."""
    if abs(len(one) - len(other)) > most:
        return most + 1
    row = list(range(len(other) + 1))
    for place, letter in enumerate(one, 1):
        before, row[0] = row[0], place
        for column, own in enumerate(other, 1):
            before, row[column] = row[column], min(row[column] + 1, row[column - 1] + 1, before + (letter != own))
    return row[-1]
