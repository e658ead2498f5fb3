"""Words of several languages that name the same thing, from the table `synonyms.txt`, and kinds of things."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import files

_SUFFIXES = (("ies", "y"), ("ches", "ch"), ("shes", "sh"), ("sses", "ss"), ("xes", "x"), ("s", ""))
_DERIVED = (("iness", "y"), ("ness", ""), ("wards", ""), ("ward", ""), ("ily", "y"))
_IRREGULAR = {
    **{"men": "man", "women": "woman", "children": "child", "people": "person", "feet": "foot", "mice": "mouse"},
    **{"knives": "knife", "leaves": "leaf", "wolves": "wolf", "teeth": "tooth", "geese": "goose", "shelves": "shelf"},
}


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """Return a lower-case word without its plural ending."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) > 3 and word.isascii() and not word.endswith(("ss", "us", "is")):
        for suffix, instead in _SUFFIXES:
            if word.endswith(suffix):
                return word[: -len(suffix)] + instead
    return word


_TYING = {"tying": "tie", "lying": "lie", "dying": "die", "untying": "untie"}


@lru_cache(maxsize=20_000)
def root(word: str) -> str:
    """Return a lower-case word without plural, "-ing", "-ed", "-ness" and the like: "riding" meets "rides"."""
    word = _TYING.get(word) or stem(word)
    if word.isascii():
        for suffix, instead in _DERIVED:
            if word.endswith(suffix) and len(word) > len(suffix) + 2:
                word = word[: -len(suffix)] + instead
                break
        for suffix in ("ing", "ed"):
            if word.endswith(suffix) and len(word) > len(suffix) + 2:
                word = word[: -len(suffix)]
                if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "ls":
                    word = word[:-1]
                break
        if len(word) > 3 and word.endswith("e"):
            word = word[:-1]
    return word


@cache
def _lines() -> tuple[tuple[str, ...], ...]:
    """Return the table's lines: the forms of each concept in lower case."""
    text = (files("standardizers.words") / "synonyms.txt").read_text(encoding="utf-8").lower()
    return tuple(tuple(line.split(", ")) for line in text.split("\n") if line and line[0] != "#")


@cache
def _places() -> dict[str, tuple[int, ...]]:
    """Return the numbers of the lines in which each key of the table stands."""
    found: dict[str, tuple[int, ...]] = {}
    uncached = stem.__wrapped__  # so many words would push all others out of the cache
    for number, forms in enumerate(_lines()):
        here = (number,)
        for form in forms:
            key = key_of(form) if " " in form else uncached(form) if form.isascii() else form
            known = found.setdefault(key, here)
            if known[-1] != number:
                found[key] = known + here
    return found


def key_of(phrase: str) -> str:
    """Return a phrase's key in the table: its words' stems."""
    return " ".join(stem(word) for word in phrase.lower().split())


def _concepts(key: str) -> frozenset[str]:
    """Return the concepts of a key of the table: the first form of each line, in upper case."""
    lines = _lines()
    return frozenset(lines[number][0].upper() for number in _places().get(key, ()))


@lru_cache(maxsize=20_000)
def concepts(word: str) -> frozenset[str]:
    """Return what a lower-case word or phrase means: its root and the first words of the table's lines with it."""
    return frozenset((root(word),)) | (_concepts(key_of(word)) or _concepts(root(word)))


@cache
def _kinds() -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for line in (files("standardizers.words") / "kinds.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            names, _, things = line.partition(":")
            meanings = frozenset[str]().union(*(concepts(thing.strip()) for thing in things.split(",")))
            found |= {key_of(name): meanings for name in names.split(",")}
    return found


def members(kind: str) -> frozenset[str]:
    """Return what the things mean that are of a kind, from the table `kinds.txt`; empty when it lacks the kind.

    Example:
        >>> concepts("pigeon") <= members("bird"), members("pigeon")
        (True, frozenset())
    """
    return _kinds().get(key_of(kind), frozenset())


def synonyms(phrase: str) -> tuple[str, ...]:
    """Return the lower-case forms of all concepts that a phrase names; () when the table lacks it."""
    numbers = _places().get(key_of(phrase), ())
    lines = _lines()
    if len(numbers) == 1:
        return lines[numbers[0]]
    return tuple(dict.fromkeys(form for number in numbers for form in lines[number]))


def all_forms() -> frozenset[str]:
    """Return all forms of the table."""
    return frozenset().union(*_lines())
