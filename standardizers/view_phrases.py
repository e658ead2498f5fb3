"""Which views of a split image a text in plain words selects: statements weighed by how plainly they choose.

A text is divided into statements (sentences, lines, list items). Each wants views, rules views out, says that none is
needed, or only speaks of some; the reading is that of the plainest statement: an answer announced or given first, a
conclusion, a choice, at last whatever is spoken of.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum

from .common import Standardized
from .patterns import hoisted
from .view_clauses import NOT_AFTER, clauses_of, read_clauses
from .view_languages import in_english
from .view_layouts import layout
from .view_mentions import CARDINAL, NOUN
from .view_notation import spelled
from .view_openings import leading, whole, without_markers

Views = tuple[int, ...]

MOST_PROSE = 20_000  # characters of prose that are read: the end of a reply holds its answer
_MOST_STATEMENTS = 400

_NOUN = re.compile(rf"\b(?:{NOUN}|all)\b")
_STATEMENT_END = re.compile(r"(?:[.!?](?=[\s\"')\]]|$)|[;\n])\s*")
_LIST_LINE = re.compile(
    rf"\W{{0,6}}(?:(?:the |and ){{0,2}}(?:(?:{NOUN}|no|number)\b|\d|upper|lower|top\b|bottom|left\b|right\b|first"
    rf"|second|third|fourth))"
)

_NONE = re.compile(
    hoisted(
        rf"^\W{{0,12}}(?:(?:answer|response|part|selected|selection|needed|my answer|the answer)s?\s?(?:is|are|:"
        rf"|=)?\W{{0,4}})?(?:none|nothing|null|nil|n/?a|no|0 parts?|zero|not needed)(?: not)?\s?(?:not needed|needed"
        rf"|required|necessary|at all|of them|part|is needed|are needed)?\W*$"
        rf"|^\W{{0,12}}(?:none|nothing|null)\b(?=\s{{0,3}}(?:[,;:(-]|because|since|as\b|is\b|are\b|needed|required|of\b"
        rf"|needs?\b|part|not\b))"
        rf"|^\W{{0,12}}no\b(?=\s{{0,3}}[,;:-])"
        rf"|\bnone (?:of (?:the|them|these|those)|not|are|is)\b|\bnone (?:{NOUN}|needed|zoom\w*)\b|\b(?:needed|answer:?"
        rf"|select(?:ion)?:?) none\b"
        rf"|\bno (?:(?:further|more|additional|other|extra|specific|particular|single|image|detailed"
        rf"|closer) ){{0,2}}(?:{NOUN}|zoom(?:ing|ed)?(?:[ -]in)?|selection|magnification|close-?up|look|inspection"
        rf"|enlargement)\b[^.;]{{0,60}}\b(?:needed?|required?|necessary|must|need|helpful|relevant)"
        rf"|\bno (?:{NOUN}|zoom(?:ing|ed)?(?:[ -]in)?|need|enlarging|magnification)\b(?=\W*$|\s(?:to zoom|for (?:zoom"
        rf"|any|a closer)|to (?:look|check|see)))"
        rf"|(?:\b(?:not|cannot|never|without|no need|not needed|unnecessary|needless)"
        rf"|n't)\b[^.;]{{0,30}}\b(?:any (?:of the |more |further |other |additional |specific )?(?:{NOUN}|zoom\w*"
        rf"|of them)|zoom(?:ing|ed)?)\b"
        rf"|\bzoom(?:ing)?(?: in)?(?: \w{{1,12}}){{0,3}} (?:is|are|would be|seems) (?:not|un)\s?(?:needed|required"
        rf"|necessary)\b|\bzoom(?:ing)?(?: in)? (?:is|are) unnecessary\b|\bzoom(?:ing)?(?: in)? isn't (?:needed"
        rf"|required|necessary)\b"
        r"|\b(?:the )?(?:full|whole|overall|original|entire|current|small|given) (?:image|picture"
        r"|view)(?: \w{1,12}){0,3} (?:is|are|seems|provides|shows|gives|has|contains)(?: \w{1,12}){0,3} (?:enough"
        r"|sufficient|adequate|suffices)"
        r"|\b(?:full|whole|overall|original|entire) (?:image|picture) (?:already )?(?:suffices|is enough)"
        r"|\bcan (?:already )?be answered (?:directly |already )?(?:from|with|without|using)\b[^.;]{0,30}\b(?:full"
        r"|whole|zoom|without)"
        r"|\bnothing (?:needs|has) to be (?:zoomed|enlarged|magnified)|\bnot needed all the part\b"
        r"|^\W{0,9}not needed\b(?![^.]*\d)|\bnot needed\W*$"
        r"|\b(?:image|picture|photo) is (?:already |quite )?(?:clear|large|big|legible|sharp) enough\b"
        r"|[,:;-]\s?(?:so |hence |therefore |thus )?(?:the answer is )?none\W*$"
        r"|\bzoom(?:ing)?(?: in)? (?:isn't|is not) (?:needed|required|necessary|called for|helpful|useful)\b"
    )
)
_WEAK_NONE = re.compile(r"\b(?:other|others|further|more|additional|rest|remaining|else)\b")
_OF_OTHERS = re.compile(r"\b(?:the|all) (?:others?|rest|remaining)\b")
_FINAL = re.compile(
    hoisted(
        rf"\b(?:final answer|answer|response|final selection|selections?|(?:my|final|best) (?:choice|pick|decision)"
        rf"|final decision|(?<!first )(?<!second )(?<!third )choice|conclusion|output|result|selected(?: {NOUN})?(?: numbers?)?"
        rf"|selected numbers?(?: of parts?)?"
        rf"|(?:numbers? of (?:the )?|the |needed |required |relevant |necessary |chosen "
        rf"|best ){{1,3}}{NOUN}(?: numbers?)?(?= (?:i|that|which|to|you|needed|required|must|we)\b)[^\d.;:\n]{{0,80}}?"
        rf"|(?:needed|required|relevant|necessary|chosen|best|important|key|essential) {NOUN}(?: numbers?)?(?: here)?)"
        r"\s{0,2}(?:would be|should be|must be|is|are|:|=|->)(?!\s{0,2}(?:not|in|located|visible|clearly|shown|likely)\b)"
        rf"|\bneeded (?:the |de |der |del )?{NOUN}\s?(?:is|are|:|=|shows?|est|ist|sind|es|son|é|è)?(?=\s{{0,3}}\d)"
    )
)
_CONCLUDES = re.compile(
    r"^\W{0,6}(?:and )?(?:so|therefore|thus|hence|consequently|accordingly|finally|overall|in conclusion|in summary"
    r"|to sum up|conclusion|as a result|altogether|in short)\b"
    r"|[,;-]\s{0,2}(?:and )?(?:so|therefore|thus|hence|consequently)\b|\btherefore\b"
)
_CHOOSES = re.compile(
    r"\b(?:needs?|needed|needing|requir(?:es?|ed|ing)|must|necessary|essential|crucial|cho(?:ose|osing|se|sen)"
    r"|select(?:ed|ing|s)?|pick(?:ed|ing)?|zoom(?:ing|ed)?"
    r"|focus(?:ing)?|relevant|useful|helpful|sufficient|enough|suffices?|should|want(?:ed)?|would like"
    r"|go(?:ing)? (?:with|for)|opt(?:ing)? for|inspect(?:ing)?|key|vital|decisive"
    r"|important|best|please|let's (?:take|use|pick|choose|go)|i take|i'd take|answer lies|show me|give me|let me see|let's (?:see|look|zoom|check)|i would (?:check|look|take"
    r"|use|see|examine|view)|i'd (?:check|look|take|use|see|examine|view|like)"
    r"|i (?:will|'ll) (?:check|look|take|use|see|examine|view)|i'll (?:check|look|take|use|see|examine|view)"
    r"|used to answer|contains? the (?:answer|information|relevant|key|needed)|worth|look at \d)\b"
)
_CORRECTS = re.compile(
    r"^\W{0,6}(?:but )?(?:oh|oops|hmm|hm|wait|actually|correction|no(?=, )|sorry|scratch that|on second thoughts?"
    r"|let me (?:correct|revise|rethink|reconsider)|rather|i mean|i meant|my mistake|edit|revised|i take that back"
    r"|having looked again|after (?:checking|looking|reviewing))\b"
    r"|\b(?:wait|actually|scratch that|i mean|i meant|on second thoughts?|correction|let me correct|sorry|no(?=, ))\b"
)
_ADDS = re.compile(r"\b(?:also|too|additionally|as well|in addition|furthermore|plus|besides|likewise)\b")
_REFERS = re.compile(
    r"^\W{0,6}(?:it|they|this|these|that|both|so it|so they|so this|therefore it|thus it|this one|this part"
    r"|these parts)\b"
)
_CONDITION = re.compile(r"^\W{0,6}(?:if|whether|unless|when)\b|\bwhether\b|\bwould be if\b|\?\s*$")
_UNSURE = re.compile(
    hoisted(
        r"\b(?:torn|undecided|hesitat\w+|not sure|unsure|uncertain|can(?:no|')t (?:\w{1,10} )?(?:tell|determine|decide"
        r"|say|see|identify|assist"
        r"|help|provide|choose|select)|cannot (?:\w{1,10} )?(?:tell|determine|decide|say|see|identify|assist|help"
        r"|provide|choose|select)"
        r"|unable to|not able to|impossible to (?:tell|say|decide)|don't know|do not know|either|hard to (?:say|tell)|could be any"
        r"|i(?:'m| am) (?:very )?sorry|sorry,? (?:but )?i (?:can|could|am|don)|apologi[sz]e)\b"
    )
)
_FAILED = re.compile(
    hoisted(
        r"\b(?:error|exception|traceback|failed to|out of memory|timed? ?out|could ?n[o']t (?:be )?(?:load|open|read"
        r"|decode|process)\w*|could not (?:be )?(?:load|open|read|decode|process)\w*|cannot (?:load|open|read|decode)"
        r"|unable to (?:load|open|read|decode|process|view|see)"
        r"|status code|http|no image (?:was|is|has)|image (?:was )?not (?:found|provided|attached)|i (?:don't|do not"
        r"|cannot|can't) (?:see|view) (?:any|an|the) image|api)\b"
    )
)
_ASIDE = re.compile(  # "(3 tables)"
    r"\((?:about |only |with )?\d{1,3} (?!(?:and|or|is|are|has|have|shows?|contains?|only|to|not|because|needed|part"
    r"|no|does?|in)\b)[a-z][^()\n]{0,60}\)"
)
_LAST_ARROW = re.compile(rf"\s?[=-]{{0,1}}->\s?(?=(?:{NOUN}\s)?\d[\d\s,&]{{0,20}}\W{{0,3}}\Z)")
_HEDGED = re.compile(
    r"\b(?:maybe|perhaps|possibly|might|may|could|seems?|looks?|appears?|at first|tempting|interesting)\b"
)
_SUBORDINATE = re.compile(
    r"^\W{0,6}(?:(?:although|though|even though|even if|while|whereas)\b[^,.;]{1,120},\s"
    r"|if (?:i |we |you )?[^,.;:]{0,40}\b(?:pick|choose|select|only one|just one|had to|forced|one can be)\b[^,.;:]{0,40}[:,]\s"
    r"|(?:so as |in order )?to (?:see|tell|check|know|decide|determine|find out) (?:whether|if)\b[^,.;]{1,120},\s)"
)
_OTHERS = re.compile(
    r"\b(?:the |all )?(?:other|remaining) (?:two|three|four|five|eight|parts?|views?|ones|images?|sections?|quadrants?)\b"
    r"|\bthe (?:others|rest)\b|\ball others\b"
)
_ONLY_DENIED = re.compile(
    r"\bonly\b.{1,30}\b(?:unnecessary|not needed|irrelevant|not necessary|useless|not required|excluded)\b"
)
_ONLY_CHOSEN = re.compile(
    r"\b(?:choose|take|pick|select|need|use|want)s? only\b|\bonly (?:need|choose|take|pick|select|use|want|zoom)\b"
)
_KEYED = re.compile(r"\W{0,4}[a-z ]{3,20}:\s?(?:part )?\d{1,2}\W{0,3}")
_BOTH = re.compile(r"\b(?:both|the two|all of them|all three)\b")
_HOW_MANY = re.compile(rf"^\W{{0,4}}{CARDINAL}\s?[:(-]\s?(?={NOUN}\s?\d)")


_LAYOUT = re.compile(
    r"\b(?:divided|split|numbered|partitioned|cut) (?:in ?to|from|into)\b|\bis the (?:upper|lower)[ -](?:left"
    r"|right) (?:part|view)\b"
)


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
    text = in_english(spelled(text[-MOST_PROSE:], n_views).lower()).replace("and/or", "and").strip()
    everything = tuple(range(1, n_views + 1))
    drawn = layout(text, n_views)
    if drawn is not None:
        beside = _prose(drawn.rest, n_views, cut, "") if any(map(str.isalnum, drawn.rest)) else None
        if (
            beside is not None
            and not beside.fallback
            and (beside.rule not in ("prose", "none") or drawn.wanted is None)
        ):
            return beside
        if drawn.wanted is not None:
            return Standardized(tuple(sorted(drawn.wanted)), "layout", False)
    return _prose(text, n_views, cut, beginning)


def _prose(text: str, n_views: int, cut: bool, beginning: str) -> Standardized[Views]:
    everything = tuple(range(1, n_views + 1))
    text = _ASIDE.sub(" ", _LAST_ARROW.sub("\ntherefore ", text) if "->" in text else text)
    if not cut:
        listed = whole(text, n_views)
        if listed is not None:
            return Standardized(
                tuple(sorted(listed)),
                "list" if listed != set(everything) or any(map(str.isdigit, text)) else "all",
                False,
            )
    if _FAILED.search(text[:300]):
        return Standardized((), "default", True)
    text = without_markers(text, n_views)
    lead = leading(
        without_markers(in_english(beginning[:400].lower()).strip(), n_views) if cut and beginning else text, n_views
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


def _statements(text: str, n_views: int) -> list[Statement]:
    pieces = [piece for piece in _STATEMENT_END.split(_protected(text)) if piece and piece.strip()]
    statements: list[Statement] = []
    before: set[int] = set()
    refused: set[int] = set()
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
        statement = _statement(piece, items, before, refused, n_views, alone=len(pieces) == 1)
        if statement.wanted <= before and len(before) == 1 and _BOTH.search(piece) and _CHOOSES.search(piece):
            spoken = [one.wanted for one in statements if one.wanted][-2:]
            statement.wanted, statement.weight = set().union(*spoken), Weight.CONCLUDES
        if statement.wanted:
            before = statement.wanted
        refused = refused | statement.refused
        statements.append(statement)
    return statements


def _protected(text: str) -> str:
    """Return text without the full stops that end no sentence."""
    return re.sub(r"\b(no|nos|e\.g|i\.e|vs|etc|nr|approx)\.(?=\s?\S)", r"\1 ", text)


def _unhedged(clauses: list[str], n_views: int) -> list[str]:
    """Return the clauses without those that only consider a view, where another one chooses."""
    if len(clauses) < 2 or not any(_HEDGED.search(clause) for clause in clauses):
        return clauses
    firm = [clause for clause in clauses if not _HEDGED.search(clause) or re.search(r"\bi would\b", clause)]
    choosing = any(_CHOOSES.search(clause) and read_clauses([clause], n_views, True, True)[0] for clause in firm)
    return firm if choosing else clauses


def _wants_others(clauses: list[str]) -> bool:
    """Tell whether a clause wants "the other three", "the rest"."""
    return any(
        _OTHERS.search(clause) and _CHOOSES.search(clause) and not NOT_AFTER.search(clause) for clause in clauses
    )


def _statement(
    piece: str, items: list[str], before: set[int], refused_before: set[int], n_views: int, alone: bool
) -> Statement:
    piece = _SUBORDINATE.sub("", piece) if "," in piece or ":" in piece else piece
    clauses = _unhedged(clauses_of(piece), n_views)
    final = _FINAL.search(piece)
    chooses = _CHOOSES.search(piece) is not None
    weight = Weight.MENTIONS
    if chooses:
        weight = Weight.CHOOSES
    concludes = _CONCLUDES.search(piece)
    if concludes is not None or _ONLY_CHOSEN.search(piece):
        weight = Weight.CONCLUDES
    corrects = _CORRECTS.search(piece) is not None
    bare = (
        weight >= Weight.CHOOSES
        or corrects
        or _KEYED.fullmatch(piece) is not None
        or (alone and (len(piece) < 25 or (len(piece) < 80 and _NOUN.search(piece) is not None)))
    )
    wanted, refused, choice = read_clauses(
        clauses, n_views, bare=bare, everything=chooses or len(piece) < 60 or weight > 0
    )
    if items:
        for item in items:
            more, less, _ = read_clauses(
                clauses_of(item), n_views, bare=re.match(r"\W*\d", item) is not None, everything=True
            )
            wanted |= more
            refused |= less
    if final is not None:
        told, denied, final_choice = read_clauses(
            clauses_of(_HOW_MANY.sub("", piece[final.end() :])), n_views, bare=True, everything=True
        )
        if told or (items and wanted):
            weight, wanted, choice = Weight.ANNOUNCES, told or wanted, final_choice
            refused |= denied
        elif _NONE.search(piece[final.end() :]):
            return Statement(Weight.ANNOUNCES, set(), set(), none=True, corrects=corrects)
    elif concludes is not None and concludes.start() > 0:
        told, _, final_choice = read_clauses(clauses_of(piece[concludes.end() :]), n_views, bare=True, everything=True)
        if told - refused:
            wanted, choice = told, final_choice
    wanted -= refused
    ruled_out = refused | refused_before
    if not wanted and refused and _ONLY_DENIED.search(piece):
        wanted, weight = set(range(1, n_views + 1)) - refused, max(weight, Weight.CHOOSES)
    elif ruled_out and not (wanted - ruled_out) and _wants_others(clauses):
        wanted, weight = set(range(1, n_views + 1)) - ruled_out, max(weight, Weight.CHOOSES)
    if len(wanted) == n_views and _NONE.search(piece) and not re.search(r"\d|\ball\b|\bevery", piece):
        wanted = set()
    if not wanted and not refused and weight >= Weight.CHOOSES and before and _REFERS.match(piece) and chooses:
        if NOT_AFTER.search(piece):
            refused = set(before)
        else:
            wanted = set(before)
    unsure = _UNSURE.search(piece) is not None
    if wanted and weight < Weight.ANNOUNCES and (_CONDITION.search(piece) or (_LAYOUT.search(piece) and weight == 0)):
        wanted = set()
    none = (
        not wanted
        and (not refused or "none" in piece)
        and _NONE.search(piece) is not None
        and not (_WEAK_NONE.search(piece) and (before or _OF_OTHERS.search(piece)))
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
            [clause for clause in clauses if len(read_clauses([clause], n_views, bare=False, everything=False)[0]) == 1]
        )
        if len(wanted) == n_views
        else 0,
        len(items),
    )
