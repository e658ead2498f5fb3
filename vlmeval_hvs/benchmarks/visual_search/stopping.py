"""Replies that end a search because the target is not there."""

from __future__ import annotations

import re

ABSENT = "absent"
"""The answer that ends a search."""
_LITERAL = re.compile(r"""["'`*]*absent["'`*]*[.!]?""", re.IGNORECASE)
_LISTED = re.compile(r"""(?:,\s*|(?<=\[)\s*)["']absent["']\s*\]\s*$""", re.IGNORECASE)
_SAID = re.compile(
    r"\b(?:absent|no (?:such )?target\b|(?:is not|isn't|is nowhere|not|isn\u2019t) (?:\w+ )?"
    r"(?:present|visible|there|in (?:the|this) (?:scene|image|picture|photo))"
    r"|(?:does not|doesn't|doesn\u2019t) (?:contain|appear|exist|include|show)"
    r"|there(?: is|'s|\u2019s) no (?:[\w-]+ ){1,4}?(?:in (?:the|this) (?:scene|image|picture|photo)|anywhere|present)"
    r"|(?:cannot|can't|can\u2019t|could not|couldn't|couldn\u2019t) (?:be found|find (?:it|the|any|a|an)\b)"
    r"|target (?:was |is )?not found(?! yet| so far))",
    re.IGNORECASE,
)
_UNDONE = re.compile(
    r"\b(?:not|isn't|isn\u2019t|never|whether|if|may be|might be|could be|present or|seems?|unlikely to be)"
    r"(?: \w+){0,3} absent|absent or present|\bif\b[^.\n]{0,40}$"
    r"|(?:not (?:yet )?sure|unsure|uncertain|(?:can't|can\u2019t|cannot) (?:tell|say))[^.\n]{0,60}$",
    re.IGNORECASE,
)
_POSITION = re.compile(
    r"[\[(]\s*[-+]?(?:\d+|\.\d)[.\d]*\s*%?\s*[,;]\s*[-+]?[.\d]|\bx\b[\"']?\s*[:=]\s*[\"']?[-+]?[.\d]", re.IGNORECASE
)
_OBJECT = re.compile(r"\{[^{}]*[\"'][xX][\"']\s*:[^{}]*[\"'][yY][\"']\s*:[^{}]*\}")
_QUOTED = re.compile(r"""["']absent["']""", re.IGNORECASE)


def says_absent(text: str, profile: str = "robust") -> bool:
    """Whether a reply ends the search because the target is not in the scene.

    Args:
        text: The reply to a turn of an interactive search, or a whole scanpath.
        profile: ``paper`` takes the word "absent" alone, or as the last entry of the list, as the prompts ask for it;
            ``robust`` takes also a sentence that says so, unless a position follows it: then the search goes on.
    """
    given = text.rsplit("</think>", 1)[-1].strip()
    if _LITERAL.fullmatch(given) or _LISTED.search(given):
        return True
    if profile == "paper":
        return False
    # What an object says beside its position is about that position.
    given = _OBJECT.sub(lambda found: found[0] if _QUOTED.search(found[0]) else "[0, 0]", given)
    places = [match.start() for match in _POSITION.finditer(given)]
    after = given[places[-1] :] if places else given
    if _LISTED.search(after.rstrip("`\n .*")):
        return True
    said = _SAID.search(after)
    return said is not None and _UNDONE.search(after[: said.end()]) is None


def without_stop(text: str) -> str:
    """A whole scanpath without the entry "absent" at its end, so that what is left can be read as a list."""
    return _LISTED.sub("]", text.strip().removesuffix("```").rstrip())
