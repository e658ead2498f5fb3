"""Which views of a split image a reply selects, keeps or shifts to.

Sources: ActiView, Appendix I.2-I.4 (what the prompts ask for), and `toolkit/evaluator.py` of its official repository,
whose parsers are the profile "paper".
"""

from __future__ import annotations

import json
import re

from ..common import Profile, Standardized, checked_profile
from ..stance.plans import PLANS
from ..stance.service_errors import is_error
from ..stance.undecided import clarifies
from ..text.cleaning import as_text, boxed, plain
from ..text.echoes import echoes
from ..text.finish import Settled, settled_reply
from ..text.literals import json_spans, json_values
from .actions import operations_in_text, zoomed_views
from .askbacks import asks_how_to_go_on
from .directions import Directions, asks_directions, asks_only_directions, direction_answered, directions_in
from .json import KEEP, PART, SHIFT, first_listed, listed, objects, selection
from .languages import in_english, operation_name, separated
from .notation import called
from .official import NO_OPERATIONS, ViewOperations, official_operations, official_views
from .openings import behind_others, terse
from .phrases import MOST_PROSE, Views, views_in_text
from .restated import without_prompt, without_state
from .rows import numbered_in_rows
from .sections import sectioned
from .sightings import only_sees
from .split import split_of
from .verdicts import verdicts


def views(
    text: object,
    n_views: int = 4,
    profile: str = "robust",
    finished: bool | None = None,
    question: str | None = None,
) -> Standardized[Views]:
    """Return the views that a reply selects.

    Args:
        text: The reply; None and NaN count as "".
        n_views: Number of views; numbers outside 1..n_views are never returned.
        profile: "paper" is the official code: pieces between commas (periods count as commas) that begin with a digit
            or with a position word, its mapping of "upper" to views 2 and 4 included. Where that code would stop with
            an error (a number out of range, "1 and 2", "lower"), the result is the fallback with the rule "error".
            "robust" reads as a person would, see docs/standardization.md.
        finished: False when the reply was cut by a token limit, None when unknown; of a cut reply only what it has
            already decided counts.
        question: The prompt, which may say how the views are laid out; None for ActiView's own layouts.

    Returns:
        1-based view numbers, ascending and unique; `fallback` is True when the reply selects nothing and does not say
        "none".

    Raises:
        ValueError: The profile is unknown, or there is no view. The text never raises.

    Example:
        >>> views("Views 1 and 3, not 2").value
        (1, 3)
    """
    if _checked(profile, n_views) == "paper":
        return official_views(as_text(text), n_views)
    given = as_text(text)
    n_views = split_of(n_views, question)
    if is_error(given) or echoes(given, question):
        return Standardized((), "default", True)
    if _MONEY.fullmatch(given) or _EMPTY_FORM.fullmatch(given):
        return Standardized((), "default", True)
    if question is not None and given.strip(" .\n") == "0":
        return Standardized((), "none", False)  # "name their numbers, or say that you want none"
    if finished is not False and (asked := terse(given, n_views)) is not None:
        return Standardized(asked, "list" if any(map(str.isdigit, given)) else "all" if asked else "none", False)
    reply = settled_reply(separated(without_prompt(given)), finished)
    if reply is None or not reply.whole:
        return Standardized((), "unfinished" if reply is None else "empty", True)
    answer = reply.whole
    calls = called(answer)
    if calls is not None:
        found = listed(calls, n_views)
        if found is not None:
            return Standardized(found, "call", False)
    if ("{" in answer or "[" in answer) and not _BOXES.search(answer):
        found = _in_json(answer, n_views)
        if found is not None:
            return Standardized(found, "json", False)
    told = None if reply.cut else verdicts(answer, n_views)
    if told is not None:
        return Standardized(told, "list" if told else "none", False)
    if _is_object(answer):
        return Standardized((), "invalid_json", True)
    last = boxed(answer)
    if last is not None:
        return views_in_text(plain(last), n_views)
    return _in_words(reply, n_views, question)


