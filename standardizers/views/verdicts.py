"""A verdict on each view: lines of YAML ("2: use"), tags with attributes (`<part id="4" needed="yes"/>`)."""

from __future__ import annotations

import re

_YES = (
    r"yes|true|use|used|needed|need|required|require|zoom|keep|select|selected|include|relevant|ja|oui|s[ií]"
    r"|sim|да|是|需要"
)
_NO = (
    r"no|false|skip|skipped|not needed|not required|not relevant|unneeded|unnecessary|irrelevant|drop|ignore"
    r"|exclude|unused"
    r"|nein|non|n[aã]o|нет|否|不需要"
)
_VIEW = r"[\"']?(?:part|view|tile|image|section|teil|partie|parte)?[_ ]?#?(?P<view>\d{1,2})[\"']?"
_LINE = re.compile(
    rf"^[ \t]{{0,8}}(?:[-*•] )?{_VIEW}\s?[:=\u2192]\s?[\"']?(?:(?P<no>{_NO})"
    rf"|(?P<yes>{_YES}))[\"']?(?:\s?(?:[#,(.]|- ).*)?$",
    re.IGNORECASE,
)
_KEY = re.compile(r"[ \t]{0,8}[\w -]{1,24}:|[ \t]{0,3}(?:```\w{0,8}|---|\.\.\.)[ \t]*")
_TAG = re.compile(r"<(?:part|view|tile|image|section)\b(?P<attributes>[^<>]{3,200})/?>", re.IGNORECASE)
_NUMBER = re.compile(
    r"\b(?:id|number|no|n|index|name)\s?=\s?[\"']?(?:part" r"|view)?[_ ]?(?P<view>\d{1,2})[\"']?", re.IGNORECASE
)
_SAID = re.compile(
    r"\b(?:needed|need|use|used|required|selected|select|zoom|relevant|keep|necessary)\s?=\s?[\"']?(?:(?P<yes>yes|true|1)|no|false|0)\b",
    re.IGNORECASE,
)
_FEWEST = 2  # views: one line may answer something else


def verdicts(text: str, n_views: int) -> tuple[int, ...] | None:
    r"""Return the views that a text wants where it is nothing but a verdict on each of several, else None.

    Args:
        text: The answer with its markup.
        n_views: Number of views.

    Example:
        >>> verdicts("parts:\n  1: skip\n  2: use\n  4: use", 4)
        (2, 4)
    """
    said = _of_tags(text) if "<" in text else _of_lines(text)
    if len(said) < _FEWEST or not all(1 <= view <= n_views for view in said):
        return None
    return tuple(sorted(view for view, wanted in said.items() if wanted))


def _of_tags(text: str) -> dict[int, bool]:
    said: dict[int, bool] = {}
    for tag in _TAG.finditer(text[:4_000]):
        number, verdict = _NUMBER.search(tag["attributes"]), _SAID.search(tag["attributes"])
        if number is None or verdict is None:
            return {}
        said[int(number["view"])] = verdict["yes"] is not None
    return said


def _of_lines(text: str) -> dict[int, bool]:
    said: dict[int, bool] = {}
    for line in text[:4_000].split("\n"):
        match = _LINE.fullmatch(line.rstrip())
        if match is not None:
            said[int(match["view"])] = match["yes"] is not None
        elif line.strip() and (said or _KEY.fullmatch(line) is None) and _KEY.fullmatch(line.strip()) is None:
            return {}
    return said
