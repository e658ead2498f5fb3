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
from .refusals import refuses
from .taken_back import taken_back
from .undecided import assertions
from .view_clauses import ALONE, NOT_AFTER, clauses_of, read_clauses
from .view_cues import (
    ADDRESS,
    ADDS,
    ALL_KEPT,
    ALL_LEGIBLE,
    ASIDE,
    ASKED_BACK,
    BOTH,
    CHOOSES,
    CONCLUDES,
    CONDITION,
    CONSIDERED,
    CORRECTS,
    DISCARDS,
    FAILED,
    FINAL,
    HEDGED,
    HOW_MANY,
    IN_NUMBER,
    KEYED,
    LAST_ARROW,
    LAST_COLON,
    LAST_LINE,
    LAYOUT,
    LIST_LINE,
    NO_CHOICE,
    NONE,
    OF_OTHERS,
    ONLY_CHOSEN,
    ONLY_DENIED,
    OTHERS,
    PREPOSED,
    REFERS,
    REMARK,
    SPEAKS_OF_VIEWS,
    STATEMENT_END,
    SUBORDINATE,
    UNSURE,
    UNWANTED,
    WEAK_NONE,
    as_zooming,
    without_first_doubts,
)
from .view_descriptions import describes_parts
from .view_languages import in_english
from .view_layouts import layout
from .view_lines import with_lines
from .view_mentions import CARDINAL, NOUN
from .view_notation import spelled
from .view_nothing import enlarges_nothing
from .view_openings import keyed_items, leading, whole, without_markers
from .view_places import related, without_own_places
from .view_selections import selected

Views = tuple[int, ...]

MOST_PROSE = 20_000  # characters of prose that are read: the end of a reply holds its answer
_MOST_STATEMENTS = 400


_PLACEHOLDER = re.compile(  # "1, 2, 3, and/or 4": the form of an answer
    r"\W*(?:(?:parts?|views?|teile?|parties?|partes?) )?1(?:, ?\d{1,2})*,? ?(?:and/or|und/oder|et/ou|y/o|e/ou"
    r"|e/o|en/of|och/eller"
    r"|og/eller|i/lub|и/или|ve/veya|dan/atau|và/hoặc) \d{1,2}\W*",
    re.IGNORECASE,
)
_LAYOUT_ONLY = re.compile(  # what there is, and nothing of what is wanted
    r"\W*(?:the )?(?:image|picture|photo|scene) (?:has|is (?:divided|split|cut) into|consists of|contains) (?:\w+ )?"
    r"(?:parts|views|tiles|sections|quadrants)[:\s(]{1,3}[\d,\s]{0,60}(?:and \d{1,2})?\W{0,9}"
    r"|\W*(?:the )?(?:parts|views|tiles) [\d,\s-]{0,60}(?:(?:to|and|through) \d{1,2} )?(?:are|were) (?:given"
    r"|provided|available"
    r"|numbered"
    r"|labell?ed|listed|the (?:parts|views|options))\b[^.!?\n]{0,40}\W{0,9}",
    re.IGNORECASE,
)
_COUNT_ONLY = re.compile(  # "two of the parts": how many, not which
    rf"\W*(?!0)(?:only |just |the )?{CARDINAL} (?:of (?:the |these |them |those )?)?(?:more |different |image |whole )?"
    r"(?:parts|views|tiles|sections|quadrants|images)\W*",
    re.IGNORECASE,
)
_NUMBERS_ONLY = re.compile(r"(?:\d{1,4}[\s,;.]{1,3}){6}")
_NAMES_ONLY = re.compile(  # what leads from "therefore" to a number that is a view
    rf"[\s,:]*(?:(?:it|that|this|these|they|is|are|be|would|will|should|must|can|could|the|my|answer|answers|i|we|you|only|just|both|and|in|on"
    rf"|at|to|number|numbers|no|nos|then|so|final|correct|view|views|part|parts|remains?|leaves?|left|with|go|say|not|but|{NOUN})\b\W{{0,4}}){{0,12}}"
    rf"(?:\d|{CARDINAL}\b)"
)
_ALL_FIRST = re.compile(r"\W*(?:all|every|each|both)\b")
_LISTED_LINE = re.compile(r"(?:.*\n)?\W{0,6}[^\n]{0,12}\d\W{0,4}\Z|.*[:=]\s*\Z", re.DOTALL)


_ABBREVIATED = re.compile(r"\b(no|nos|e\.g|i\.e|vs|etc|nr|approx)\.(?=\s?\S)")
_ENDS_IN_COPULA = re.compile(r"\b(?:is|are)\s*$")


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
    text = text[-MOST_PROSE:]
    if _counts_on(text, n_views) or _COUNT_ONLY.fullmatch(in_english(text[:40].lower()) if len(text) < 40 else text):
        return Standardized((), "ambiguous", True)
    text = ADDRESS.sub(" ", text) if "://" in text else text
    if ("/" in text and _PLACEHOLDER.fullmatch(text)) or _LAYOUT_ONLY.fullmatch(text):
        return Standardized((), "default", True)
    if ASKED_BACK.search(text):
        return Standardized((), "ambiguous", True)
    given, text = text, assertions(without_first_doubts(text))
    if text is not given and not text.strip(" .,;:!?"):
        return Standardized((), "ambiguous", True)
    if not cut and (parts := taken_back(text)) is not None and any(map(str.isdigit, parts[0])):
        corrected = views_in_text(parts[1], n_views)
        if corrected.value and any(map(str.isdigit, parts[1])):
            return corrected
    text = with_lines(spelled(text, n_views).lower(), n_views)
    if not cut and (chosen := selected(text, n_views)) is not None:
        every = len(chosen) == n_views and not any(map(str.isdigit, text))
        return Standardized(tuple(sorted(chosen)), "all" if every else "list" if chosen else "none", False)
    if NO_CHOICE.search(text) or (not cut and describes_parts(text, n_views)):
        return Standardized((), "ambiguous", True)
    if enlarges_nothing(text):
        return Standardized((), "none", False)
    if not any(map(str.isdigit, text)) and refuses(text):
        return Standardized((), "default", True)
    text = in_english(as_zooming(text)).replace("and/or", "and").strip()
    text = ALL_LEGIBLE.sub("nothing is needed", text) if "can be" in text or " is " in text else text
    text = IN_NUMBER.sub(r"in part \1", text) if "in " in text else text
    if CONSIDERED.search(text):
        text = CONSIDERED.sub(" ", text)
    text = UNWANTED.sub(_not_needed, text) if ":" in text else text
    text = related(text, n_views)
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


