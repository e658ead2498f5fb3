"""Rankings of options given as a sequence of letters: HVSBench Q3 (paper sec. C, Fig. 9 and Table 10)."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Mapping, Sequence
from itertools import islice

from ..choices.clauses import with_latin_letters
from ..choices.letters import MARK, with_letters, with_names_too
from ..common import Standardized, checked_profile
from ..counts.words import CORRECTION, may_correct
from ..stance.asserted import without_plans
from ..stance.mentions import checked_labels
from ..stance.no_answers import without_instructions
from ..stance.phrases import REFUSES
from ..stance.plans import discusses
from ..stance.ranking_words import LEVEL, NEXT, RANK, RANKING_INTRO, SENTENCE, ties, upward
from ..stance.service_errors import is_error
from ..stance.taken_back import taken_back
from ..stance.tasks import without_ranking_task
from ..stance.undecided import assertions
from ..stance.verdict import AMBIGUOUS, NO_ANSWER, REFUSAL
from ..text.answers import answer_fields
from ..text.cleaning import as_text, boxed, plain
from ..text.finish import Settled, settled_reply
from ..text.literals import json_values
from ..text.standing import LONG, stands
from ..text.tool_calls import without_looks
from ..text.totals import with_totals
from .criteria import without_other_orders
from .formats import from_json, from_table
from .lists import listed, per_letter
from .marks import (
    alternating,
    annotated,
    awarded,
    in_columns,
    in_ordinals,
    starred,
    tagged,
    valued,
    with_names_resolved,
    without_strangers,
    without_tags,
)
from .names import completed, lettered
from .pieces import in_pieces
from .plainly import numbered_items, swapped
from .prose import announced_row, told
from .rankings import TWO_CHAINS, directed, goes_up, is_announced, sequences, states_downward
from .runs import Ranking, Run, mentions, runs
from .unknown import one_left

_PAPER_PHRASE = re.compile(
    r"(?:answer is|should be|order is|orders are|ranking is)"
    r"(?-i:[\s\W]{0,20}?(?P<letters>[A-Z](?:[\s>＞<,;:/|=\"'*()\[\]{}→-]{0,9}[A-Z])*)(?![a-z]))",
    re.IGNORECASE,
)
_CUE = re.compile(
    r"(?:\b(?:answer|order|orders|ordering|ranking|rank|ranked|sequence|result|output|prediction|should be|would be"
    r"|as follows|arranged|sorted|i would rank)\b[^.\n;?!]{0,60}?(?:\b(?:is|are|be|as|follows)\b|:|=)"
    r"|\b(?:should be|would be|answer|ranking|order)\b|答案|顺序|順序|排序|排名|順番|순서)"
    r"(?:[\s:=\"'\[({-]|\b(?:is|as|follows|the|it|that|from|option|options|object|only"
    r"|most salient to least salient)\b|应该是|是|为|は)*$",
    re.IGNORECASE,
)
_COMPARES = re.compile(
    r"\b(?:less|than|lower|fewer|behind|before|not|(?:least|last|lowest)(?![ \w]{0,24}[:)]))\b|n't", re.IGNORECASE
)
_STARS = re.compile(r"(?<![^\n])([ \t]{0,12})\*(?=[ \t])")  # bullets, which look like emphasis
_WORD = re.compile(r"[^\W\d_]+")
_LIST = re.compile(r"\[\s{0,9}[\[{\"'“‘\d.-]")
_LETTER_IN_CELL = re.compile(r"(?<=[|\n])(\s{0,3})[\[(]([A-Z])[\])](?=\s{1,3}\w)")  # "| [A] the trumpet | 2 |"
_NOT_LETTERS = re.compile(r"[\W_]+")
_DIGIT = re.compile(r"\d")
_NAMED = re.compile(r"\b([^\W\d_]{4,20}) ?= ?(?=[(\[\"']?[A-Z]\b)")  # "order=B,A,C": no two that are equal
_EQUAL = re.compile(r"[=~≈≃≅]")
# A ranking whose reason was cut off: "The order is BCA because the object in".
_BEGUN = re.compile(
    r"(?:[^.\n;?!]{0,80}?\b(?:order|ranking|answer|sequence)\b[^.\n;?!]{0,40}?(?:\bis\b|\bbe\b|[:=])\s{0,3})?"
    r"(?P<letters>[A-Z](?:[\s,>/-]{0,4}(?-i:[A-Z]))+)\W{0,3}\s(?:because|since|as|due|for|given|with|where)\b"
)
_REST = re.compile(
    r"[\])\"']{0,2},?\s(?:(?:and|then|finally|lastly|followed by)\s){0,2}the (?:remaining|other|last|rest)\b"
    r"(?: (?:one|option|object|box))?[\s.]{0,3}$",
    re.IGNORECASE,
)
_UNORDERED = re.compile(
    r"\b(?:hard|difficult|impossible|cannot|can't|unclear|not sure|unsure|schwer|unklar|difficile|impossible de"
    r"|difícil|сложно|трудно"
    r"|не могу|trudno|moeilijk|svårt)\b[^.;!?\n]{0,40}\b(?:(?:in )?(?:which|what) order|в каком порядке"
    r"|in welcher reihenfolge|dans quel ordre"
    r"|en qué orden|em que ordem|in quale ordine|w jakiej kolejności|in welke volgorde"
    r"|i vilken ordning)\b[^.;!?\n]{0,20}\W*$"
    r"|\b(?:or (?:perhaps |maybe |possibly )?(?:vice versa|(?:the )?(?:other|opposite) way (?:a)?round|the (?:reverse"
    r"|opposite)|not)"
    r"|oder (?:auch |vielleicht )?(?:umgekehrt|nicht)|ou (?:l'inverse|vice[ -]versa|pas)|o (?:al revés|viceversa"
    r"|vice versa"
    r"|il contrario|all'inverso)|ou (?:o contrário|ao contrário|vice[ -]versa)|или наоборот)\W*$",
    re.IGNORECASE,
)
"""What a reply ends with that leaves places open ("The fence and the branch: hard to say in which order.")."""
_WEAK = frozenset(("told", "listed", "permutation", "comparison", "ranks", "mentions"))
"""Rules that take what a text says for a ranking, although it does not call it one."""
_BY_MEANING = frozenset(("told", "comparison", "scores", "ranks"))
"""Rules that read which option is more salient; the others read a sequence, which may go the way that was asked."""
_TERSE = 60
_MOST_CORRECTIONS = 5

_PRODUCT = re.compile(  # "A: 0.17 x 0.28 = 0.048": areas that an analysis works out
    r"\d?\.\d{1,4}\s?[\u00d7x*]\s?\d?\.\d{1,4}(?:\s?[\u2248=~]{1,2}\s?\d?\.\d{1,5})?"
)
_WOULD_BE = re.compile(
    r"\b(?:would|might|could)(?: rather)? (?:be|read"
    r"|give)\s[(\[\"']{0,2}(?P<letters>[A-Z](?:[\s,>-]{0,3}[A-Z])+)(?![^\W_])"
)
_SUMS_UP = re.compile(
    r"(?:[.!?]\s|\n)\W{0,4}(?:in short|in sum|in summary|to sum up|so|thus|therefore|hence|overall|in conclusion"
    r"|all in all|kurz"
    r"|bref|en resumen|em resumo|in breve|итак),?\s(?P<ranking>[^.!?\n]{6,200}[.!]?)\s*\Z",
    re.IGNORECASE,
)
_TWO_ORDERS = re.compile(  # "BAC oder vielleicht ABC"
    r"\b(?P<one>[A-H]{2,8})\W{1,3}(?:or|oder|ou|o|eller|of|или|lub|または|或者?)\s(?:[^\W\d_]{2,12}\s){0,2}(?P<other>[A-H]{2,8})\b"
)
_MEDALS = {0x1F947: ", first: ", 0x1F948: ", second: ", 0x1F949: ", third: "}
_ORDER = re.compile(r"\b[A-H]{2,8}\b")
_ANNOTATED = re.compile(r"(?:(?<=[^\W\d_]\))|(?<=\s\d\d\))) (?=[A-Z] ?\()")  # "B (face, 95) A (headline, 80)"
_TURNED_ROUND = re.compile(  # "C < B < A, that is, read the other way round, ABC"
    r"\b(?:so from (?:first to last|(?:the )?most to (?:the )?least)|the other way (?:a?round)|reversed"
    r"|in reverse(?: order)?|backwards|turned (?:a?round))\b[^A-Z\n]{0,20}"
    r"(?P<letters>[A-Z](?:[\s,>-]{0,3}[A-Z])+)\W*$"
)


def order(
    text: object,
    labels: Sequence[str] = "ABC",
    profile: str = "robust",
    options: Sequence[str] | None = None,
    finished: bool | None = None,
    question: str | None = None,
) -> Standardized[str]:
    """Return the order of options that a reply gives, as a string such as "BCA".

    Args:
        text: The reply; None and NaN count as "".
        labels: The letters of the options; the robust profile returns only these.
        profile: "paper" takes the capital letters behind "order is" and the like, else all capital letters of the text;
            "robust" reads as a person would, see docs/standardization.md.
        options: The options' texts (boxes or names) in the labels' order, where the caller knows them. Boxes, names and
            places in the reply are then read as their letters, and a ranking of only some options is no answer.
        finished: False when the reply was cut by a token limit, True when it ended by itself, None when unknown; the
            robust profile takes no ranking from a sentence that was cut.
        question: What was asked: where it asks for the least salient option first, the letters come in this order.

    Returns:
        The letters in the order that was asked for, from most to least salient without a question. They may be fewer
        than the labels when the reply ranks only some and `options` is None; "" with `fallback=True` without a ranking.

    Raises:
        ValueError: The profile is unknown, the labels are not distinct single characters, or there are not as many
            options as labels. The text never raises.

    Example:
        >>> order("B is larger than A, and C comes last: B > A > C")
        Standardized(value='BAC', rule='permutation', fallback=False)
        >>> order("C stands out most, then A, and B least.", question="Rank them from least to most salient.").value
        'BAC'
    """
    letters = checked_labels(labels)
    if options is not None and len(options) != len(letters):
        raise ValueError(f"{len(options)} options for {len(letters)} labels")
    if checked_profile(profile) == "paper":
        return _published(as_text(text))
    if is_error(as_text(text)):
        return Standardized("", REFUSAL, True)
    found = _most_first(text, letters, options, finished)
    if question is None or found.fallback or not upward(question) or states_downward(question):
        return found
    given = as_text(text)
    says_so = found.rule in _BY_MEANING or upward(given) or states_downward(given)
    return found._replace(value=found.value[::-1]) if says_so else found


def _most_first(
    text: object, letters: tuple[str, ...], options: Sequence[str] | None, finished: bool | None
) -> Standardized[str]:
    """Return the ranking from the most to the least salient; letters alone are taken to be given so."""
    if isinstance(text, str) and finished is not False and letters:
        value = "" if len(text) > _TERSE else starred(text, letters) or _whole(text, letters)
        if value:
            return Standardized(value, "whole", False)
    reply = settled_reply(without_looks(as_text(text)), finished)
    if reply is None:
        return Standardized("", "unclosed_reasoning", True)
    value, rule = _read(reply, letters, options, finished) if letters else ("", NO_ANSWER)
    if options is not None and not value and rule == NO_ANSWER and not reply.cut:
        names = lettered(plain(reply.text), letters, options)
        value, rule = _read_plain(names, letters, options, False) if names else ("", rule)
        if not value and not names and (value := completed(plain(reply.text), letters, options)):
            rule = "names"
    if options is not None and not value and rule in (NO_ANSWER, "partial") and not reply.cut:
        names = one_left(plain(reply.text), letters, options)
        value, rule = _read_plain(names, letters, options, False) if names else ("", rule)
    if options is not None and len(value) < len(letters) and (value or rule == "partial"):
        value, rule = _summed_up(reply, letters, options) or ("", "partial")
    if (
        value
        and finished is None
        and rule in _WEAK
        and not (rule == "told" and value != "".join(letters) and _names_each_once(reply.whole, letters, options))
        and not _stands(reply.whole, value, letters, options)
    ):
        value, rule = "", "unfinished"
    return Standardized(value, rule, not value)


def _summed_up(reply: Settled, letters: tuple[str, ...], options: Sequence[str]) -> tuple[str, str] | None:
    """Return the ranking that a last sentence sums up ("In short, B is more salient than C, and C than A.")."""
    last = _SUMS_UP.search(plain(reply.text)) if not reply.cut else None
    value, rule = _read_plain(last["ranking"], letters, options, False) if last is not None else ("", "")
    return (value, rule) if len(value) == len(letters) else None


def _stands(text: str, value: str, letters: tuple[str, ...], options: Sequence[str] | None) -> bool:
    """Tell whether a text gives a ranking at one of its ends, or in sentences that tell nothing else behind a plan."""
    long = LONG
    if discusses(text, LONG):
        long, named = 0, mentions(with_letters(plain(text), letters, options), letters)
        if options is not None and named and not {*letters} <= {letter for run in named for letter in run.letters}:
            return False  # what comes last is still to be told
    if stands(text, value, lambda part: order(part, letters, "robust", options, True).value or None, long):
        return True
    _, *told = SENTENCE.split(text.strip().lower())
    told = [sentence for sentence in told if sentence.strip(" .*_#-")]
    return 1 < len(told) <= len(letters) and all(RANK.search(one) or NEXT.search(one) for one in told)


def _names_each_once(text: str, letters: tuple[str, ...], options: Sequence[str] | None) -> bool:
    """Tell whether a text speaks of every option once and in turn, so that it tells a ranking and discusses none."""
    found = mentions(with_letters(plain(text), letters, options), letters)
    return sorted(run.letters for run in found) == sorted(letters)


def _published(text: str) -> Standardized[str]:
    phrase = _PAPER_PHRASE.search(text)
    if phrase:
        return Standardized("".join(re.findall(r"[A-Z]", phrase.group("letters"))), "phrase", False)
    capitals = "".join(re.findall(r"[A-Z]", text))
    return Standardized(capitals, "all_capitals", False) if capitals else Standardized("", NO_ANSWER, True)


def _read(
    reply: Settled, letters: tuple[str, ...], options: Sequence[str] | None, finished: bool | None
) -> tuple[str, str]:
    answer = reply.text
    if not reply.whole.strip():
        return "", "empty"
    if "{" in answer or ("[" in answer and _LIST.search(answer)):
        value = _from_json(answer, letters, options)
        if value:
            return value, "json"
    content = boxed(answer) if "\\" in answer else None
    if content is not None:
        value, _ = _read_plain(plain(content), letters, options, False)
        if value:
            return value, "boxed"
    if "=" in answer and "<" in answer:
        value = from_json(tagged(answer), letters, options)
        if value:
            return value, "ranks"
    text = plain(without_tags(_STARS.sub(r"\1-", answer) if "*" in answer else answer))
    if reply.cut and finished is None:
        whole = _whole(plain(reply.whole), letters)  # "**A\nB\nC**" seems to lack the end of its last bold line
        if whole:
            return whole, "whole"
    _, colon, last = reply.rest.rpartition(":")
    chained = ">" in reply.rest or (colon and _whole(plain(last), letters))
    if reply.cut and finished is None and chained:
        value, rule = _read_plain(
            plain(reply.whole), letters, options, True
        )  # "So dog > cat > sky" ends without a stop
        if value:
            return value, rule
    if reply.cut and not text.strip():
        begun = _BEGUN.match(plain(reply.whole))
        value = _whole(begun.group("letters"), letters) if begun else ""
        return value, "phrase" if value else "unfinished"
    return _read_plain(text, letters, options, reply.cut)


def _from_json(answer: str, letters: tuple[str, ...], options: Sequence[str] | None) -> str:
    values = json_values(answer)
    rising = any(isinstance(value, Mapping) and _rises(value) for value in values[-20:])
    for field in [*(() if rising else answer_fields(answer)), *islice(reversed(values), 20)]:
        value = (
            _read_plain(plain(field), letters, options, False)[0]
            if isinstance(field, str)
            else from_json(field, letters, options)
        )
        if len(value) == len(letters):
            return value
    return ""


def _rises(value: Mapping[str, object]) -> bool:
    """Tell whether an object's field is named as one from least to most; `from_json` turns its list round."""
    return any(isinstance(item, list) and upward(str(key)[:60].replace("_", " ")) for key, item in value.items())


