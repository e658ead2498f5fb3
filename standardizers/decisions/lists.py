"""Verdicts on each of the views that a prompt offers: lines, table rows and JSON keys ("lower left: not needed")."""

from __future__ import annotations

import re
from collections.abc import Iterable

_VIEW = (
    r"(?:the )?(?:(?:upper|top|lower|bottom|middle|central?|centre)(?:[ _-]?(?:left|right|middle|centre|center))?"
    r"|left|right)(?:[ _-](?:half|part|view|corner|quadrant|section|tile|window|image|side))?"
)
_YES = (
    r"(?:yes|y|true|(?:is )?(?:still |also )?(?:needed|required|necessary|requested|wanted|useful|helpful)|need(?: it)?"
    r"|include|want|[\u2705\u2713\u2714]\ufe0f?)"
)
_NO = (
    r"(?:no|n|none|false|(?:is )?(?:not|un) ?(?:needed|required|necessary|requested|wanted|useful|helpful)|no need"
    r"|irrelevant|useless|skip|exclude|don't need(?: it)?|[\u274c\u2717\u2718\u2716]\ufe0f?)"
)
_REMARK = r"(?:\s?(?:[,;.:(]|- |because |since |as |for ).{0,160})?"
_SAID = rf"(?:(?P<yes>{_YES})|(?P<no>{_NO}))(?!\w){_REMARK}"
_ROW = re.compile(
    rf"[-*\u2022 \t]{{0,6}}(?:\d[.)] )?{_VIEW}['\"]?\s?(?:[:=\u2192\u2013\u2014(?]|->|- ){{1,2}}\s?{_SAID}\W*"
)
_CELLS = re.compile(rf"\s?\|?\s?{_VIEW}\s?\|\s?{_SAID}\s?(?:\|.{{0,160}})?")
_TICKED = re.compile(rf"[-*\u2022 \t]{{0,6}}(?:\[(?P<yes>x)\]|\[(?P<no> ?)\]) ?{_VIEW}\W*")
_HEAD = re.compile(r"\|.*\|?\s?|[\s|:-]+")
_TURNED = re.compile(
    r"\b(?:clear|visible|shown|seen|enough|sufficient|ignor\w*|skip\w*|excluded?|irrelevant|unneeded)\b"
)
_CONCLUDES = re.compile(
    rf"\W*(?:so|therefore|thus|hence)\W{{1,2}}(?:(?:i|we|need|want|see|just|only|to) ){{0,4}}{_VIEW}\W*"
)
_PLACE = re.compile(rf"{_VIEW}")
_BETWEEN = re.compile(r",\s|;\s")
_MOST_LINES, _LONGEST = 20, 2_000


def verdict_of_views(text: str) -> str:
    r"""Return "yes" when a lower-case list wants one of the views that it judges, "no" when it wants none, else "".

    Every line is a view with a yes or a no, but for the head of a table and a sentence that ends with a colon. Two
    lines or more are asked for, since "lower left: no" may answer something else.

    Example:
        >>> verdict_of_views("upper right: no\nlower left: yes"), verdict_of_views("left: no\nright: not needed")
        ('yes', 'no')
    """
    if len(text) > _LONGEST:
        return ""
    lines = [line for line in text.split("\n") if line.strip()]
    if len(lines) == 1:
        lines = [line for line in _BETWEEN.split(text) if line.strip()]
    if not 1 < len(lines) <= _MOST_LINES:
        return ""
    said, head = [], True
    for line in lines:
        found = _ROW.fullmatch(line) or _CELLS.fullmatch(line) or _TICKED.fullmatch(line)
        if found is not None:
            head = False
            said.append(found["yes"] is not None)
        elif len(said) > 1 and any(said) and line is lines[-1] and _CONCLUDES.fullmatch(line):
            break
        elif not head or not (_HEAD.fullmatch(line) or line.rstrip().endswith(":")) or _TURNED.search(line):
            return ""
    if len(said) < 2:
        return ""
    return "yes" if any(said) else "no"


def verdict_of_keys(items: Iterable[tuple[str, object]]) -> str:
    """Return the same for an object of which every key is a view and every value a yes or a no.

    Example:
        >>> verdict_of_keys([("upper_right", True), ("lower_left", "no")])
        'yes'
    """
    said = []
    for key, value in items:
        told = re.fullmatch(_SAID, value.strip().lower()[:200]) if isinstance(value, str) else None
        if _PLACE.fullmatch(key.lower()) is None or (told is None and not isinstance(value, bool)):
            return ""
        said.append(value is True or (told is not None and told["yes"] is not None))
    return ("yes" if any(said) else "no") if len(said) > 1 else ""
