"""Synonyms and translations of the words by which options are named, as far as a text can hold them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from .synonyms import all_forms, stem, synonyms

NO_SPACES = re.compile(r"[\u0e00-\u0eff\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
BEGINNING = 4  # letters that an inflected form shares with its word: forms have five at least
_WORD = re.compile(
    r"\d+(?:[.,:]\d+)+|[0-9A-Za-z\u00c0-\u024f]+|(?:[^\W_0-9A-Za-z\u00c0-\u024f]|[\u0900-\u0dff])+"  # vowel signs, too
)
_SHORTEST_ARTICLED = 3
_FIRST = 2
_NOT_LATIN = "\u0250"
_SHORT_PLURAL = 4  # of "ties" only the first letter stays
_CHANGED = frozenset(("men", "feet", "mice", "teeth", "geese"))  # plurals whose second letter is another one
_CHANGING = frozenset(word[:_FIRST] for word in _CHANGED)
_MOST_FORMS = 40
_COMPOUNDS = 80  # characters of a text in which compounds are sought
_LINKS = ("", "s", "n", "en", "e", "er")
_FEW_TRANSLATED = frozenset(("one", "no", "a", "the", "is", "of", "to", "light", "call"))
_PLACES = frozenset(("on", "in", "at", "with", "by", "for", "under", "behind", "over", "near", "from"))
_TOOL_NOUNS = """
board pin can machine rod pool pan bowl tray needle bag stick desk table chair gum cart trolley lot room glass pot boat
stone tool knife wheel iron tub net hook suit cap meter scale cup jug
"""
TOOLS = frozenset(_TOOL_NOUNS.split())
"""Things that are called after what is done with them: a cutting board is not what somebody does who cuts."""
_STATES = frozenset(("is", "are", "he", "she", "it", "they", "sitting", "standing", "lying"))


class Word(NamedTuple):
    """A lower-case word of a text, its stem, and where it stands."""

    text: str
    stem: str
    start: int
    end: int


def words_of(lowered: str) -> list[Word]:
    """Return the words of a text in lower case."""
    new = tuple.__new__  # a third of the time of the constructor
    words, end = [], 0
    for word in _WORD.findall(lowered):
        start = lowered.find(word, end)  # no word's character stands between two words
        end = start + len(word)
        words.append(new(Word, (word, stem(word) if word[0] < "\u0590" else _without_article(word), start, end)))
    return words


def _without_article(word: str) -> str:
    """Return the stem of a word behind an article that is written as a part of it, in Hebrew and Arabic."""
    if len(word) > _SHORTEST_ARTICLED and word[0] == "\u05d4":
        return stem(word[1:])
    return stem(word[2:] if len(word) > _SHORTEST_ARTICLED and word.startswith("\u0627\u0644") else word)


Sequences = dict[str, list[tuple[tuple[str, ...], int]]]
"""Sequences of stems with the option that they name, by their first stem, the longest first."""


class Foreign(NamedTuple):
    """Forms with the options that they name: stems in a row, texts without spaces, and beginnings of inflections."""

    sequences: Sequences
    unspaced: list[tuple[str, int]]
    inflected: dict[str, list[tuple[str, int]]]


class Translations:
    """The table's forms for the options' names and their parts.

    Args:
        names: The options' names in lower case.
        words: Their words.
        cores: The stems that distinguish them, without articles.
        excluded: Forms that say too little to name an option.
    """

    def __init__(
        self,
        names: Sequence[str],
        words: Sequence[Sequence[Word]],
        cores: Sequence[tuple[str, ...]],
        excluded: frozenset[str],
    ) -> None:
        self.excluded = excluded.union(names)
        self.own = [
            frozenset(form for phrase in _phrases(name, [word.stem for word in own]) for form in synonyms(phrase))
            for name, own in zip(names, words, strict=True)
        ]
        self.pairs = [
            (synonyms(core[0])[:_MOST_FORMS], synonyms(core[1])[:_MOST_FORMS]) if len(core) == 2 else ((), ())
            for core in cores
        ]
        self._compounds = any(first and second for first, second in self.pairs)
        self._any = frozenset[str]().union(*self.own, *(first for first, _ in self.pairs))

    def within(self, words: Sequence[Word], text: str) -> Foreign:
        """Return the forms that a text may hold; a form of two options is none.

        Args:
            words: The text's words.
            text: The text in lower case.
        """
        possible = _possible(words, text)
        if text.isascii() and self._any.isdisjoint(possible) and not (self._compounds and len(text) <= _COMPOUNDS):
            return Foreign({}, [], {})
        forms: dict[str, int] = {}
        for index, (own, pair) in enumerate(zip(self.own, self.pairs, strict=True)):
            for form in (possible & own).union(_joined(*pair, possible, text)):
                forms[form] = index if forms.get(form, index) == index else -1
        found = Foreign({}, [], {})
        kept = [(form, index) for form, index in forms.items() if index >= 0 and form not in self.excluded]
        for form, index in sorted(kept, key=lambda item: -len(item[0])):
            if _is_unspaced(form):
                found.unspaced.append((form, index))
                continue
            key = _stems(form)
            found.sequences.setdefault(key[0], []).append((key, index))
            if _is_inflected(form, key):
                found.inflected.setdefault(form[:BEGINNING], []).append((form, index))
        return found


def _phrases(name: str, stems: list[str]) -> Iterator[str]:
    """Yield an option's name and the parts of it that are translated on their own."""
    yield name
    is_thing = _STATES.isdisjoint(stems) and _PLACES.isdisjoint(stems[:1])
    for size in (3, 2, 1):
        for at in range(len(stems) - size + 1):
            part = stems[at : at + size]
            if is_thing and size == 1 and part[0] in _PLACES:
                continue  # "auf" is not "the child on the tricycle"
            if size == 1 and part[0].endswith("ing") and TOOLS.intersection(stems[at + 1 : at + 2]):
                continue
            if part != [name] and not (size == 1 and part[0] in _FEW_TRANSLATED):
                yield " ".join(part)


