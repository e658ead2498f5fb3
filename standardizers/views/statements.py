"""What one sentence, line or list of a reply says about views: wants, rules out, none, and how plainly it chooses."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum

from .clauses import ALONE, NOT_AFTER, clauses_of, read_clauses
from .cues import (
    ADDS,
    BOTH,
    CHOOSES,
    CONCLUDES,
    CONDITION,
    CORRECTS,
    DISCARDS,
    EXCEPT_THAT,
    FINAL,
    HEDGED,
    HOW_MANY,
    KEYED,
    LAST_ONE,
    LAYOUT,
    LIST_LINE,
    NONE,
    OF_OTHERS,
    ONLY_CHOSEN,
    ONLY_DENIED,
    ONLY_NUMBERS,
    OTHERS,
    PREPOSED,
    REFERS,
    SPEAKS_OF_VIEWS,
    STATEMENT_END,
    SUBORDINATE,
    UNSURE,
    WEAK_NONE,
)
from .mentions import CARDINAL, NOUN

_MOST_STATEMENTS = 400
_NAMES_ONLY = re.compile(  # what leads from "therefore" to a number that is a view
    rf"[\s,:]*(?:(?:it|that|this|these|they|is|are|be|has|have|got|would|will|should|must|can|could|the|my|answer"
    rf"|answers|i|we"
    rf"|you|only|just|both|and|in|on"
    rf"|at|to|number|numbers|no|nos|then|so|final|correct|remains?|leaves?|left|with|go|say"
    rf"|not|but|{NOUN})\b\W{{0,4}}){{0,12}}"
    rf"(?:\d|{CARDINAL}\b)"
)
_ALL_FIRST = re.compile(r"\W*(?:all|every|each|both)\b")
_ABBREVIATED = re.compile(r"\b(?:(nos?|nr)\.(?=\s?[#\d])|(e\.g|i\.e|vs|etc|approx)\.(?=\s?\S))")
_ENDS_IN_COPULA = re.compile(r"\b(?:is|are)\s*$")


_DEPICTS = re.compile(
    r"\W*(?:it|this|the (?:image|picture|photo|scene|view))\s(?:clearly |also |just )?(?:shows?|depicts?|features?"
    r"|displays?"
    r"|captures?)\b"
)
_PLACED = re.compile(
    r"\b(?:upper|lower|top|bottom)[\s-](?:left|right)\b|\b(?:left|right|top|bottom|middle|cent(?:er|re))\b"
)


_NUMBERS_FIRST = re.compile(  # "1 and 3, not the middle one"
    r"\W{0,4}(?:\d{1,2}(?:\s?[,&]\s?|,?\sand\s)){0,15}\d{1,2},? (?:but )?(?:not|rather than|instead of)\b"
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


def statements_of(text: str, n_views: int) -> list[Statement]:
    """Return what the sentences, lines and lists of a lower-case text say about views, one after the other."""
    pieces = [piece for piece in STATEMENT_END.split(_protected(text)) if piece and piece.strip()]
    statements: list[Statement] = []
    before: set[int] = set()
    refused: set[int] = set()
    place = 0
    pieces = pieces[-_MOST_STATEMENTS:]
    while place < len(pieces):
        piece = pieces[place]
        place += 1
        items: list[str] = []
        if piece.rstrip().endswith((":", "=")) or _ENDS_IN_COPULA.search(piece):
            while place < len(pieces) and len(items) < 40 and LIST_LINE.match(pieces[place]):
                items.append(pieces[place])
                place += 1
        statement = _statement(piece, items, before, refused, n_views, alone=len(pieces) == 1)
        if statement.wanted <= before and len(before) == 1 and BOTH.search(piece) and CHOOSES.search(piece):
            spoken = [one.wanted for one in statements if one.wanted][-2:]
            statement.wanted, statement.weight = set().union(*spoken), Weight.CONCLUDES
        if statement.wanted:
            before = statement.wanted
        refused = refused | statement.refused
        statements.append(statement)
    return statements


def _protected(text: str) -> str:
    """Return text without the full stops that end no sentence."""
    return _ABBREVIATED.sub(lambda match: f"{match[1] or match[2]} ", text) if "." in text else text


def _unhedged(clauses: list[str], n_views: int) -> list[str]:
    """Return the clauses without those that only consider a view, where another one chooses."""
    if len(clauses) < 2 or not any(HEDGED.search(clause) for clause in clauses):
        return clauses
    firm = [clause for clause in clauses if not HEDGED.search(clause) or re.search(r"\bi would\b", clause)]
    choosing = any(CHOOSES.search(clause) and read_clauses([clause], n_views, True, True)[0] for clause in firm)
    return firm if choosing else clauses


def _wants_others(clauses: list[str]) -> bool:
    """Tell whether a clause wants "the other three", "the rest"."""
    return any(
        (found := OTHERS.search(clause)) is not None
        and (
            CHOOSES.search(clause)
            or (
                len(clauses) > 1
                and clause[: found.start()].strip(" ,") in ("", "all", "all of")
                and not clause[found.end() :].strip(" .,!")
            )
        )
        and not NOT_AFTER.search(clause)
        for clause in clauses
    )


def _statement(
    piece: str, items: list[str], before: set[int], refused_before: set[int], n_views: int, alone: bool
) -> Statement:
    piece = SUBORDINATE.sub("", piece) if "," in piece or ":" in piece or "unless" in piece else piece
    clauses = _unhedged(clauses_of(piece), n_views)
    final = FINAL.search(piece)
    chooses = CHOOSES.search(piece) is not None and ALONE.search(piece) is None
    weight = Weight.MENTIONS
    if chooses:
        weight = Weight.CHOOSES
    concludes = CONCLUDES.search(piece)
    if ONLY_NUMBERS.fullmatch(piece) is not None:
        weight = max(weight, Weight.CHOOSES)
    if concludes is not None or ONLY_CHOSEN.search(piece):
        weight = Weight.CONCLUDES
    corrects = CORRECTS.search(piece) is not None
    bare = (
        (
            weight >= Weight.CHOOSES
            and (chooses or concludes is None or _NAMES_ONLY.match(piece, concludes.end()) is not None)
        )
        or corrects
        or "is excluded, but" in piece
        or DISCARDS.match(piece) is not None
        or KEYED.fullmatch(piece) is not None
        or (
            alone
            and (
                _NUMBERS_FIRST.match(piece) is not None
                or (len(piece) < 25 and not PREPOSED.search(piece))
                or (len(piece) < 80 and SPEAKS_OF_VIEWS.search(piece) is not None)
            )
        )
    )
    wanted, refused, choice = read_clauses(
        clauses,
        n_views,
        bare=bare,
        everything=chooses or len(piece) < 60 or weight > 0 or _ALL_FIRST.match(piece) is not None,
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
            clauses_of(HOW_MANY.sub("", piece[final.end() :])), n_views, bare=True, everything=True
        )
        if told or (items and wanted):
            weight, wanted, choice = Weight.ANNOUNCES, told or wanted, final_choice
            refused |= denied
        elif NONE.search(piece[final.end() :]):
            return Statement(Weight.ANNOUNCES, set(), set(), none=True, corrects=corrects)
    elif concludes is not None and concludes.start() > 0:
        only = chooses or _NAMES_ONLY.match(piece, concludes.end()) is not None
        told, denied, final_choice = read_clauses(
            clauses_of(piece[concludes.end() :]), n_views, bare=only, everything=True
        )
        if told - denied and not EXCEPT_THAT.search(
            piece
        ):  # "nothing in part 1, so part 2": what is ruled out before the conclusion stays so
            earlier = read_clauses(clauses_of(piece[: concludes.start()]), n_views, bare=True, everything=True)[1]
            wanted, choice, refused = told, final_choice, denied | ((refused | earlier) - told)
    wanted -= refused
    ruled_out = refused | refused_before
    if not wanted and refused and ONLY_DENIED.search(piece):
        wanted, weight = set(range(1, n_views + 1)) - refused, max(weight, Weight.CHOOSES)
    elif ruled_out and not (wanted - ruled_out) and _wants_others(clauses):
        wanted, weight = set(range(1, n_views + 1)) - ruled_out, max(weight, Weight.CHOOSES)
    if (ruled_out and EXCEPT_THAT.search(piece)) or (
        len(ruled_out) == n_views - 1 > 1 and not wanted and LAST_ONE.search(piece)
    ):
        wanted, weight = {*range(1, n_views + 1)} - ruled_out, max(weight, Weight.CHOOSES)
    if len(wanted) == n_views and NONE.search(piece) and not re.search(r"\d|\ball\b|\bevery", piece):
        wanted = set()
    if not wanted and not refused and weight >= Weight.CHOOSES and before and REFERS.search(piece) and chooses:
        if NOT_AFTER.search(piece):
            refused = set(before)
        else:
            wanted = set(before)
    if wanted and weight == Weight.MENTIONS and _DEPICTS.match(piece) and not any(map(str.isdigit, piece)):
        wanted = wanted if len(_PLACED.findall(piece)) < 2 else set()  # a description of the picture
    if wanted and weight < Weight.ANNOUNCES and (CONDITION.search(piece) or (LAYOUT.search(piece) and weight == 0)):
        wanted = set()
    none = (
        not wanted
        and (not refused or "none" in piece)
        and NONE.search(piece) is not None
        and not (WEAK_NONE.search(piece) and (before or OF_OTHERS.search(piece)))
    )
    none = none or (not wanted and len(refused) == n_views > 1)
    unsure = bool(wanted or none) and UNSURE.search(piece) is not None
    none = none and not unsure
    if wanted and weight == Weight.MENTIONS and CORRECTS.match(piece):
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
        bool(wanted) and ADDS.search(piece) is not None,
        undecided,
        len(
            [clause for clause in clauses if len(read_clauses([clause], n_views, bare=False, everything=False)[0]) == 1]
        )
        if len(wanted) == n_views
        else 0,
        len(items),
    )
