"""Which views of a split image a reply selects, keeps or shifts to.

Sources: ActiView, Appendix I.2-I.4 (what the prompts ask for), and `toolkit/evaluator.py` of its official repository,
whose parsers are the profile "paper".
"""

import re
from collections.abc import Mapping

from .common import NO_ANSWER, UNFINISHED, Profile, Standardized, checked_profile
from .literals import json_spans
from .paper import NO_OPERATIONS, ViewOperations, official_operations, official_views
from .text import as_text, plain, said
from .view_phrases import BOXED, OPEN, Grid, Views, clause_views, grid_of, numbered, repeats, views_in_text

__all__ = ["DIRECTIONS", "ViewOperations", "view_operations", "views"]

DIRECTIONS = ("left", "right", "up", "down")
"""Where a view can be moved, if the question asks for that."""

_REASON = re.compile(r"reason|why|explan|thought")
_KEEP = re.compile(r"keep|kept")
_SHIFT = re.compile(r"shift|move")
_PART = re.compile(r"part|view|tile|zoom|select|number|answer|response|^ids?$|^indices$")
_NOT_LETTERS = re.compile(r"[^a-z]")
_INSIDE = ("arguments", "parameters", "answer", "response", "result", "output")
_NOTHING = re.compile(r"[\s\"'\[\](){}.,_-]*")
_PAIR = re.compile(
    r"(?<![a-z])[\"']?((?:zoom[_ ]?)?keep|shift(?: to)?|(?:parts?|tiles?|views?)(?: to zoom)?)[\"']?\s{0,3}[:=]\s{0,3}"
    r"([\"'][^\"'\n]{0,200}[\"']|\[[^\]\n]{0,200}\]|(?:(?!\b(?:keep|shift|part|reason)\b)[^\n.;{}]){0,200})"
)
_OPERATION = re.compile(
    r"\b(?:(?P<keep>keep|kept|stays?|retain)|(?P<shift>shift|move)|(?P<part>zoom|enlarge[sd]?|magnify|closer look))"
)
_STEP = re.compile(r"[.;\n]|,? and (?=[^.;,\n\d]{0,30}?\b(?:keep|shift|move|zoom))|, (?=(?:keep|shift|then|no)\b)")
_NOT_DONE = re.compile(r"\b(?:no|not|none|nothing|without|never)\b|n't\b")
_DIRECTED = re.compile(r"\bdirections?\b|\bleft,? right,? (?:or |and )?up\b|\bup,? down,? (?:or |and )?left\b")
_DIRECTION = re.compile(r"\b(left|right|up|down)(?:wards?)?\b")


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
        ValueError: The profile is unknown, or `n_views` is below 1. No text raises.

    Example:
        >>> views("Views 1 and 3, not 2").value
        (1, 3)
    """
    if _checked(profile, n_views) == "paper":
        return official_views(as_text(text), n_views)
    reply = said(text)
    if reply.problem:
        return Standardized((), reply.problem, True)
    if repeats(reply.text, question):
        return Standardized((), NO_ANSWER, True)
    grid = grid_of(n_views, question)
    for _, _, value in reversed(json_spans(reply.text)):
        found = _selected(value, grid)
        if found is not None or any(map(_known, _flat(value))):
            return Standardized(found or (), NO_ANSWER if found is None else "json", found is None)
    boxes = BOXED.findall(reply.text)
    return views_in_text(plain(boxes[-1] if boxes else reply.text), grid, finished is False and not boxes)


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
        ValueError: The profile is unknown, or `n_views` is below 1. No text raises.

    Example:
        >>> view_operations('{"zoom_keep": "1", "shift": "none"}').value
        ViewOperations(part=None, keep=(1,), shift=())
    """
    if _checked(profile, n_views) == "paper":
        return official_operations(as_text(text), n_views)
    reply = said(text)
    if reply.problem:
        return Standardized(NO_OPERATIONS, reply.problem, True)
    if repeats(reply.text, question):
        return Standardized(NO_OPERATIONS, NO_ANSWER, True)
    directed = question is not None and _DIRECTED.search(question.lower()) is not None
    return _read(reply.text, grid_of(n_views, question), directed, finished is False)


def _checked(profile: str, n_views: int) -> Profile:
    if n_views < 1:
        raise ValueError(f"n_views must be at least 1, not {n_views}")
    return checked_profile(profile)