def _read_plain(text: str, letters: tuple[str, ...], options: Sequence[str] | None, cut: bool) -> tuple[str, str]:
    text = _ANNOTATED.sub(", ", with_totals(with_latin_letters(text)))
    text = text.translate(_MEDALS) if "\U0001f947" in text else text
    text = _PRODUCT.sub(" ", text) if "\u00d7" in text or " x " in text or "*" in text else text
    whole = starred(text, letters) or _whole(text, letters) or in_pieces(text, letters)
    if whole:
        return whole, "whole"
    columns = text if "|" in text else in_columns(text) if "\n" in text else ""
    if columns:
        columns = _LETTER_IN_CELL.sub(r"\1\2", columns)
        value = from_table(columns, letters, options) or from_table(
            with_letters(columns, letters, options), letters, options
        )
        if value:
            return value, "table"
    if "\n" in text and (value := numbered_items(text, letters)):
        return value, "numbered"
    text = without_ranking_task(without_plans(without_instructions(assertions(text))))
    text = _NAMED.sub(r"\1: ", text) if "=" in text else text
    if not text.strip():
        return "", AMBIGUOUS
    two = _TWO_ORDERS.search(text)
    if (
        two is not None
        and sorted(two["one"]) == sorted(two["other"])
        and two["one"] != two["other"]
        and _ORDER.search(text, two.end()) is None
    ):
        return "", AMBIGUOUS
    if _UNORDERED.search(text[-160:]) is not None or _under_conditions(text, letters):
        return "", AMBIGUOUS
    if (turned := _TURNED_ROUND.search(text)) is not None and (whole := _whole(turned["letters"], letters)):
        return whole, "correction"
    text = without_other_orders(text)
    lettered = with_letters(text, letters, options)
    if lettered is not text and MARK not in lettered and (whole := _whole(lettered, letters)):
        return whole, "whole"
    text = in_ordinals(without_strangers(lettered, letters), len(letters))
    corrections = deque(CORRECTION.finditer(text), _MOST_CORRECTIONS) if may_correct(text, _words(text)) else ()
    for match in reversed(corrections):
        tail = text[match.end() :].lstrip(" ,.:;-")
        corrected = _complete(tail, letters) if text[: match.start()].strip() else []
        if not corrected and options is not None and (mixed := with_names_too(tail, letters, options)) != tail:
            corrected = _complete(mixed, letters)
        if corrected:
            return corrected[-1].letters, "correction"
    parts = taken_back(text)
    if parts is not None and _complete(parts[0], letters) and (corrected := _complete(parts[1], letters)):
        return corrected[-1].letters, "correction"
    found = mentions(text, letters)
    if not found and _DIGIT.search(text):
        value = alternating(text, letters)[1]
        if value:
            return value, "ranks"
    if not found:
        value = _lower_case(text, letters)
        if value:
            return value, "phrase"
        return "", REFUSAL if REFUSES.search(text) else NO_ANSWER
    complete = (_by_names(text, letters) if len(found) == len(letters) else []) or _complete(text, letters, found)
    if complete:
        last = complete[-1]
        return swapped(last.letters, text[last.end :], letters, options), last.rule
    if cut:
        return "", "unfinished"
    return ("", "partial") if options is not None else _partial(text, runs(text, found), letters)


