"""From a reply to its points as written: JSON, tables, labelled lists, rows, tags, the plainest first."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from ..stance.asserted import asserted
from ..stance.no_answers import without_instructions
from ..text.cleaning import as_text, final_answer_text, fold, plain
from ..text.finish import settled
from ..text.literals import json_values
from ..text.spelled_decimals import with_spelled_decimals
from ..text.spelled_shares import with_spelled_shares
from ..text.tool_calls import without_looks
from . import rows
from .code import without_code
from .finder import find_points
from .invented import without_invented
from .negation import without_ruled_out
from .notation import in_lists, uniform_numbers, with_labels, without_markup
from .points import Columns
from .tables import table, turned_table
from .thirds import Point
from .words import may_hold, reach_of_boxes, uniform, with_decimal_points, without_boxes

_PAIR = re.compile(r"[Xx]\s?,\s?[Yy]")
_PAIR_LABEL = re.compile(r"\(?\bx\s?,\s?y(?:\s?,\s?t)?\)?\s?[:=]", re.IGNORECASE)  # "(x, y) = ": no label of y
_UNMARKED_WORDS = frozenset(
    [
        "horizontal",
        "horizontally",
        "vertical",
        "vertically",
        "duration",
        "durations",
        "dwell",
        "dwells",
        "time",
        "times",
    ]
)
_EXAMPLE = re.compile(
    r"\[?\(?\bexample (?:output|answer|response)(?: for (?:another|a different) (?:image|picture))?[\])]?:?"
    r"(?:(?!\n\s*\n)(?!\b(?:answer|prediction|output|response|result|this image)\b).){0,2000}",
    re.IGNORECASE | re.DOTALL,
)
# A reply that begins as an example of something else, up to its own answer.
_FOR_A_TIME = re.compile(
    r"(?<=\d) for (?:about |some |around |~)?(?=\d{1,4}\s?(?:ms|milliseconds)\b)"
)  # "400,240 for 180 ms"
_FOR_EXAMPLE = re.compile(
    r"\W{0,4}(?:for (?:example|instance)|e\.g\.|z\.\s?B\.|zum beispiel|par exemple|por ejemplo|por exemplo|ad esempio"
    r"|например"
    r"|на пример|例如|比如|例えば|たとえば|예를 들어|bijvoorbeeld|na przykład|örneğin|misalnya|ví dụ|مثلا|उदाहरण के लिए"
    r"|for (?:another|a different|some other) (?:image|picture|photo)|an example (?:would|could|might) be"
    r"|such as|like this)\b"
    r"(?:(?!\n\s*\n)(?!\b(?:my|actual|final) (?:answer|prediction|output)|\b(?:for|in) this (?:image|picture|photo"
    r"|one)\b).){0,2000}",
    re.IGNORECASE | re.DOTALL,
)
_WORDS = re.compile(r"[^\W\d_]{4}|[^\x00-\u052f]")
_INDEX = re.compile(r"(?<![A-Za-z0-9])([XYTxyt])_?\{?(\d{1,2})\}?(?=\s{0,2}[=:])")
_FAILED = re.compile(r"\b(?:\w{0,20}(?:error|exception)|traceback|timed? ?out|timeout|failed to)\b", re.IGNORECASE)
_FAILING = ("error", "exception", "traceback", "time", "failed to")  # one of them is in what the pattern finds
_TURNED = re.compile(
    r"[(\[]\s?y\w{0,12}\s?,\s?x\w{0,12}\s?[)\]]|\by,\s?x (?:order|format|coordinates)\b", re.IGNORECASE
)
_PLAIN = re.compile(r"[\n !\"%-)+-;=?-\[\]^a-{}|]*")  # nothing that cleaning changes
_CUT_NUMBER = re.compile(r"(?<![\w.])[-+]?\d{0,20}\.?\d{0,20}$")
_CUT_IN_Y = re.compile(r"(?<![A-Za-z])[Yy]\w{0,14}[\"']?\s?[=:]\s?\[\s?[-\d.]{0,12}$")  # no point has both axes
_OPEN_Y = re.compile(r"(?<![A-Za-z])[Yy][\"']?\s?[=:]\s?\[([-\d.,\s]{0,600})$")  # Y breaks off, T never came
_CLOSED_X = re.compile(r"(?<![A-Za-z])[Xx][\"']?\s?[=:]\s?\[([-\d.,\s]{0,600})\]")
_CIRCLED = re.compile("[\u2460-\u2473\u2776-\u2793\u24f5-\u24fe]\\s?[.:)]?")  # the number of a point, not of the image
_NUMBERED = re.compile(r"^[ \t]{0,4}#?\d{1,3}[.):][ \t]{1,3}(?=[-+.\d])", re.MULTILINE)
_AXES_ABROAD = re.compile(
    r"(?<!\w)[ХУТхут](?=\s?[=:]|[\s-](?:[Кк]оордин\w+)\s?[:=])"
)  # Cyrillic letters that look like X, Y, T
# "x = 1024 / 2 = 512"
_COMPUTED = re.compile(r"((?<![^\W_])[xy]\s?)=\s?[\d.]+(?:\s?[-+*/\u00d7\u00f7x]\s?[\d.]+){1,3}\s?=\s?", re.IGNORECASE)
_ENDS_IN_AXIS = re.compile(r"\d\s?%?\s(?:for|in|on|along|for the|für|in|auf|pour|en|para|por|per|по|op|på)\s[yY]\s?$")
_HALF_NUMBER = re.compile(r"(?<![\w.])[-+]?\d{1,6}\.$")


class PointReply(NamedTuple):
    """A reply prepared for reading points.

    Attributes:
        answer: The answer with code fences and JSON, without boxes.
        readable: The same in plain words, units and labels in English.
        finished: False when a token limit cut it, None when unknown.
        reach: How far right and down its boxes reach, in the frame of its points.
    """

    answer: str
    readable: str
    finished: bool | None
    reach: tuple[float, float] = (0.0, 0.0)

    @property
    def cut(self) -> bool:
        """Its end is missing."""
        if self.finished is not False and (_ends_whole(self.answer) or _ENDS_IN_AXIS.search(self.answer[-24:])):
            return False
        return settled(self.answer, self.finished).cut


def _fails(text: str) -> bool:
    """Tell whether a text reports an error of the program that should have answered."""
    lowered = text.lower()
    if text.isascii() and not any([part in lowered for part in _FAILING]):
        return False
    return _FAILED.search(text) is not None


def _ends_whole(text: str) -> bool:
    """Tell at once that a text is whole: brackets and marks are paired and its end is that of a point or a sentence."""
    last = text[-1:]
    if not text.isascii() or not (last in ")]}.!" or (last.isdigit() and len(text) < 40 and "\n" not in text)):
        return False
    pairs = text.count("(") == text.count(")") and text.count("[") == text.count("]")
    return pairs and text.count("{") == text.count("}") and "**" not in text and "```" not in text and text[-2:] != "0."


def readable_points(text: object, finished: bool | None) -> PointReply | None:
    """Return a reply prepared for reading points, or None when its reasoning trace never ends."""
    given = as_text(text)
    answer = final_answer_text(without_boxes(given))
    if answer is None:
        return None
    if "xample" in answer[:4_000] or "XAMPLE" in answer[:4_000]:
        answer = _EXAMPLE.sub(" ", answer)  # of the prompt
    example = _FOR_EXAMPLE.match(answer)
    if example is not None:
        answer = answer[example.end() :]
    if " for " in answer:
        answer = _FOR_A_TIME.sub(" ", answer)
    if finished is False:
        answer = _CUT_NUMBER.sub("", answer)
    elif _HALF_NUMBER.search(answer[-12:]) and settled(answer, finished).cut:
        answer = _HALF_NUMBER.sub("", answer)
    if not answer.isascii():
        answer = _AXES_ABROAD.sub(lambda match: "XYTxyt"["ХУТхут".index(match[0])], answer)
        answer = _CIRCLED.sub(" ", answer)
    if not answer.isascii() or "," in answer:
        answer = with_decimal_points(answer if answer.isascii() else fold(answer))
    answer = with_spelled_shares(with_spelled_decimals(without_code(answer)))
    if "{" in answer:
        answer = without_looks(answer)
    elif _WORDS.search(answer) is not None:
        answer = asserted(without_instructions(without_invented(answer)))
    readable = answer if _PLAIN.fullmatch(answer) else plain(without_markup(answer))
    readable = uniform_numbers(uniform(readable))
    if "=" in readable:
        readable = _COMPUTED.sub(r"\1= ", readable)
    if "=" in readable or ":" in readable:
        readable = _INDEX.sub(lambda match: match[1], readable)
    readable = in_lists(readable)
    if may_hold(readable, _UNMARKED_WORDS):
        readable = with_labels(readable)
    if "y" in readable or "Y" in readable:
        readable = _PAIR_LABEL.sub(" ", readable) if _PAIR.search(readable) else readable
    return PointReply(answer, readable, finished, reach_of_boxes(given))


def read_columns(
    reply: PointReply, chosen: Callable[[list[Point], str], list[Point]], weights: bool = False
) -> tuple[Columns | None, str]:
    """Return the points of a reply as written and the shape in which they are, or None and why there are none.

    Args:
        reply: From `readable_points`.
        chosen: Which of the points that running text names are the answer.
        weights: Read the third column as weights instead of durations.
    """
    columns, rule = _columns(reply, chosen, weights)
    if (
        columns is not None
        and rule in ("json", "rows")
        and ("y" in reply.readable or "Y" in reply.readable)
        and _TURNED.search(reply.readable)
    ):
        columns.x, columns.y = columns.y, columns.x
    return columns, rule


def _columns(
    reply: PointReply, chosen: Callable[[list[Point], str], list[Point]], weights: bool
) -> tuple[Columns | None, str]:
    answer, readable = reply.answer, reply.readable
    if not weights and (_CUT_IN_Y.search(answer[-640:]) or _lacks_y(answer)):
        return None, "incomplete"
    values = json_values(answer) if "{" in answer else []
    found = rows.from_json(values, objects=True, weights=weights) if "{" in answer else None
    if found is not None:
        whole = len(found.x) > 0 < len(found.y) or len(found.x) == len(found.y)
        return (found, "json") if whole else (None, "incomplete")
    found = table(readable, weights) if "\n" in readable and "x" in readable.lower() else None
    if found is None and "\n" in readable:
        found = turned_table(readable, weights)
    if found is not None:
        return found, "rows"
    found, any_label = rows.labelled(readable, weights)
    if found is not None and ((found.x and found.y) or len(found.x) == len(found.y)):
        return found, "lists"
    if not values and "[" in answer and "{" not in answer:
        values = json_values(answer)
    found = rows.from_json(values, objects=False, weights=weights)
    if found is not None and found.x:
        if not found.third:
            rows.add_thirds(found, readable, "w" if weights else "t")
        return found, "json"
    found = None if any_label else rows.flat_lists(values)
    if found is not None and found.x:
        return found, "lists"
    tagged = rows.point_tags(answer) if "<" in answer else None
    if tagged is not None:
        if not tagged.third and not weights and "=" in readable:
            rows.add_thirds(tagged, readable)
        return tagged, "point_tags"
    items = len(_NUMBERED.findall(readable)) if "\n" in readable and not weights else 0
    if items > 1 and not any_label:
        found = rows.lines(readable)
        if found is not None and len(found.x) == items:
            return found, "rows"
    points = find_points(readable, weights)
    if not points and not any_label:
        found = rows.lines(readable)
        if found is not None and found.x:
            return found, "rows"
    points = without_ruled_out(points, readable, start_counts=not weights) if points else []
    points = chosen(points, readable) if points and not _fails(readable[:300]) else []
    if points:
        found = _of_points(points)
        if not found.third and not weights and (":" in readable or "=" in readable):
            rows.add_thirds(found, readable)
        return found, "rows"
    return None, "incomplete" if any_label else "no_answer"


def _lacks_y(answer: str) -> bool:
    """Tell whether a reply breaks off in its list of Y, before it has as many as X."""
    cut = _OPEN_Y.search(answer[-640:]) if answer[-1:] not in "])}" else None
    across = _CLOSED_X.search(answer) if cut is not None else None
    return cut is not None and across is not None and cut[1].count(",") < across[1].count(",")


def _of_points(points: list[Point]) -> Columns:
    columns = Columns()
    if {"ms", "s"} <= {point.clock for point in points}:
        for point in points:
            if point.clock == "s" and point.third is not None:
                point.third, point.clock = 1000 * point.third, "ms"
    for point in points:
        third = [] if point.third is None else [point.third]
        columns.add(Columns([point.x], [point.y], third, point.unit, point.clock))
    return columns
