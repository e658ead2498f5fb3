"""Counts: HVSBench Q2, "How many salient objects are there?" (paper sec. C, Fig. 7 and Table 8)."""

from __future__ import annotations

import re
from itertools import islice

from ..common import Standardized, checked_profile
from ..stance.plans import PLANS
from ..stance.service_errors import is_error
from ..stance.verdict import AMBIGUOUS, NO_ANSWER, REFUSAL
from ..text.answers import without_objects
from ..text.cleaning import as_text, breadth, final_answer_text, plain
from ..text.finish import Settled, settled_reply
from ..text.standing import stands
from ..text.tool_calls import without_looks
from .asked import asked_colour
from .by_question import asked_field, asked_round, by_question, nobody_does, only_captions, subjects, wants_more
from .discussions import answers_nowhere, in_last_section, totals_all, totals_something_else
from .formatted import formatted
from .left_open import opened_until, splits_up
from .lists import pointed
from .prose import Found, in_prose
from .published import published
from .scenes import only_describes
from .sections import answer_section, without_offers
from .terms import in_general_terms

GT_AVERAGE = 3.2116  # mean count of the test set (Table 8 prints "GT avg"; 6057 objects in 1886 rows)
_MOST_VALUES = 200
_WEAK = frozenset(("only_number", "sum", "enumeration", "objects", "last_line", "none", "correction"))
"""Rules that take what a text says for a count, although it does not call it one."""
_IN_COURSE = frozenset(("only_number", "sum", "objects", "last_line", "correction", "enumeration"))
"""Rules that take a number in the course of a discussion for its answer."""
_SHORT = 300  # characters of a reply in which the asked colour is looked for
_STATED = _WEAK | {"phrase"}  # rules that read what a text says somewhere
_LEADS = ("phrase", "leading", "objects", "whole", "only_number")
_FIRST_SENTENCE = re.compile(r"[^.!?;\n(]{1,200}[.!?;\n(]")
_ASKED_BACK = re.compile(  # one long question to the user, in any language
    r"[^.!?:\d\n]{40,300}\?\s*"
)
_UNCLOSED_TAG = re.compile(r"</?[a-z]{1,8}$")  # where a reply with tags was cut
_OPEN = (AMBIGUOUS, NO_ANSWER)  # rules after which the asked colour may still decide
_UNDECIDED = (AMBIGUOUS, "range")
_DISCUSSION = 240  # letters before a last paragraph that may decide what they left open
_ONE_SENTENCE = re.compile(r"\W{0,4}\w[^.!?\n]{3,160}[.!。]\W{0,4}")
_TERSE = re.compile(r"[\s*\"'(\[]{0,3}(\d{1,4})[\s*\"')\].]{0,3}")
# One plain line that ends as a sentence does: nothing to clean, nothing cut off.
_SENTENCE = re.compile(r"[A-Za-z0-9 ,:;.'()!?-]{1,200}[A-Za-z0-9)][.!]")
_LAST_ZERO = re.compile(r"(?<=\s)0\.(?=[\s*)\"]*\Z)")  # no decimal that was cut off: things are counted whole
_NUMBER_END = re.compile(r"(?<=\S )[*(\"']{0,3}\d{1,3}[*)\"']{0,3}\.[*)\"']{0,3}\s(?=\S)")
_STARS = re.compile(r"(?<![^\n])([ \t]{0,12})\*(?=[ \t])", re.MULTILINE)  # bullets, which look like emphasis
_LIST = re.compile(r"\[\s{0,9}[\[{\"'“‘\d.-]")
_TAGS = re.compile(r"<[^<>]{1,4000}>")
_ITEM_TAG = re.compile(r"<li\b[^<>]{0,200}>\s{0,20}", re.IGNORECASE)
_BOXES = re.compile(r"[\[(]\s?-?\d{1,5}(?:\.\d{1,8})?(?:\s?,\s?-?\d{1,5}(?:\.\d{1,8})?){1,3}\s?[\])]")
_BOX = re.compile(r"[\[(]\s?\d{1,4}(?:\.\d{1,8})?(?:\s?,\s?\d{1,4}(?:\.\d{1,8})?){3}\s?[\])]")