def view_operations(
    text: object,
    n_views: int = 4,
    profile: str = "robust",
    finished: bool | None = None,
    question: str | None = None,
) -> Standardized[ViewOperations]:
    """Return the operations in the JSON answer of the mixed pipeline: `part`, or `keep` (`zoom_keep`) and `shift`.

    Args:
        text: The reply; None and NaN count as "".
        n_views: Number of views; numbers outside 1..n_views are never returned.
        profile: "paper" is the official code: the whole reply must be strict JSON and every listed number a plain
            integer; `keep` (`zoom_keep` in the paper's own prompt) and `shift` count only together. The rule is
            "out_of_range" when `part` lists numbers but none of a view. Numbers stay in the order given.
            "robust" finds the last fitting object in the reply, reads lists, numbers, names and "all", sorts them,
            and takes a reply without any object for a plain selection (`part`).
        finished: False when the reply was cut by a token limit, None when unknown.
        question: The prompt, which may say how the views are laid out; None for ActiView's own layouts.

    Returns:
        The operations, as tuples of 1-based view numbers; an empty tuple means "none", None that the reply does not
        name the operation. Where the question asks for directions ("left, right, up or down"), `shift` holds these
        words.

    Raises:
        ValueError: The profile is unknown, or there is no view. The text never raises.

    Example:
        >>> view_operations('{"zoom_keep": "1", "shift": "none"}').value
        ViewOperations(part=None, keep=(1,), shift=())
    """
    if _checked(profile, n_views) == "paper":
        return official_operations(as_text(text), n_views)
    given = as_text(text)
    n_views = split_of(n_views, question)
    if is_error(given) or echoes(given, question):
        return Standardized(NO_OPERATIONS, "default", True)
    if asks_only_directions(question):
        return _direction(settled_reply(separated(given), finished))
    directed = asks_directions(question)
    if "," in given and _EMPTY_FORM.fullmatch(given):
        return Standardized(NO_OPERATIONS, "empty", True)
    if finished is not False and (asked := _asked(given, n_views, directed)) is not None:
        return asked
    if _MONEY.fullmatch(given):
        return Standardized(NO_OPERATIONS, "default", True)
    if question is not None and '"keep"' in question and _LETTERED_ANSWER.fullmatch(given):
        return Standardized(NO_OPERATIONS, "default", True)
    zoomed = zoomed_views(question)
    reply = settled_reply(separated(without_prompt(without_state(given, zoomed, question))), finished)
    if reply is None or not reply.whole:
        return Standardized(NO_OPERATIONS, "unfinished" if reply is None else "empty", True)
    keeps_all = bool(zoomed) and _KEEPS_ALL.search(reply.whole) is not None
    found = _combined(json_values(reply.whole), n_views, directed)
    if found != NO_OPERATIONS:
        found = found._replace(keep=tuple(sorted(zoomed))) if keeps_all else found
        return Standardized(found, "json", False)
    found = _operations(_pairs(reply.whole), n_views, directed)
    found = found._replace(keep=tuple(sorted(zoomed))) if keeps_all and found != NO_OPERATIONS else found
    three = question is not None and all(f'"{name}"' in question for name in ("part", "keep", "shift"))
    told_all = None not in (found if three else found[1:])
    if found != NO_OPERATIONS and (_is_object(reply.whole) or told_all):
        return Standardized(found, "pairs", False)
    if _is_object(reply.whole):
        return Standardized(NO_OPERATIONS, "invalid_json", True)
    if ("?" in reply.whole and clarifies(plain(reply.whole))) or asks_how_to_go_on(plain(reply.whole)):
        return Standardized(NO_OPERATIONS, "ambiguous", True)
    told = ViewOperations(*operations_in_text(plain(_complete(reply)), n_views, zoomed, three, directed))
    if found != NO_OPERATIONS:
        found = found._replace(keep=told.keep if found.keep is None else found.keep)
        found = found._replace(shift=told.shift if found.shift is None else found.shift)
        return Standardized(found._replace(part=told.part) if three and found.part is None else found, "pairs", False)
    if told.keep is None and told.shift is not None and zoomed and _KEEPS_ONLY.search(question or ""):
        needed = _in_words(reply, n_views, question)
        if needed.rule in ("choice", "conclusion", "leading") and zoomed.issuperset(needed.value):  # "part 2 is enough"
            told = told._replace(keep=needed.value)
    if told.keep is not None or told.shift is not None:
        return Standardized(told, "prose", False)
    selected = _in_words(reply, n_views, question)
    plain_choice = selected.rule in ("choice", "conclusion", "phrase") and bool(selected.value)
    if plain_choice and zoomed and told == NO_OPERATIONS and not directed and _KEEPS_ONLY.search(question or ""):
        kept = tuple(view for view in selected.value if view in zoomed)  # "part 2 is enough", "I need part 3"
        new = tuple(view for view in selected.value if view not in zoomed)
        return Standardized(ViewOperations(None, kept, new), selected.rule, False)
    if selected.fallback or (selected.rule == "prose" and (reply.cut or _KEEPS_ONLY.search(question or ""))):
        return Standardized(NO_OPERATIONS, "default", True)
    return Standardized(ViewOperations(selected.value, None, None), selected.rule, False)


