"""Where a text names an option: by its words, its head noun, its inflections, its synonyms or a translation.

Names are looked for in three steps, each only when the one before finds nothing: the options' texts (any case, singular
or plural, without articles) and the parts that alone distinguish them ("the red one"); single words that only one
option has; synonyms and translations. A word that fits two options names none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from ..stance.mentions import MOST_MENTIONS, Mention, option_name
from .case_endings import bases
from .cognates import sound_alike
from .synonyms import root, synonyms
from .translations import BEGINNING, NO_SPACES, TOOLS, Sequences, Translations, Word, words_of

_ARTICLES = frozenset(("a", "an", "the", "la", "le", "el", "der", "die", "das"))
_BETWEEN = _ARTICLES | frozenset(("à", "a", "en", "in", "ao", "à la", "of"))
_SMALL = _ARTICLES | frozenset(
    re.findall(
        r"\S+",
        """
        of in on at to is are was were be with and or for from by as it its his her their this that these
        those there one ones which who whose being located object objects image picture option scene thing
        item shown visible has have s no not next
        """,
    )
)
_HEAD_ENDS = frozenset(
    re.findall(
        r"\S+",
        """
        of in on at with wearing holding sitting standing walking riding running lying next near under
        behind above below to from that which who carrying looking beside between against inside made
        playing made by
        """,
    )
)
_NOUNS = frozenset(("one", "ones", "option", "object", "answer", "selbst"))
_DENYING = (("no",), ("not",), ("without",), ("none",))
_NO_AND_NOUN = 2
_FEW_WORDS = 12
_BEING = frozenset(("is", "are", "was", "were", "s", "be"))
_TERSE = 3
_ENGLISH = frozenset(
    re.findall(
        r"\S+",
        """
        the is of a an to at on in and she he it they looks looking gaze this that i would person
        """,
    )
)
_JOINS = " -'\t\n\"*"


class Names:
    """The options' names and how replies may word them.

    Args:
        options: The options' texts by index; "" for an option that has no name.
    """

    def __init__(self, options: Sequence[str]) -> None:
        self.names = [option_name(option).lower() for option in options]
        self.words = [words_of(name) for name in self.names]
        self.exact = self._exact()
        self._roots: dict[str, int] | None = None
        self._translations: Translations | None = None
        self._own = self._own_unspaced()
        self._last: tuple[str, list[Word]] = ("", [])
        self.longest = max(map(len, self.names), default=0) + 16  # characters of a text that may be nothing but a name

    def mentions(self, text: str) -> list[Mention]:
        """Return where the options are named, in the order of the text."""
        lowered = text.lower()
        if len(lowered) != len(text):
            lowered = "".join(character.lower() if len(character.lower()) == 1 else character for character in text)
        words = self._words_of(lowered)
        found = list(self._sequences(words, lowered, self.exact)) + list(self._unspaced(lowered, self._own))
        if not found:
            found = list(self._single(words)) or list(self._abroad(words, lowered)) or list(self._in_cases(words))
            found = found or list(self._alike(words))
        return _separated(found)

    def _words_of(self, lowered: str) -> list[Word]:
        if self._last[0] != lowered:
            self._last = (lowered, words_of(lowered))
        return self._last[1]

    def loosely(self, text: str, mentions: Sequence[Mention]) -> list[Mention]:
        """Return single words, synonyms and translations of the options that are not among those mentioned."""
        lowered = text.lower()
        if len(lowered) != len(text):
            return []
        named = {mention.option for mention in mentions}
        for one in mentions:  # a word that is taken does not hide the inflected forms of others
            lowered = lowered[: one.start] + " " * (one.end - one.start) + lowered[one.end :]
        words = words_of(lowered)
        found = [*self._single(words), *self._abroad(words, lowered)]
        return _separated([mention for mention in found if mention.option not in named])

    def whole(self, text: str) -> int:
        """Return the option whose text is the whole text, in any case and without articles, else -1."""
        name = option_name(text).lower()
        matching = [index for index, own in enumerate(self.names) if own and own == name]
        return matching[0] if len(matching) == 1 else -1

    def _exact(self) -> Sequences:
        """Return the sequences of stems that name an option, by their first stem, the longest first."""
        keys: dict[tuple[str, ...], int] = {}
        full = [tuple(word.stem for word in words) for words in self.words]
        raw = [tuple(word.text for word in words) for words in self.words]
        _add(keys, ((key if full.count(key) == 1 else raw[index], index) for index, key in enumerate(full)))
        core = self._cores(full)
        for own in (core, [_head_phrase(key) for key in core], [_head(key) for key in core]):
            keys |= self._distinct(own, full, keys)
        first: Sequences = {}
        for key, index in keys.items():
            if key and index >= 0:
                first.setdefault(key[0], []).append((key, index))
        for entries in first.values():
            entries.sort(key=lambda entry: -len(entry[0]))
        return first

    def _distinct(
        self, own: list[tuple[str, ...]], full: list[tuple[str, ...]], keys: dict[tuple[str, ...], int]
    ) -> dict[tuple[str, ...], int]:
        """Return the parts that occur in no other option's text."""
        found: dict[tuple[str, ...], int] = {}
        for index, key in enumerate(own):
            if not key or key in keys or own.count(key) > 1 or all(word in _SMALL for word in key):
                continue
            if not any(_contains(other, key) for place, other in enumerate(full) if place != index):
                found[key] = index
        return found

    @staticmethod
    def _cores(full: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
        """Return the options without the words with which all of them begin or end."""
        named = [key for key in full if key]
        if len(named) < 2:
            return full
        before = after = 0
        shortest = min(len(key) for key in named)
        while before < shortest - 1 and len({key[before] for key in named}) == 1:
            before += 1
        while after < shortest - before - 1 and len({key[-1 - after] for key in named}) == 1:
            after += 1
        return [key[before : len(key) - after] if key else key for key in full]

    def _sequences(self, words: list[Word], text: str, first: Sequences) -> Iterator[Mention]:
        place, count = 0, len(words)
        while place < count:
            word = words[place]
            entries = first.get(word.stem) or (first.get(word.text) if word.text != word.stem else None)
            step = 1
            for key, index in entries or ():
                last = _matches(words, place, key, text)
                if last >= 0:
                    behind = words[last + 1] if last + 1 < count else None
                    extended = (
                        behind is not None and behind.text in _NOUNS and text[words[last].end : behind.start] == " "
                    )
                    yield Mention(word.start, behind.end if extended and behind else words[last].end, index, True)
                    step = last - place + 1
                    break
            place += step

    def _single(self, words: list[Word]) -> Iterator[Mention]:
        """Yield words that only one option has, in any inflection."""
        if self._roots is None:
            self._roots = {}
            for index, own in enumerate(self.words):
                if tuple(word.text for word in own[:1]) in _DENYING and len(own) == _NO_AND_NOUN:
                    continue
                for key in {root(word.text) for word in own if word.stem not in _SMALL and len(word.text) > 1}:
                    self._roots[key] = index if self._roots.get(key, index) == index else -1
        for place, word in enumerate(words):
            index = self._roots.get(root(word.text), -1)
            tool = self._tool_word(index, root(word.text)) if index >= 0 else ""
            if tool and (word.text != tool or (place and words[place - 1].text in _BEING)):
                continue  # "is cutting" is no cutting board
            if index >= 0:
                yield Mention(word.start, word.end, index, True)

    def _tool_word(self, index: int, key: str) -> str:
        """Return the word of an option that says what a thing is for ("cutting" of "cutting board") by its root."""
        own = self.words[index]
        tools = (one.text for one, other in pairwise(own) if one.text.endswith("ing") and other.stem in TOOLS)
        return next((text for text in tools if root(text) == key), "")

    def _own_unspaced(self) -> list[tuple[str, int]]:
        names = [
            (name, index) for index, name in enumerate(self.names) if not name.isascii() and NO_SPACES.search(name)
        ]
        return [(name, index) for name, index in names if self.names.count(name) == 1]

    @staticmethod
    def _unspaced(text: str, names: Iterable[tuple[str, int]]) -> Iterator[Mention]:
        for name, index in names:
            at = text.find(name)
            while at >= 0:
                yield Mention(at, at + len(name), index, True)
                at = text.find(name, at + len(name))

    def _abroad(self, words: list[Word], text: str) -> Iterator[Mention]:
        """Yield synonyms and translations of the options' distinguishing words."""
        if self._translations is None:
            cores = self._cores([tuple(word.stem for word in words) for words in self.words])
            cores = [tuple(part for part in core if part not in _ARTICLES) for core in cores]
            self._translations = Translations(self.names, self.words, cores, _SMALL)
        sequences, unspaced, inflected = self._translations.within(words, text)
        found = list(self._sequences(words, text, sequences))
        yield from found
        yield from self._unspaced(text, unspaced)
        if not found:
            for word in words:
                hits = {
                    index
                    for form, index in inflected.get(word.text[:BEGINNING], ())
                    if abs(len(word.text) - len(form)) <= 2 and word.text.startswith(form[:-1])
                }
                if len(hits) == 1:
                    yield Mention(word.start, word.end, hits.pop(), True)

    def _in_cases(self, words: list[Word]) -> Iterator[Mention]:
        """Yield words that are a case of an option's translation, in replies of a few words."""
        if len(words) > _TERSE or self._translations is None or any(word.text in _ENGLISH for word in words):
            return
        for word in words:
            if synonyms(word.text):
                continue  # "plane" is a word, no case of "plan"
            hits = {
                index for base in bases(word.text) for index, own in enumerate(self._translations.own) if base in own
            }
            if len(hits) == 1:
                yield Mention(word.start, word.end, hits.pop(), True)

    def _alike(self, words: list[Word]) -> Iterator[Mention]:
        """Yield words that sound like a word which one option alone has, in short replies."""
        if not 0 < len(words) <= _FEW_WORDS or self._roots is None:
            return
        strict = len(words) > 2 and any(word.text in _ENGLISH for word in words)
        own = [
            (word.text, self._roots[key])
            for named in self.words
            for word in named
            if len(word.text) > 3 and self._roots.get(key := root(word.text), -1) >= 0
        ]
        for place, word in enumerate(words):
            if word.stem in _SMALL or word.text.isdigit():
                continue
            if place and word.text.endswith("ing") and words[place - 1].text in _BEING:
                continue
            hits = {index for text, index in own if sound_alike(word.text, text, strict and word.text.isascii())}
            if len(hits) == 1:
                yield Mention(word.start, word.end, hits.pop(), True)


def _add(keys: dict[tuple[str, ...], int], entries: Iterable[tuple[tuple[str, ...], int]]) -> None:
    for key, index in entries:
        keys[key] = index if key not in keys else -1


def _contains(words: tuple[str, ...], part: tuple[str, ...]) -> bool:
    return any(words[at : at + len(part)] == part for at in range(len(words) - len(part) + 1))


def _head_phrase(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words before the first preposition or participle: "woman" of "woman wearing a hat"."""
    for place, word in enumerate(words):
        if place and word in _HEAD_ENDS:
            return tuple(item for item in words[:place] if item not in _ARTICLES)
    return words


def _head(words: tuple[str, ...]) -> tuple[str, ...]:
    if words[:1] in _DENYING:
        return ()  # "finding" is not "no finding"
    phrase = _head_phrase(words)
    return phrase[-1:] if phrase and len(phrase) <= 4 and not phrase[-1].isdigit() else ()


def _matches(words: list[Word], place: int, key: tuple[str, ...], text: str) -> int:
    """Return the place of the key's last word when it begins at `place` (articles may come between), else -1."""
    last = place
    at = place
    for part in key[1:]:
        at += 1
        skipped = 0
        while at < len(words) and skipped < 2 and words[at].text in _BETWEEN and part not in _BETWEEN:
            at += 1
            skipped += 1
        if skipped:
            pass
        elif part in _ARTICLES and at < len(words) and words[at].stem != part:
            at -= 1
            continue
        if at >= len(words) or (words[at].stem != part and words[at].text != part):
            return -1
        if text[words[at - 1].end : words[at].start].strip(_JOINS):
            return -1
        last = at
    return last


def _separated(mentions: list[Mention]) -> list[Mention]:
    """Return the mentions by position without overlaps; where two options fit, none does."""
    mentions.sort(key=lambda mention: (mention.start, -mention.end))
    kept: list[Mention] = []
    for mention in mentions:
        if kept and mention.start < kept[-1].end:
            if mention.end == kept[-1].end and mention.start == kept[-1].start and mention.option != kept[-1].option:
                kept.pop()
            continue
        if kept and mention.option == kept[-1].option and mention.start - kept[-1].end <= 1:
            kept[-1] = kept[-1]._replace(end=mention.end)
            continue
        kept.append(mention)
    return kept[: MOST_MENTIONS + 1]
