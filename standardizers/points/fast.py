"""The formats that prompts ask for, read at once: three lists X, Y and T, or nothing but JSON."""

from __future__ import annotations

import json
import re

from ..stance.asserted import asserted
from .points import Columns, columns_of, unit_of_name

# A labelled list in brackets, with the marks of markdown, JSON and Python around it; its unit is a group.
_LIST = (
    r"[\"*_`]{0,4}(?:[ _-]coord(?:inate)?s?)?[\"*_`]{0,4}\s{0,2}(?:\(([^()\n]{0,24})\))?[*`]{0,2}\s{0,3}[=:]"
    r"[*`]{0,2}\s{0,3}`?"
    r"(?:np\.array\()?\[([-+\d.,\s]{1,20000})\]\)?`?"
)
_GAP = r"[\s,;.*`\"_-]{0,12}(?:and )?[\"*_`]{0,4}"
_SET = re.compile(
    rf"(?<![A-Za-z])[Xx]{_LIST}{_GAP}(?<![A-Za-z])[Yy]{_LIST}(?:{_GAP}(?<![A-Za-z])(?:[Tt]|[Dd]urations?"
    rf"|[Tt]imes?){_LIST})?"
)
_ANOTHER = re.compile(
    r"(?<![A-Za-z])[Xx][\w\s\"*`()-]{0,40}[=:]|[Ee]xample|[(\[]\s?y"
    r"|(?<![A-Za-z])(?:[YyTt]|[Dd]urations?|[Tt]imes)[\s\"*`]{0,4}[=:][\s*`]{0,4}\["
)
_RESERVED = re.compile(r"\b(?:not|never|another|instance)\b|n't", re.IGNORECASE)  # perhaps not its own answer
_JSON = re.compile(r"\s{0,9}(?:```(?:json)?\s{1,3})?([\[{].{0,40000}[\]}])\s{0,3}(?:```)?\s{0,9}", re.DOTALL)
_SHARE = r"(?:0?\.\d{1,8}|[01]\.0{0,8})"
_ONE_POINT = re.compile(  # nothing but one point in shares of the image
    r"\s{0,9}(?:(?:next fixation|answer|prediction)\s?[:=]\s{0,3})?(?:"
    rf"[(\[]?\s?(?P<x>{_SHARE})\s?,\s{{0,3}}(?P<y>{_SHARE})\s?[)\]]?"
    rf"|[(\[]?x\s?[=:]\s?(?P<x2>{_SHARE})\s?[,;]?\s{{1,3}}(?:and )?y\s?[=:]\s?(?P<y2>{_SHARE})[)\]]?)\.?\s{{0,9}}",
    re.IGNORECASE,
)
_UNUSUAL = re.compile(r"box|\b[yY]\w{0,10}, ?[xX]|[^\x00-\x7f]")


def asked_format(text: str, weights: bool) -> tuple[Columns, str] | None:
    """Return the points of a reply in a format that was asked for and the rule, or None for the general reading.

    Args:
        text: The reply as it is.
        weights: The third column holds weights instead of durations.
    """
    if not weights and "<" not in text and text.isascii():
        found = _SET.search(text)
        if found is not None and not (
            _ANOTHER.search(text, found.end()) or _ANOTHER.search(text[: found.start()]) or _RESERVED.search(text)
        ):
            columns = _of_lists(found)
            if columns is not None and asserted(text) == text:
                return columns, "lists"
    one = _ONE_POINT.fullmatch(text) if weights and len(text) < 80 else None
    if one is not None:
        return Columns([float(one["x"] or one["x2"])], [float(one["y"] or one["y2"])]), "rows"
    given = _JSON.fullmatch(text) if text.lstrip()[:1] in ("{", "[", "`") else None
    if given is None or _UNUSUAL.search(text):
        return None
    try:
        value = json.loads(given.group(1))
    except (ValueError, RecursionError):
        return None
    nested = isinstance(value, dict) or any(isinstance(part, (dict, list)) for part in value)
    columns = columns_of(value, weights) if nested else None
    return (columns, "json") if columns is not None and columns.x and len(columns.x) == len(columns.y) else None


def _of_lists(found: re.Match[str]) -> Columns | None:
    unit, x_list, _, y_list, clock, t_list = found.groups()
    try:
        x, y, t = ([float(part) for part in (one or "").split(",") if part.strip()] for one in (x_list, y_list, t_list))
    except ValueError:
        return None
    if not x or not y or t_list is None or abs(len(x) - len(y)) > 1:
        return None
    return Columns(x, y, t, unit_of_name(unit or ""), unit_of_name(clock or ""))