def _direction(reply: Settled | None) -> Standardized[ViewOperations]:
    """Read a reply to a prompt that asks for a direction and nothing else."""
    if reply is None or not reply.whole:
        return Standardized(NO_OPERATIONS, "unfinished" if reply is None else "empty", True)
    objects_in = json_values(reply.whole)
    values = [value for one in objects_in for value in (one.values() if isinstance(one, dict) else [one])]
    said = directions_in(values[-1]) if values else direction_answered(in_english(plain(_complete(reply)).lower()))
    if said is None:
        return Standardized(NO_OPERATIONS, "default", True)
    return Standardized(ViewOperations(None, None, said), "prose", False)


_IN_COURSE = frozenset(("choice", "prose", "leading"))
"""Rules that read what a text says in its course, which an analysis that breaks off has not concluded."""
_WISHES = re.compile(r"\W*(?:i|we) (?:need|want|have|must)\b", re.IGNORECASE)
_BREAKS_OFF = re.compile(r"[.!?]\s+(?:[^\W\d_]+[ ,'-]+){3,40}[^\W\d_]+\Z")  # a last sentence without its end
_LETTERED_ANSWER = re.compile(  # "(B) no": an answer to the question itself
    r"\W{0,4}(?:(?:option |answer:? )?\(?[a-h][).:]\s?)?(?:no|yes|nein|ja|non|oui|sí|si|não|sim|да|нет|nee|nej)\W{0,4}",
    re.IGNORECASE,
)
_UNDECIDED = re.compile(
    r"\b(?:haven't|have not|hasn't) (?:yet )?(?:decided|chosen|selected|picked|settled)\b[^.!?\n]{0,40}\W*\Z",
    re.IGNORECASE,
)
_EMPTY_FORM = re.compile(  # nothing was filled in
    r"[\s`]*(?:json\s)?\{\s*(?:\"\w{1,20}\"\s?:\s?\"\"\s?,?\s*){1,5}\}[\s`]*", re.IGNORECASE
)
_MONEY = re.compile(
    r"[\s.]*(?:[$\u20ac\u00a3\u00a5]\s?\d{1,9}(?:[.,]\d{1,9})?|\d{1,9}(?:[.,]\d{1,9})?\s?[\u20ac\u00a3\u00a5])[\s.!]*"
)
_LAYOUT_TOLD = re.compile(  # "the image is divided into four parts: upper-left, ..."
    r"\b(?:divided|split|cut|consists?|partitioned)\b[^.:\n]{0,60}\b(?:parts|views|tiles):[^.\n]{0,200}", re.IGNORECASE
)
_KEEPS_ALL = re.compile(  # all of the zoomed views
    r"\b(?:zoom_?)?keep\b[\"'*]{0,3}\s?[:=]\s?[\"'*\[]{0,3}(?:both|all)\b(?!\W{0,3}(?:except|but|\d))", re.IGNORECASE
)
# a prompt that asks for no further parts
_KEEPS_ONLY = re.compile(r'\A(?!.*"part")(?=.*(?:"(?:zoom_)?keep"|\bkeep\b.*\bshift\b))', re.DOTALL)
_DESCRIBED = re.compile(
    r"(?:[^.\n:]{0,60}:\s{0,3})?(?:\W{0,6}(?:the )?(?:part|tile|view|section)\s\d{1,2}\s(?:shows?|contains?|has"
    r"|depicts?|displays?|is|holds)"
    r"\b[^.\n]{0,200}(?:[.\n]{1,3}\s{0,3}|$)){1,30}",
    re.IGNORECASE,
)
_LONGEST_LAST = 400  # characters of the last line that are looked at
_LAST_LINE = re.compile(  # "Parts: 4, 6", behind an explanation
    r"\n[^\S\n]{0,40}(?:final )?(?:parts?|views?|tiles?|zoom(?: in(?:to)?)?|selection|selected(?: parts?)?)\s?[:=]\s?"
    r"((?:none|\d{1,2}(?:\s?(?:,|and|&)\s?\d{1,2}){0,15}))[\s.]*\Z",
    re.IGNORECASE,
)
_BOXES = re.compile(r"\[ ?\]\s*\w|\[[xX]\]")
_NO_WORDS = re.compile(r"(?:\W|_|\d|tool|call|zoom|in|select|json|view|part)*", re.IGNORECASE)
_COMMENT = re.compile(r"^([ \t]*[\"'*-]{0,3}\w{1,20}[\"'*]{0,3}\s?[:=][^#\n]{0,80}?)[ \t]{1,8}#[^\n]*$", re.MULTILINE)
_PAIR = re.compile(
    r"[\"']?\b((?:zoom_?)?keep|shift(?:_to)?|parts?|views?|zooms?(?:_in)?|response|answer)\b[\"'*]{0,3}\s{0,3}"
    r"(?:[:=]|[-=]?>|[\u2192\u21d2\u27a1])[*]{0,2}\s{0,3}"
    r"([\"'][^\"'\n]{0,200}[\"']|\[[^\]\n]{0,200}\]"
    r"|[^\s.;{}\"'\[|](?:(?!,\s?\*{0,2}\w{2,12}\*{0,2}\s?(?:[:=]|[-=]?>|\u2192))[^\n.;{}\"'\[|]){0,200}(?=\n|$"
    r"|[.;{},|]))",
    re.IGNORECASE,
)


