"""Rankings told in sentences: "B comes first, followed by C, and A last", "B is more salient than A"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..stance.ranking_words import CLAUSE, LAST, NEXT, RANK, REMAINING, SHARED, WORKS, ties
from .lists import rank_of
from .pairs import ordered, pairs
from .plainly import between, plainly
from .rankings import goes_up
from .runs import Ranking, Run, mentions

_MOST_MENTIONS = 200
_WINS = re.compile(
    r"\s(?:wins(?: out)?|is the winner|takes the crown|(?P<loses>loses))\b(?=\s?[.,;!]|\s?$"
    r"|\s(?:easily|clearly|overall|and|by a))"
)
_AGAINST = re.compile(
    r"\b(?:of|among|between|vs?|versus|against|than|others?|remaining|rest|over|two|if)\b", re.IGNORECASE
)
_IN_TURN = re.compile(  # "B and D come third and fourth"
    r"(?<![^\W_])([A-Z])[\])]? and (?:the )?[\[(]?([A-Z])[\])]? (?:come|rank|are|take|follow|finish)(?: in)?(?: the)?"
    r" (first|second|third|fourth|fifth) and (?:the )?(second|third|fourth|fifth|sixth|last)\b(?! (?:most|least))"
)
_IN_THAT_ORDER = re.compile(  # "C and A are the two most salient, in that order"
    r"(?<![^\W_])([A-Z])[\])]? and (?:the )?[\[(]?([A-Z])[\])]? (?:are|come|rank|take|lead"
    r"|stand out)\b[^.;,A-Z\n]{0,50},?"
    r" in (?:that|this) order\b"
)
_UNRANKED = re.compile(  # "A, B and C look interchangeable, so I can't order them"
    r"\binterchangeable\b|\b(?:can(?:not|'t| not)|could(?: not|n't)) (?:really |possibly |meaningfully )?(?:order|rank"
    r"|separate|tell|distinguish) (?:(?:them|these|those|the (?:other|remaining)|[A-Z]\b,?)[^.;!?\n]{0,40}?\b(?:among"
    r"|between|apart|themselves|from each other)\b|[A-Z],? (?:[A-Z],? )?(?:and|or) [A-Z]\W{0,3}$)"
    r"|\b(?:the )?(?:other|remaining) (?:two|three|four|ones?|options|boxes|objects)\b[^.;!?\n]{0,20}"
    r"\bi (?:can(?:not|'t| not)"
    r"|could(?: not|n't)) (?:order|rank|separate|tell apart|distinguish)\b"
)
_IT = re.compile(r"\b(?:it|this|which|hence|thus|therefore|es|il|elle|lo)\b|它|それ")
_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u9fff]")  # a clause that leaves its subject out
_BESIDE = re.compile(
    r"\b(?:before|above|ahead of|over|in front of|higher than|preceded by|a step up from) (?:it|that|this)\b"
)
_STARTS = re.compile(
    r"\bi(?:'ll| will| would)?(?: first| then)? (?:look|examine|consider|check|compare|inspect|start|begin)\b",
    re.IGNORECASE,
)
_NEGATED = re.compile(
    r"\b(?:(?:would|might|may|could) (?:first )?(?:expect|think|suppose)|not|never|nor|neither|if|whether|nicht|pas|não"
    r"|не)\b|n't|不是"
)
_REMOVED = re.compile(r"\b(?:eliminat|remov|discard|drop|exclud|rul(?:e|ing) out|cross(?:ing)? off)")
_IN_BETWEEN = re.compile(
    r"(?<![^\W_])([A-Z])[\])]?\s(?:\w+\s){0,2}?(?:in the middle|in between|between (?:them|the two))\b"
)
_APPOSITION = re.compile(  # "A, the man, is next": what A is says nothing of its rank
    r"(?<![^\s\[(])([A-Z][\])]?), (?:the|an?|which is|who is) [^,.;:\n]{1,40}, "
    r"(?=(?:is|are|comes?|ranks?|follows?|takes?|gets?|stands?|was|would|will|then|pops|draws|attracts)\b)"
)
_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+(?=\S)|\n+(?=\S)|(?<=[.。])(?=[^\x00-\x7f])")
_CONCLUDES = re.compile(
    r"\W{0,4}(?:so|thus|therefore|hence|overall|in (?:sum|short|summary|conclusion|total|the end|order)"
    r"|altogether|all in all|to sum up"
    r"|final(?:ly)?|my (?:final )?(?:answer|ranking|order)|the (?:final )?(?:answer|ranking|order)|corrected"
    r"|correction|conclusion|result"
    r"|also|daher|somit|insgesamt|folglich|donc|ainsi|au final|en resumen|por (?:lo )?tanto|así que"
    r"|en conclusión|quindi|in sintesi"
    r"|dunque|portanto|assim|em resumo|итак|таким образом|в итоге|dus|więc|podsumowując|alltså|sammantaget"
    r"|kısacası|jadi|vậy)\b"
    r"|\W{0,4}(?:所以|因此|综上|總之|总之|最终|よって|したがって|以上から|따라서|그러므로|그래서)",
    re.IGNORECASE,
)
_LONGEST = 4_000
_OPENING = 160  # characters in which an analysis says what it is about to do
_THREE = 3  # options: the first and the last leave the middle to the other one
_MEASURES = re.compile(r"\b(?:consider|compute|calculate|estimate|measure|areas?|sizes?)\b", re.IGNORECASE)
_ANNOUNCES_ROW = re.compile(
    r"\b(?:ranking|order(?:ing)?|rank(?:ed)?|most to least|strongest (?:first|to weakest)|reihenfolge|rangfolge"
    r"|classement|ordre"
    r"|orden|ordem|ordine|порядок|kolejność|volgorde|sıralama|urutan)\b[^.!?\n:]{0,60}?(?::|\s-)\s|(?:排序|排名|顺序"
    r"|順序|順位|순위|순서)[^.!?\n:]{0,12}:\s?",
    re.IGNORECASE,
)
_ROW_ENDS = re.compile(r"[.!?](?:\s|$)|\n\s?\n")
_COMPARED = re.compile(r"\bthan\b|\bals\b|比|より|보다|\bque\b.{0,3}$|\bчем\b")


def told(text: str, found: Sequence[Run], letters: tuple[str, ...]) -> Ranking | None:
    """Return the complete ranking that sentences tell, None when they tell none; "B wins" alone ranks B first.

    Args:
        text: The text.
        found: Its letters, from `standardizers.orders.runs.mentions`.
        letters: The labels.
    """
    if _UNRANKED.search(text) is not None:
        return None
    if (said := plainly(text, letters)) != text:
        text, found = said, mentions(said, letters)
    start = _concluding(text, found, letters)
    ranking = _told(text[start:], mentions(text[start:], letters), letters) if start else None
    ranking = _told(text, found, letters) if ranking is None else ranking
    if ranking is not None or _WINS.search(text) is None or _AGAINST.search(text) is not None:
        return ranking
    said = _WINS.sub(lambda match: " comes last" if match["loses"] else " comes first", text)
    return _told(said, mentions(said, letters), letters)


def _concluding(text: str, found: Sequence[Run], letters: tuple[str, ...]) -> int:
    """Return where the last sentence of a text begins if it concludes on all letters after a discussion, else 0."""
    start = max((match.end() for match in _SENTENCE_END.finditer(text.rstrip())), default=0)
    named = {letter for run in found if run.start >= start for letter in run.letters}
    if not start or named != set(letters) or not any(run.end <= start for run in found):
        return 0
    return start if _CONCLUDES.match(text, start) is not None else 0


def _told(text: str, found: Sequence[Run], letters: tuple[str, ...]) -> Ranking | None:
    """Return the complete ranking that sentences tell, None when they tell none or contradict each other.

    Args:
        text: The text.
        found: Its letters, from `standardizers.orders.runs.mentions`.
        letters: The labels.
    """
    single = [run for run in found if len(run.letters) == 1][:_MOST_MENTIONS]
    if not single or len(letters) < 2:
        return None
    if SHARED.search(text):
        return None
    if "," in text and (bare := _APPOSITION.sub(r"\1 ", text)) != text:
        text, single = bare, [run for run in mentions(bare, letters) if len(run.letters) == 1][:_MOST_MENTIONS]
        if not single:
            return None
    if _IN_TURN.search(text) is not None:
        text = _IN_TURN.sub(r"\1 \3, \2 \4", _IN_THAT_ORDER.sub(r"\1, then \2", text))
        single = [run for run in mentions(text, letters) if len(run.letters) == 1][:_MOST_MENTIONS]
    elif _IN_THAT_ORDER.search(text) is not None:
        text = _IN_THAT_ORDER.sub(r"\1, then \2", text)
        single = [run for run in mentions(text, letters) if len(run.letters) == 1][:_MOST_MENTIONS]
    text, single = _paired(text, letters) if "respectively" in text else (text, single)
    evidence = _gathered(text, single)
    if evidence is None:
        return None
    if _rises(evidence, single):
        evidence = evidence._replace(sequence=evidence.sequence[::-1])
    above = {*pairs(text, single, letters, evidence.ranks), *evidence.beside, *between(text, evidence.ranks)}
    combined = ordered(above, evidence.ranks, letters) if above else ""
    if not combined and evidence.lead and 2 in evidence.ranks.values():  # "A grabs the eye. A close second is D."
        combined = ordered(above, {evidence.lead: 1, **evidence.ranks}, letters) if above else ""
    every_pair = not combined and len(above) == len(letters) * (len(letters) - 1) // 2
    if every_pair and (won := ordered(above, {}, letters)):
        return Ranking(single[-1].end, won, "scores")
    if combined:
        return Ranking(single[-1].end, combined, "comparison")
    ranking = _of_sequence(evidence, letters) or _completed(text, evidence, letters)
    if (
        ranking is None
        or (ranking.letters == "".join(letters) and (_STARTS.search(text) or WORKS.search(text[:_OPENING])))
        or any(ranking.letters.index(one) > ranking.letters.index(two) for one, two in above)
    ):
        return None
    return ranking


def _rises(evidence: _Evidence, single: Sequence[Run]) -> bool:
    """Tell whether a text begins with the last letter and ends with the first: "Least: D. Then B, then A. Most: C."."""
    places: dict[str, int] = {}
    for run in single:
        places.setdefault(run.letters, run.start)
    between = [places[letter] for letter in evidence.sequence]
    last = [places[letter] for letter, rank in evidence.ranks.items() if rank == LAST]
    first = [places[letter] for letter, rank in evidence.ranks.items() if rank == 1]
    return bool(between and last and first) and last[0] < min(between) <= max(between) < first[0]


def announced_row(text: str, found: Sequence[Run], letters: tuple[str, ...]) -> Ranking | None:
    """Return the ranking of letters of which an announced sentence speaks in turn ("Ranking: A holds ..., C ...")."""
    cues = [*_ANNOUNCES_ROW.finditer(text[:_LONGEST])]
    if not cues or _MEASURES.search(cues[-1].group()) is not None or WORKS.search(cues[-1].group()) is not None:
        return None
    cue = cues[-1]
    end = _ROW_ENDS.search(text, cue.end())
    stop = end.start() if end else len(text)
    inside = [run for run in found if cue.end() <= run.start < stop]
    value = "".join(run.letters for run in inside)
    sentence = text[cue.end() : stop].lower()
    if sorted(value) != sorted(letters) or _COMPARED.search(sentence) or _NEGATED.search(sentence) or ties(sentence):
        return None
    return Ranking(inside[-1].end, value[::-1] if goes_up(text, inside[0].start) else value, "told")


class _Evidence(NamedTuple):
    """What clauses tell: ranks of letters, the letter that leads, those that follow it, and where the last one ends."""

    ranks: dict[str, int]
    lead: str
    sequence: list[str]
    end: int
    beside: list[tuple[str, str]]


def _gathered(text: str, single: Sequence[Run]) -> _Evidence | None:
    """Return what the clauses of a text tell, None when one of them calls options equal."""
    ranks: dict[str, int] = {}
    sequence: list[str] = []
    beside: list[tuple[str, str]] = []
    following = False
    lead = seen = ""
    pending = 0  # the rank of a clause without a letter, as in "First, B."
    end = 0
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
        relation = _BESIDE.search(low) if inside and seen and inside[0].letters != seen and rank is None else None
        if relation is not None:
            letter = inside[0].letters
            beside.append((letter, seen))
            seen, end = letter, stop
            continue
        goes_on = (
            rank is not None and text[start - 1 : start] in (",", "\uff0c", "、") and _UNSPACED.match(clause.strip())
        )
        letter = inside[0].letters if inside else seen if goes_on or _IT.search(low) else ""
        seen = letter or seen
        if rank is None and letter and pending and _is_bare(clause, inside[0].start - start if inside else 0):
            ranks.setdefault(letter, pending)
            end = stop
            pending = 0
            continue
        ends = text[stop : stop + 1] == "."  # what a whole sentence says is no heading of the next one
        pending = rank_of(rank) if rank is not None and not letter and not ends else 0
        if rank is not None and letter and not _COMPARED.search(low):
            value = LAST if rank_of(rank) == 1 and _REMOVED.search(low) else rank_of(rank)
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
    return _Evidence(ranks, lead, sequence, end, beside)


def _of_sequence(evidence: _Evidence, letters: tuple[str, ...]) -> Ranking | None:
    """Return the ranking of a text that names every letter in turn and no rank."""
    told_so = [evidence.lead, *evidence.sequence]
    if evidence.ranks or not evidence.lead or len(told_so) != len(letters) or len(set(told_so)) < len(told_so):
        return None
    return Ranking(evidence.end, "".join(told_so), "told")


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


def _completed(text: str, evidence: _Evidence, letters: tuple[str, ...]) -> Ranking | None:
    """Return the ranking that ranks and the letters told in sequence determine, None when they leave it open."""
    ranks, lead, sequence, end, _ = evidence
    n = len(letters)
    places = {letter: n if rank == LAST else rank for letter, rank in ranks.items()}
    taken = set(places.values())
    if not places or len(taken) < len(places) or min(taken) < 1 or max(taken) > n:
        return None
    free = [place for place in range(1, n + 1) if place not in places.values()]
    rest = [letter for letter in letters if letter not in places]
    middle = _IN_BETWEEN.search(text) if n == 3 and len(rest) == 2 and not sequence else None
    if middle and middle.group(1) in rest and 2 not in places.values():
        places[middle.group(1)] = 2
        rest.remove(middle.group(1))
        free.remove(2)
        sequence = rest
    if len(rest) == 1 and n > 2 and not sequence and (sorted(places.values()) == list(range(1, n)) or n == _THREE):
        sequence = rest
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