def _read(text: str, grid: Grid, directed: bool, cut: bool) -> Standardized[ViewOperations]:
    """Return the operations of an object, of lines such as "keep: 1", or of sentences."""
    objects = [_flat(value) for _, _, value in json_spans(text)]
    known = [answer for answer in objects if any(map(_known, answer))]
    for answer in reversed(known):
        found = _operations(answer, grid, directed)
        if found != NO_OPERATIONS:
            return Standardized(found, "json", False)
    if known:
        return Standardized(NO_OPERATIONS, NO_ANSWER, True)
    flat = plain(text)
    found = _operations(dict(_PAIR.findall(flat.lower())), grid, directed)
    if found != NO_OPERATIONS:
        return Standardized(found, "pairs", False)
    if cut:
        return Standardized(NO_OPERATIONS, UNFINISHED, True)
    found = NO_OPERATIONS if OPEN.search(flat.lower()) else _in_steps(flat, grid, directed)
    if found != NO_OPERATIONS:
        return Standardized(found, "steps", False)
    selected = views_in_text(flat, grid)
    value = NO_OPERATIONS if selected.fallback else ViewOperations(selected.value, None, None)
    return Standardized(value, selected.rule, selected.fallback)


# JSON


def _known(key: str) -> bool:
    return any(pattern.search(key) for pattern in (_KEEP, _SHIFT, _PART)) and not _REASON.search(key)


def _flat(value: object) -> dict[str, object]:
    """Return the keys of an object, of a list of objects, or of a wrapped one, in lower-case letters."""
    merged: dict[str, object] = {}
    for item in value[:50] if isinstance(value, list) else [value]:
        merged |= item if isinstance(item, dict) else {}
    for name in _INSIDE:
        inner = merged.get(name)
        if isinstance(inner, dict):
            merged = inner
    return {_NOT_LETTERS.sub("", str(key)[:60].lower()): item for key, item in merged.items()}


def _selected(value: object, grid: Grid) -> Views | None:
    """Return the views of a JSON value, or None when it is not about views."""
    if isinstance(value, list) and not any(isinstance(item, dict) for item in value):
        return _listed(value, grid) or None
    return _of_keys(_flat(value), _PART, grid)


def _operations(answer: Mapping[str, object], grid: Grid, directed: bool) -> ViewOperations:
    keep = _of_keys(answer, _KEEP, grid)
    if not directed:
        return ViewOperations(_of_keys(answer, _PART, grid), keep, _of_keys(answer, _SHIFT, grid))
    shifts = [item for key, item in answer.items() if _SHIFT.search(key)]
    moves = [() if item in (None, False, []) else _moves(str(item).lower()) for item in shifts]
    return ViewOperations(_of_keys(answer, _PART, grid), keep, moves[0] if moves else None)


def _of_keys(answer: Mapping[str, object], pattern: re.Pattern[str], grid: Grid) -> Views | None:
    for key, item in answer.items():
        other = _KEEP.search(key) or _SHIFT.search(key) if pattern is _PART else None
        if pattern.search(key) and not other and not _REASON.search(key):
            found = _listed(item, grid)
            if found is not None:
                return found
    return None


def _listed(value: object, grid: Grid) -> Views | None:
    """Return the views in one JSON value: a number, a list, or a text; None when it neither has any nor says so."""
    if value is None or value is False or value == []:
        return ()
    if isinstance(value, (int, float)):
        return (int(value),) if 1 <= value <= grid.n_views and value == int(value) else None
    if isinstance(value, list):
        parts = [_listed(item, grid) for item in value[:200]]
        found = {view for part in parts if part for view in part}
        return tuple(sorted(found)) if found or () in parts else None
    if isinstance(value, str) and not _NOTHING.fullmatch(value):
        read = views_in_text(plain(value.strip("\"' \t\n")), grid)
        return None if read.fallback else read.value
    return None


# words


def _in_steps(text: str, grid: Grid, directed: bool) -> ViewOperations:
    """Return the operations of sentences such as "Keep 1 and shift to the lower-left view"."""
    found: dict[str, Views] = {}
    moves: tuple[str, ...] | None = None
    for step in _STEP.split(numbered(text)):
        operation = _OPERATION.search(step)
        name = operation.lastgroup if operation is not None else None
        if directed and name == "shift":
            moved = _moves(step)
            moves = moves if moved is None else moved
        elif name is not None:
            named = tuple(sorted(clause_views([step], grid)))
            if named or _NOT_DONE.search(step):
                found[name] = named
    if "keep" not in found and "shift" not in found and moves is None:
        return NO_OPERATIONS
    return ViewOperations(found.get("part"), found.get("keep"), moves if directed else found.get("shift"))


def _moves(text: str) -> tuple[str, ...] | None:
    """Return the directions that a text names, () when it says that none is wanted, None when it says neither."""
    named = set(_DIRECTION.findall(text))
    return tuple(sorted(named)) if named or _NOT_DONE.search(text) else None