_TAG = re.compile(r"<((?:zoom_)?keep|shift|parts?|zoom)>\s{0,3}([^<>]{0,80}?)\s{0,3}</\1>", re.IGNORECASE)
_TABLE = re.compile(
    r"^\s?\|?\s?(?:zoom[_ ]?)?keep\s?\|\s?shift\s?\|?[ \t]?\n[\s|:-]+\n"
    r"\s?\|?\s?([^|\n]{1,60}?)\s?\|\s?([^|\n]{1,60}?)\s?(?:\||$)",
    re.IGNORECASE | re.MULTILINE,
)
_ROW = re.compile(
    r"^\s?\|?\s?((?:zoom[_ ]?)?keep|shift|parts?|zoom)\s?\|\s?([^|\n]{1,60}?)\s?\|?$", re.IGNORECASE | re.MULTILINE
)
_REASON_ROW = re.compile(r"^\s?\|?\s?(?:reasons?|why|explanation)\s?\|", re.IGNORECASE | re.MULTILINE)
_LISTED = re.compile(
    r"\*{0,2}\b((?:zoom_?)?keep|shift(?:_to)?|parts?"
    r"|views?)\b[*:]{1,3}[ \t]{0,3}\n((?:[ \t]{0,4}[-*\u2022] ?[^\n]{1,80}(?:\n|$)){1,16})",
    re.IGNORECASE,
)
_NOTE = re.compile(  # "6 (the pot's label)", not "(shift: 2)"
    r"(?<=\d|e) ?\((?!(?:(?:zoom_?)?keep|shift|parts?)\s?[:=])[^()\n]*[^\W\d][^()\n]*\)", re.IGNORECASE
)
_FOREIGN_KEY = re.compile(
    r"(?:(?<=[.;,\n] )|(?<=\n)|^)((?!(?:zoom|keep|shift|part|view|response"
    r"|answer))[^\W\d_][^\W_]{2,15}(?: [^\W\d_]{2,9})?)(?=\s?[:=\u2192])",
    re.MULTILINE,
)
_BULLETED = re.compile(r"[-*\u2022] ?([^\n]{1,80})")
_LAST_END = re.compile(r".*(?:[.!?](?=\s)|\n|[\u3002\uff01\uff1f])", re.DOTALL)


