"""Replies that choose none of the options."""

from __future__ import annotations

import re

from .question import Question

_NONE = frozenset(
    (
        "z",
        "none",
        "none of the above",
        "none of these",
        "none of them",
        "neither",
        "n/a",
        "na",
        "no answer",
        "null",
        "none of the options",
    )
)
_NONE_FITS = re.compile(
    r"\b(?:none of (?:the|these|those|them)\b(?! (?:other|others))|no (?:option|answer|choice)\b|neither (?:of|is"
    r"|one)\b|(?:not|\w{2,6}n't)\b[^.;,\n]{0,30}\b(?:any|either|one) of (?:these|those|them|the (?:options|objects"
    r"|above|four|listed|things))\b(?! other)"
    r"|not (?:listed|among|one of|any of|in the (?:list|options))\b"
    r"|isn't (?:listed|among)|keine der|keines der|aucune? des|ninguna? de|nessuna? de|nenhuma? d)"
    r"|以上都不|都不是|都不正确|どれも|いずれでもな|해당 없음",
    re.IGNORECASE,
)
_LONGEST = 2_000


def is_none(text: str, question: Question | None = None) -> bool:
    """Tell whether a text is a word for none of the options, or the letter of such an option."""
    whole = text[:60].strip(" .,;:!?\"'`*()[]{}\n").lower()
    if whole in _NONE:
        return True
    return whole.startswith(("z.", "z)", "z:")) and (question is None or "Z" not in question.labels)


def none_fits(text: str) -> bool:
    """Tell whether a text says somewhere that no option fits."""
    return _NONE_FITS.search(text[:_LONGEST]) is not None
