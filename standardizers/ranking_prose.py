"""Rankings told in sentences: "B comes first, followed by C, and A last", "B is more salient than A"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from .ranking_words import CLAUSE, LAST, LESS_THAN, MORE_THAN, NEXT, RANK, REMAINING, SENTENCE, SHARED, ties
from .rankings import Ranking, Run, goes_up, mentions, rank_of

_MOST_MENTIONS = 200
_IT = re.compile(r"\b(?:it|this|which|es|il|elle|lo)\b|它|それ")
_NEGATED = re.compile(r"\b(?:not|never|nor|neither|if|whether|nicht|pas|não|не)\b|n't|不是")
_SAME_SUBJECT = re.compile(
    r"[\s\]),]{0,3}(?:but|and|yet|though|aber|und|mais|et|pero|y)\s(?:is\s)?(?:also\s|still\s)?(?:more|less|higher|lower|above|below|ahead)\b",
    re.IGNORECASE,
)
_COMPARED = re.compile(r"\bthan\b|\bals\b|比|より|보다|\bque\b.{0,3}$|\bчем\b")


def told(text: str, found: Sequence[Run], letters: tuple[str, ...]) -> Ranking | None:
    """Return the complete ranking that sentences tell, None when they tell none or contradict each other.

    Args:
        text: The text.
        found: Its letters, from `standardizers.rankings.mentions`.
        letters: The labels.
    """
    single = [run for run in found if len(run.letters) == 1][:_MOST_MENTIONS]
    if not single or len(letters) < 2:
        return None
    if SHARED.search(text):
        return None
    compared = _compared(text, single, letters)
    if compared:
        return Ranking(single[-1].end, compared, "comparison")
    ranks: dict[str, int] = {}
    sequence: list[str] = []
    following = False
    lead = seen = ""
    pending = 0  # the rank of a clause without a letter, as in "First, B."
    end = 0
    if "respectively" in text:
        text, single = _paired(text, letters)
    for clause, start, stop, inside in _clauses(text, single):
        if ties(clause):
            return None
        low = clause.lower()
        rank = RANK.search(low)
        if len({run.letters for run in inside}) > 1 or _NEGATED.search(low) or (rank is None and not inside):
            if rank is None and NEXT.search(low):
                following = True
            if clause.strip():
                pending = 0
            continue
        letter = inside[0].letters if inside else seen if _IT.search(low) else ""
        seen = letter or seen
        if rank is None and letter and pending and _is_bare(clause, inside[0].start - start if inside else 0):
            ranks.setdefault(letter, pending)
            end = stop
            pending = 0
            continue
        pending = rank_of(rank) if rank is not None and not letter else 0
        if rank is not None and letter and not _COMPARED.search(low):
            value = rank_of(rank)
            if value in (1, LAST) and goes_up(text, stop) and "least" in clause and "most" in clause:
                continue
            if ranks.get(letter, value) == value and letter not in sequence:
                ranks[letter] = value
                end = stop
            following = True
        elif letter and letter not in ranks and letter not in sequence:
            if not lead and not ranks and not sequence and not NEXT.search(low):
                lead, following = letter, False
            elif NEXT.search(low) or (following and _is_bare(clause, inside[0].start - start)):
                sequence.append(letter)
                following = True
                end = stop
        elif not letter:
            following = NEXT.search(low) is not None
    if (
        not ranks
        and lead
        and [lead, *sequence] == list(dict.fromkeys([lead, *sequence]))
        and len(sequence) == len(letters) - 1
    ):
        return Ranking(end, "".join((lead, *sequence)), "told")
    return _completed(text, ranks, lead, sequence, letters, end)


def _paired(text: str, letters: tuple[str, ...]) -> tuple[str, list[Run]]:
    """Return the text with "A and C come third and fourth respectively" written as "A third, C fourth"."""
    among = "".join(map(re.escape, letters))
    pattern = re.compile(
        rf"((?:\b[{among}](?:, and |, "
        rf"| and )){{1,8}}[{among}])\b[a-z ]{{0,30}}? ((?:(?:the )?[a-z0-9]{{3,8}}(?:, and |, "
        rf"| and )){{1,8}}[a-z0-9]{{3,8}})"
        r"(?: places?| most salient)?,? respectively"
    )

    def pairs(match: re.Match[str]) -> str:
        names, places = (re.split(r", and |, | and ", group) for group in match.groups())
        return ", ".join(f"[{name}] {place}" for name, place in zip(names, places, strict=False))

    text = pattern.sub(pairs, text)
    return text, [run for run in mentions(text, letters) if len(run.letters) == 1][:_MOST_MENTIONS]


def _completed(
    text: str, ranks: dict[str, int], lead: str, sequence: list[str], letters: tuple[str, ...], end: int
) -> Ranking | None:
    """Return the ranking that ranks and the letters told in sequence determine, None when they leave it open."""
    n = len(letters)
    places = {letter: n if rank == LAST else rank for letter, rank in ranks.items()}
    if not places or len(set(places.values())) < len(places) or max(places.values()) > n:
        return None
    free = [place for place in range(1, n + 1) if place not in places.values()]
    rest = [letter for letter in letters if letter not in places]
    if (n == 2 and len(places) == 1) or (
        len(rest) == 1 and not sequence and (REMAINING.search(text) or _mentions_alone(text, rest[0]))
    ):
        sequence = rest
    if lead in rest and lead not in sequence and sequence and len(sequence) == len(rest) - 1:
        sequence = [lead, *sequence]
    if len(sequence) != len(rest):
        return None
    places |= dict(zip(sequence, free, strict=True))
    return Ranking(end, "".join(sorted(places, key=lambda letter: places[letter])), "told")


def _mentions_alone(text: str, letter: str) -> bool:
    return re.search(rf"(?<![^\W_]){re.escape(letter)}(?![^\W_])", text) is not None


def _clauses(text: str, single: Sequence[Run]) -> Iterator[tuple[str, int, int, list[Run]]]:
    """Yield (clause, start, end, letters in it), up to the clause of the last letter."""
    place = start = 0
    last = single[-1].end
    for match in CLAUSE.finditer(text):
        if match.start() < start:
            continue
        inside = []
        while place < len(single) and single[place].start < match.start():
            inside.append(single[place])
            place += 1
        yield text[start : match.start()], start, match.start(), inside
        start = match.end()
        if start > last + 200:
            return
    yield text[start:], start, len(text), list(single[place:])


def _is_bare(clause: str, offset: int) -> bool:
    """Tell whether a clause holds little more than its letter: "C", "the object in C"."""
    return len(re.findall(r"\w+", clause[:offset] + clause[offset + 1 :])) <= 4


def _compared(text: str, single: Sequence[Run], letters: tuple[str, ...]) -> str:
    """Return the order that "B is more salient than A" and the like determine, "" when they leave it open."""
    above: set[tuple[str, str]] = set()
    subject = single[0]
    for one, two in pairwise(single):
        between = text[one.end : two.start]
        if _SAME_SUBJECT.match(between):
            one = subject
        subject = one
        if one.letters == two.letters or len(between) > 120 or SENTENCE.search(between):
            continue
        if re.match(r"[\s\])]{0,2}(?:比|より)", between):
            behind = text[two.end : two.end + 20]
            above.add(
                (one.letters, two.letters)
                if "不" not in behind[:4] and "更不" not in behind
                else (two.letters, one.letters)
            )
            continue
        if between.strip(" ])[(") == ">":
            above.add((one.letters, two.letters))
            continue
        low = between.lower()
        more, less = MORE_THAN.search(low), LESS_THAN.search(low)
        if _NEGATED.search(low) or (
            not _COMPARED.search(between)
            and not re.search(r"\b(?:ahead of|above|below|behind|beats|outranks)\b", between)
        ):
            continue
        if less:
            above.add((two.letters, one.letters))
        elif more:
            above.add((one.letters, two.letters))
    if not above:
        return ""
    order = sorted(letters, key=lambda letter: -_below(letter, above, len(letters)))
    linked = all((one, two) in above for one, two in pairwise(order))
    return "".join(order) if linked and not any((two, one) in above for one, two in above) else ""


def _below(letter: str, above: set[tuple[str, str]], n: int) -> int:
    """Return how many letters lie below one, directly or through others."""
    reached = {letter}
    for _ in range(n):
        reached |= {two for one, two in above if one in reached}
    return len(reached) - 1
