"""Which views of a split image a text in plain words selects: statements weighed by how plainly they choose.

A text is divided into statements (sentences, lines, list items). Each wants views, rules views out, says that none is
needed, or only speaks of some; the reading is that of the plainest statement: an answer announced or given first, a
conclusion, a choice, at last whatever is spoken of.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from itertools import pairwise

from .common import Standardized
from .view_languages import in_english
from .view_mentions import CARDINAL, NOUN, NUMBER_WORDS, mentions, names_all, ranged

Views = tuple[int, ...]

MOST_PROSE = 20_000  # characters of prose that are read: the end of a reply holds its answer
_MOST_STATEMENTS = 400

_BARE_WORDS = frozenset(
    [
        *(
            "view",
            "views",
            "part",
            "parts",
            "image",
            "images",
            "number",
            "numbers",
            "no",
            "nos",
            "and",
            "the",
            "selected",
        ),
        *(
            "section",
            "sections",
            "quadrant",
            "quadrants",
            "needed",
            "answer",
            "response",
            "to",
            "region",
            "regions",
            "both",
        ),
        *(
            "zoom",
            "into",
            "in",
            "on",
            "select",
            "selection",
            "patch",
            "patches",
            "tile",
            "tiles",
            "crop",
            "crops",
            "my",
            "is",
            "are",
        ),
    ]
)
_DENIAL = re.compile(r"\bnos?\b(?![.:\s#]{0,3}\d)")
_NOUN = re.compile(rf"\b(?:{NOUN}|all)\b")
_WORD = re.compile(r"\w+")
_COUNTED = re.compile(
    rf"^\W{{0,9}}(?:{CARDINAL})\s(?:more |relevant |selected )?(?:sub-?)?(?:views?|parts?|images?|sections?|quadrants?|regions?)(?: (?:are|is) (?:needed|selected|required|enough))?\s?[:=-]"
)
_MARKER = re.compile(r"^[ \t]{0,8}\(?(\d{1,2})(?:[.)]|:(?=\s))[ \t]{1,4}(?=\S)", re.MULTILINE)
_BULLET = re.compile(r"^[ \t]{0,8}(?:[-+•◦▪·●‣>]|[a-h][.)](?=\s))[ \t]{0,4}(?=\S)", re.MULTILINE)
_STATEMENT_END = re.compile(r"(?:[.!?](?=[\s\"')\]]|$)|[;\n])\s*")
_LIST_LINE = re.compile(
    rf"\W{{0,6}}(?:(?:the |and ){{0,2}}(?:(?:{NOUN}|no|number)\b|\d|upper|lower|top\b|bottom|left\b|right\b|first|second|third|fourth))"
)

_NONE = re.compile(
    rf"^\W{{0,12}}(?:(?:answer|response|part|selected|selection|needed|my answer|the answer)s?\s?(?:is|are|:|=)?\W{{0,4}})?(?:none|nothing|null|nil|n/?a|no|0 parts?|zero|not needed)(?: not)?\s?(?:not needed|needed|required|necessary|at all|of them|part|is needed|are needed)?\W*$"
    rf"|^\W{{0,12}}(?:none|nothing|null)\b(?=\s{{0,3}}(?:[,;:(-]|because|since|as\b|is\b|are\b|needed|required|of\b|needs?\b|part|not\b))"
    rf"|^\W{{0,12}}no\b(?=\s{{0,3}}[,;:-])"
    rf"|\bnone (?:of (?:the|them|these|those)|not|are|is)\b|\bnone (?:{NOUN}|needed|zoom\w*)\b|\b(?:needed|answer:?|select(?:ion)?:?) none\b"
    rf"|\bno (?:(?:further|more|additional|other|extra|specific|particular|single|image|detailed|closer) ){{0,2}}(?:{NOUN}|zoom(?:ing|ed)?(?:[ -]in)?|selection|magnification|close-?up|look|inspection|enlargement)\b[^.;]{{0,60}}\b(?:needed?|required?|necessary|must|need|helpful|relevant)"
    rf"|\bno (?:{NOUN}|zoom(?:ing|ed)?(?:[ -]in)?|need|enlarging|magnification)\b(?=\W*$|\s(?:to zoom|for (?:zoom|any|a closer)|to (?:look|check|see)))"
    rf"|(?:\b(?:not|cannot|never|without|no need|not needed|unnecessary|needless)|n't)\b[^.;]{{0,30}}\b(?:any (?:of the |more |further |other |additional |specific )?(?:{NOUN}|zoom\w*|of them)|zoom(?:ing|ed)?)\b"
    rf"|\bzoom(?:ing)?(?: in)?(?: \w{{1,12}}){{0,3}} (?:is|are|would be|seems) (?:not|un)\s?(?:needed|required|necessary)\b|\bzoom(?:ing)?(?: in)? (?:is|are) unnecessary\b|\bzoom(?:ing)?(?: in)? isn't (?:needed|required|necessary)\b"
    r"|\b(?:the )?(?:full|whole|overall|original|entire|current|small|given) (?:image|picture|view)(?: \w{1,12}){0,3} (?:is|are|seems|provides|shows|gives|has|contains)(?: \w{1,12}){0,3} (?:enough|sufficient|adequate|suffices)"
    r"|\b(?:full|whole|overall|original|entire) (?:image|picture) (?:already )?(?:suffices|is enough)|\bcan (?:already )?be answered (?:directly |already )?(?:from|with|without|using)\b[^.;]{0,30}\b(?:full|whole|zoom|without)"
    r"|\bnothing (?:needs|has) to be (?:zoomed|enlarged|magnified)|\bnot needed all the part\b|^\W{0,9}not needed\b(?![^.]*\d)|\bnot needed\W*$"
)
_WEAK_NONE = re.compile(r"\b(?:other|others|further|more|additional|rest|remaining|else)\b")
_FINAL = re.compile(
    rf"\b(?:final answer|answer|response|final selection|selections?|(?:my|final|best) (?:choice|pick|decision)|final decision|choice|conclusion|output|result|selected(?: {NOUN})?(?: numbers?)?|selected numbers?(?: of parts?)?"
    rf"|(?:numbers? of (?:the )?|the |needed |required |relevant |necessary |chosen |best ){{1,3}}{NOUN}(?: numbers?)?(?= (?:i|that|which|to|you|needed|required|must|we)\b)[^\d.;:\n]{{0,80}}?"
    rf"|(?:needed|required|relevant|necessary|chosen|best|important|key|essential) {NOUN}(?: numbers?)?(?: here)?)"
    r"\s{0,2}(?:would be|should be|must be|is|are|:|=|->)(?!\s{0,2}(?:not|in|located|visible|clearly|shown|likely)\b)"
    rf"|\bneeded (?:the |de |der |del )?{NOUN}\s?(?:is|are|:|=|shows?|est|ist|sind|es|son|é|è)?(?=\s{{0,3}}\d)"
)
_CONCLUDES = re.compile(
    r"^\W{0,6}(?:and )?(?:so|therefore|thus|hence|consequently|accordingly|finally|overall|in conclusion|in summary|to sum up|conclusion|as a result|altogether|in short)\b"
    r"|[,;-]\s{0,2}(?:and )?(?:so|therefore|thus|hence|consequently)\b|\btherefore\b"
)
_CHOOSES = re.compile(
    r"\b(?:needs?|needed|needing|requir(?:es?|ed|ing)|must|necessary|essential|crucial|cho(?:ose|osing|se|sen)|select(?:ed|ing|s)?|pick(?:ed|ing)?|zoom(?:ing|ed)?"
    r"|focus(?:ing)?|relevant|useful|helpful|sufficient|enough|suffices?|should|want(?:ed)?|would like|go(?:ing)? with|opt(?:ing)? for|inspect(?:ing)?|key|vital|decisive"
    r"|important|best|please|show me|give me|let me see|let's (?:see|look|zoom|check)|i would (?:check|look|take|use|see|examine|view)|i'd (?:check|look|take|use|see|examine|view|like)"
    r"|i (?:will|'ll) (?:check|look|take|use|see|examine|view)|i'll (?:check|look|take|use|see|examine|view)|used to answer|contains? the (?:answer|information|relevant|key|needed)|worth|look at \d)\b"
)
_CORRECTS = re.compile(
    r"^\W{0,6}(?:but )?(?:oh|oops|hmm|hm|wait|actually|correction|no(?=, )|sorry|scratch that|on second thoughts?|let me (?:correct|revise|rethink|reconsider)|rather|i mean|i meant|my mistake|edit|revised|i take that back|having looked again|after (?:checking|looking|reviewing))\b"
    r"|\b(?:wait|actually|scratch that|i mean|i meant|on second thoughts?|correction|let me correct|sorry|no(?=, ))\b"
)
_ADDS = re.compile(r"\b(?:also|too|additionally|as well|in addition|furthermore|plus|besides|likewise)\b")
_REFERS = re.compile(
    r"^\W{0,6}(?:it|they|this|these|that|both|so it|so they|so this|therefore it|thus it|this one|this part|these parts)\b"
)
_CONDITION = re.compile(r"^\W{0,6}(?:if|whether|unless|when)\b|\bwhether\b|\bwould be if\b|\?\s*$")
_UNSURE = re.compile(
    r"\b(?:not sure|unsure|uncertain|can(?:no|')t (?:\w{1,10} )?(?:tell|determine|decide|say|see|identify|assist|help|provide|choose|select)|cannot (?:\w{1,10} )?(?:tell|determine|decide|say|see|identify|assist|help|provide|choose|select)"
    r"|unable to|impossible to (?:tell|say|decide)|don't know|do not know|either|hard to (?:say|tell)|could be any|i(?:'m| am) (?:very )?sorry|sorry,? (?:but )?i (?:can|could|am|don)|apologi[sz]e)\b"
)
_FAILED = re.compile(
    r"\b(?:error|exception|traceback|failed to|out of memory|timed? ?out|could ?n[o']t (?:be )?(?:load|open|read|decode|process)\w*|could not (?:be )?(?:load|open|read|decode|process)\w*|cannot (?:load|open|read|decode)|unable to (?:load|open|read|decode|process|view|see)"
    r"|status code|http|no image (?:was|is|has)|image (?:was )?not (?:found|provided|attached)|i (?:don't|do not|cannot|can't) (?:see|view) (?:any|an|the) image|api)\b"
)
_CLAUSE_END = re.compile(
    r"\s{0,2}[,;:-]?\s{0,2}\b(?:(?<!all )but(?! not\b)(?! also\b)|whereas|while|however|although|though|yet)\b"
    rf"|[,;]\s{{0,2}}(?:and |so )?(?=(?:the |i |we )?(?:(?:{NOUN}|no|need|do|don't|also)\s)?(?:{CARDINAL}\s|(?:need|want|do|don't)\b)?(?:\([^()]{{0,40}}\)\s?)?(?:is|was|does|shows|only|contains|has|must|should|can|isn't|doesn't|need|i |not needed|seems|holds|includes)\b)"
    rf"|[,;]\s{{0,2}}(?:and |so )?(?=(?:the )?{NOUN}\s{CARDINAL}[^,;.]{{0,40}}\b(?:are|do|show|contain|have|aren't|don't|needed)\b)"
    r"|\sand (?=(?:part |view |no )?\d{1,2} (?:is|does|shows|isn't|doesn't)\b)"
)
_NOT_AFTER = re.compile(  # what a clause says of the views named before it
    r"\b(?:is|are|was|were|do|does|did|seems?|has|have|would|will|need) (?:\w{1,12} )?(?:not|no|nothing)\b|\b(?:isn|aren|don|doesn|wasn|weren|won|hasn|haven)'?t\b"
    r"|\bnot (?:needed|required|necessary|relevant|useful|helpful|important|essential)\b|\b(?:unnecessary|irrelevant|useless|unimportant|unhelpful|redundant|excluded|ignored|skipped|omitted|left out|ruled out|discarded|empty|leave (?:it|them|those|these|this) out)\b"
    r"|\b(?:shows?|contains?|contain|showing|with|has|have|offers?|adds?) (?:nothing|no|only|just|merely|mostly)\b|\b(?:only|just|merely|mostly|mainly) (?:shows?|contains?|showing|has|have|depicts?|displays?)\b|\bnot shows\b"
    r"|\b(?:can|could|may|should) (?:safely )?be (?:ignored|skipped|omitted|left out|excluded|discarded|dropped)\b|\bcan(?:not|'t| not) (?:be )?(?:help|needed|see|seen|tell|show)\b|\b(?:has|have) nothing\b|\bonly (?:background|sky|grass|trees?|water)\b"
)
_NOT_BEFORE = re.compile(  # what a clause says of the views named behind it
    r"\b(?:except(?: for)?|excluding|exclude|without|other than|apart from|aside from|instead of|rather than|but not|not(?! only)(?!\s{1,2}needed)|nor|neither|no need (?:for|to|of)|(?<=all )but|(?:don|doesn|didn|won)'?t (?:\w{1,10} )?(?:need|require|want|have to|select|choose|zoom|see|show|contain|look)"
    r"|do not (?:need|require|want|have to|select|choose|zoom)|does not (?:need|require)|ignor(?:e|ing)|skip(?:ping)?|omit(?:ting)?|discard(?:ing)?|leav(?:e|ing) out|drop(?:ping)?|rul(?:e|ing) out|minus|avoid(?:ing)?|no longer need|none of|initially|at first(?: glance| sight)?|originally|first thought|one might (?:think|expect))\b"
)
_HOW_MANY = re.compile(rf"^\W{{0,4}}{CARDINAL}\s?[:(-]\s?(?={NOUN}\s?\d)")
_OR = re.compile(rf"\W{{0,3}}or\s(?:in |the |maybe |{NOUN} ){{0,2}}\W{{0,2}}")
_PHRASE_END = re.compile(rf",\s{{1,2}}(?!\d|and\b|or\b|nor\b|no\b|{NOUN}\b)")
_ONLY = re.compile(r"\b(?:not only|nothing but|none but|no other than|nothing except|not just)\b")
_WITHOUT_FIRST = re.compile(
    r"\bwithout\b([^.;]{0,40})\b(?:can(?:not|'t)|impossible|not possible|isn't possible)\b[^.;]{0,60}"
)
_ALL_BUT = re.compile(r"\b((?:all|every|everything|each|anything)\b[^,.;]{0,20}?)\s?,? but\b(?! (?:not|also|only)\b)")
_INDISPENSABLE = re.compile(
    r"\b(?:can(?:not|'t| not)|impossible|not possible|unable|hard|difficult)\b[^.;]{0,60}\bwithout\b"
)
_ELSEWHERE = re.compile(r"\b(?:the )?(?:other|others|rest|remaining)(?: \w{1,12}){0,2}\b")


class Weight(IntEnum):
    """How plainly a statement chooses views."""

    MENTIONS = 0
    CHOOSES = 1
    CONCLUDES = 2
    ANNOUNCES = 3


@dataclass
class Statement:
    """What one sentence, line or list says about views."""

    weight: Weight
    wanted: set[int]
    refused: set[int]
    none: bool = False
    corrects: bool = False
    adds: bool = False
    undecided: bool = False
    told: int = 0  # clauses about one view each
    items: int = 0  # lines of the list that it introduces, each about one view


def views_in_text(text: str, n_views: int, cut: bool = False, beginning: str = "") -> Standardized[Views]:
    """Return the views that prose selects.

    Args:
        text: Plain text (`standardizers.text.plain`); only its last 20,000 characters are read.
        n_views: Number of views.
        cut: The end of the text is missing, so that only conclusions count.
        beginning: How the reply begins, in plain words, when `text` lacks an unterminated end that may belong to it.

    Returns:
        1-based view numbers, ascending and unique. Rules: "list" (nothing but views), "all", "leading", "phrase"
        (announced), "conclusion", "choice", "none", "prose" (spoken of).
    """
    text = in_english(text[-MOST_PROSE:].lower()).replace("and/or", "and").strip()
    everything = tuple(range(1, n_views + 1))
    if not cut:
        listed = _whole(text, n_views)
        if listed is not None:
            return Standardized(
                tuple(sorted(listed)),
                "list" if listed != set(everything) or any(map(str.isdigit, text)) else "all",
                False,
            )
    if _FAILED.search(text[:300]):
        return Standardized((), "default", True)
    text = _without_markers(text, n_views)
    lead = _leading(
        _without_markers(in_english(beginning[:400].lower()).strip(), n_views) if cut and beginning else text, n_views
    )
    statements = _statements(text, n_views)
    found, rule = _decided(statements, lead, cut, n_views)
    if found is None:
        return Standardized((), rule, True)
    return Standardized(tuple(sorted(found)), rule, False)


def _decided(
    statements: list[Statement], lead: set[int] | None, cut: bool, n_views: int
) -> tuple[set[int] | None, str]:
    told = max((place for place, one in enumerate(statements) if one.wanted or one.none), default=-1)
    start = max((place for place, one in enumerate(statements[: told + 1]) if one.corrects), default=None)
    if start is not None:
        statements = statements[start:]
        lead = None
    refused = set().union(*(one.refused for one in statements)) if statements else set()
    for weight, rule in ((Weight.ANNOUNCES, "phrase"), (None, "leading"), (Weight.CONCLUDES, "conclusion")):
        if weight is None:
            if lead:
                return lead, rule
            continue
        place = max(
            (
                place
                for place, one in enumerate(statements)
                if one.weight == weight and (one.wanted or one.none or one.undecided)
            ),
            default=None,
        )
        if place is not None:
            if statements[place].undecided:
                return None, "ambiguous"
            found = set(statements[place].wanted)
            for one in statements[place + 1 :]:
                if one.adds and one.weight >= Weight.CHOOSES:
                    found |= one.wanted
            if not found or found - statements[place].refused:
                return found - statements[place].refused, rule if found else "none"
    chosen = [one for one in statements if one.weight >= Weight.CHOOSES]
    if start is not None and not any(one.wanted for one in chosen):
        chosen = [one for one in statements if one.wanted][:1]
    if any(one.undecided for one in chosen):
        return None, "ambiguous"
    found = set().union(*(one.wanted for one in chosen)) - refused if chosen else set()
    listed = [one for one in chosen if one.items]
    if found and not (
        listed
        and found == set(range(1, n_views + 1))
        and not refused
        and all(one.items == n_views for one in listed if one.wanted)
    ):
        return found, "choice"
    if any(one.none for one in statements):
        return set(), "none"
    if cut:
        return None, "unfinished"
    return _spoken_of(statements, refused, n_views)


def _spoken_of(statements: list[Statement], refused: set[int], n_views: int) -> tuple[set[int] | None, str]:
    if any(one.undecided for one in statements):
        return None, "ambiguous"
    naming = [one for one in statements if one.wanted]
    found = set().union(*(one.wanted for one in naming)) - refused if naming else set()
    if not found:
        return None, "default"
    # Every view described and none ruled out: a description, no selection.
    if (
        len(found) == n_views > 1
        and not refused
        and (len(naming) >= n_views or any(max(one.items, one.told) >= n_views for one in naming))
    ):
        return None, "ambiguous"
    return found, "prose"


def _whole(text: str, n_views: int) -> set[int] | None:
    """Return the views of a text that holds nothing else, or None."""
    if len(text) > 400 or not text:
        return None
    plain_list = _MARKER.sub("", _COUNTED.sub("", text)) if "\n" in text or re.search("[a-z]", text) else text
    words = _WORD.findall(plain_list)
    if not words or not all(word.isdigit() or word in _BARE_WORDS or word in NUMBER_WORDS for word in words):
        return (
            set(range(1, n_views + 1))
            if re.fullmatch(
                rf"\W*(?:the )?(?:all|everything|needed all)(?: the)?(?:\W+(?:of them|{CARDINAL}|{NOUN}|of the|the|{CARDINAL} {NOUN}))*\W*(?:(?:is|are)? ?needed)?\W*",
                text,
            )
            else None
        )
    if not any(word.isdigit() or word in NUMBER_WORDS for word in words):
        return None
    if _DENIAL.search(plain_list):
        return None
    if any(len(word) > 2 for word in words if word.isdigit()):
        return None
    return ranged(_BULLET.sub("", plain_list).replace(".", ","), n_views) or None


def _without_markers(text: str, n_views: int) -> str:
    """Return text without bullets, and without the numbers of a numbered list whose items name views themselves."""
    text = _BULLET.sub("", text)
    markers = list(_MARKER.finditer(text))
    if not markers:
        return text
    numbers = [int(match.group(1)) for match in markers]
    if numbers != [*range(1, len(numbers) + 1)]:
        return text
    lines = [text[match.end() : (text.find("\n", match.end()) + 1 or len(text) + 1) - 1] for match in markers]
    named = [mentions(line[:60], n_views, bool(re.match(r"\W*\d{1,2}\b", line))) for line in lines]
    if (
        any(named)
        and all(named)
        and not all(
            number in one[0].views and len(one[0].views) == 1 for number, one in zip(numbers, named, strict=True)
        )
    ):
        return _MARKER.sub("", text)
    if len(numbers) == 1:
        return (
            text
            if not named[0] or not re.match(rf"\W*(?:the )?(?:{NOUN}|upper|lower|no)\b", lines[0])
            else _MARKER.sub("", text)
        )
    return _MARKER.sub(r"part \1: ", text)


_LEADING = re.compile(
    rf"\W{{0,12}}(?:(?:the |my |selected |needed |required )*(?:{NOUN}|numbers?|nos?\.?|answer|response|selection|selected|i (?:select|choose|pick|need)|you need)\b\s?(?:is|are)?\W{{0,4}})?(?:(?:the )?(?:{NOUN}|nos?\.?)\s)?[\"'#(\[]*"
    rf"(?P<list>\d{{1,2}}(?![\w%]|[.:]\d)(?:[\"')\]]*(?:\s{{0,2}}(?:,|;|/|&|\+|-|~|\band\b|\bto\b|\bthrough\b)){{1,2}}\s{{0,2}}(?:(?:the )?(?:{NOUN}|nos?\.?)\s)?[\"'(]*\d{{1,2}}(?![\w%]|[.:]\d)){{0,16}}|none|all(?: (?:the )?(?:four |of them|{NOUN}))*)"
    r"[\"')\]*]{0,4}(?P<after>\s*$|\s*\n|\s?\.(?=\s)|\s?[;:(]|,?\s(?:because|since|as|due|for)\b|\s{1,3}-{1,2}\s|\s?->|,\s(?=(?:because|since|as|due|for|where|possibly|so)\b))"
)


def _leading(text: str, n_views: int) -> set[int] | None:
    """Return the views with which a text begins before it explains itself, or None."""
    match = _LEADING.match(text[:400])
    if match is None:
        return None
    listed = match.group("list")
    if listed[0] == "a":
        found = set(range(1, n_views + 1)) if "\n" in match.group("after") or "." in match.group("after") else set()
    else:
        found = ranged(listed, n_views)
    if not found:
        return None
    if len(found) == 1 and not re.match(r"\s*(?:$|\n)", match.group("after")):
        first = next(iter(found))
        others = {
            int(number)
            for number in re.findall(
                rf"(?:^|\n|[.;] )\W{{0,6}}(?:the |in )?(?:{NOUN}|no)\s(\d{{1,2}})(?=\s{{0,2}}[:(-])",
                text[match.start("after") :],
            )
        }
        if (others - {first}) and match.group("after").strip()[:1] in ":(-":
            return None  # the first of several views under discussion
    if match.group("after").strip() in (",", ", ") and re.match(
        r"[,\s]*(?:\w+ ){0,3}(?:not|isn't|aren't|doesn't)\b", text[match.start("after") :]
    ):
        return None
    if re.match(r"\s?[.:(-]{0,2}\s{0,2}(?:is |are )?(?:not |un|irrelevant)", text[match.end("list") :]):
        return None
    return found


def _statements(text: str, n_views: int) -> list[Statement]:
    pieces = [piece for piece in _STATEMENT_END.split(_protected(text)) if piece and piece.strip()]
    statements: list[Statement] = []
    before: set[int] = set()
    place = 0
    pieces = pieces[-_MOST_STATEMENTS:]
    while place < len(pieces):
        piece = pieces[place]
        place += 1
        items: list[str] = []
        if piece.rstrip().endswith((":", "=")) or re.search(r"\b(?:is|are)\s*$", piece):
            while place < len(pieces) and len(items) < 40 and _LIST_LINE.match(pieces[place]):
                items.append(pieces[place])
                place += 1
        statement = _statement(piece, items, before, n_views, alone=len(pieces) == 1)
        if statement.wanted:
            before = statement.wanted
        statements.append(statement)
    return statements


def _protected(text: str) -> str:
    """Return text without the full stops that end no sentence."""
    return re.sub(r"\b(no|nos|e\.g|i\.e|vs|etc|nr|approx)\.(?=\s?\S)", r"\1 ", text)


def _statement(piece: str, items: list[str], before: set[int], n_views: int, alone: bool) -> Statement:
    clauses = _clauses(piece)
    final = _FINAL.search(piece)
    chooses = _CHOOSES.search(piece) is not None
    weight = Weight.MENTIONS
    if chooses:
        weight = Weight.CHOOSES
    if _CONCLUDES.search(piece):
        weight = Weight.CONCLUDES
    corrects = _CORRECTS.search(piece) is not None
    bare = (
        weight >= Weight.CHOOSES
        or corrects
        or (alone and (len(piece) < 25 or (len(piece) < 80 and _NOUN.search(piece) is not None)))
    )
    wanted, refused, choice = _read_clauses(
        clauses, n_views, bare=bare, everything=chooses or len(piece) < 60 or weight > 0
    )
    if items:
        for item in items:
            more, less, _ = _read_clauses(
                _clauses(item), n_views, bare=re.match(r"\W*\d", item) is not None, everything=True
            )
            wanted |= more
            refused |= less
    if final is not None:
        told, denied, final_choice = _read_clauses(
            _clauses(_HOW_MANY.sub("", piece[final.end() :])), n_views, bare=True, everything=True
        )
        if told or (items and wanted):
            weight, wanted, choice = Weight.ANNOUNCES, told or wanted, final_choice
            refused |= denied
        elif _NONE.search(piece[final.end() :]):
            return Statement(Weight.ANNOUNCES, set(), set(), none=True, corrects=corrects)
    wanted -= refused
    if len(wanted) == n_views and _NONE.search(piece) and not re.search(r"\d|\ball\b|\bevery", piece):
        wanted = set()
    if not wanted and not refused and weight >= Weight.CHOOSES and before and _REFERS.match(piece) and chooses:
        if _NOT_AFTER.search(piece):
            refused = set(before)
        else:
            wanted = set(before)
    unsure = _UNSURE.search(piece) is not None
    if _CONDITION.search(piece) and weight < Weight.ANNOUNCES:
        wanted = set()
    none = (
        not wanted
        and (not refused or "none" in piece)
        and _NONE.search(piece) is not None
        and not (_WEAK_NONE.search(piece) and before)
        and not unsure
    )
    if wanted and weight == Weight.MENTIONS and _CORRECTS.match(piece):
        weight = Weight.CHOOSES
    undecided = choice or (unsure and bool(wanted))
    if unsure:
        wanted = set()
    return Statement(
        weight,
        wanted,
        refused,
        none,
        corrects,
        _ADDS.search(piece) is not None,
        undecided,
        len(
            [
                clause
                for clause in clauses
                if len(_read_clauses([clause], n_views, bare=False, everything=False)[0]) == 1
            ]
        )
        if len(wanted) == n_views
        else 0,
        len(items),
    )


def _clauses(piece: str) -> list[str]:
    piece = _ALL_BUT.sub(r"\1 except", _ONLY.sub("only", piece))
    if "without" in piece:
        piece = _WITHOUT_FIRST.sub(r"need \1", _INDISPENSABLE.sub("need", piece))
    return _CLAUSE_END.split(piece)


def _read_clauses(
    clauses: Iterable[str], n_views: int, bare: bool, everything: bool
) -> tuple[set[int], set[int], bool]:
    """Return the views that clauses name, those that they rule out, and whether they offer alternatives."""
    wanted: set[int] = set()
    refused: set[int] = set()
    choice = False
    for clause in clauses:
        named = mentions(clause, n_views, bare)
        whole = names_all(clause) if everything else None
        if not named and whole is None:
            continue
        before = _NOT_BEFORE.search(clause)
        behind = _PHRASE_END.search(clause, before.end()) if before is not None and before.start() < 4 else None
        limit = behind.start() if behind is not None else len(clause)
        after = _NOT_AFTER.search(clause)
        positive = set(range(1, n_views + 1)) if whole is not None else set()
        negative: set[int] = set()
        offered = False
        for one in named:
            if (before is not None and before.end() <= one.start < limit) or (
                after is not None and (one.end <= after.start() or named[0].start > after.start())
            ):
                negative |= one.views
            else:
                positive |= one.views
                offered = offered or one.choice
        if whole is not None and after is not None and not named:
            positive = set()
        elif whole is not None and after is not None and before is not None and after.start() < before.start():
            positive, negative = negative, set()  # "all are irrelevant except part 3"
        if positive - negative and (
            offered or any(_OR.fullmatch(clause, one.end, other.start) for one, other in pairwise(named))
        ):
            choice = True
        refused |= negative
        wanted |= positive - negative
    return wanted, refused, choice


def read_clause(text: str, n_views: int) -> tuple[set[int], set[int]]:
    """Return the views that a piece of a sentence names (bare numbers included), and those that it rules out."""
    wanted, refused, _ = _read_clauses(_clauses(text), n_views, bare=True, everything=True)
    return wanted, refused