def _not_needed(match: re.Match[str]) -> str:
    return f"not needed parts {' and '.join(re.split(r'[,;&]|and', match[1]))}"


def _counts_on(text: str, n_views: int) -> bool:
    """Tell whether a text is a list of numbers that runs past the views ("1, 2, 3, ..., 37")."""
    if not text[:1].isdigit() or len(text) < 3 * n_views or not _NUMBERS_ONLY.match(text):
        return False
    numbers = [int(number) for number in re.findall(r"\d{1,4}", text[:2_000])]
    return len(numbers) > n_views and max(numbers) > n_views and numbers[:n_views] == [*range(1, n_views + 1)]


def _prose(text: str, n_views: int, cut: bool, beginning: str) -> Standardized[Views]:
    everything = tuple(range(1, n_views + 1))
    text = ASIDE.sub(" ", LAST_ARROW.sub("\ntherefore ", text) if "->" in text else text)
    text = REMARK.sub(r". \1. ", text) if "(" in text else text
    text = without_own_places(text, n_views)
    text = ALL_KEPT.sub("all the parts are needed", text) if " be " in text else text
    if not cut:
        listed = whole(text, n_views)
        if listed is not None:
            return Standardized(
                tuple(sorted(listed)),
                "list" if listed != set(everything) or any(map(str.isdigit, text)) else "all",
                False,
            )
    if FAILED.search(text[:300]):
        return Standardized((), "default", True)
    itemised = keyed_items(text, n_views) if not cut else None
    if itemised is not None:
        return Standardized(tuple(sorted(itemised)), "list", False)
    last = text[text.rfind("\n") + 1 :] if "\n" in text else ""
    if (
        last
        and (last.strip()[:1].isalnum() or last.strip()[:1] in "#>=")
        and last.count(" ") < 20
        and not _LISTED_LINE.match(text[: -len(last)])
    ):
        text = LAST_LINE.sub("\ntherefore ", text)
    text = without_markers(text, n_views)
    last_list = LAST_COLON.search(text[-400:]) if not cut else None
    if last_list is not None and selected(last_list["list"], n_views):
        text = text[: len(text) - len(text[-400:]) + last_list.start()] + f"\nanswer: {last_list['list']}"
    lead = leading(
        without_markers(in_english(beginning[:400].lower()).strip(), n_views) if cut and beginning else text, n_views
    )
    if lead and not FINAL.search(text) and not CORRECTS.search(text):
        return Standardized(tuple(sorted(lead)), "leading", False)
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
    last = next((one for one in reversed(chosen) if one.wanted or one.undecided), None)
    if last is not None and not last.undecided:
        chosen = [one for one in chosen if not one.undecided]  # "1 or 2 ... I choose 2"
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
    if not found and len(refused) == n_views - 1 > 1 and not naming:
        return {*range(1, n_views + 1)} - refused, "choice"  # "not part 1, not part 3, not part 4"
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
    return _ABBREVIATED.sub(lambda match: f"{match[1]} ", text) if "." in text else text


def _unhedged(clauses: list[str], n_views: int) -> list[str]:
    """Return the clauses without those that only consider a view, where another one chooses."""
    if len(clauses) < 2 or not any(HEDGED.search(clause) for clause in clauses):
        return clauses
    firm = [clause for clause in clauses if not HEDGED.search(clause) or re.search(r"\bi would\b", clause)]
    choosing = any(CHOOSES.search(clause) and read_clauses([clause], n_views, True, True)[0] for clause in firm)
    return firm if choosing else clauses


def _wants_others(clauses: list[str]) -> bool:
    """Tell whether a clause wants "the other three", "the rest"."""
    return any(OTHERS.search(clause) and CHOOSES.search(clause) and not NOT_AFTER.search(clause) for clause in clauses)


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
                (len(piece) < 25 and not PREPOSED.search(piece))
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
        told, _, final_choice = read_clauses(clauses_of(piece[concludes.end() :]), n_views, bare=only, everything=True)
        if told - refused:
            wanted, choice = told, final_choice
    wanted -= refused
    ruled_out = refused | refused_before
    if not wanted and refused and ONLY_DENIED.search(piece):
        wanted, weight = set(range(1, n_views + 1)) - refused, max(weight, Weight.CHOOSES)
    elif ruled_out and not (wanted - ruled_out) and _wants_others(clauses):
        wanted, weight = set(range(1, n_views + 1)) - ruled_out, max(weight, Weight.CHOOSES)
    if len(wanted) == n_views and NONE.search(piece) and not re.search(r"\d|\ball\b|\bevery", piece):
        wanted = set()
    if not wanted and not refused and weight >= Weight.CHOOSES and before and REFERS.search(piece) and chooses:
        if NOT_AFTER.search(piece):
            refused = set(before)
        else:
            wanted = set(before)
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
