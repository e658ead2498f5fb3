"""Multiple-choice answers given as a letter or as the option's own text, for options printed as "A. bottle"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from string import ascii_uppercase

from ..choices.question import Question, texts_of
from ..choices.question import question as known_question
from ..choices.reader import _published
from ..choices.selection import NONE_OF_OPTIONS, RESTATED, select
from ..choices.sides import told_side
from ..common import Standardized, checked_profile
from ..counts.reader import count
from ..stance.mentions import Mention
from ..stance.service_errors import is_error
from ..stance.undecided import assertions
from ..stance.verdict import AMBIGUOUS, NO_ANSWER, REFUSAL
from ..text.cleaning import as_text, plain
from ..text.echoes import echoes
from ..text.fields import truths_of
from ..text.finish import Settled, settled_reply
from ..text.numerals import WORDS
from ..text.tool_calls import without_looks
from ..words.option_classes import NO, YES, classes_of
from .actions import last_doing, only_needed
from .asked_clauses import (
    asked_beside,
    asked_clause,
    asked_fields,
    number_of_subject,
    number_told,
    of_other_marks,
    only_others,
)
from .disclaimers import without_disclaimers
from .gaze_clauses import (
    asks_gaze,
    concluded_gaze,
    contrasted,
    denies,
    gaze_target,
    only_lookers,
    speaks_of_eyes,
    without_earlier,
)
from .gaze_rows import in_row, only_landmarks, row_of
from .gaze_subjects import without_other_gazes
from .place_shares import told_share
from .polar_facts import polar_statement, told_way
from .spatial_relations import relation_told
from .told_places import told_place

__all__ = ["NONE_OF_OPTIONS", "option"]


_GUESSES = re.compile(  # "Not sure, but the book."
    r"\W*(?:i'm |i am |it's |it is )?(?:not (?:\w+ )?(?:sure|certain)|unsure|no idea|hard to (?:say|tell)"
    r"|difficult to (?:say|tell)|unclear|not (?:\w+ )?clear),?"
    r" but (?:i (?:think|guess|believe|would say|suppose)|i'd (?:say|guess)|my guess is|probably"
    r"|maybe)?,? ?(?P<rest>.{2,200})",
    re.IGNORECASE | re.DOTALL,
)
_WEAK = frozenset((REFUSAL, AMBIGUOUS, NO_ANSWER, "predicate", "only_mention", "leading", "last", "copula", "phrase"))
"""Rules whose answer the clauses about the eyes outweigh."""

_BETWEEN = re.compile(
    r"\b(?:looks?|looking|gaze|eyes|falls|lies|points?|rests?|blick\w*|schaut|regard\w*|mira\w*|olha\w*|guarda\w*|смотрит|взгляд)"
    r"\s(?:[^\W\d_]+\s){0,3}?(?:between|zwischen|entre|tra|fra|между|między|tussen|mellan|mellem)\s",
    re.IGNORECASE,
)
_UNSTATED = frozenset((NO_ANSWER, AMBIGUOUS, NONE_OF_OPTIONS))
_UNCOUNTED = frozenset(("only_mention", AMBIGUOUS, NO_ANSWER))
_COUNTED_AGAIN = frozenset(("number", "phrase", "leading", "copula", "only_mention", "last", "closing"))
"""Rules that take a number for an option's name where several are told: the sum of a count is known better."""
_PLACED = frozenset(("sides", "asked", "only_mention", "phrase", "copula", "predicate", "last", "leading"))
_TOLD = frozenset(("copula", "only_mention", "phrase", "predicate", "last"))
_SHORTEST_CLAUSE = 8
_DESCRIBES = re.compile(
    r"\W*(?:there (?:is|are)\b|(?:the|an?|this) (?:\w+ ){1,3}(?:is|are) (?:sitting|standing|lying|wearing|in|on|at"
    r"|kneeling|leaning|walking)\b"
    r"|i (?:can )?see\b|(?:the|this) (?:image|picture|photo)\b)",
    re.IGNORECASE,
)
_COMPOUND = re.compile(  # more than one clause, or another language
    r"[,;:?\n\x80-\U0010ffff]|[.!-]\s|\s(?:but|and|aber|und|mais|et|pero|y|mas|e|ma|though|although|while"
    r"|with (?:his|her|their) head|past|over|vorbei|inte|niet|nie|utan|maar)\s"
)
_SHORT = 160
_FEW_CHARACTERS = 40
_DIGITS = 9  # of an option that is a number
_ASKS_COLOUR = re.compile(r"\bcolou?r\b", re.IGNORECASE)
_MARKED = re.compile(
    r"\b(?:marked|highlighted|enclosed|surrounded|indicated|pointed|circled) (?:by|at|with|in)\b"
    r"|\b(?:inside|in|within) the \w+ (?:circle|box|rectangle|contour|ellipse|oval|triangle)\b",
    re.IGNORECASE,
)
_LETTERS = [tuple(ascii_uppercase[:size]) for size in range(27)]

