"""What the clauses of a reply say about needing more: concepts and negations instead of phrases.

A clause is read as its words' concepts (need, enough, lack, more), whatever the language: a clause that needs or lacks
something wants more, one that has enough does not, and a negation turns either round.
"""

from __future__ import annotations

import re
from functools import cache

from . import need_words
from .text import fold

_CLAUSE = re.compile(r"[.!?;,\n]|(?<=\s)(?:but|aber|mais|pero|mas|ma|но|але|ale|maar|men|ama|fakat|tapi|nhưng|αλλά)\s")
_TOKEN = re.compile(r"[^\W\d_][\w\u0300-\u036f\u0900-\u097f\u200c'-]*")
_MOST_TOKENS = 400
_UNSPACED = re.compile("|".join(f"(?P<{name}>{phrases})" for name, phrases in need_words.UNSPACED.items()))
_HAS_UNSPACED = re.compile("[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_KINDS = ("NEGATIONS", "NEED", "ENOUGH", "LACK", "NEEDLESS", "MORE")
_FEW = 3


@cache
def _words() -> tuple[dict[str, frozenset[str]], dict[str, list[tuple[str, str]]]]:
    """Return the concepts of whole words, and the beginnings of words with their concept by the first two letters."""
    exact: dict[str, frozenset[str]] = {}
    begins: dict[str, list[tuple[str, str]]] = {}
    for kind in _KINDS:
        for word in fold(getattr(need_words, kind)).lower().split():
            if word.endswith("*"):
                begins.setdefault(word[:2], []).append((word[:-1], kind))
            else:
                exact[word] = exact.get(word, frozenset()) | {kind}
    return exact, begins


@cache
def _leading_words() -> dict[str, str]:
    found = dict.fromkeys(fold(need_words.YES).lower().split(), "yes")
    return found | dict.fromkeys(fold(need_words.NO).lower().split(), "no")


def _concepts(word: str) -> set[str]:
    exact, begins = _words()
    word = word.rstrip("'-")
    if word.endswith("n't"):
        return {"NEGATIONS"}
    found = set(exact.get(word, ()))
    for beginning, kind in begins.get(word[:2], ()):
        if word.startswith(beginning):
            found.add(kind)
    if not found and word.startswith(("ne", "nie", "не")):  # Czech, Polish: the negation is part of the verb
        rest = word[3:] if word.startswith("nie") else word[2:]
        if len(rest) > 3 and (inner := _concepts(rest)) & {"NEED", "ENOUGH"}:
            return inner | {"NEGATIONS"}
    return found


def first_word(text: str) -> str:
    """Return "yes" or "no" when a text begins with that word of any language, as an answer of its own, else ""."""
    match = _TOKEN.search(text[:40])
    if match is None or text[: match.start()].strip(" \t\n*\"'([-"):
        return ""
    behind = text[match.end() :].lstrip(" *\"')]")
    if behind and behind[0] not in ",.!;:-\n":
        return ""
    return _leading_words().get(match.group(), "")


def stated_in_clauses(text: str) -> str:
    """Return "yes" when the clauses of a lower-case text want more, "no" when they have enough; the last counts.

    Example:
        >>> stated_in_clauses("Mir fehlt der untere Teil.".lower())
        'yes'
    """
    found = ""
    if _HAS_UNSPACED.search(text):
        for match in _UNSPACED.finditer(text):
            found = "yes" if match.lastgroup in ("not_enough", "needed") else "no"
    for clause in _CLAUSE.split(text)[:200]:
        if clause and clause.strip():
            found = _clause(clause) or found
    return found


def _clause(clause: str) -> str:
    words = [_concepts(word) for word in _TOKEN.findall(clause)[:_MOST_TOKENS]]
    said = set().union(*words) if words else set()
    denied = "NEGATIONS" in said
    if "NEEDLESS" in said:
        return "yes" if denied else "no"
    if "LACK" in said or "NEED" in said:
        return "no" if denied else "yes"
    if "ENOUGH" in said:
        return "yes" if denied else "no"
    if "MORE" in said and len(words) <= _FEW:
        return "no" if denied else "yes"
    return ""


_PIECES = re.compile(r"[.!?;,\n]|\band\b|\bund\b|\bet\b")
_AUXILIARIES = frozenset("do does did i'm am and yes no not don't doesn't didn't never".split())


def contradicts(text: str) -> bool:
    """Tell whether a short text says the same thing with and without a negation ("I need more. I need no more.")."""
    if len(text) > 200:
        return False
    said: dict[frozenset[str], bool] = {}
    for piece in _PIECES.split(text):
        words = piece.replace("n't", " not").split()
        key = frozenset(words) - _AUXILIARIES
        denied = not _AUXILIARIES.isdisjoint(words) and bool({"not", "no", "never"} & {*words})
        if len(key) > 1 and said.setdefault(key, denied) != denied:
            return True
    return False
