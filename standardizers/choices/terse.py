"""Replies that are nothing but a letter, whatever the options are."""

from __future__ import annotations

import re
from collections.abc import Sequence

_LETTER = r"(?:option )?[(\[*\"<]{0,3}((?-i:[^\W_a-z]))[)\].:*\">]{0,4}\s*"
_CALLED = r"(?:the |my )?(?:final |correct |best |right )?(?:answer|option|choice)(?: is)?[*_]{0,2}\s?:?[*_]{0,2}\s?"
_TERSE = re.compile(
    rf"\s*(?:{_CALLED}|(?:(?:looking at|based on|given|from) the (?:image|picture|photo), )?"
    rf"I(?: would|'d)? (?:choose|pick|select) )?{_LETTER}",
    re.IGNORECASE,
)
_LAST_LINE = re.compile(rf"[ \t*#>_]{{0,6}}{_CALLED}{_LETTER}", re.IGNORECASE)
_CALLS = re.compile(r"answer|choice|option|choose|format|example", re.IGNORECASE)
"""What a text says that calls something an answer: then its last line may not be the only one."""
_LONGEST_TERSE = 48


def terse_letter(text: str, labels: Sequence[str]) -> str:
    """Return the letter of a reply that is nothing but one ("B", "The answer is (B).") or ends so, else "".

    Such a reply is read alike whatever the options are. Its end is a last line that alone calls something the answer.
    """
    if len(text) <= _LONGEST_TERSE and (terse := _TERSE.fullmatch(text)):
        return terse[1] if terse[1] in labels else ""
    start = text.rstrip().rfind("\n") + 1
    last = _LAST_LINE.fullmatch(text, start) if start and len(text) - start <= _LONGEST_TERSE else None
    if last is None or last[1] not in labels or _CALLS.search(text, 0, start) is not None:
        return ""
    return last[1]