_ALIKE = re.compile(  # "The white one and the striped one are equally large."
    r"\W*[^.!?,;:\n]{3,80} and [^.!?,;:\n]{3,80} (?:are|look|seem|appear) (?:both )?(?:equally [a-z-]{3,20}|tied"
    r"|just as [a-z-]{3,20} as each other)\W*",
    re.IGNORECASE,
)
_NO_THING = re.compile(
    r"\W*no (?P<thing>(?!one\b|need\b|doubt\b|way\b|it\b|he\b|she\b|they\b|the\b|this\b|that\b|there\b"
    r"|not\b)[a-z]{3,14}"
    r"(?: [a-z]{3,14})?) (?:is|are|was|were|can)\b",
    re.IGNORECASE,
)
_LONG_WORD = re.compile(r"[^\W\d_]{4,}")
_OWN_ANSWER = re.compile(  # "Is he looking at it? He is."
    r"\b(?:is|are|does|do|has|have|was|were) [^.?!\n]{3,80}\?\s{1,2}(?:he|she|it|they)(?: (?:certainly|clearly"
    r"|really))?"
    r" (?:is|are|does|do|has|have|was|were)(?P<not> not|n't)?\W*\Z",
    re.IGNORECASE,
)
_NAME_AT_END = re.compile(r"[(,:]\s?([^():,.]{2,40})\)?\W*$")
_RIGHT_SO = re.compile(  # a word with which speech begins, no side
    r"^\W*[Rr]ight,\s(?=(?:so|then|let|now|i|the|well)\b)"
)


def option(
    text: object,
    options: Sequence[str],
    profile: str = "robust",
    finished: bool | None = None,
    question: str | None = None,
) -> Standardized[int]:
    """Return which option a reply chooses, by its letter (A for the first) or by its text.

    Args:
        text: The reply; None and NaN count as "".
        options: The options' texts in the order of their letters.
        profile: "paper" takes the option whose text is the whole reply (in any case), else the letter by the rule of
            HVSBench's Fig. 8; "robust" reads as a person would, see docs/standardization.md.
        finished: False when a token limit cut the reply, True when it ended by itself, None when unknown.
        question: What was asked: where yes and no are options, a reply may state what the question asks.

    Returns:
        The 0-based index, or -1 with `fallback=True`; the rule tells a refusal ("refusal") from "none of the above"
        ("none_of_options"), an undecided reply ("ambiguous") and one without any option ("no_answer").

    Raises:
        ValueError: The profile is unknown. The text never raises.

    Example:
        >>> option("The person looks at the kettle.", ["bottle", "bunny", "kettle"])
        Standardized(value=2, rule='phrase', fallback=False)
    """
    texts = texts_of(options)
    if checked_profile(profile) == "paper":
        return _published_option(as_text(text), texts)
    if is_error(as_text(text)):
        return Standardized(-1, REFUSAL, True)
    if asks_gaze(question) and isinstance(text, str):
        text = without_other_gazes(text, question or "")
    if isinstance(text, str) and _ALIKE.fullmatch(text) is not None:
        return Standardized(-1, AMBIGUOUS, True)
    if isinstance(text, str):
        text = _RIGHT_SO.sub("", text) if text[:9].lstrip().lower().startswith("right") else text
        text = without_disclaimers(without_looks(text))
    letters = _LETTERS[len(texts)] if len(texts) <= 26 else tuple(ascii_uppercase)
    index, rule = select(text, known_question(letters, texts), finished)
    known = known_question(letters, texts)
    if rule in _WEAK and asks_gaze(question) and _looks_elsewhere(text, known):
        return Standardized(-1, NO_ANSWER, True)
    if (index < 0 or rule in _PLACED) and (
        share := told_share(plain(as_text(text)), tuple(texts), question)
    ) is not None:
        return Standardized(share, "sides" if share >= 0 else NO_ANSWER, share < 0)
    classes = classes_of(texts)
    polar = {YES, NO} <= classes.keys()
    numbers = _numbers(known) if rule in _UNCOUNTED or (rule in _COUNTED_AGAIN and _is_long(text, known)) else ()
    if numbers and question is not None and (own := number_told(plain(as_text(text)), question)) in numbers:
        return Standardized(numbers.index(own), "number", False)
    if numbers and not (counted := count(text, finished=finished, question=question)).fallback:
        if counted.value not in numbers and index >= 0:
            return Standardized(index, rule, False)
        index = numbers.index(counted.value) if counted.value in numbers else -1
        return Standardized(index, "number" if index >= 0 else NO_ANSWER, index < 0)  # "4: one on the wall, ..."
    if rule == "only_mention" and _ends_with_name(as_text(text), known, index):
        return Standardized(index, rule, False)
    if (
        question is not None
        and rule in _WEAK
        and (told := _told(text, letters, texts, finished, question, index, rule))
    ):
        return told
    if polar and rule == "whole_text" and as_text(text).strip(" .!*\n").lower() in WORDS:
        index, rule = -1, NO_ANSWER  # "Two." is a number, not the second option
    if polar and index >= 0 and question is not None and (none_of := _NO_THING.match(as_text(text))) is not None:
        said = {word.lower() for word in _LONG_WORD.findall(none_of["thing"] + as_text(text)[none_of.end() :])}
        if said.isdisjoint(word.lower() for word in _LONG_WORD.findall(question)):
            return Standardized(-1, NO_ANSWER, True)  # "No tablecloths are on the tables."
    if polar and rule == "only_mention" and question is not None and (stated := told_way(text, question)):
        return Standardized(classes[YES if stated == "yes" else NO], "statement", False)
    if index < 0 and question is not None and rule in _UNSTATED and polar:
        reply = settled_reply(as_text(text), finished)
        stated = "" if reply is None or reply.cut else polar_statement(reply.text, question, rule == NO_ANSWER)
        if stated:
            return Standardized(classes[YES if stated == "yes" else NO], "statement", False)
    if index < 0 and polar and (answered := _OWN_ANSWER.search(plain(as_text(text)))) is not None:
        return Standardized(classes[NO if answered["not"] else YES], "statement", False)
    if index < 0 and rule == NO_ANSWER and (related := relation_told(plain(as_text(text)), texts)) >= 0:
        return Standardized(related, "relation", False)
    if index < 0 and "{" in as_text(text) and polar:
        truths = truths_of(as_text(text))
        if len(truths) == 1:
            return Standardized(classes[YES if truths[0] else NO], "json", False)
    return Standardized(index, rule, index < 0)


