"""Rankings of options given as a sequence of letters or names: HVSBench Q3 (paper sec. C, Fig. 9 and Table 10)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from .common import AMBIGUOUS, NO_ANSWER, REFUSAL, UNFINISHED, Standardized, checked_labels, checked_profile
from .evidence import Mention, Options, breaks_off, lower, mentions, name_of, options_of, refuses
from .literals import answer_fields, boxed, json_values, without_objects
from .paper import published_order
from .text import as_text, fold, plain, said

_MOST_MENTIONS = 3_000
_BEFORE = 120
_SHORT = 400
_GAP = re.compile(
    r"(?:[\s>,;/|=\"'()\[\]{}<.→-]|\b(?:and|then|the|next|finally|lastly|last|followed|by|option|object|box|to|at"
    r"|on|in|first|second|third|fourth|after|that|it|is|comes?|are|a|an)\b|、|和|其次|然后|最后|再)*",
    re.IGNORECASE,
)
_ANNOUNCES = re.compile(
    r"\b(?:answer|orders?|ordering|rank(?:ing|ed)?|sequence|sorted|result|final(?:ly)?|should be|would be|as follows"
    r"|list|prediction|so)\b|答案|顺序|順序|排序|依次",
    re.IGNORECASE,
)
_NAMES_OPTIONS = re.compile(
    r"\b(?:between|among|of|options?|objects?|choices?|from|letters?|compar\w+|given|box(?:es)?|regions?|either|tied?)"
    r"[\s:\[(\"']{0,3}(?:the |are |is )?$",
    re.IGNORECASE,
)
_UPWARD = re.compile(
    r"\b(?:least|lowest|weakest|last|bottom)\b[^.\n;]{0,60}\b(?:to|up to)\b[^.\n;]{0,20}\b(?:most|highest|first|top)\b"
    r"|\bascending\b|\bincreasing\b",
    re.IGNORECASE,
)
_COMPARES = re.compile(
    r"\b(?:less|than|lower|fewer|behind|before|not|equal\w*|same|ties?|tied|similar|either|or|whereas|while)\b"
    r"|n't\b",
    re.IGNORECASE,
)
_UNDECIDED = re.compile(r"\b(?:or|either|could|might|may|cannot|can't)\b", re.IGNORECASE)
_TAG = re.compile(r"</?[a-z][^<>\n]{0,40}>")
_LEADS = re.compile(r"\b(?:most|then|first|followed|next|second)\b", re.IGNORECASE)
_SENTENCE = re.compile(r"[.!?:;\n]")
_LAST = re.compile(r"\b(?:least|last|lowest|finally)\b", re.IGNORECASE)
_RANK_BEHIND = re.compile(
    r"[\])}\"']{0,2}[^\n\w]{0,4}(?:[:=(-]|->|\||is|ranks?|ranked|rank|\s){1,6}(?:#|no\.)?\s?(\d{1,2})(?:st|nd|rd|th)?\b(?![.,]\d)",
    re.IGNORECASE,
)
_RANK_BEFORE = re.compile(
    r"(?<![\w.,])#?(\d{1,2})(?:st|nd|rd|th)?\s{0,2}[.):|\]-]\s{0,3}(?:\(?[A-Za-z ]{2,24}\)?:\s)?"
    r"(?:(?:option|object|box)\s)?[\[(\"'|]{0,2}$",
    re.IGNORECASE,
)
_LABEL_FIELDS = ("label", "option", "letter", "object", "id", "answer", "choice", "name")


class _Run(NamedTuple):
    """Options that follow each other: characters [start, end) of the text, the options' indices, and the direction."""

    start: int
    end: int
    options: tuple[int, ...]
    upward: bool


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
        profile: "paper" takes the capital letters after "order is" and the like, else all capital letters of the text;
            "robust" reads as a person would, see docs/standardization.md.
        options: The options' texts in the labels' order, where the question shows them: a reply may rank by them.
        finished: False when the reply was cut by a token limit, True when it ended by itself, None when unknown.
        question: What was asked; kept for callers, the reading does not depend on it.

    Returns:
        All letters in the order given, or "" with `fallback=True`: an order that leaves options out is "partial".

    Raises:
        ValueError: The profile is unknown, the labels are not distinct single characters, or there are not as many
            options as labels. The text never raises.

    Example:
        >>> order("B stands out most, followed by C and A.").value
        'BCA'
    """
    letters = checked_labels(labels)
    if checked_profile(profile) == "paper":
        return published_order(as_text(text))
    texts = None if options is None else tuple(map(as_text, options))
    if texts is not None and len(texts) != len(letters):
        raise ValueError(f"{len(letters)} labels need as many options, not {len(texts)}")
    indices, rule = _read(text, options_of(letters, texts), finished)
    return Standardized("".join(letters[index] for index in indices), rule, not indices)


def _read(text: object, options: Options, finished: bool | None) -> tuple[Sequence[int], str]:
    answer = said(text)
    if answer.problem:
        return (), answer.problem
    for field in [*answer_fields(answer.text), *islice(reversed(json_values(answer.text)), 20)]:
        if found := _from_json(field, options):
            return found, "json"
    content = boxed(answer.text)
    if content is not None and (found := _Ranking(plain(content), options, None).read()[0]):
        return found, "boxed"
    return _Ranking(plain(_TAG.sub(" ", without_objects(answer.text))), options, finished).read()


def _from_json(field: object, options: Options) -> Sequence[int]:
    """Return the order in a JSON value: text, a list of letters or objects, {letter: rank} or {rank: letter}."""
    count = len(options.labels)
    if isinstance(field, str):
        return _Ranking(plain(field), options, None).read()[0]
    if isinstance(field, list):
        found = [_index(part, options) for part in field[:64]]
        return found if len(found) == count and sorted(found) == [*range(count)] else ()
    if isinstance(field, Mapping):
        items = list(field.items())[:64]
        ranks = {_index(key, options): value for key, value in items}
        if sorted(ranks) == [*range(count)] and sorted(map(str, ranks.values())) == sorted(
            map(str, range(1, count + 1))
        ):
            return sorted(ranks, key=lambda index: float(str(ranks[index])))
        return _from_json([value for _, value in items], options) if len(items) > 1 else ()
    return ()


def _index(part: object, options: Options) -> int:
    """Return the option that a JSON value names, or -1."""
    if isinstance(part, Mapping):
        fields = {str(key).lower(): value for key, value in part.items()}
        part = next((fields[name] for name in _LABEL_FIELDS if name in fields), "")
    text = part if isinstance(part, str) and len(part) < 500 else ""
    name, words = name_of(text), re.findall(r"[^\W_]+", fold(text))
    words = words[1:] if len(words) > 1 and words[0].lower() in ("option", "object", "box") else words
    if words and words[0] in options.labels:
        return options.labels.index(words[0])
    return options.names.index(name) if name and name in options.names else -1


class _Ranking:
    """A reply that ranks options."""

    def __init__(self, text: str, options: Options, finished: bool | None) -> None:
        self.text, self.options, self.count = text, options, len(options.labels)
        self.lowered, self.cut = lower(text), breaks_off(text, finished)

    def read(self) -> tuple[Sequence[int], str]:
        """Return the indices of the options, the first first, and the rule; evidence is tried in this order."""
        if self.ties():
            return (), AMBIGUOUS
        if whole := self.whole():
            return whole, "whole"
        found = list(islice(self.mentioned(), _MOST_MENTIONS))
        full = [run for run in self.runs(found) if len(run.options) == self.count]
        announced = [run for run in full if self.announces(run)]
        if announced:
            return self.directed(announced[-1]), "declared"
        for rule, ranks in (("numbered", self.numbered(found)), ("ranks", self.ranked(found))):
            if ranks:
                return ranks, rule
        if self.cut:
            return (), UNFINISHED
        if refuses(self.text):
            return (), REFUSAL
        stated = [run for run in full if not self.restates(run)]
        if len({run.options for run in full}) > 1 and _UNDECIDED.search(self.text):
            return (), AMBIGUOUS
        if stated:
            return self.directed(stated[-1]), "sequence"
        if not found:
            return (), NO_ANSWER
        return self.in_passing(found)

    def ties(self) -> bool:
        """Tell whether a short reply calls two options equal, as in "A > B = C", which orders neither."""
        one = f"(?:{'|'.join(map(re.escape, self.options.labels))})"
        tie = rf"(?<!\w)[\[(]?{one}[\])]?\s*[=≈]\s*[\[(]?{one}(?!\w)"
        return len(self.text) < _SHORT and bool(self.options.labels) and re.search(tie, self.text) is not None

    def whole(self) -> Sequence[int]:
        """Return the order of a reply that is nothing but its letters, in either case."""
        joined = re.sub(r"[\W_]+", "", self.text) if len(self.text) < _SHORT else ""
        labels = "".join(self.options.labels)
        if len(joined) != self.count or sorted(joined.upper()) != sorted(labels.upper()):
            return ()
        found = [labels.upper().index(letter) for letter in joined.upper()]
        return found[::-1] if "<" in self.text and ">" not in self.text else found

    def mentioned(self) -> Iterator[Mention]:
        """Yield mentions of options in order: joined letters one by one, an option named twice in a clause once."""
        among = "|".join(map(re.escape, self.options.labels)) or "(?!)"
        joined = [
            Mention(match.start() + place, match.start() + place + 1, self.options.labels.index(letter), 3)
            for match in re.finditer(
                rf"(?<![0-9A-Za-z'])(?:{among}){{2,{max(2, self.count)}}}(?![0-9A-Za-z'])", self.text
            )
            if len(set(match.group())) == len(match.group())
            for place, letter in enumerate(match.group())
        ]
        last: Mention | None = None
        for mention in sorted([*joined, *mentions(self.text, self.lowered, self.options)]):
            again = last is not None and mention.option == last.option
            if not (again and last and _SENTENCE.search(self.text, last.end, mention.start) is None):
                yield mention
            last = mention

    def runs(self, found: Sequence[Mention]) -> Iterator[_Run]:
        """Yield the longest sequences of distinct options with no more than separators between them."""
        run: list[Mention] = []
        upward = False
        for mention in found:
            gap = self.text[run[-1].end : mention.start] if run else ""
            gap = gap[len(self.own_name(run[-1], gap)) :] if run else gap
            joins = bool(run) and len(gap) <= 40 and gap.count("\n\n") == 0 and _GAP.fullmatch(gap) is not None
            if not joins or mention.option in {one.option for one in run}:
                if run:
                    yield _Run(run[0].start, run[-1].end, tuple(one.option for one in run), upward)
                run, upward = [], False
            upward = upward or (bool(run) and "<" in gap)
            run.append(mention)
        if run:
            yield _Run(run[0].start, run[-1].end, tuple(one.option for one in run), upward)

    def own_name(self, mention: Mention, gap: str) -> str:
        """Return the option's own text after its letter, with the text before it ("[B] the wave")."""
        name = self.options.names[mention.option] if self.options.names else ""
        place = gap.lower().find(name) if name else -1
        return gap[: place + len(name)] if 0 <= place <= 8 else ""

    def announces(self, run: _Run) -> bool:
        """Tell whether words before a run call it the order."""
        before = self.text[max(0, run.start - _BEFORE) : run.start]
        sentence = re.split(r"[.!?]\s|\n\n", before)[-1] if ":" not in before[-4:] else before
        return _ANNOUNCES.search(sentence) is not None and not _NAMES_OPTIONS.search(before)

    def restates(self, run: _Run) -> bool:
        """Tell whether a run only names the options, as in "between A, B and C" or a copy of their list."""
        before, inside = self.text[max(0, run.start - 40) : run.start], self.text[run.start : run.end]
        if _NAMES_OPTIONS.search(before) or "?" in self.text[run.end : run.end + 3]:
            return True
        if _LEADS.search(inside):
            return False
        copied = run.options == tuple(range(self.count)) and bool(self.options.names)
        return copied and all(name and name in inside.lower() for name in self.options.names[:-1])

    def directed(self, run: _Run) -> Sequence[int]:
        """Return a run from most to least, turned round where the text says that it goes the other way."""
        before = re.split(r"[.!?]\s|\n\n", self.text[max(0, run.start - _BEFORE) : run.start])[-1]
        return run.options[::-1] if run.upward or _UPWARD.search(before) else run.options

    def numbered(self, found: Sequence[Mention]) -> Sequence[int]:
        """Return the order of a list or a table such as "1. B  2. C  3. A", sorted by its numbers."""
        places: dict[int, int] = {}
        for mention in found:
            number = _RANK_BEFORE.search(self.text[max(0, mention.start - 40) : mention.start])
            if number:
                places.setdefault(int(number[1]), mention.option)
        value = [places[rank] for rank in sorted(places)]
        complete = sorted(places) == [*range(1, self.count + 1)] and len(set(value)) == self.count
        return value if complete else ()

    def ranked(self, found: Sequence[Mention]) -> Sequence[int]:
        """Return the order in a mapping such as "A: 2, B: 3, C: 1", sorted by rank."""
        ranks: dict[int, int] = {}
        for mention in found:
            if rank := _RANK_BEHIND.match(self.text, mention.end):
                ranks[mention.option] = int(rank[1])
        complete = len(ranks) == self.count and sorted(ranks.values()) == [*range(1, self.count + 1)]
        return sorted(ranks, key=lambda option: ranks[option]) if complete else ()

    def in_passing(self, found: Sequence[Mention]) -> tuple[Sequence[int], str]:
        """Return the options in the order in which a text mentions them, unless it compares them in other ways."""
        options = tuple(mention.option for mention in found)
        early = self.text[: found[-2].end] if len(found) > 1 else ""
        if len({*options}) < len(options) or _COMPARES.search(self.text) or _LAST.search(early):
            return (), AMBIGUOUS
        if self.restates(_Run(found[0].start, found[-1].end, options, False)):
            return (), NO_ANSWER
        return (options, "mentions") if len(options) == self.count else ((), "partial")