def count(
    text: object,
    default: float = GT_AVERAGE,
    profile: str = "robust",
    finished: bool | None = None,
    question: str | None = None,
) -> Standardized[float]:
    """Return the number that a reply to "how many" states.

    Args:
        text: The reply; None and NaN count as "", integers as themselves.
        default: What stands in when no number is found; the paper uses the mean count of the ground truth.
        profile: "paper" takes the first word with digits or the first number word; "robust" reads as a person would
            and prefers stated totals, see docs/standardization.md.
        finished: False when the reply was cut by a token limit, True when it ended by itself, None when unknown; the
            robust profile takes no count from a sentence that was cut.
        question: What was asked: where it names a colour, the number that the reply gives for this colour counts.

    Returns:
        The count as int, or `default` with `fallback=True`.

    Raises:
        ValueError: The profile is unknown. The text never raises.

    Example:
        >>> count("Two cats and three dogs, so five animals in total.")
        Standardized(value=5, rule='phrase', fallback=False)
        >>> count("There are a few.")
        Standardized(value=3.2116, rule='no_answer', fallback=True)
    """
    if checked_profile(profile) == "paper":
        return published(as_text(text), default)
    given = as_text(text)
    if _ASKED_BACK.fullmatch(given) is not None:
        return Standardized(default, AMBIGUOUS, True)
    terse = _TERSE.fullmatch(given) if finished is not False else None
    if terse:
        return Standardized(int(terse.group(1)), "whole", False)
    if is_error(given):
        return Standardized(default, REFUSAL, True)
    if finished is not False and (section := answer_section(final_answer_text(given) or "")) is not None:
        found = count(section, default, profile, finished, question)
        if not found.fallback or found.rule != NO_ANSWER:
            return found
    given = given if question is None or ":" not in given else asked_round(given, question)
    given = without_offers(given)
    given = _LAST_ZERO.sub("0 .", given) if finished is not False else given
    value, rule = _told(in_general_terms(given, question), finished)
    if rule == "items" and question is not None and "{" in given and (own := asked_field(given, question)) is not None:
        return Standardized(own, "json", False)
    if rule == "items" and _UNCLOSED_TAG.search(given):
        value, rule = None, "unfinished"
    if question is not None and len(given) <= _SHORT:
        value, rule = _settled(given, question, value, rule)
    if rule in _UNDECIDED and finished is not False:
        value, rule = _concluding(given, question) or (value, rule)
    if value is not None and rule in _STATED and (end := opened_until(given)):
        value, rule = _after_open(given, end, value, rule, question)
    if value is not None and only_describes(given, value, rule, finished):
        value, rule = None, "unfinished"
    if rule == "phrase" and finished is None and splits_up(given, value):
        value, rule = None, "unfinished"
    if value is not None and finished is None and (rule in _WEAK or rule == "phrase"):
        general = final_answer_text(in_general_terms(given, question)) or given
        doubtful = question is not None and totals_all(given, value, question)
        if rule == "phrase":
            doubtful = doubtful or totals_something_else(general, value)
        else:
            in_course = rule in _IN_COURSE and answers_nowhere(general, value, rule)
            doubtful = doubtful or in_course or not _stands(given, value, question)
        value, rule = (None, "unfinished") if doubtful else (value, rule)
    return Standardized(default if value is None else value, rule, value is None)


def _after_open(given: str, end: int, value: int, rule: str, question: str | None) -> Found:
    """Return the count of a text that leaves it open up to `end`: that of its first sentence, or of what follows."""
    first = _FIRST_SENTENCE.match(given)
    if first is not None and first.end() < end and PLANS.match(given) is None:
        leading = count(first.group(), finished=True, question=question)
        if not leading.fallback and leading.value == value and leading.rule in _LEADS:
            return value, rule
    behind = count(given[end:], finished=True, question=question)
    return (None, AMBIGUOUS) if behind.fallback else (int(behind.value), behind.rule)