def _looks_elsewhere(text: object, known: Question) -> bool:
    """Tell whether a reply ends with a thing that somebody looks at, which is none of the options."""
    thing = concluded_gaze(plain(as_text(text)))
    return bool(thing) and not known.mentions(thing) and not known.loosely(thing, []) and known.reworded(thing) < 0


def _ends_with_name(text: str, known: Question, index: int) -> bool:
    """Tell whether a short text ends with the whole name of the option that it describes ("... (right shoe).")."""
    found = _NAME_AT_END.search(text) if len(text) <= _FEW_CHARACTERS else None
    return found is not None and known.names is not None and known.names.whole(found[1]) == index


def _is_long(text: object, known: Question) -> bool:
    """Tell whether a reply to a question with numbers names several of them and no letter."""
    said = known.mentions(plain(as_text(text)))
    return len({one.option for one in said}) > 1 and all(one.by_name and one.letter_end < 0 for one in said)


def _numbers(known: Question) -> tuple[int, ...]:
    """Return the numbers of options that are numbers in digits or in words, () where one is none."""
    if known.names is None:
        return ()
    values = [
        int(name) if name.isdecimal() and len(name) <= _DIGITS else WORDS.get(name.lower(), -1)
        for name in known.names.names
    ]
    return tuple(values) if min(values, default=-1) >= 0 else ()


