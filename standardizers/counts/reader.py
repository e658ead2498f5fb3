"""Counts: HVSBench Q2, "How many salient objects are there?" (paper sec. C, Fig. 7 and Table 8)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import islice

from ..common import Standardized, checked_profile
from ..stance.asserted import asserted, without_openings, without_plans
from ..stance.no_answers import fails, without_instructions
from ..stance.phrases import REFUSES
from ..stance.plans import PLANS
from ..stance.service_errors import is_error
from ..stance.taken_back import taken_back
from ..stance.verdict import AMBIGUOUS, NO_ANSWER, REFUSAL
from ..stance.verdict_phrases import DEPENDS
from ..text.answers import stated_answers, without_objects
from ..text.cleaning import as_text, breadth, final_answer_text, plain
from ..text.finish import Settled, settled_reply
from ..text.literals import json_values
from ..text.numerals import WORDS, Number, Words, chinese_value, numbers, roman_value, words_of
from ..text.standing import stands
from ..text.tool_calls import without_looks
from .asked import asked_colour, concluded, is_single, none_has, without_measures
from .by_question import asked_round, by_question, nobody_does, only_captions, subjects, wants_more
from .claims import Claim, claims
from .discussions import answers_nowhere, in_last_section, totals_all, totals_something_else
from .doubts import OFFERS_ANOTHER, depends_on_what, disagree, likeliest, without_attributed, without_questions
from .elsewhere import counts_elsewhere
from .kinds import ANSWER, SALIENT_OBJECTS
from .left_open import opened_until, plain_counts, splits_up
from .limits import ends_sentence, may_be_article
from .lists import enumerated, in_json, pointed
from .parts import parts
from .remains import all_but, left_with_one, remaining, some_of_all, without_left_out
from .revised import revised, taken_off, without_earlier_counts
from .rules import corrected, counted_aloud, repeated, strongest, summed, whole
from .scenes import only_describes
from .sections import answer_section, without_offers
from .selection import selected
from .sums import added_up, equated, with_duals, without_one_another
from .terms import in_general_terms
from .things import checked, things
from .walks import judged, labelled, taken_in_turn, walked
from .words import ANALYSIS, NO_IMAGE, ONLY_ONE, may_correct
from .zero import begins_with_none, has_none, says_none

GT_AVERAGE = 3.2116  # mean count of the test set (Table 8 prints "GT avg"; 6057 objects in 1886 rows)

_MOST_VALUES = 200
_TERSE_WORDS = 8
_WEAK = frozenset(("only_number", "sum", "enumeration", "objects", "last_line", "none", "correction"))
"""Rules that take what a text says for a count, although it does not call it one."""
_IN_COURSE = frozenset(("only_number", "sum", "objects", "last_line", "correction", "enumeration"))
"""Rules that take a number in the course of a discussion for its answer."""
_SHORT = 300  # characters of a reply in which the asked colour is looked for
_STATED = _WEAK | {"phrase"}  # rules that read what a text says somewhere
_LEADS = ("phrase", "leading", "objects", "whole", "only_number")
_FIRST_SENTENCE = re.compile(r"[^.!?;\n(]{1,200}[.!?;\n(]")
_IN_PICTURE = re.compile(
    r"\W{0,3}(?:na imagem|a imagem|en la (?:imagen|foto)|la imagen|nell'immagine|l'immagine|auf dem (?:bild|foto)"
    r"|das bild|(?:sur |dans )?l'image)\b",
    re.IGNORECASE,
)
_ASKED_BACK = re.compile(  # one long question to the user, in any language
    r"[^.!?:\d\n]{40,300}\?\s*"
)
_UNCLOSED_TAG = re.compile(r"</?[a-z]{1,8}$")  # where a reply with tags was cut
_OPEN = (AMBIGUOUS, NO_ANSWER)  # rules after which the asked colour may still decide
_UNDECIDED = (AMBIGUOUS, "range")
_DISCUSSION = 240  # letters before a last paragraph that may decide what they left open
_ONE_SENTENCE = re.compile(r"\W{0,4}\w[^.!?\n]{3,160}[.!。]\W{0,4}")
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
_TERSE = re.compile(r"[\s*\"'(\[]{0,3}(\d{1,4})[\s*\"')\].]{0,3}")
# One plain line that ends as a sentence does: nothing to clean, nothing cut off.
_SENTENCE = re.compile(r"[A-Za-z0-9 ,:;.'()!?-]{1,200}[A-Za-z0-9)][.!]")
_LAST_ZERO = re.compile(r"(?<=\s)0\.(?=[\s*)\"]*\Z)")  # no decimal that was cut off: things are counted whole
_NUMBER_END = re.compile(r"(?<=\S )[*(\"']{0,3}\d{1,3}[*)\"']{0,3}\.[*)\"']{0,3}\s(?=\S)")
_NOT_DIGITS = re.compile(r"\D+")
_NO_WHOLE = frozenset(
    re.findall(
        r"[^,\n]+",
        "no,none,zero,nothing,nil,no objects,no salient objects,not any,没有,無,无,なし,ゼロ,없음,keine,keins,ninguno"
        ",ninguna,aucun,aucune,nessuno,nessuna,nenhum,nenhuma,нет,geen,brak,yok,tidak ada,không có",
    )
)
_STARS = re.compile(r"(?<![^\n])([ \t]{0,12})\*(?=[ \t])", re.MULTILINE)  # bullets, which look like emphasis
_LIST = re.compile(r"\[\s{0,9}[\[{\"'“‘\d.-]")
_TAGS = re.compile(r"<[^<>]{1,4000}>")
_ITEM_TAG = re.compile(r"<li\b[^<>]{0,200}>\s{0,20}", re.IGNORECASE)
_BOXES = re.compile(r"[\[(]\s?-?\d{1,5}(?:\.\d{1,8})?(?:\s?,\s?-?\d{1,5}(?:\.\d{1,8})?){1,3}\s?[\])]")
_BOX = re.compile(r"[\[(]\s?\d{1,4}(?:\.\d{1,8})?(?:\s?,\s?\d{1,4}(?:\.\d{1,8})?){3}\s?[\])]")
_TIMES = re.compile(r"(?<![\w.])(\d{1,2})x(?=\s[a-z])|(?<=[a-z])\s?:?\s(?<!\d\s)x\s?(\d{1,2})(?![\w.])|^x(\d{1,2})$")
_LABEL = re.compile(r"(?:[:=]|\b(?:is|are|count|answer|total))$", re.IGNORECASE)  # what a Roman numeral stands behind
_REFUSING_CLAUSE = re.compile(
    rf"[^.;!?\n]{{0,200}}?(?:{REFUSES.pattern})(?:(?!\bbut\b|\bhowever\b)[^.;!?\n]){{0,200}}", re.IGNORECASE
)
# Names of JSON fields that hold the count, from the most to the least specific.
_FIELD = re.compile(r"final|answer|total|salient|count|^n$|num|quantity|how_?many|result|value")
_ENVELOPES = frozenset(("arguments", "parameters", "input", "output", "function", "data"))
_NO_FIELD = re.compile(r"confid|score|prob|^id$|index|image|width|height|rank")


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
        return _published(as_text(text), default)
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


def _after_open(given: str, end: int, value: int, rule: str, question: str | None) -> tuple[int | None, str]:
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


def _settled(given: str, question: str, value: int | None, rule: str) -> tuple[int | None, str]:
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


def _told(text: str, finished: bool | None) -> tuple[int | None, str]:
    if finished is not False and _SENTENCE.fullmatch(text):
        return _read_plain(text, False)
    reply = settled_reply(without_looks(text), finished)
    return (None, "unclosed_reasoning") if reply is None else _read(reply, text)


def _published(text: str, default: float) -> Standardized[float]:
    digits = text.strip()
    if len(digits) <= 18:
        try:
            return Standardized(int(digits), "integer", False)
        except ValueError:
            pass
    for match in re.finditer(r"\S+", text):
        word = match.group()
        found = _NOT_DIGITS.sub("", word)
        if found:
            if len(found) <= 18:  # more digits are no count, and Python refuses to convert thousands of them
                return Standardized(int(found), "digits", False)
            continue
        if len(word) < 3:
            continue
        spelled = word.strip("\"'“”‘’.,;:!?()[]*").lower()
        tens, _, units = spelled.partition("-")
        if spelled in WORDS:
            return Standardized(WORDS[spelled], "number_word", False)
        if WORDS.get(tens, 0) >= 20 and 0 < WORDS.get(units, 0) < 10:
            return Standardized(WORDS[tens] + WORDS[units], "number_word", False)
    return Standardized(default, NO_ANSWER, True)


def _read(reply: Settled, raw: str) -> tuple[int | None, str]:
    answer = reply.text
    marked = pointed(raw) if "<" in raw else 0
    if not reply.whole.strip():
        return (marked, "points") if marked else (None, "empty")
    if "{" in answer or "\\" in answer or ("[" in answer and _LIST.search(answer)):
        value, rule = _formatted(answer)
        if value is not None:
            return value, rule
    if marked and not reply.cut:
        value, rule = _read_plain(plain(_TAGS.sub(" ", answer)), False)
        return (value, rule) if rule in ("phrase", "objects", "leading", "whole", "last_line") else (marked, "points")
    if reply.cut:  # "The answer is 3. The man is" ends its sentence with a number that could be a list's
        ends = [match.end() for match in islice(_NUMBER_END.finditer(reply.rest), _MOST_VALUES)]
        answer += reply.rest[: ends[-1]] if ends else ""
    text = _text(answer)
    if reply.cut and not text.strip():
        return _begins(_text(reply.whole))
    value, rule = _read_plain(text, reply.cut)
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


def _formatted(answer: str) -> tuple[int | None, str]:
    """Read a count from JSON fields, a LaTeX box, or the length of a JSON list."""
    values = json_values(answer)[-_MOST_VALUES:] if "{" in answer or "[" in answer else []
    for value in reversed(values):
        if isinstance(value, Mapping):
            found = _field(value)
            if found is not None:
                return found, "json"
    for stated, rule in stated_answers(answer):
        found, _ = _read_plain(plain(stated), False)
        if found is not None:
            return found, rule
    if len(values) > 1 and all(isinstance(value, list) and len(value) == 4 and in_json([value]) for value in values):
        return len(values), "items"  # one box per line
    listed = [length for length in map(in_json, values) if length]
    if listed and (len(listed) == 1 or all(isinstance(value, Mapping) for value in values)):
        return (listed[0] if len(listed) == 1 else len(listed)), "items"
    return None, NO_ANSWER


def _field(value: Mapping[str, object]) -> int | None:
    """Return the number in the field that is named like a count; None when none or several differ."""
    counts: dict[str, int] = {}
    for key, item in list(value.items())[:50]:
        name = str(key).lower()
        if isinstance(item, Mapping) and (_FIELD.search(name) or name in _ENVELOPES):
            inner = _field(item)
            if inner is not None:
                counts[name if _FIELD.search(name) else "answer"] = inner
        if _FIELD.search(name) and not _NO_FIELD.search(name) and not isinstance(item, (bool, Mapping, list)):
            found, _ = _read_plain(plain(as_text(item)), False) if item is not None else (None, "")
            if found is not None:
                counts[name] = found
    if "count" in counts and not {"total", "total_count"} & counts.keys():
        counts = {name: number for name, number in counts.items() if "total" not in name}  # of something else
    for sought in ("final", "answer", "salient", "total"):
        named_so = {number for name, number in counts.items() if sought in name}
        if len(named_so) == 1:
            return named_so.pop()
    return next(iter(counts.values())) if len(set(counts.values())) == 1 else None


def _begins(whole_text: str) -> tuple[int | None, str]:
    """Read the beginning of a reply whose only sentence was cut: "There are 3 objects: the man, the" has said it."""
    head, colon, _ = whole_text.partition(":")
    if not colon or len(head) > 200 or "\n" in head.strip():
        return None, "unfinished"
    value, rule = _read_plain(head, True)
    return value, rule if value is not None else "unfinished"


def _read_plain(text: str, cut: bool) -> tuple[int | None, str]:
    text = plain_counts(text.strip())
    if len(text) <= 40:
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
    text = _TIMES.sub(_times, text) if "x" in text else text
    text = without_earlier_counts(without_measures(text))
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
    text = without_attributed(asserted(without_plans(without_instructions(text)), quotes=True))
    text = without_left_out(with_duals(without_one_another(without_openings(text))))
    words = words_of(text)
    value = taken_off(text)
    value = some_of_all(text) if value is None else value
    value = 1 if value is None and left_with_one(text) else value
    value = corrected(text, words) if value is None else value
    if value is None and may_correct(text, words.words):
        value = concluded(text)
    if value is not None:
        return (None, "unfinished") if cut and ANALYSIS.match(text) is not None else (value, "correction")
    if "?" in text:
        if OFFERS_ANOTHER.search(text):
            return None, AMBIGUOUS
        asked, text = text, without_questions(text)
        if not text:
            return None, NO_ANSWER
        words = words if text == asked else words_of(text)
    found = numbers(words)
    if len(found) > 1:
        value = _taken_back(text)
        value = revised(text) if value is None else value
        value = remaining(text, words, found) if value is None else value
        value = all_but(words, found) if value is None else value
        if value is not None:
            return value, "correction"
        if disagree(words, found) or depends_on_what(words, found) or (" be " in text and _MAY_BE.search(text)):
            return None, AMBIGUOUS
        value = equated(text)
        if value is not None:
            return value, "sum"
        value = counted_aloud(text, words, found) or repeated(words, found)
        if value:
            return value, "enumeration"
        value = added_up(text, [number.value for number in found if not _is_list_mark(words, number)])
        if value is not None:
            return value, "sum"
        if (
            value is None
            and all(may_be_article(words, one.start, one.end) for one in found)
            and _IN_PICTURE.match(text)
        ):
            return None, NO_ANSWER  # "Na imagem há uma praça com um chafariz"
        value = summed(words, found) if ":" in text or "(" in text or "-" in text else None
        if value is not None and not cut:
            return value, "sum"
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
    only_articles = bool(found) and begins and all(may_be_article(words, one.start, one.end) for one in found)
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


def _weakest(text: str, words: Words, stated: Sequence[Claim]) -> tuple[int | None, str]:
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
