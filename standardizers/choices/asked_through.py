"""Replies that ask for each option and answer themselves: "A? No. B? Yes."."""

from __future__ import annotations

import re
from collections.abc import Sequence

_ANSWERED = re.compile(
    r"(?P<label>[A-Z])\)?\s?\?\s{0,2}(?:(?P<yes>yes|ja|oui|sí|sim|да|是|はい)|(?:no|nope|nein|non|não|nee|нет|不是?|いいえ))"
    r"(?![^\W\d_])[^?\n]{0,60}?(?:[.!;,\n]|$)\s*",
    re.IGNORECASE,
)


def asked_through(text: str, labels: Sequence[str]) -> int | None:
    """Return the only option that such a text says yes to, -1 for none or several, None for other texts.

    Args:
        text: Text from `standardizers.text.plain`.
        labels: The options' letters.

    Example:
        >>> asked_through("A? No. B? No. C? Yes.", "ABC"), asked_through("A? No idea.", "ABC")
        (2, None)
    """
    found = list(_ANSWERED.finditer(text))
    if len(found) < 2 or not all(match["label"] in labels for match in found) or _ANSWERED.sub("", text).strip():
        return None
    chosen = {labels.index(match["label"]) for match in found if match["yes"]}
    return chosen.pop() if len(chosen) == 1 else -1