def _joined(first: Sequence[str], second: Sequence[str], possible: set[str], text: str) -> Iterator[str]:
    """Yield the forms of two words together that a text may hold; in scripts without spaces also as one word."""
    if len(text) <= _COMPOUNDS:  # "Fahrradrad"
        for one in first:
            if one in text and not _is_unspaced(one) and len(one) > 2:
                yield from (form for other in second for link in _LINKS if (form := one + link + other) in text)
    for one in possible.intersection(first) if text.isascii() else first:
        if _is_unspaced(one):
            for other in second if one in text else ():
                if other in text:
                    yield from (f"{one} {other}", one + other, other + one)
        elif one in possible:
            yield from (f"{one} {other}" for other in second)
        elif one in text:
            yield from (f"{one} {other}" for other in second if _is_unspaced(other))


def _is_unspaced(form: str) -> bool:
    return not form.isascii() and NO_SPACES.search(form) is not None


@lru_cache(maxsize=20_000)
def _stems(form: str) -> tuple[str, ...]:
    return tuple(word.stem for word in words_of(form))


def _is_inflected(form: str, stems: tuple[str, ...]) -> bool:
    return len(stems) == 1 and len(form) > (5 if form.isascii() else 4)


class _Bucket(NamedTuple):
    """The table's forms that begin alike, by what a text must hold: a first stem, a beginning."""

    stems: dict[str, list[str]]
    beginnings: dict[str, list[str]]


class _Table:
    """The forms of the table of synonyms. Those that begin alike are taken apart when a text has such a word."""

    def __init__(self) -> None:
        self.characters: dict[str, list[str]] = {}
        self._alike: defaultdict[str, list[str]] = defaultdict(list)
        self._buckets: dict[str, _Bucket] = {}
        for form in all_forms():
            if form.isascii():
                first = form[:_FIRST]
                if first.isalnum() and first not in _CHANGING and form[1:_SHORT_PLURAL] != "ies":  # nearly all
                    self._alike[first].append(form)
                    continue
            elif NO_SPACES.search(form) is not None:
                self.characters.setdefault(form[0], []).append(form)
                continue
            for beginning in _firsts(form):
                self._alike[beginning].append(form)

    def bucket(self, word: str) -> _Bucket:
        """Return the forms that begin like a word."""
        found = self._buckets.get(word[:_FIRST])
        if found is None:
            found = self._buckets[word[:_FIRST]] = _Bucket({}, {})
            for form in self._alike.pop(word[:_FIRST], ()):
                key = _stems(form)
                found.stems.setdefault(key[0], []).append(form)
                if _is_inflected(form, key):
                    found.beginnings.setdefault(form[:BEGINNING], []).append(form)
        return found


def _firsts(form: str) -> tuple[str, ...]:
    """Return the first letters of a form's first word, also of its stem where that begins otherwise."""
    first = form[:_FIRST]
    second = first[1:]
    if not (second.isalnum() or "\u0900" <= second <= "\u0dff") or (first < _NOT_LATIN) != (second < _NOT_LATIN):
        return (first[0],)  # "x-ray"; a Vietnamese vowel is a word of its own
    if first[0] in "\u05d4\u0627":
        return (first, form[1 : _FIRST + 1], form[2 : _FIRST + 2])  # behind the article
    word = form.partition(" ")[0]
    if word in _CHANGED or (len(word) == _SHORT_PLURAL and word.endswith("ies")):
        return (first, stem(word)[:_FIRST])
    return (first,)


_table = cache(_Table)


def _possible(words: Sequence[Word], text: str) -> set[str]:
    """Return the forms of the table that a text may hold."""
    table = _table()
    found: set[str] = set()
    for word in words:
        stems, beginnings = table.bucket(word.text)
        found.update(stems.get(word.text, ()), beginnings.get(word.text[:BEGINNING], ()))
        if word.text != word.stem:
            found.update(table.bucket(word.stem).stems.get(word.stem, ()))
    if not text.isascii():
        for character in set(text) & table.characters.keys():
            found.update(form for form in table.characters[character] if form in text)
    return found
