"""Counts in running text: what a reply without marks and fields says, read sentence by sentence."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeAlias

from ..stance.asserted import asserted, without_openings, without_plans
from ..stance.no_answers import fails, without_instructions
from ..stance.phrases import REFUSES
from ..stance.taken_back import taken_back
from ..stance.verdict import AMBIGUOUS, NO_ANSWER, REFUSAL
from ..stance.verdict_phrases import DEPENDS
from ..text.numerals import Number, Words, chinese_value, numbers, roman_value, words_of
from .asked import concluded, is_single, none_has, without_measures
from .claims import Claim, claims
from .doubts import OFFERS_ANOTHER, depends_on_what, disagree, likeliest, without_attributed, without_questions
from .elsewhere import counts_elsewhere
from .kinds import ANSWER, SALIENT_OBJECTS
from .left_open import plain_counts
from .limits import ends_sentence, is_count, without_articles
from .lists import enumerated
from .parts import parts
from .remains import all_but, left_with_one, remaining, some_of_all, without_left_out
from .revised import revised, taken_off, without_earlier_counts
from .rules import corrected, counted_aloud, repeated, strongest, summed, whole
from .selection import selected
from .sums import added_up, equated, joined_by_plus, with_duals, without_one_another
from .things import checked, things
from .walks import judged, labelled, taken_in_turn, walked
from .words import ANALYSIS, NO_IMAGE, ONLY_ONE, may_correct
from .zero import begins_with_none, has_none, says_none

_TERSE_WORDS = 8
_IN_PICTURE = re.compile(
    r"\W{0,3}(?:na imagem|a imagem|en la (?:imagen|foto)|la imagen|nell'immagine|l'immagine|auf dem (?:bild|foto)"
    r"|das bild|(?:sur |dans )?l'image)\b",
    re.IGNORECASE,
)
_EARLY = 20  # words within which a reply has said its count, whatever was cut off later
_MAY_BE = re.compile(
    r"\b(?:could|might|may) be\b[^.;\n]{0,40}(?:[,;.]\s(?:or |and |but )?|\sor )(?:it |there )?(?:just as well "
    r"|equally |also )?(?:could|might|may)(?: (?:just as well|equally|also))? be\b",
    re.I,
)
_NUMBERED = re.compile(  # "The marks are numbered from 1 to 8."
    r"\b(?:numbered|labell?ed|runs?|goes?|go|numbers|counting)\s(?:with |from ){0,2}1\s?(?:to|through|up to|until"
    r"|-)\s?(\d{1,3})\b",
    re.IGNORECASE,
)
_NO_WHOLE = frozenset(
    re.findall(
        r"[^,\n]+",
        "no,none,zero,nothing,nil,no objects,no salient objects,not any,没有,無,无,なし,ゼロ,없음,keine,keins,ninguno"
        ",ninguna,aucun,aucune,nessuno,nessuna,nenhum,nenhuma,нет,geen,brak,yok,tidak ada,không có",
    )
)
_TIMES = re.compile(r"(?<![\w.])(\d{1,2})x(?=\s[a-z])|(?<=[a-z])\s?:?\s(?<!\d\s)x\s?(\d{1,2})(?![\w.])|^x(\d{1,2})$")
_LABEL = re.compile(r"(?:[:=]|\b(?:is|are|count|answer|total))$", re.IGNORECASE)  # what a Roman numeral stands behind
_REFUSING_CLAUSE = re.compile(
    rf"[^.;!?\n]{{0,200}}?(?:{REFUSES.pattern})(?:(?!\bbut\b|\bhowever\b)[^.;!?\n]){{0,200}}", re.IGNORECASE
)


Found: TypeAlias = tuple[int | None, str]
"""A count and the rule that read it; None and the reason where there is none."""


def in_prose(text: str, cut: bool) -> Found:
    """Return the count that running text states.

    Args:
        text: Text without markup.
        cut: Whether its last sentence was cut off.
    """
    text = plain_counts(text.strip())
    found = _as_a_whole(text) if len(text) <= 40 else None
    if found is not None:
        return found
    text = _TIMES.sub(_times, text) if "x" in text else text
    text = without_earlier_counts(without_measures(text))
    found = _without_numbers(text)
    if found is not None:
        return found
    text = without_attributed(asserted(without_plans(without_instructions(text)), quotes=True))
    text = without_left_out(with_duals(without_one_another(without_openings(text))))
    words = words_of(text)
    value = _corrected(text, words)
    if value is not None:
        return (None, "unfinished") if cut and ANALYSIS.match(text) is not None else (value, "correction")
    if "?" in text:
        if OFFERS_ANOTHER.search(text):
            return None, AMBIGUOUS
        asked, text = text, without_questions(text)
        if not text:
            return None, NO_ANSWER
        words = words if text == asked else words_of(text)
    values = without_articles(words, numbers(words))
    found = _of_several(text, words, values, cut) if len(values) > 1 else None
    if found is not None:
        return found
    return _claimed(text, words, values, cut)


def _as_a_whole(text: str) -> Found | None:
    """Read a short text that is nothing but a number or its denial."""
    short = text.strip(" .!\"'*()[]").lower()
    if short in ("null", "nan", "none of the above"):
        return None, NO_ANSWER
    head, _, last = text.strip(" .*()[]").rpartition(" ")
    roman = roman_value(last) if not head or _LABEL.search(head) else None
    if roman is not None:
        return roman, "whole"
    if short in _NO_WHOLE:
        return 0, "none"
    if short and chinese_value(short) is not None:
        return chinese_value(short), "whole"
    return None


def _without_numbers(text: str) -> Found | None:
    """Read what is told otherwise than by its numbers: none, one, one by one, by what is likeliest, or not at all."""
    if none_has(text):
        return 0, "none"
    if is_single(text):
        return 1, "objects"
    in_row = labelled(text)
    if in_row is not None:
        return in_row, "enumeration"
    turns = taken_in_turn(text)
    if turns:
        return turns, "enumeration"
    if "%" in text:
        value = likeliest(text)
        if value is not None:
            return value, "phrase"
    if fails(text) and not any(word in text.lower() for word in ("object", "salient")):
        return None, REFUSAL
    return None


def _corrected(text: str, words: Words) -> int | None:
    """Return the count that a text has corrected itself to, or that it is left with."""
    value = taken_off(text)
    value = some_of_all(text) if value is None else value
    value = 1 if value is None and left_with_one(text) else value
    value = corrected(text, words) if value is None else value
    if value is None and may_correct(text, words.words):
        value = concluded(text)
    return value


def _of_several(text: str, words: Words, found: list[Number], cut: bool) -> Found | None:
    """Read a text with several numbers: corrections, sums, things counted aloud; None where it is none of these."""
    value = _taken_back(text)
    value = revised(text) if value is None else value
    value = remaining(text, words, found) if value is None else value
    value = all_but(words, found) if value is None else value
    if value is not None:
        return value, "correction"
    if disagree(words, found) or depends_on_what(words, found) or (" be " in text and _MAY_BE.search(text)):
        return None, AMBIGUOUS
    value = joined_by_plus(words, found)
    if value is not None:
        return value, "sum"
    value = equated(text)
    if value is not None:
        return value, "sum"
    value = counted_aloud(text, words, found) or repeated(words, found)
    if value:
        return value, "enumeration"
    value = added_up(text, [number.value for number in found if not _is_list_mark(words, number)])
    if value is not None:
        return value, "sum"
    if not any(is_count(words, one) for one in found) and _IN_PICTURE.match(text):
        return None, NO_ANSWER  # "Na imagem há uma praça com um chafariz"
    value = summed(words, found) if ":" in text or "(" in text or "-" in text else None
    if value is not None and not cut:
        return value, "sum"
    return None


def _claimed(text: str, words: Words, found: list[Number], cut: bool) -> Found:
    """Read what a text claims of its numbers."""
    stated, alternatives = claims(words, found)
    if len(found) > 1:
        value = selected(words, found)
        if value is not None and not _concludes(words, stated):
            return value, "objects"
    if begins_with_none(text) or (
        has_none(text) and not any(claim.kind >= SALIENT_OBJECTS and claim.value for claim in stated)
    ):
        return 0, "none"
    value, rule = whole(words, stated)
    if value is None:
        value, rule = strongest(text, words, stated)
    if value is not None and rule in ("objects", "only_number") and REFUSES.search(text):
        words = words_of(_REFUSING_CLAUSE.sub(" ", text))
        value, rule = strongest("", words, claims(words, numbers(words))[0])
    if value is not None and rule in ("objects", "only_number", "sum") and NO_IMAGE.search(text.lower()):
        return None, REFUSAL
    if rule == "only_number" and text[-1:].isalnum() and len(words.words) > _TERSE_WORDS and ANALYSIS.match(text):
        return None, "unfinished"
    if rule == "only_number" and len(text) <= 400 and DEPENDS.search(text):
        value = None
    begins = len(words.words) > _TERSE_WORDS or ANALYSIS.match(text) is not None
    # The only number of a long sentence, or of a plan, may as well be an article ("Hay un mercado ...").
    only_articles = bool(found) and begins and not any(is_count(words, one) for one in found)
    if rule == "only_number" and only_articles:
        value = None
    explicit = rule in ("phrase", "leading", "whole", "last_line") or (rule == "objects" and stated[0].start < _EARLY)
    if value is not None and (explicit or not cut):
        return value, rule
    if REFUSES.search(text) or NO_IMAGE.search(text.lower()):
        return None, REFUSAL
    if cut:
        return None, "unfinished"
    if alternatives and (numbered := _NUMBERED.search(text)) is not None:
        return int(numbered[1]), "enumeration"
    if alternatives or (len(text) <= 400 and DEPENDS.search(text)):
        return None, "range"
    if len(found) == 1 and (counts_elsewhere(words, found[0]) or only_articles):
        return None, NO_ANSWER
    value, rule = _weakest(text, words, stated)
    return (None, NO_ANSWER) if rule == "only_number" and only_articles else (value, rule)


def _concludes(words: Words, stated: Sequence[Claim]) -> bool:
    """Tell whether the last number is the conclusion of a sentence of its own ("... all but two. So 6.")."""
    last = stated[-1] if stated else None
    return last is not None and last.kind == ANSWER and ends_sentence(words.gaps[max(0, last.start - 1)])


def _is_list_mark(words: Words, number: Number) -> bool:
    """Tell whether a number is the mark of an item on a line of its own ("2. The umbrella")."""
    begins = not number.start or "\n" in words.gaps[number.start]
    return begins and not number.word and words.gaps[number.end][:2] in (". ", ") ", ": ")


def _taken_back(text: str) -> int | None:
    """Return the only number behind the last place where a short text corrects itself ("1, нет, 3")."""
    parts = taken_back(text)
    behind = numbers(words_of(parts[1])) if parts is not None else []
    return behind[0].value if len(behind) == 1 and parts is not None and numbers(words_of(parts[0])) else None


def _times(match: re.Match[str]) -> str:
    """Write "2x dog" as "2 dog", and "dog x2" as "dog: 2"."""
    return match.group(1) or (f": {match.group(2)}" if match.group(2) else match.group(3))


def _weakest(text: str, words: Words, stated: Sequence[Claim]) -> Found:
    """Read a reply that announces nothing: a list, parts in one sentence, the only number, or none at all."""
    listed = walked(text) or judged(text) or checked(text) or enumerated(text) or things(text)
    if listed:
        return listed, "enumeration"
    if ONLY_ONE.search(text):
        return 1, "objects"
    if stated:
        return parts(text, words, stated)
    if says_none(text):
        return 0, "none"
    return None, NO_ANSWER
