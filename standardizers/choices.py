"""One of several options, given by its letter or by its text: HVSBench Q1, Q4-Q8, Q10, Q11, Q13, and all choices."""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from string import ascii_uppercase

from .common import AMBIGUOUS, NO_ANSWER, REFUSAL, UNFINISHED, Standardized, checked_labels, checked_profile
from .evidence import (
    Mention,
    Options,
    Part,
    breaks_off,
    conclusions,
    declarations,
    first_line,
    first_sentence,
    last_line,
    lower,
    mentions,
    name_of,
    options_of,
    refuses,
)
from .literals import stated_answers, without_objects
from .paper import published_choice, published_option
from .text import as_text, plain, said

NONE_OF_OPTIONS = "none_of_options"
_SHORT = 64
_BRIEF = 200
_AT_ONCE = 12  # characters before an option with which a reply begins
_NONE = frozenset(
    ("z", "none", "none of the above", "none of these", "none of them", "neither", "n/a", "no answer", "null")
)
_WHOLE = re.compile(
    r"[\s\"'*(\[{<]*(?:(?:the |my )?(?:final |correct |best |right )?(?:answer|option|choice|letter|label)(?: is)?)?"
    r"[\s\"':=(\[{<]*(?P<letter>[^\W_])[\s\"')\]}>.:,;!*]*",
    re.IGNORECASE,
)
_LETTER_AND_TEXT = re.compile(
    r"[\s\"'(\[{]*(?:(?:option|choice|answer)\s?:?\s)?[(\[{]?(?P<letter>[^\W_])(?:[)\]}.:]|,| -)\s*"
)
_TURNS = re.compile(
    r"\b(?:while|whereas|but|not|cannot|can't|unable|difficult|impossible|rather than|instead of|than|neither|although"
    r"|though|unlike|compared (?:to|with)|as opposed to|even if)\b"
)
_CONTRAST = re.compile(r"\bbut\b|\b(?:while|whereas|though|although)(?= (?:the|his|her|their|its) (?:eyes|gaze)\b)")
_OR = re.compile(
    r"[\s)\]}\"']*(?:,|、|/|&|\band\b|\bn?or\b|和|或|与)[\s,]*(?:\bor\b|\band\b)?[\s(\[{\"']*(?:the |an? )?",
    re.IGNORECASE,
)
_JUDGES = re.compile(
    r"\b(?:appears?|seems?|is|are|looks?|would|should|can|may|more|most|likely|best|better|closest|closer|corresponds?"
    r"|matches|match|shares?|fits?|completes?|believe|think|identified|points?|pointing|gaz(?:es|ing)|star(?:es|ing)"
    r"|directed|facing)\b"
)
_DESCRIBES = re.compile(
    r"\b(?:shows?|depicts?|features?|displays?|contains?|illustrates?|compare|comparing|provided)\b"
)
_DIGIT = re.compile(r"\d")
_REJECTS = re.compile(
    r"(?<!, )(?<!but )(?<!and )\b(?:not|cannot|incorrect|wrong|false|eliminate|rule out|unlike|less)\b"
    r"|n't\b|错误|不正确|不是|不符"
)


