"""Numbers of views that other languages spell out: "las partes siete y ocho", "la cinqui\u00e8me partie"."""

from __future__ import annotations

import re
from functools import cache

from ..stance.lexicon import UNSPACED, Lexicon
from ..text.number_words import any_language, table
from . import terms as view_terms
from .ordinals import ORDINALS

_MOST = 16  # larger numbers of views are not spelled out
_MOST_TOKENS = 600
_LONGEST_LIST = 12  # tokens of one list of numbers
_OTHER_LANGUAGES = ("da", "no", "hu", "ro")  # their numbers are words of other languages, too: only beside a noun
_NOT_NOUNS = frozenset(
    [
        "no",
        "nos",
        "num",
        "number",
        "numbers",
        "del",
        "t",
        "ruta",
        "pole",
        "tile",
        "tiles",
        "part",
        "parts",
        "view",
        "views",
        "it",
        "is",
    ]
)
_ARTICLES = frozenset(
    [
        "la",
        "le",
        "les",
        "l'",
        "der",
        "die",
        "das",
        "den",
        "dem",
        "el",
        "los",
        "las",
        "lo",
        "il",
        "gli",
        "i",
        "o",
        "os",
        "a",
        "as",
        "de",
        "het",
        "det",
        "the",
    ]
)
_TOKEN = re.compile(r"\d{1,2}|[^\W\d_][\w\u0300-\u036f\u0900-\u097f'-]*|[^\w\s]")


@cache
def _lexicon() -> Lexicon:
    ordinals = {str(number): words for number, words in enumerate(ORDINALS, start=1)}
    return Lexicon({"NOUN": view_terms.NOUN, "AND": view_terms.AND, **ordinals})


def ordinal(word: str) -> int:
    """Return the number of an ordinal of any language, 0 for other words.

    Example:
        >>> ordinal("cinqui\u00e8me"), ordinal("chaise")
        (5, 0)
    """
    return next((int(kind) for kind in _lexicon().concepts(word) if kind.isdecimal()), 0)


@cache
def _cardinals() -> dict[str, int]:
    known = {word: value for name in _OTHER_LANGUAGES for word, value in table(name).items() if len(word) > 1}
    return known | any_language()


def numbered(text: str) -> str:
    """Return lower-case text with the number words beside its words for views in digits.

    Example:
        >>> numbered("las partes siete y ocho"), numbered("la cinqui\u00e8me et la sixi\u00e8me partie")
        ('las partes 7 and 8', 'la part 5 and 6')
    """
    if UNSPACED.search(text):
        return text
    tokens = list(_TOKEN.finditer(text))[:_MOST_TOKENS]
    words = [token.group() for token in tokens]
    out, end = [], 0
    for at, word in enumerate(words):
        if not word[0].isalpha() or word in _NOT_NOUNS or "NOUN" not in _lexicon().concepts(word):
            continue
        if tokens[at].start() < end:
            continue
        first, ahead = _ordinals_ahead(words, at)
        if ahead and tokens[first].start() >= end:
            out.append(text[end : tokens[first].start()] + "part " + " and ".join(map(str, ahead)))
            end = tokens[at].end()
            continue
        last, behind = _numbers_behind(words, at)
        if behind:
            out.append(text[end : tokens[at].end()] + " " + " and ".join(map(str, behind)))
            end = tokens[last].end()
    return "".join(out) + text[end:]


def numbered_behind(words: str) -> str:
    """Return the words behind an operation with the numbers with which they begin in digits, for "keep" and the like.

    Args:
        words: Lower-case words: an article, or a word for a part that is one for a way as well, may come first.

    Example:
        >>> numbered_behind("la siete y la ocho"), numbered_behind("the best one")
        ('part 7 and 8', 'the best one')
    """
    tokens = list(_TOKEN.finditer(words))
    found: list[int] = []
    end = 0
    for place, token in enumerate(tokens):
        word = token.group()
        number = any_language().get(word, 0) if word[0].isalpha() else 0
        more = place + 1 < len(tokens) and _joins(tokens[place + 1].group())
        if (1 if more else 2) <= number <= _MOST and (
            not found or tokens[place - 1].group() in _ARTICLES or _joins(tokens[place - 1].group())
        ):
            found.append(number)
            end = token.end()
        elif word not in _ARTICLES and not (found and _joins(word)) and not (word == "ruta" and not place):
            if place and tokens[place - 1].end() == end:
                return words  # "the two tiles" counts them
            break
    return f"part {' and '.join(map(str, found))}{words[end:]}" if found else words


def _joins(word: str) -> bool:
    return word in ("and", ",", "&") or (word[0].isalpha() and "AND" in _lexicon().concepts(word))


def _ordinals_ahead(words: list[str], noun: int) -> tuple[int, list[int]]:
    """Return where a list of ordinals that ends before a noun begins, and its numbers."""
    found: list[int] = []
    first = noun
    for place in range(noun - 1, max(-1, noun - _LONGEST_LIST), -1):
        if number := ordinal(words[place]) if words[place][0].isalpha() else 0:
            found.insert(0, number)
            first = place
        elif (
            not found
            or not (_joins(words[place]) or words[place] in _ARTICLES)
            or (words[place] in _ARTICLES and not (place and _joins(words[place - 1])))
        ):
            break
    return first, found


def _numbers_behind(words: list[str], noun: int) -> tuple[int, list[int]]:
    """Return where a list of spelled numbers behind a noun ends, and its numbers; [] when none is spelled."""
    found: list[int] = []
    spelled = False
    last = noun
    for place in range(noun + 1, min(len(words), noun + _LONGEST_LIST)):
        word = words[place]
        number = int(word) if word.isdecimal() else _spelled(words, place) if word[0].isalpha() else 0
        if number and word[0].isalpha() and words[place - 1] == "," and not _ends(words, place):
            break  # "Teil 3, dort": no Turkish four
        if 0 < number <= _MOST and (not found or last < place - 1):
            found.append(number)
            spelled = spelled or word[0].isalpha()
            last = place
        elif not found or not (_joins(word) or word in _ARTICLES):
            break
    return last, found if spelled else []


def _spelled(words: list[str], place: int) -> int:
    """Return the number that a word spells, 0 for others and for an article ("la partie un peu floue")."""
    word = words[place]
    number = _cardinals().get(word, 0) or ordinal(word)
    return 0 if number == 1 and not _ends(words, place) else number


def _ends(words: list[str], place: int) -> bool:
    """Tell whether what a word belongs to ends behind it, or goes on with "and"."""
    following = words[place + 1] if place + 1 < len(words) else "."
    return not following[0].isalpha() or _joins(following)