def _checked(profile: str, n_views: int) -> Profile:
    if n_views < 1:
        raise ValueError(f"n_views must be at least 1, not {n_views}")
    return checked_profile(profile)


def _in_words(reply: Settled, n_views: int, question: str | None) -> Standardized[Views]:
    if not reply.cut:
        text = numbered_in_rows(plain(reply.whole))
        if only_sees(text, question) or asks_how_to_go_on(text) or _UNDECIDED.search(text) is not None:
            return Standardized((), "ambiguous", True)
        last = _LAST_LINE.search(text, max(0, len(text) - _LONGEST_LAST))
        if last is not None and text[: last.start()].strip() and not (told := views_in_text(last[1], n_views)).fallback:
            return Standardized(told.value, "list", False)
        behind = behind_others(text, n_views)
        found = views_in_text(text, n_views) if not behind else Standardized(behind, "list", False)
        return _concluded(found, text) if _BREAKS_OFF.search(text) is not None else found
    if _DESCRIBED.fullmatch(plain(_complete(reply))) is not None:
        return Standardized((), "unfinished", True)  # "Part 1 shows the sky. Part 2 shows a tree. Part 3 shows a"
    beginning = plain(reply.whole[:400])
    return _concluded(views_in_text(plain(_complete(reply)), n_views, True, beginning), beginning)


def _concluded(found: Standardized[Views], text: str) -> Standardized[Views]:
    """Return what was read in a text that breaks off, nothing where that stands in the course of what it planned.

    Wishes are no plans: "I need parts 2 and 4. Part 2 shows the".
    """
    planned = PLANS.match(text) is not None and _WISHES.match(text) is None
    return Standardized((), "unfinished", True) if planned and found.rule in _IN_COURSE else found


def _complete(reply: Settled) -> str:
    """Return the complete sentences of a reply."""
    if not reply.cut:
        return reply.whole
    complete = _LAST_END.match(reply.whole)
    return complete.group() if complete else ""


def _in_json(answer: str, n_views: int) -> Views | None:
    """Return the views that the last fitting JSON value of an answer selects, closed or cut off behind them."""
    found: set[int] | None = None
    behind = len(answer)
    for start, end, value in reversed(json_spans(answer)):
        selected = selection(value, n_views)
        if found is not None and (selected is None or not _NO_WORDS.fullmatch(answer, end, behind)):
            break
        if selected is not None:  # several calls of a tool, one behind the other
            found = (found or set()) | {*selected}
            behind = start
    if found is not None:
        return tuple(sorted(found))
    if _is_object(answer):
        found_pairs = _operations(_pairs(answer), n_views)
        return found_pairs.part
    return None