def choice(
    text: object,
    labels: Sequence[str] = "ABCD",
    profile: str = "robust",
    options: Sequence[str] | None = None,
    finished: bool | None = None,
) -> Standardized[str]:
    """Return the option letter that a reply chooses.

    Args:
        text: The reply; None and NaN count as "".
        labels: The letters of the options. The robust profile returns only these; the paper profile returns any
            capital letter.
        profile: "paper" takes the first capital letter after "answer is" and the like, else the first standalone
            capital letter; "robust" reads as a person would, see docs/standardization.md.
        options: The options' texts in the labels' order, where the question shows them: a reply may name one by them.
        finished: False when the reply was cut by a token limit, True when it ended by itself, None when unknown.

    Returns:
        The letter, or "" with `fallback=True`.

    Raises:
        ValueError: The profile is unknown, the labels are not distinct single characters, or there are not as many
            options as labels. The text never raises.

    Example:
        >>> choice("A and B are close, but the answer is C.")
        Standardized(value='C', rule='declared', fallback=False)
    """
    letters = checked_labels(labels)
    if checked_profile(profile) == "paper":
        return published_choice(as_text(text))
    texts = None if options is None else tuple(map(as_text, options))
    if texts is not None and len(texts) != len(letters):
        raise ValueError(f"{len(letters)} labels need as many options, not {len(texts)}")
    index, rule = _read(as_text(text), letters, texts, finished)
    return Standardized(letters[index] if index >= 0 else "", rule, index < 0)


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
        question: What was asked; kept for callers, the reading does not depend on it.

    Returns:
        The 0-based index, or -1 with `fallback=True`; the rule is then a refusal ("refusal"), "none of the above"
        ("none_of_options"), an undecided reply ("ambiguous") and one without any option ("no_answer").

    Raises:
        ValueError: The profile is unknown. The text never raises.

    Example:
        >>> option("The person looks at the kettle.", ["bottle", "bunny", "kettle"])
        Standardized(value=2, rule='first_sentence', fallback=False)
    """
    texts = tuple(map(as_text, options))
    if checked_profile(profile) == "paper":
        return published_option(as_text(text), texts)
    index, rule = _read(as_text(text), tuple(ascii_uppercase[: len(texts)]), texts, finished)
    return Standardized(index, rule, index < 0)


def _read(text: str, letters: tuple[str, ...], texts: tuple[str, ...] | None, finished: bool | None) -> tuple[int, str]:
    if len(text) <= _SHORT:
        return _read_short(text, letters, texts, finished)
    return _read_any(text, letters, texts, finished)


def _read_any(
    text: str, letters: tuple[str, ...], texts: tuple[str, ...] | None, finished: bool | None
) -> tuple[int, str]:
    answer = said(text)
    if answer.problem:
        return -1, answer.problem
    options = options_of(letters, texts)
    for stated, rule in stated_answers(answer.text):
        index, _ = _Reply(plain(stated), options, None).read()
        if index >= 0:
            return index, rule
    index, rule = _Reply(plain(without_objects(answer.text)), options, finished).read()
    return index, "tag" if answer.tagged and index >= 0 else rule


_read_short = lru_cache(8192)(_read_any)


class _Reply:
    """A reply and the options that it may choose."""

    def __init__(self, text: str, options: Options, finished: bool | None) -> None:
        self.text, self.options = text, options
        self.lowered, self.cut = lower(text), breaks_off(text, finished)

    def read(self) -> tuple[int, str]:
        """Return the option and the rule, or -1 and why there is none; evidence is tried in this order."""
        index, rule = self.whole(self.text)
        if rule:
            return index, rule
        for part in declarations(self.text, self.lowered):
            if found := self.stated(part):
                return (found.option, part.rule) if found.option >= 0 else (-1, AMBIGUOUS)
        for part in (first_line(self.text), last_line(self.text)):
            index, _ = self.whole(self.text[part.start : part.end])
            if index >= 0:
                return index, part.rule
        for part in () if self.cut else conclusions(self.text, self.lowered):
            if found := self.stated(part):
                return (found.option, part.rule) if found.option >= 0 else (-1, AMBIGUOUS)
        return self.undeclared()

    def whole(self, text: str) -> tuple[int, str]:
        """Read a text that is nothing but an option: its letter, its letter and its text, its text."""
        labels, names = self.options.labels, self.options.names
        match = _WHOLE.fullmatch(text) if len(text) <= _SHORT else None
        if match:
            letter = match["letter"]
            for label in (letter, letter.swapcase()):
                if label in labels:
                    return labels.index(label), "whole"
        if len(text) > max(self.options.longest, _SHORT) + _SHORT:
            return -1, ""
        name = name_of(text)
        if name in names and name:
            return names.index(name), "whole_text"
        lead = _LETTER_AND_TEXT.match(text)
        if lead and lead["letter"] in labels and names:
            index = labels.index(lead["letter"])
            if names[index] and names[index] == name_of(text[lead.end() :]):
                return index, "letter_and_text"
        return -1, NONE_OF_OPTIONS if name in _NONE else ""

    def stated(self, part: Part) -> Mention | None:
        """Return the first clear mention of a part before it turns to something else; its option is -1 for several."""
        found = self.mentioned(part.start, part.end)
        begin = self.contrast(part.start, part.end)
        later = [one for one in found if one.start >= begin and one.strength > 1]
        if begin > part.start and later and not _REJECTS.search(self.lowered, begin, part.end):
            found = later
        else:
            turn = _TURNS.search(self.lowered, part.start, part.end)
            found = [one for one in found if turn is None or one.start <= turn.start()]
        found = [one for one in found if self.is_worded(one) or self.is_result(one, part)]
        if not found:
            return None
        alone = [one for one, listed in zip(found, self.listed(found), strict=True) if not listed]
        if not alone:
            return found[0]._replace(option=-1)
        best = next((one for one in alone if one.strength > 1), alone[0])
        for other in alone:  # "the third image (B)": the letter counts
            if other.strength == 3 and best.strength == 2 and self.text[best.end : other.start].strip() == "(":
                return other
        return best

    def contrast(self, start: int, end: int) -> int:
        """Return the start of the clause that contrasts ("the head faces the bottle, but the eyes ...")."""
        contrasts = list(_CONTRAST.finditer(self.lowered, start, end))
        return contrasts[-1].end() if contrasts else start

    def listed(self, found: Sequence[Mention]) -> list[bool]:
        """Return the mentions in a list with others, such as "A and B"."""
        result = [False] * len(found)
        for place, (one, other) in enumerate(pairwise(found)):
            if one.option != other.option and _OR.fullmatch(self.text, one.end, other.start):
                result[place] = result[place + 1] = True
        return result

    def is_worded(self, mention: Mention) -> bool:
        """Tell whether a mention is more than a number."""
        return any(map(str.isalpha, self.text[mention.start : mention.end]))

    def is_result(self, mention: Mention, part: Part) -> bool:
        """Whether a number is the first after a declaration, or the last of a conclusion."""
        if part.rule == "declared":
            return _DIGIT.search(self.text, part.start, mention.start) is None
        return _DIGIT.search(self.text, mention.end, part.end) is None

    def mentioned(self, start: int = 0, end: int | None = None) -> list[Mention]:
        return mentions(self.text, self.lowered, self.options, start, end)

    def undeclared(self) -> tuple[int, str]:
        """Read a reply that declares nothing."""
        first = first_sentence(self.text)
        ends = self.text[first.end : first.end + 1] in (".", "!", "?", "\n")
        begun = None if self.cut and not ends else self.stated(first)
        leads = begun is not None and (begun.start <= _AT_ONCE or (begun.strength > 1 and self.judges(first)))
        if begun and begun.option >= 0 and leads:
            clause = self.contrast(0, begun.start)
            if not _REJECTS.search(self.lowered, clause, first.end):
                return begun.option, first.rule
        if self.cut:
            return -1, UNFINISHED
        found = self.mentioned()
        refusing = {one.option for one in found if one.strength == 2 and refuses(self.options.names[one.option])}
        if len(refusing) == 1:  # "Cannot be determined" is an option, too
            return refusing.pop(), "only_mention"
        if refuses(self.text):
            return -1, REFUSAL
        options = {one.option for one in found}
        if len(options) == 1 and self.is_clear(found[0]):
            return options.pop(), "only_mention"
        return -1, AMBIGUOUS if options else NO_ANSWER

    def is_clear(self, mention: Mention) -> bool:
        """Tell whether a mention is more than a bare letter or a number, of which long replies hold many."""
        return len(self.text) < _BRIEF or (mention.strength > 1 and self.is_worded(mention))

    def judges(self, part: Part) -> bool:
        """Tell whether a part judges instead of describing."""
        return bool(_JUDGES.search(self.lowered, part.start, part.end)) and not _DESCRIBES.search(
            self.lowered, part.start, part.end
        )
