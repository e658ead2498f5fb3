"""Which views of a split image a text in plain words selects: statements weighed by how plainly they choose.

A text is divided into statements (sentences, lines, list items). Each wants views, rules views out, says that none is
needed, or only speaks of some; the reading is that of the plainest statement: an answer announced or given first, a
conclusion, a choice, at last whatever is spoken of.
"""

from __future__ import annotations

import re

from ..common import Standardized
from ..stance.refusals import refuses
from ..stance.taken_back import taken_back
from ..stance.undecided import assertions
from .cues import (
    ADDRESS,
    ALL_KEPT,
    ALL_LEGIBLE,
    ASIDE,
    ASKED_BACK,
    CONSIDERED,
    CORRECTS,
    COUNTED_LIST,
    FAILED,
    FINAL,
    IN_NUMBER,
    LAST_ARROW,
    LAST_COLON,
    LAST_LINE,
    NO_CHOICE,
    REMARK,
    UNWANTED,
    as_zooming,
    without_first_doubts,
)
from .descriptions import describes_parts, walks_through
from .first_thoughts import without_first_thoughts
from .languages import in_english
from .layouts import layout
from .lines import with_lines
from .neighbours import neighbours_in_english, related
from .notation import spelled
from .nothing import enlarges_nothing
from .openings import keyed_items, leading, none_first, whole, without_markers
from .places import without_own_places
from .selections import selected
from .statements import Statement, Weight, statements_of
from .wholes import both_of_two, of_pieces, with_halves
from .wording import (
    ALL_COUNTED,
    ALL_TWICE,
    ANSWERED,
    CONFIDENCE,
    COUNT_ONLY,
    EXCEPTS,
    LAYOUT_ONLY,
    PLACEHOLDER,
    QUOTED,
    QUOTED_ABROAD,
    REQUEST,
    TAKEN_OUT,
    TOLD_FORMAT,
    WHERE_IT_IS,
    WOULD_HAVE_TO,
    counted_whole,
)

Views = tuple[int, ...]

MOST_PROSE = 20_000  # characters of prose that are read: the end of a reply holds its answer


_NUMBERS_ONLY = re.compile(r"(?:\d{1,4}[\s,;.]{1,3}){6}")
_LISTED_LINE = re.compile(r"(?:.*\n)?\W{0,6}[^\n]{0,12}\d\W{0,4}\Z|.*[:=]\s*\Z", re.DOTALL)


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
    if _counts_on(text, n_views) or COUNT_ONLY.fullmatch(in_english(text[:40].lower()) if len(text) < 40 else text):
        return Standardized((), "ambiguous", True)
    text = ADDRESS.sub(" ", text) if "://" in text else text
    if ("/" in text and PLACEHOLDER.fullmatch(text)) or LAYOUT_ONLY.fullmatch(text):
        return Standardized((), "default", True)
    if "?" in text and (request := REQUEST.fullmatch(text)) is not None:
        text = f"Please {request[1]}."
    if " have to " in text and " if " not in text:
        text = WOULD_HAVE_TO.sub(" must", text)
    if " of them, all" in text:
        text = ALL_TWICE.sub("", text)
    if "onfidence" in text:
        text = CONFIDENCE.sub(" ", text)
    if "numbers" in text and (told := TOLD_FORMAT.sub(" ", text)) != text:
        text = told
        if not any(map(str.isalpha, text)):
            return Standardized((), "default", True)
    text = QUOTED.sub(lambda match: match[1], text) if '"' in text or "'" in text else text
    text = QUOTED_ABROAD.sub(" ", text) if '"' in text and not text.isascii() else text
    if ASKED_BACK.search(text) and not ANSWERED.search(text):
        return Standardized((), "ambiguous", True)
    given, text = text, assertions(without_first_thoughts(without_first_doubts(text)))
    if text is not given and not text.strip(" .,;:!?"):
        return Standardized((), "ambiguous", True)
    if not cut and (parts := taken_back(text)) is not None and any(map(str.isdigit, parts[0])):
        corrected = views_in_text(parts[1], n_views)
        if corrected.value and any(map(str.isdigit, parts[1])):
            return corrected
    text = WHERE_IT_IS.sub("", text) if cut and ", " in text else text
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
    if not cut and (both := both_of_two(text, n_views)):
        return Standardized(both, "conclusion", False)
    text = in_english(as_zooming(text)).replace("and/or", "and").strip()
    text = of_pieces(with_halves(text, n_views))
    text = ALL_LEGIBLE.sub("nothing is needed", text) if "can be" in text or " is " in text else text
    text = (
        IN_NUMBER.sub(lambda match: f"is in part {match['list']}" if match["list"] else f"in part {match['one']}", text)
        if "in " in text
        else text
    )
    if CONSIDERED.search(text):
        text = CONSIDERED.sub(" ", text)
    text = ALL_COUNTED.sub(lambda match: counted_whole(match, n_views), text)
    text = UNWANTED.sub(_not_needed, text) if ":" in text else text
    text = COUNTED_LIST.sub(r"\1parts ", text) if ":" in text else text
    text = related(neighbours_in_english(text), n_views)
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
    if not cut and none_first(text, n_views):
        return Standardized((), "none", False)
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
    if last_list is not None and not EXCEPTS.search(last_list.group()) and selected(last_list["list"], n_views):
        text = text[: len(text) - len(text[-400:]) + last_list.start()] + f"\nanswer: {last_list['list']}"
    lead = leading(
        without_markers(in_english(beginning[:400].lower()).strip(), n_views) if cut and beginning else text, n_views
    )
    if lead:
        lead = lead - {int(match["ahead"] or match["behind"]) for match in TAKEN_OUT.finditer(text)} or lead
    if lead and not FINAL.search(text) and not CORRECTS.search(text):
        return Standardized(tuple(sorted(lead)), "leading", False)
    statements = statements_of(text, n_views)
    found, rule = _decided(statements, lead, cut, n_views)
    if found is None:
        return Standardized((), rule, True)
    if rule == "prose" and walks_through(text, len(found) == n_views):
        return Standardized((), "ambiguous", True)
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