def _under_conditions(text: str, letters: tuple[str, ...]) -> bool:
    """Tell whether a text gives different rankings for different cases ("it would be BAC, but ... CAB")."""
    rankings = [_whole(found["letters"], letters) for found in _WOULD_BE.finditer(text)]
    return len({*filter(None, rankings)}) > 1


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def _whole(text: str, letters: tuple[str, ...]) -> str:
    """Return the ranking of a text that holds nothing but the letters, in any case, and marks between them."""
    if len(text) > _TERSE:
        return ""
    joined = _NOT_LETTERS.sub("", text)
    if len(joined) != len(letters) or "?" in text or _EQUAL.search(text):
        return ""
    if ">" in text and TWO_CHAINS.search(text):
        return ""
    of_case = {label.lower(): label for label in letters}
    value = "".join(of_case.get(character.lower(), "") for character in joined)
    if len(set(value)) < len(letters):
        return ""
    return value[::-1] if "<" in text and ">" not in text else value


def _lower_case(text: str, letters: tuple[str, ...]) -> str:
    """Return the ranking in small letters that a text without capital ones announces ("the order is b, c, a")."""
    among = "".join(map(re.escape, letters)).lower()
    if len(letters) < 2 or (":" not in text and " is " not in text and " be " not in text):
        return ""
    rest = rf"(?:[\s,>;/&-]{{0,4}}(?:then |and )?[{among}]){{{len(letters) - 1}}}"
    found = re.findall(rf"(?:\b(?:is|be)\b|:)[\s\"'(\[]{{0,4}}([{among}]{rest})(?![^\W_])", text)
    return _whole(re.sub(r"\b(?:then|and) ", "", found[-1]), letters) if found else ""