def _stands(given: str, value: int, question: str | None) -> bool:
    def read(part: str) -> float | None:
        found = count(part, finished=True, question=question)
        return None if found.fallback else found.value

    return stands(final_answer_text(given) or given, value, read)


def _concluding(given: str, question: str | None) -> tuple[int, str] | None:
    """Return what the last paragraph of a long discussion states, when it is one sentence about the objects."""
    text = (final_answer_text(given) or given).strip()
    if breadth(text) >= _DISCUSSION and (value := in_last_section(text)) is not None:
        return value, "last_line"
    before, _, last = text.rpartition("\n\n")
    if breadth(before) < _DISCUSSION or _ONE_SENTENCE.fullmatch(last) is None:
        return None
    value, rule = _told(in_general_terms(last, question), True)
    return (value, "last_line") if value is not None and rule in ("objects", "phrase", "only_number") else None


def _settled(given: str, question: str, value: int | None, rule: str) -> Found:
    """Return a short reply's value and rule as the question settles them."""
    if value is not None and rule in ("objects", "only_number") and wants_more(given):
        return None, REFUSAL
    if rule == "only_number" and only_captions(given, question):
        return None, NO_ANSWER
    if value is not None:
        return by_question(given, question, rule) or (value, rule)
    if rule == NO_ANSWER and nobody_does(given, question):
        return 0, "none"
    value = asked_colour(given, question) if rule in _OPEN else None
    value = subjects(given, question) if value is None and rule == NO_ANSWER else value
    return value, rule if value is None else "asked"


def _told(text: str, finished: bool | None) -> Found:
    if finished is not False and _SENTENCE.fullmatch(text):
        return in_prose(text, False)
    reply = settled_reply(without_looks(text), finished)
    return (None, "unclosed_reasoning") if reply is None else _read(reply, text)


def _read(reply: Settled, raw: str) -> Found:
    answer = reply.text
    marked = pointed(raw) if "<" in raw else 0
    if not reply.whole.strip():
        return (marked, "points") if marked else (None, "empty")
    if "{" in answer or "\\" in answer or ("[" in answer and _LIST.search(answer)):
        value, rule = formatted(answer)
        if value is not None:
            return value, rule
    if marked and not reply.cut:
        value, rule = in_prose(plain(_TAGS.sub(" ", answer)), False)
        return (value, rule) if rule in ("phrase", "objects", "leading", "whole", "last_line") else (marked, "points")
    if reply.cut:  # "The answer is 3. The man is" ends its sentence with a number that could be a list's
        ends = [match.end() for match in islice(_NUMBER_END.finditer(reply.rest), _MOST_VALUES)]
        answer += reply.rest[: ends[-1]] if ends else ""
    text = _text(answer)
    if reply.cut and not text.strip():
        return _begins(_text(reply.whole))
    value, rule = in_prose(text, reply.cut)
    if value is None and rule == NO_ANSWER and ("[" in answer or "(" in answer):
        boxes = len(_BOX.findall(answer))
        return (boxes, "items") if boxes else (None, NO_ANSWER)
    return value, rule


def _text(answer: str) -> str:
    text = _STARS.sub(r"\1-", answer) if "*" in answer else answer
    if "<li" in text:
        text = _TAGS.sub(" ", _ITEM_TAG.sub("\n- ", text)).strip()
    text = plain(without_objects(text) if "{" in text else text)
    return _BOXES.sub(" ", text) if "[" in text or "(" in text else text


def _begins(whole_text: str) -> Found:
    """Read the beginning of a reply whose only sentence was cut: "There are 3 objects: the man, the" has said it."""
    head, colon, _ = whole_text.partition(":")
    if not colon or len(head) > 200 or "\n" in head.strip():
        return None, "unfinished"
    value, rule = in_prose(head, True)
    return value, rule if value is not None else "unfinished"
