"""The nouns behind the case endings of Turkish, Finnish, Hungarian, Slavic languages and Hindi, for replies of a word.

A reply such as "Kilide." or "ताले की ओर" names what is looked at in a case that a table of nominatives lacks.
"""

from __future__ import annotations

from functools import lru_cache

_SHORTEST = 4
_SHORTEST_INDIAN = 3
_ENDINGS: tuple[tuple[str, str], ...] = (
    *((ending, "") for ending in ("ya", "ye", "yı", "yi", "yu", "yü", "a", "e", "ı", "i", "u", "ü")),  # Turkish
    *((vowel + "n", "") for vowel in "aeiouyäö"),  # Finnish: "oravaan"
    *(("meen", "n"), ("seen", "nen"), ("een", "i"), ("lle", ""), ("ra", ""), ("re", "")),
    *(("ára", "a"), ("ére", "e"), ("át", "a"), ("ét", "e"), ("et", ""), ("ot", "")),  # Hungarian: "lámpára"
    *(("ę", "a"), ("ą", "a"), ("y", "a"), ("i", "a"), ("em", ""), ("owi", ""), ("u", "a"), ("ce", "ka")),
    *(("у", "а"), ("ю", "я"), ("е", "а"), ("ой", "а"), ("ей", "я"), ("и", "а"), ("ы", "а"), ("ом", ""), ("а", "")),
    *(("े", "ा"), ("ों", ""), ("ों", "ा"), ("ियों", "ी"), ("ें", "")),
)
_SOFTENED = {"ğ": "k", "d": "t", "b": "p", "c": "ç"}


@lru_cache(maxsize=2_000)
def bases(word: str) -> tuple[str, ...]:
    """Return the nouns of which a lower-case word may be a case; the word itself is not among them.

    Example:
        >>> "kilit" in bases("kilide"), "lampa" in bases("lampę")
        (True, True)
    """
    shortest = _SHORTEST_INDIAN if "\u0900" <= word[:1] <= "\u0dff" else _SHORTEST
    found = []
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) + len(instead) >= shortest:
            base = word[: -len(ending)] + instead
            found.append(base)
            if not instead and base[-1] in _SOFTENED:
                found.append(base[:-1] + _SOFTENED[base[-1]])
    return tuple(found)