def _by_names(text: str, letters: tuple[str, ...]) -> list[Ranking]:
    """Return the ranking of names whose letters the text has given before."""
    tail = with_names_resolved(text, letters)
    return _complete(tail, letters) if tail else []


def _with_rest(text: str, found: list[Run], letters: tuple[str, ...]) -> str:
    """Return the ranking of all letters but one that "and the remaining one" completes, "" for any other text."""
    chains = runs(text, found)
    if len(chains) != 1 or len(chains[0].letters) != len(letters) - 1 or len(letters) < 3:
        return ""
    if not _REST.match(text, chains[0].end) or goes_up(text, chains[0].start):
        return ""
    return chains[0].letters + next(letter for letter in letters if letter not in chains[0].letters)


def _annotated(text: str, letters: tuple[str, ...]) -> Ranking | None:
    """Return the ranking of names with their letters behind them; in the question's order only an announced one."""
    start, end, value, defines = annotated(text, letters)
    if not value or ties(text):
        return None
    run = Run(start, end, value, False)
    announced = is_announced(text, run) or RANKING_INTRO.search(text[end : end + 60])
    shuffled = value != "".join(letters) and not defines
    return Ranking(end, directed(text, run), "listed") if announced or shuffled else None


def _complete(text: str, letters: tuple[str, ...], found: list[Run] | None = None) -> list[Ranking]:
    """Return rankings of all letters, the one that counts last."""
    found = mentions(text, letters) if found is None else found
    if len({letter for run in found for letter in run.letters}) < len(letters) - 1:
        return []
    chains = sequences(text, runs(text, found), letters)
    announced = [ranking for ranking in chains if ranking.rule == "phrase"]
    if announced:
        return announced
    if chains and _DIGIT.search(text) is None and LEVEL.search(text) is None:
        return chains
    by_rank = per_letter(text, found, letters)
    in_list = listed(text, letters)
    for ranking in (by_rank, in_list):
        if ranking is not None and (not chains or chains[-1].end <= ranking.end):
            return [ranking]
    if chains:
        return chains
    end, value = alternating(text, letters)
    if value:
        return [Ranking(end, value, "ranks")]
    value = valued(text, letters) or awarded(text, letters) or _with_rest(text, found, letters)
    if value:
        return [Ranking(len(text), value, "ranks")]
    ranking = told(text, found, letters) or _annotated(text, letters) or announced_row(text, found, letters)
    return [ranking] if ranking is not None else []


def _partial(text: str, chains: Sequence[Run], letters: tuple[str, ...]) -> tuple[str, str]:
    """Read a reply that ranks only some of the letters, or mentions each once without comparing them."""
    announced = [run for run in chains if _CUE.search(text[max(0, run.start - 110) : run.start])]
    sequence = "".join(run.letters for run in chains)
    if ties(text) or (len(set(sequence)) < len(sequence) and not announced):
        return "", AMBIGUOUS
    if announced and (len(chains) == 1 or len(announced[-1].letters) > 1):
        return directed(text, announced[-1]), "phrase"
    rest = "" if len(chains) == 1 and len(sequence) < len(letters) else text[: chains[-1].end]
    if len(set(sequence)) < len(sequence) or _COMPARES.search(rest):
        return "", AMBIGUOUS
    if REFUSES.search(text):
        return "", REFUSAL
    if len(chains) == 1:
        return (directed(text, chains[0]), "only_sequence") if len(sequence) < len(letters) else ("", AMBIGUOUS)
    if len(sequence) == len(letters) and not NEXT.search(text.lower()):
        return "", AMBIGUOUS
    return sequence, "mentions"
