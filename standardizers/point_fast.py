"""The formats that prompts ask for, read at once: three lists X, Y and T, or nothing but JSON."""

from __future__ import annotations

import json
import re

from .points import Columns, columns_of

_LIST = r"\s{0,3}[=:]\s{0,3}\[([-+\d.,\s]{1,20000})\]\s{0,3}[,;]?\s{0,3}"
_LISTS = re.compile(rf"\s{{0,9}}X{_LIST}(?:and )?Y{_LIST}(?:(?:and )?T{_LIST})?\.?\s{{0,9}}")
_JSON = re.compile(r"\s{0,9}(?:```(?:json)?\s{1,3})?([\[{].{0,40000}[\]}])\s{0,3}(?:```)?\s{0,9}", re.DOTALL)
_UNUSUAL = re.compile(r"box|\b[yY]\w{0,10}, ?[xX]|[^\x00-\x7f]")


def asked_format(text: str, weights: bool) -> tuple[Columns, str] | None:
    """Return the points of a reply in a format that was asked for and the rule, or None for the general reading.

    Args:
        text: The reply as it is.
        weights: The third column holds weights instead of durations.
    """
    lists = _LISTS.fullmatch(text) if text[:1] in "X \n" and not weights else None
    if lists is not None:
        try:
            x, y, t = ([float(part) for part in (group or "").split(",") if part.strip()] for group in lists.groups())
        except ValueError:
            return None
        return (Columns(x, y, t), "lists") if x and abs(len(x) - len(y)) <= 1 and y else None
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