def _asked(given: str, n_views: int, directed: bool) -> Standardized[ViewOperations] | None:
    """Return the operations of a reply that is one strict JSON object, as the prompt asks, or None."""
    if not given.startswith("{") or not given.endswith("}"):
        return None
    try:
        value = json.loads(given)
    except (ValueError, RecursionError):
        return None
    found = _combined([value], n_views, directed)
    return None if found == NO_OPERATIONS else Standardized(found, "json", False)


def _combined(values: list[object], n_views: int, directed: bool) -> ViewOperations:
    """Return the operations of the last fitting JSON value, with one that a value of its own before it names."""
    found = NO_OPERATIONS
    for value in reversed(values):
        for named in (_merged(value), *objects(value)):
            here = _operations(named, n_views, directed)
            if found == NO_OPERATIONS:
                found = here
            elif found.keep is None and found.shift is not None and here.shift is None:
                found = found._replace(keep=here.keep)
            elif found.shift is None and found.keep is not None and here.keep is None:
                found = found._replace(shift=here.shift)
        if found.part is not None or None not in found[1:]:
            break
    return found


def _is_object(answer: str) -> bool:
    """Tell whether an answer is a JSON object, cut off or malformed, and no prose."""
    return answer.lstrip("`json \n").startswith("{") and ('"' in answer or ":" in answer)


def _pairs(answer: str) -> dict[str, object]:
    """Return the operations of "key: value" lines, and of an object that was cut off after complete values."""
    text = _LAYOUT_TOLD.sub(" ", sectioned(answer[-MOST_PROSE:]))
    text = _COMMENT.sub(r"\1", text) if "#" in text else text
    if "|" in text and (table := _TABLE.search(text)) is not None:
        return dict(zip(("keep", "shift"), table.groups(), strict=True))
    if "|" in text and len(rows := _ROW.findall(text)) > 1:
        return {_key(key): value for key, value in rows}
    if "|" in text and len(rows) == 1 and _REASON_ROW.search(text):
        return {_key(key): value for key, value in rows}
    if "</" in text:
        text = _TAG.sub(r"\1: \2\n", text)
    if "\n" in text:
        text = _LISTED.sub(
            lambda match: match.group(1) + ": " + ", ".join(_BULLETED.findall(match.group(2))) + "\n", text
        )
    text = _FOREIGN_KEY.sub(
        lambda match: operation_name(match[1].lower()), _NOTE.sub("", text) if "(" in text else text
    )
    return {_key(key): value for key, value in _PAIR.findall(text)}


def _key(name: str) -> str:
    key = re.sub("[^a-z]", "", name.lower())
    return "zoom" if key == "zooms" else key


def _operations(answer: dict[str, object], n_views: int, directed: bool = False) -> ViewOperations:
    part, keep = (first_listed(answer, keys, n_views) for keys in (PART, KEEP))
    found = ViewOperations(part, keep, _shifted(answer, n_views, directed))
    if found.keep is not None or found.shift is not None:  # "answer" or "confidence" beside them is no operation
        found = found._replace(part=first_listed(answer, PART[:4], n_views))
    named = str(answer.get("operation") or answer.get("action") or answer.get("type") or answer.get("name") or "")[
        :20
    ].lower()
    if (
        found.part is not None and found.keep is None and found.shift is None and named
    ):  # {"operation": "keep", "part": 1}
        if named in KEEP:
            return ViewOperations(None, found.part, None)
        if named in SHIFT:
            return ViewOperations(None, None, None if directed else found.part)
    return found


def _shifted(answer: dict[str, object], n_views: int, directed: bool) -> Views | Directions | None:
    if not directed:
        return first_listed(answer, SHIFT, n_views)
    return next((told for key in SHIFT if key in answer and (told := directions_in(answer[key])) is not None), None)


def _merged(value: object) -> dict[str, object]:
    """Return the keys of all objects of a list, {} of any other value."""
    merged: dict[str, object] = {}
    for answer in objects(value) if isinstance(value, list) else ():
        merged |= answer
    return merged
