"""Which views of a split image words name: numbers, places and what is ruled out."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from .common import AMBIGUOUS, NO_ANSWER, UNFINISHED, Standardized
from .paper import Views

# layouts

_USUAL = {4: (2, 2), 6: (3, 2), 8: (4, 2), 9: (3, 3), 12: (4, 3), 16: (4, 4)}  # views: columns, rows
_SECOND = re.compile(
    r"(?<!\w)2[).:]?\s?(?:is |are |= ?|- ?|: ?|\()?(?:the )?"
    r"(?:(?P<right>(?:upper|top)[\s-]?(?:right|middle|cent))"
    r"|(?P<below>(?:lower|bottom|middle)[\s-]?left)|右上|左下)"
)


class Grid(NamedTuple):
    """How an image is split: views are numbered down the columns, or along the rows; 0 columns: not known."""

    n_views: int
    columns: int
    rows: int
    by_columns: bool

    def cells(self, columns: Iterable[int], rows: Iterable[int]) -> set[int]:
        """Return the views in the given columns and rows, both 0-based."""
        lines = list(rows)
        return {
            (column * self.rows + row if self.by_columns else row * self.columns + column) + 1
            for column in columns
            for row in lines
        }


@lru_cache(256)
def grid_of(n_views: int, question: str | None = None) -> Grid:
    """Return the usual grid of that many views; four are numbered down the columns unless the question says otherwise.

    Example:
        >>> grid_of(4).by_columns, grid_of(4, "1 is upper left, 2 is upper right").by_columns
        (True, False)
    """
    columns, rows = _USUAL.get(n_views, (0, 0))
    second = _SECOND.search(question[:2_000].lower()) if question else None
    by_columns = bool(second["below"] or second[0].endswith("左下")) if second else n_views == 4
    return Grid(n_views, columns, rows, by_columns)


# words

_CARDINALS = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
_ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth"
    " sixteenth"
)
_NUMBERS = {word: str(n) for words in (_CARDINALS, _ORDINALS) for n, word in enumerate(words.split(), start=1)}
_NOUN = re.compile(
    r"(?<![a-z])(?:sub-?)?(?:view|part|image|section|quadrant|region|tile|piece|crop)(s?)(?![a-z])|部分|视图|区域"
)
_SPELLED = re.compile(rf"(?<![a-z])(parts?|number|\d,?(?: and)?)\s({_CARDINALS.replace(' ', '|')})\b")
_RANKED = re.compile(
    rf"\b({_ORDINALS.replace(' ', '|')})\b(?=(?:,?\s(?:and|the|or|first|second|third|\w{{3,7}}th)){{0,4}}\sparts?\b)"
)
_BARE = frozenset(["part", "parts", "number", "numbers", "and", "or", "the"])
_WORD = re.compile(r"[a-z]+|\d+|[^\W\d]+")
_NONE = re.compile(
    r"\W{0,20}(?:none|nothing|null|n/?a|no (?:zoom(?:ing)?|parts?)|无需?|不需要?|没有|都不)(?![a-z])"
    r"(?!\s(?:other|but|except))"
)
_NO_NEED = re.compile(
    r"\bnone of (?:the|them|these)\b|\bno (?:further |more |other )?(?:parts?|zoom(?:ing)?) (?:\w+ )?"
    r"(?:needed|required|necessary)|(?:\bnot|n't) (?:need|want|have|require)\b[^.;,]{0,40}\b(?:any|zoom\w*|at all)\b"
    r"|不需要|无需|不用"
)
_ALL = re.compile(
    r"\ball(?=\s{1,2}(?:except|but)\b)|\b(?:all|every|each)\b(?:[\s-]{1,3}(?:of|the|these|[a-z]{3,8}|\d\d?)){0,3}?"
    r"[\s-]{1,3}parts?\b|\b(?:everything|the (?:whole|entire) part)\b|全部|所有"
)
_ONLY_ALL = re.compile(r"\W*(?:all|everything|全部|所有)(?:\W+(?:of them|\w{3,8}|\d{1,2}))?\W*")
_CUE = re.compile(
    r"\b(?:(?:answer|response|selection|selected|chosen|needed|required|relevant)(?:\sparts?)?(?:\snumbers?)?"
    r"|parts?(?: \w+){0,2}? to (?:zoom|enlarge|look at|see)\w*(?: \w+){0,2}?)\s{0,2}(?:is\b|are\b|[:=])|答案(?:是|为|:)"
)
_CORRECTS = re.compile(r"\b(?:actually|wait|correction|on second thoughts?|no, (?:i|the|it))\b")
_WANTS = re.compile(
    r"\b(?:need|want|zoom|enlarge|select|choose|pick|require|look at|closer|useful|relevant|matter|add\b|should|must)"
    r"|\bgo (?:for|with)\b|\bd (?:see|like)\b|需要|放大|选择|查看"
)
OPEN = re.compile(
    r"\beither\b[^.]{1,80}\bor\b|\bif\b[^.]{1,90}\bif\b|\bdepends? on\b"
    r"|\b(?:cannot|can't) (?:tell|decide|say) (?:which|whether|from)\b"
)
_SENTENCE = re.compile(r"[.;!?](?=\s|$)|(?<![:,])\n|[.;](?=[^\x00-\x7f])")
CUT = re.compile(  # how a text ends that stops in the middle of a sentence
    r"\b(?:the|an?|and|or|of|in|on|at|to|that|which|with|about|if|whether|is|are|from|for|by|its|their)\s*$"
)
BOXED = re.compile(r"\\boxed\{((?:[^{}]|\{[^{}]{0,80}\}){1,200})\}")
_COUNT = re.compile(  # numbers that name no views: "2 parts", "of 4", "10:40"
    r"\b(?:\d{1,9}|two|three)(?:\s(?:more|other|additional|equal|different|zoomed|relevant))?\s{1,3}"
    r"(?:parts|rows|columns)\b|\bof (?:the )?\d{1,4}\b|\d{1,9}(?:\s?%|[.:]\d+)|\d{1,3}\s?x\s?\d{1,3}"
)
_THINGS = re.compile(r"\b\d{1,9}(?:\s(?!(?:[ai]s|was|has|shows|contains|holds|covers)\b)[a-z]{2,}s\b|\s?[个只张名])")
_LABELLED = re.compile(
    r"(?<![a-z])(?:parts?|numbers?|nos?\.|no\.?(?=\s?\d))[\s:#(\"'\[=-]{0,6}(\d{1,9}(?![a-z])"
    r"(?:(?:\s{0,2}(?:[,;/&+-]|and|or|to|through)){1,2}\s{0,2}(?:parts?\s{1,2})?[\"'#(]?\d{1,9}(?![a-z])){0,20})"
)
_STANDALONE = re.compile(r"(?<![A-Za-z0-9_.])(\d{1,9})(?:\s{0,2}(?:-|to|through)\s{0,2}(\d{1,9}))?(?![A-Za-z0-9_])")
_CLAUSE = re.compile(r"\b(?:(?<!all )but(?! not)|whereas|while|since|because|which)\b")
_SUBJECT_NOT = re.compile(
    r"\b(?:is|are|was|were|do|does|seems?) not\b|\b(?:isn|aren|don|doesn)'?t\b|\bno (?:use|need)\b"
    r"|\bnot (?:needed|required|necessary|relevant|useful)\b"
    r"|\b(?:unnecessary|irrelevant|useless|only shows?|shows? only)\b|\d:\s?no\b|不需要|无关"
)
_BUT_NOT = re.compile(
    r"\b(?:except(?: for)?|excluding|without|other than|apart from|instead of|rather than|but not|not"
    r"|no need (?:for|to see)|(?<=all )but|don't need)\b"
)
_PLACE = re.compile(
    r"(?<![a-z])(?:(?P<row>upper|top|lower|bottom|middle|cent(?:er|re|ral))(?:[\s-]{0,2}(?P<column>left|right|middle"
    r"|cent(?:er|re|ral)))?|(?P<side>left|right))(?![a-z])"
    r"(?P<of>[\s-]{0,2}(?:hand )?(?:one\b|half|row|column|side|corner|parts?\b)|\W*\Z)?"
)
_CHINESE = {"左上": "upper left", "左下": "lower left", "右上": "upper right", "右下": "lower right", "中间": "center"}
_CHINESE_PLACE = re.compile("|".join(_CHINESE))


def simplified(text: str) -> str:
    """Return plain text in lower case with straight apostrophes and English words for places."""
    return _CHINESE_PLACE.sub(lambda place: f" {_CHINESE[place[0]]} part ", text.lower().replace("’", "'"))


def numbered(text: str) -> str:
    """Return simplified text in which every view is a "part", with digits for spelled numbers next to it."""
    text = _NOUN.sub(lambda noun: " part " if noun[1] is None else "part" + noun[1], simplified(text))
    for _ in range(2):  # "parts one and two": the second number follows a digit only then
        text = _SPELLED.sub(lambda found: f"{found[1]} {_NUMBERS[found[2]]}", text)
    return _RANKED.sub(lambda found: f"part {_NUMBERS[found[1]]},", text)


def views_in_text(text: str, grid: Grid, cut: bool = False) -> Standardized[Views]:
    """Return the views that words select.

    The evidence in its order: nothing but a list, the last declaration, sentences that want something (after the last
    correction), that none is needed, and whatever is named.

    Args:
        text: Plain text (`standardizers.text.plain`).
        grid: The layout of the views.
        cut: The text was cut by a token limit: only a declaration counts.
    """
    text = numbered(text)
    lines = (text, text.rpartition("\n")[2], text.partition("\n")[0])  # all of it, the last line, the first
    for found in filter(None, (_whole(line, grid) for line in lines if not cut)):
        return found
    for cue in reversed(list(_CUE.finditer(text))[-20:]):
        end = _SENTENCE.search(text, cue.end())
        rest = text[cue.end() : end.start() if end else len(text)]
        if not OPEN.search(rest) and (chosen := clause_views([rest], grid)):
            return Standardized(tuple(sorted(chosen)), "declared", False)
        if _NONE.match(rest):
            return Standardized((), "none", False)
    if cut or CUT.search(text[-40:]):
        return Standardized((), UNFINISHED, True)
    if OPEN.search(text):
        return Standardized((), AMBIGUOUS, True)
    parts = [text[part.start() :] for part in list(_CORRECTS.finditer(text))[-1:]]
    for part in [*parts, text]:
        sentences = _SENTENCE.split(part)
        if chosen := clause_views([one for one in sentences if _WANTS.search(one)], grid):
            return Standardized(tuple(sorted(chosen)), "wanted", False)
    if _NONE.match(text) or _NO_NEED.search(text):
        return Standardized((), "none", False)
    places = len(text) < 60 and " is " not in text  # "The man is in the lower left" selects nothing
    chosen = clause_views(_SENTENCE.split(parts[0] if parts else text), grid, places)
    return Standardized(tuple(sorted(chosen)), "named" if chosen else NO_ANSWER, not chosen)


def _whole(text: str, grid: Grid) -> Standardized[Views] | None:
    """Return the views of a text that is nothing but a list, or "all"."""
    words = _WORD.findall(text[:400])
    if len(text) <= 400 and words and all(word.isdigit() or word in _BARE or word in _NUMBERS for word in words):
        digits = " ".join(_NUMBERS.get(word, word) for word in re.split(r"\b", text.replace(".", ",")))
        found = _ranged(_STANDALONE.finditer(digits), grid.n_views)
        return Standardized(tuple(sorted(found)), "list", False) if found else None
    whole = _ONLY_ALL.fullmatch(text[:60])
    return Standardized(tuple(range(1, grid.n_views + 1)), "all", False) if whole else None


def clause_views(sentences: Iterable[str], grid: Grid, places: bool = True) -> set[int]:
    """Return the views that sentences name, less those they rule out; the most explicit way of naming decides."""
    clauses = [_split_negation(clause) for sentence in sentences for clause in _CLAUSE.split(sentence)]
    ways = (_labelled, _standalone, _placed) if places else (_labelled, _standalone)
    for named in ways:
        wanted: set[int] = set()
        refused: set[int] = set()
        for positive, negative in clauses:
            wanted |= named(positive, grid)
            if named is _labelled and (_ALL.search(f"{positive} except") or (grid.n_views == 2 and "both" in positive)):
                wanted.update(range(1, grid.n_views + 1))
            refused |= next(filter(None, (way(negative, grid) for way in ways)), set())
        if wanted - refused:
            return wanted - refused
    return set()


def _split_negation(clause: str) -> tuple[str, str]:
    if _SUBJECT_NOT.search(clause):
        return "", clause
    refusal = _BUT_NOT.search(clause)
    return (clause[: refusal.start()], clause[refusal.end() :]) if refusal else (clause, "")


def _labelled(text: str, grid: Grid) -> set[int]:
    found = (_STANDALONE.finditer(match[1]) for match in _LABELLED.finditer(_COUNT.sub(" ", text)))
    return {view for numbers in found for view in _ranged(numbers, grid.n_views)}


def _standalone(text: str, grid: Grid) -> set[int]:
    return _ranged(_STANDALONE.finditer(_THINGS.sub(" ", _COUNT.sub(" ", text))), grid.n_views)


def _placed(text: str, grid: Grid) -> set[int]:
    found: set[int] = set()
    for match in _PLACE.finditer(text) if grid.columns else ():
        row, column, of = match["row"], match["column"] or match["side"], match["of"]
        if not (row and column) and of is None:
            continue
        of = (of or "").strip(" -")
        if row and not column and row[0] in "mc":  # "the middle view", "the middle row", "the middle column"
            row, column = None if of == "column" else row, None if of == "row" else row
        found |= grid.cells(_line(column, "l", "r", grid.columns), _line(row, "ut", "lb", grid.rows))
    return found


def _line(word: str | None, first: str, last: str, size: int) -> range:
    """Return the rows or columns of a word, which are known by their first letters: first, last, or between."""
    if word is None:
        return range(size)
    if word[0] in first:
        return range(1)
    return range(size - 1, size) if word[0] in last else range(1, size - 1)


def _ranged(matches: Iterator[re.Match[str]], n_views: int) -> set[int]:
    """Return the numbers of single and ranged matches ("1", "2-4") that are views."""
    found: set[int] = set()
    for match in matches:
        first, last = int(match[1]), int(match[2] or match[1])
        if first <= last <= n_views:
            found.update(range(max(first, 1), last + 1))
        else:
            found.update(number for number in (first, last) if 1 <= number <= n_views)
    return found


def repeats(text: str, question: str | None) -> bool:
    """Tell whether a text is but a sentence of the prompt."""
    words = text.lower().split()
    return (
        question is not None
        and len(words) >= 5
        and 20 <= len(text) <= 2_000
        and " ".join(words).strip(".!\"'") in " ".join(question.lower().split())
    )
