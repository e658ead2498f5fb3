"""Options that win against all others at once: "B fits far better than either", "A, C and D are out"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from ..stance.mentions import Mention, in_pieces
from ..stance.vocabulary_patterns import SALIENT
from .told_winners import NEGATED, REST, told_winner

_LONGEST = 2_500
_SENTENCE = re.compile(r"(?<=[.!?;])\s+|\n+|(?<=[\u3002])")
_BETTER = re.compile(
    rf"\b(?:better|likelier|sooner|more (?:\w+ly )?(?:{SALIENT}))\b[^.;,!?\n]{{0,30}}? than {REST}"
    r"(?=\s?(?:[.,;!\n]|$|does\b|do\b|could\b|would\b|is\b|are\b|can\b))",
    re.IGNORECASE,
)
_WORSE = re.compile(
    r"\b(?:less|worse|fainter|weaker|lower)\b[^.;,!?\n]{0,24}? than the other(?: (?:one|option|object|candidate"
    r"|of the two))?(?=\s?(?:[.,;!\n]|$))",
    re.IGNORECASE,
)
_ARE_NOT = re.compile(
    r"[\s\])}\"']{0,3}(?:all |both |clearly |certainly )?(?:(?:are|were|do|can|could) ?(?:n't|not)|cannot|aren't"
    r"|don't|are (?:all |both )?(?:out|wrong|excluded|ruled"
    r" out|eliminated|irrelevant)|can (?:all |both )?be (?:excluded|ruled out|eliminated|dismissed|discarded))\b",
    re.IGNORECASE,
)
_NEITHER = re.compile(r"\b(?:neither|none of|keine[rs]?|weder)\b[^.;!?\n]{0,40}$", re.IGNORECASE)
_JOINED = re.compile(
    r"[\s\])}\"']{0,3}(?:,|and|or|nor|und|et|y|e|и|,\s?(?:and|or|nor))\s(?:the " r"|not )?[\[(\"']{0,2}", re.IGNORECASE
)
_TURNS = re.compile(r"\b(?:but|while|whereas|yet|only)\b|:", re.IGNORECASE)
_NOT_ONLY = re.compile(r"\b(?:necessarily|only|just|sure|certain|equally|far)\b", re.IGNORECASE)


def against_others(text: str, mentions: Sequence[Mention], n_options: int) -> int:
    """Return the option that a text sets against all others in one sentence, or -1 without exactly one.

    Args:
        text: Text from `standardizers.text.plain`.
        mentions: Its mentions of options, by position.
        n_options: Number of options.

    Example:
        >>> text = "The cup or the jug: the jug fits better than either."
        >>> against_others(text, [Mention(4, 7, 0, True), Mention(24, 27, 1, True)], 3)
        1
    """
    if len(text) > _LONGEST or not mentions:
        return -1
    won: set[int] = set()
    for start, stop, inside in in_pieces(text, mentions, _SENTENCE):
        if inside:
            won |= _of_sentence(text, start, stop, inside, mentions, n_options)
    return won.pop() if len(won) == 1 else -1


def _of_sentence(
    text: str, start: int, stop: int, inside: Sequence[Mention], mentions: Sequence[Mention], n_options: int
) -> set[int]:
    better = _BETTER.search(text, start, stop)
    if better is not None:
        clause = max((turn.end() for turn in _TURNS.finditer(text, start, better.start())), default=start)
        before = {one.option for one in inside if clause <= one.start < better.start()}
        negated = NEGATED.search(text, clause, better.start()) is not None
        return before if len(before) == 1 and not negated else set()
    if (won := told_winner(text, start, stop, inside)) is not None:
        return won
    worse = _WORSE.search(text, start, stop)
    if worse is not None:
        pair = {one.option for one in mentions if one.start < worse.start()}
        subject = [one.option for one in inside if one.start < worse.start()]
        return pair - {subject[-1]} if len(pair) == 2 and subject and subject[-1] in pair else set()
    return _left(text, start, inside, n_options)


def _left(text: str, start: int, inside: Sequence[Mention], n_options: int) -> set[int]:
    """Return the option that is left when a row of all the others is denied ("A, B and D are not ...")."""
    if n_options < 3 or len({one.option for one in inside}) != n_options - 1 or len(inside) != n_options - 1:
        return set()
    row = all(_JOINED.fullmatch(text[one.end : other.start]) for one, other in pairwise(inside))
    behind = _ARE_NOT.match(text, inside[-1].end)
    denied = behind is not None and _NOT_ONLY.match(text, behind.end() + 1) is None
    if not row or not (denied or _NEITHER.search(text, start, inside[0].start) is not None):
        return set()
    return set(range(n_options)) - {one.option for one in inside}
