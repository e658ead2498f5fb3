"""Rankings in which one option goes by a word that no table knows: the one that is left is meant."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ..choices.question import question, texts_of
from ..stance.ranking_words import CLAUSE, NEXT, ORDINAL, RANK

_LONGEST = 400
_FEWEST = 3  # options, of which all but one are named
_THING = re.compile(
    r"(?<![^\W\d_])(?:the|an?|der|die|das|den|dem|le|la|les|el|los|las|il|lo|gli|o|os|as|de|het)\s(?P<noun>[^\W\d_]{3,20})"
    r"|(?<![^\W\d_])l'(?P<short>[^\W\d_]{3,20})",
    re.IGNORECASE,
)
_NO_THINGS = frozenset(
    re.findall(
        r"\S+",
        """
        rest other others remaining remainder image picture photo scene frame whole entire eye eyes gaze viewer viewers
        attention ranking order answer objects object options option list most least highest lowest strongest weakest
        next same end top bottom middle centre center background foreground one ones two three everything reste suite
        fin autre autres image photo marche liste ordre plus moins ende schluss schlusslicht rest andere anderen bild
        reihenfolge reihe resto otro otros otra final lista fila cierre imagen orden más menos último última primer
        altro altri fine immagine ordine foto outro outros fim imagem ordem winner runner fact way
        """,
    )
)


def one_left(text: str, letters: Sequence[str], options: Sequence[str]) -> str:
    """Return a text with letters for the options' names and for the one thing ranked besides them, "" for any other.

    Args:
        text: Text from `standardizers.text.plain`.
        letters: The labels.
        options: The options' texts.

    Example:
        >>> one_left("The cat first, then the contraption, and the sofa last.", "ABC", ["the sofa", "the cat", "fan"])
        'The B first, then C, and the A last.'
    """
    known = question(tuple(letters), texts_of(options))
    if len(text) > _LONGEST or known.names is None or len(letters) < _FEWEST:
        return ""
    named = known.mentions(text)
    found = known.loosely(text, named) or named
    if len(found) != len(letters) - 1 or len({mention.option for mention in found}) != len(found):
        return ""
    if not all(mention.by_name for mention in found):
        return ""
    left = next(index for index in range(len(letters)) if all(mention.option != index for mention in found))
    places = [(mention.start, mention.end, letters[mention.option]) for mention in found]
    things = [
        (match.start(), match.end(), letters[left])
        for start, end in _clauses(text)
        if not any(start <= mention.start < end for mention in found)
        for match in _ranked_things(text, start, end)
    ]
    if len(things) != 1:
        return ""
    pieces, last = [], 0
    for start, end, letter in sorted([*places, *things]):
        if start < last:
            return ""
        pieces += [text[last:start], letter]
        last = end
    return "".join([*pieces, text[last:]])


def _clauses(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for match in CLAUSE.finditer(text):
        if match.start() >= start:
            yield start, match.start()
            start = match.end()
    yield start, len(text)


def _ranked_things(text: str, start: int, end: int) -> list[re.Match[str]]:
    """Return the things in a clause that ranks something, without words that name no thing."""
    clause = text[start:end].lower()
    if RANK.search(clause) is None and NEXT.search(clause) is None:
        return []
    found: list[re.Match[str]] = []
    last = -1
    lowered = text.lower()
    for match in _THING.finditer(text, start, end):
        word = (match["noun"] or match["short"]).lower()
        of_last = match.start() == last + 1 and lowered.startswith("de ", match.start())  # "el quiosco de prensa"
        if not of_last and word not in _NO_THINGS and word not in ORDINAL:
            found.append(match)
        last = match.end()
    return found