def _told(
    text: object,
    letters: tuple[str, ...],
    texts: tuple[str, ...],
    finished: bool | None,
    question: str,
    index: int,
    rule: str,
) -> Standardized[int] | None:
    """Return what a reply gives where it speaks of what was asked; None leaves what was read without that."""
    known = known_question(letters, texts)
    reply = as_text(text)
    if rule == REFUSAL:
        guess = _GUESSES.match(reply)
        guessed = select(guess["rest"], known, finished)[0] if guess is not None else -1
        return Standardized(guessed, "phrase", False) if guessed >= 0 else None
    if (
        index >= 0
        and rule in _TOLD
        and _ASKS_COLOUR.search(question)
        and only_others(reply, known.mentions(reply), question)
    ):
        return Standardized(-1, NO_ANSWER, True)  # "The barn is red and the grass is green."
    if rule in ("only_mention", "copula") and (
        only_needed(reply, known, question) or of_other_marks(reply, known.mentions(reply), question)
    ):
        return Standardized(-1, NO_ANSWER, True)
    if index >= 0 and rule != "only_mention" and _COMPOUND.search(reply) is None:
        return None
    if not known.has_words or {YES, NO} <= known.classes.keys() or len(reply) < _SHORTEST_CLAUSE:
        return None
    if echoes(reply, question) and len({one.option for one in known.mentions(reply)}) > 1:
        return Standardized(-1, RESTATED, True)
    parts = settled_reply(reply, finished)
    if parts is None or parts.cut:
        return None
    found = _asked(parts, known, question) if index < 0 else -1
    if found < 0 and index < 0:
        found = _kept(parts, known, finished, question)
    said = assertions(plain(parts.text))
    named = known.mentions(said)
    if rule not in ("phrase", "conclusion") and asks_gaze(question) and only_lookers(said, named):
        return Standardized(-1, NO_ANSWER, True)
    if index < 0 or (
        all(one.by_name for one in named) and (rule == "only_mention" or len({one.option for one in named}) > 1)
    ):
        placed = told_place(plain(parts.text), texts, question)
        if placed >= 0:
            return Standardized(placed, "asked", False)
    if index >= 0 and (
        rule == "only_mention"
        or (rule == "phrase" and (_ASKS_COLOUR.search(question) or (_MARKED.search(question) and _names_two(named))))
    ):
        mentions = known.loosely(said, known.mentions(said))
        found = (
            contrasted(said, mentions) if rule == "only_mention" else asked_clause(said, known.mentions(said), question)
        )
    if found < 0 and asks_gaze(question):
        mentions = known.mentions(said)
        if _BETWEEN.search(said) is not None and len({one.option for one in mentions}) > 1:
            return Standardized(-1, AMBIGUOUS, True)  # "The gaze falls between the map and the violin."
        found = gaze_target(said, mentions)
        if found < 0 and (loose := known.loosely(said, mentions)):
            mentions = loose
            found = gaze_target(said, mentions)
        row = row_of(question, known) if found < 0 else []
        if found < 0 and (index < 0 or only_landmarks(said, mentions)):
            found = in_row(said, mentions, row) if row else -1
            if found < 0 and index >= 0:
                return Standardized(-1, NO_ANSWER, True)  # "something next to the vase"
        if found < 0 and rule == "only_mention" and _DESCRIBES.match(said) and not speaks_of_eyes(said):
            return Standardized(-1, NO_ANSWER, True)
    if found < 0 and index < 0 and rule == AMBIGUOUS:
        found = _phrase(said, known)
        found = last_doing(said, named) if found < 0 and not asks_gaze(question) else found
    if (
        found < 0
        and index < 0
        and rule == AMBIGUOUS
        and (beside := asked_beside(said, known.mentions(said), question)) >= 0
    ):
        found = beside
    return Standardized(found, "asked", False) if found >= 0 else None


def _names_two(mentions: Sequence[Mention]) -> bool:
    return len({one.option for one in mentions}) > 1


def _phrase(text: str, known: Question) -> int:
    """Return the only option that a few words without a full stop name ("la plante verte"), or -1."""
    if len(text) > _FEW_CHARACTERS or not text.strip() or text.rstrip()[-1:] in ".!?:" or "\n" in text or denies(text):
        return -1
    mentions = known.mentions(text)
    named = {one.option for one in known.loosely(text, mentions) or mentions}
    return named.pop() if len(named) == 1 and not only_landmarks(text, mentions) else -1


def _asked(parts: Settled, known: Question, question: str) -> int:
    values = asked_fields(parts.whole, question)
    if values:
        found = {one.option for value in values for one in known.mentions(plain(value[:200]))}
        return found.pop() if len(found) == 1 else -1
    if asks_gaze(question):
        return -1
    said = assertions(plain(parts.text))
    mentions = known.mentions(said)
    mentions = known.loosely(said, mentions) or mentions
    told = asked_clause(said, mentions, question)
    if told < 0 and len(said) <= _SHORT:
        told = contrasted(said, mentions)
    return told if told >= 0 else told_side(said, known.sides)


def _kept(parts: Settled, known: Question, finished: bool | None, question: str) -> int:
    """Return the option that is left without the impression that a reply had first, or that it counts, else -1."""
    later = without_earlier(parts.text)
    if later is not None:
        index, _ = select(later, known, finished)
        left = {one.option for one in known.mentions(plain(later))}
        return index if index >= 0 or len(left) != 1 or denies(later) else left.pop()
    if known.names is not None and all(name.isdecimal() and len(name) <= _DIGITS for name in known.names.names):
        counted = count(parts.text)
        names = [int(name) for name in known.names.names]
        value = number_of_subject(parts.text, question)
        value = int(counted.value) if value < 0 and not counted.fallback else value
        return names.index(value) if value in names else -1
    return -1


def _published_option(text: str, texts: Sequence[str]) -> Standardized[int]:
    for index, item in enumerate(texts):
        if text.strip().lower() == item.strip().lower():
            return Standardized(index, "whole_text", False)
    letter = _published(text)
    index = ascii_uppercase.index(letter.value) if letter.value else -1
    if 0 <= index < len(texts):
        return Standardized(index, letter.rule, False)
    return Standardized(-1, NO_ANSWER, True)
