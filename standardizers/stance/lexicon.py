"""Words of many languages with what they mean: whole words, and beginnings that stand for all inflections."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..text.cleaning import fold

TOKEN = re.compile(r"[^\W\d_][\w\u0300-\u036f\u0900-\u097f\u200c'-]*")
CLAUSE = re.compile(r"[.!?;,\n]|(?<=\s)(?:but|aber|mais|pero|mas|ma|но|але|ale|maar|men|ama|fakat|tapi|nhưng|αλλά)\s")
UNSPACED = re.compile("[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_PREFIXED = ("ne", "nie", "не")  # Czech, Polish, Ukrainian: the negation is part of the verb
_HEBREW_PREFIXES = "הבלמשו"  # articles, prepositions and conjunctions are parts of the word behind them
_SHORTEST = 4
_DENIED = frozenset(("NEGATIONS",))
_ELIDED = re.compile(r"(?:[dlnjmtsc]|qu)'(?=\w)")
_MOST_KNOWN = 20_000


class Lexicon:
    """Concepts of words.

    Args:
        tables: For each concept its words, separated by blanks; one that ends in "*" stands for all words that begin
            with it. Texts are folded like replies. The concept "NEGATIONS" denies the others.
    """

    def __init__(self, tables: Mapping[str, str]) -> None:
        self._exact: dict[str, frozenset[str]] = {}
        self._begins: dict[str, list[tuple[str, str]]] = {}
        self._known: dict[str, frozenset[str]] = {}
        for kind, words in tables.items():
            for word in fold(words).lower().split():
                if word.endswith("*"):
                    self._begins.setdefault(word[:2], []).append((word[:-1], kind))
                else:
                    self._exact[word] = self._exact.get(word, frozenset()) | {kind}

    def concepts(self, word: str) -> frozenset[str]:
        """Return what a lower-case word means, nothing when the lexicon lacks it."""
        known = self._known.get(word)
        if known is None:
            known = self._looked_up(word)
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            self._known[word] = known
        return known

    def _looked_up(self, word: str) -> frozenset[str]:
        word = word.rstrip("'-")
        if word.endswith("n't"):
            return _DENIED
        found = set(self._exact.get(word, ()))
        found.update(kind for beginning, kind in self._begins.get(word[:2], ()) if word.startswith(beginning))
        if not found and (elided := _ELIDED.match(word)) is not None:  # "n'ai", "d'aucune"
            return self.concepts(word[elided.end() :]) | (_DENIED if word[0] == "n" else frozenset())
        if not found and word.startswith("ال") and len(word) > _SHORTEST:  # the Arabic article
            return self.concepts(word[2:])
        if not found and word[0] in _HEBREW_PREFIXES and len(word) > _SHORTEST:
            return self.concepts(word[1:])
        if not found and word.startswith(_PREFIXED):
            rest = word[3:] if word.startswith("nie") else word[2:]
            if len(rest) >= _SHORTEST and (inner := self.concepts(rest)):
                return inner | _DENIED
        return frozenset(found)

    def clause(self, text: str) -> tuple[set[str], int]:
        """Return what the words of a lower-case clause mean together, and how many words it has."""
        words = TOKEN.findall(text[:4_000])
        said = [self.concepts(word) for word in words]
        return set().union(*said), len(words)
