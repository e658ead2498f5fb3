"""Patterns that are searched only where a match can begin.

An alternation of a hundred phrases is tried at each character of a text. Few texts hold the beginning of any of the
phrases, and a search for the beginnings alone is several times as fast: it can skip to the next character that begins
one. The beginnings are derived from the pattern itself, so they cannot miss a match.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Any

if sys.version_info >= (3, 11):
    from re import _parser as parser  # type: ignore[attr-defined]
else:
    import sre_parse as parser

_LENGTH = 4  # characters of a beginning
_MOST = 600  # beginnings of one pattern
_WIDEST = 60  # characters of a range that are listed one by one
_DIGITS = range(ord("0"), ord("9") + 1)
_AS_ASCII = {"\u0131": "i", "\u0130": "i", "\u017f": "s", "\u212a": "k"}  # equal to these where case is ignored

_SCRIPTS = 1 << 20  # beside the flags of `re`: characters of all scripts

Beginning = tuple[str, bool, bool]
"""Characters, whether a word boundary must stand before them, and whether anything may follow them."""


class Cued:
    """A compiled pattern whose searches first look for the beginning of a match; results are those of `re`.

    Args:
        pattern: A regular expression of which each match has a character and begins with one that the pattern lists, or
            at the beginning of the text ("^").
        flags: Flags of `re`.
        scripts: Look for beginnings in texts of all scripts, not only in ASCII ones; case must count then.
    """

    def __init__(self, pattern: str, flags: int = 0, scripts: bool = False) -> None:
        self._scripts = scripts
        self.pattern = pattern
        self.flags = flags
        self._compiled = re.compile(pattern, flags)
        self._anchored = "^" in pattern.replace("[^", "")

    @cached_property
    def beginnings(self) -> re.Pattern[str]:
        """A pattern that matches in an ASCII text (in any, with `scripts`) wherever the pattern may.

        What the pattern anchors to the beginning is left out.

        Raises:
            ValueError: A match may begin with any character.
        """
        return re.compile(_beginnings(self._compiled, self._scripts))

    def search(self, text: str, start: int = 0, end: int = sys.maxsize) -> re.Match[str] | None:
        """See `re.Pattern.search`."""
        if not self._scripts and not text.isascii():
            return self._compiled.search(text, start, end)
        if self._anchored and not start and (match := self._compiled.match(text, 0, end)) is not None:
            return match
        while (first := self.beginnings.search(text, start, end)) is not None:
            start = first.start()
            match = self._compiled.match(text, start, end)
            if match is not None:
                return match
            start += 1
        return None

    def match(self, text: str, start: int = 0) -> re.Match[str] | None:
        """See `re.Pattern.match`."""
        return self._compiled.match(text, start)

    def finditer(self, text: str, start: int = 0, end: int = sys.maxsize) -> Iterator[re.Match[str]]:
        """See `re.Pattern.finditer`."""
        while (match := self.search(text, start, end)) is not None:
            yield match
            start = match.end()

    def sub(self, replacement: str | Callable[[re.Match[str]], str], text: str) -> str:
        """See `re.Pattern.sub`."""
        return text if self.search(text) is None else self._compiled.sub(replacement, text)


def _beginnings(pattern: re.Pattern[str], scripts: bool = False) -> str:
    flags = pattern.flags | (_SCRIPTS if scripts else 0)
    found = _sequence(parser.parse(pattern.pattern, pattern.flags), flags)
    if any(not text for text, _, _ in found):
        raise ValueError(f"a match may begin with anything: {pattern.pattern[:60]}")
    ignoring = bool(pattern.flags & re.IGNORECASE)
    branches = []
    for first in sorted({text[0] for text, _, _ in found}):
        bounded = {text[1:] for text, bound, _ in found if text[0] == first and bound}
        free = {text[1:] for text, bound, _ in found if text[0] == first and not bound}
        parts = [_tree(free, ignoring)] if free else []
        if bounded:
            parts.append(rf"(?<!\w\w){_tree(bounded, ignoring)}" if first.isalnum() else _tree(bounded, ignoring))
        branches += [f"{re.escape(case)}(?:{'|'.join(parts)})" for case in _cases(first, ignoring)]
    return "|".join(branches) or "(?!)"


def _tree(texts: set[str], ignoring: bool) -> str:
    """Return a pattern for any of some texts, each character of which is tried once."""
    if "" in texts:
        return ""
    by_rest: dict[str, list[str]] = {}
    for first in sorted({text[0] for text in texts}):
        rest = _tree({text[1:] for text in texts if text[0] == first}, ignoring)
        by_rest.setdefault(rest, []).extend(_cases(first, ignoring))
    branches = [f"[{''.join(map(re.escape, firsts))}]{rest}" for rest, firsts in by_rest.items()]
    return branches[0] if len(branches) == 1 else f"(?:{'|'.join(branches)})"


def _cases(character: str, ignoring: bool) -> list[str]:
    return sorted({character.lower(), character.upper()}) if ignoring else [character]


def _sequence(items: Any, flags: int) -> set[Beginning]:
    """Return the beginnings of the texts that parsed items in a row match."""
    found: set[Beginning] = {("", False, False)}
    for operation, argument in items:
        if all(any_follows or len(text) >= _LENGTH for text, _, any_follows in found):
            break
        kind = str(operation)
        if kind in ("AT", "ASSERT", "ASSERT_NOT"):
            if str(argument) == "AT_BEGINNING" and not flags & re.MULTILINE:
                return set()
            if str(argument) == "AT_BOUNDARY":
                found = {(text, bound or not text, any_follows) for text, bound, any_follows in found}
            continue
        following = _item(kind, argument, flags)
        longer = {entry for entry in found if entry[2] or len(entry[0]) >= _LENGTH}
        for text, bound, _ in found - longer:
            longer |= {
                ((text + more)[:_LENGTH], bound or (not text and more_bound), any_follows)
                for more, more_bound, any_follows in following
            }
        if len(longer) > _MOST:
            return {(text, bound, True) for text, bound, _ in found}
        found = longer
    return found


def _item(kind: str, argument: Any, flags: int) -> set[Beginning]:
    if kind == "LITERAL":
        return _characters([argument], flags)
    if kind == "IN":
        codes: list[int] = []
        for operation, value in argument:
            if str(operation) == "LITERAL":
                codes.append(value)
            elif str(operation) == "RANGE" and value[1] - value[0] < _WIDEST:
                codes.extend(range(value[0], value[1] + 1))
            elif str(value) == "CATEGORY_DIGIT":
                codes.extend(_DIGITS)
            else:
                return {("", False, True)}
        return _characters(codes, flags)
    if kind == "SUBPATTERN":
        _, added, removed, inside = argument
        return _sequence(inside, (flags | added) & ~removed)
    if kind == "BRANCH":
        return set().union(*(_sequence(branch, flags) for branch in argument[1]))
    if kind in ("MAX_REPEAT", "MIN_REPEAT"):
        least, most, inside = argument
        once = _sequence(inside, flags)
        repeated = once if most == 1 else {(text, bound, True) for text, bound, _ in once}
        return repeated if least else repeated | {("", False, False)}
    return {("", False, True)}


def _characters(codes: Iterable[int], flags: int) -> set[Beginning]:
    """Return characters, in lower case where case is ignored."""
    characters = [chr(code) for code in codes]
    if flags & re.IGNORECASE:
        characters = [_AS_ASCII.get(character, character.lower()) for character in characters]
    return {(character, False, False) for character in characters if flags & _SCRIPTS or character.isascii()}
