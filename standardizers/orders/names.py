"""Rankings that name the options in another language than the question's: names become letters."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..choices.question import question, texts_of
from ..stance.ranking_words import upward

_LONGEST = 1_000
_LONGEST_LIST = 240
_LONGEST_HEADING = 60
_LONGEST_ITEM = 40
_FEW_WORDS = 4  # of the item that no word is known of
_FEWEST = 3  # options
_SEPARATES = re.compile(r"\s?(?:->|=>|[,;>\n\u2192\u3001\uff0c|])\s?")
_NUMBERED = re.compile(r"^\s{0,4}(?:[(\[]?\d[.):\]]|[-*])\s{0,2}")
_WORD = re.compile(r"[^\W\d_]+")


def lettered(text: str, letters: Sequence[str], options: Sequence[str]) -> str:
    """Return a text in which the options' letters stand for their names, "" unless it names each of them once.

    Args:
        text: Text from `standardizers.text.plain` that mentions no letter.
        letters: The labels.
        options: The options' texts.

    Example:
        >>> lettered("Am auffälligsten ist die Katze, dann das Sofa.", "AB", ["the cat", "the sofa"])
        'Am auffälligsten ist die A, dann das B.'
    """
    known = question(tuple(letters), texts_of(options))
    if len(text) > _LONGEST or known.names is None:
        return ""
    named = known.mentions(text)
    found = known.loosely(text, named) or named
    if sorted(mention.option for mention in found) != list(range(len(letters))):
        return ""
    pieces, end = [], 0
    for mention in found:
        if not mention.by_name or mention.start < end:
            return ""
        pieces += [text[end : mention.start], letters[mention.option]]
        end = mention.end
    return "".join([*pieces, text[end:]])


def completed(text: str, letters: Sequence[str], options: Sequence[str]) -> str:
    """Return the ranking of a bare list with one item for each option, of which one alone is in no known word.

    Example:
        >>> completed("Reihenfolge: Katze, Kratzbaum, Sofa.", "ABC", ["the sofa", "the cat", "the scratching post"])
        'BCA'
    """
    known = question(tuple(letters), texts_of(options))
    if len(text) > _LONGEST_LIST or known.names is None or len(letters) < _FEWEST:
        return ""
    body = text.strip(" \n.!")
    heading, colon, listed = body.partition(":")
    if colon and len(heading) <= _LONGEST_HEADING and not _SEPARATES.search(heading):
        body = listed.strip()
    items = [_NUMBERED.sub("", item).strip(" .*-") for item in _SEPARATES.split(body)]
    if len(items) != len(letters) or not all(0 < len(item) <= _LONGEST_ITEM for item in items) or upward(text):
        return ""
    if any(len(item) == 1 and item.upper() not in letters for item in items):
        return ""  # "C, D, A" of three options
    named = [{mention.option for mention in known.mentions(item)} for item in items]
    found = [options.pop() if len(options) == 1 else -1 for options in named]
    if found.count(-1) != 1 or any(len(options) > 1 for options in named) or len(set(found)) < len(found):
        return ""
    place = found.index(-1)
    if len(_WORD.findall(items[place])) > _FEW_WORDS:
        return ""
    found[place] = next(index for index in range(len(letters)) if index not in found)
    return "".join(letters[index] for index in found)
