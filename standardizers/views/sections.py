"""Operations under headings or before dashes ("### Keep", "- keep - tile 5"), as lines of key and value."""

from __future__ import annotations

import re

_MARKUP = r"[ \t]{0,3}(?:[-*\u2022+]|\d{1,2}[.)])?[ \t]{0,3}"
_HEADING = re.compile(
    rf"^{_MARKUP}(?:#{{1,6}}[ \t]{{1,3}}(?P<hash>[^\n#]{{1,60}})|(?:\*\*|__)(?P<bold>[^\n*_]{{1,60}})(?:\*\*|__):?"
    r"|(?P<plain>[A-Za-z][\w /()-]{1,40}:))[ \t]{0,3}\n\s{0,3}(?=\S)",
    re.MULTILINE,
)
_DASHED = re.compile(
    rf"^{_MARKUP}[\"'*_`]{{0,3}}(?P<key>(?:zoom_?)?keep|shift|parts?)[\"'*_`]{{0,3}}[ \t]{{1,3}}(?:--?|[\u2013\u2014])"
    r"[ \t]{1,3}(?=\S)",
    re.IGNORECASE | re.MULTILINE,
)
_NAMES = (
    ("keep", re.compile(r"\b(?:keep(?:ing)?|kept|retain\w*|zoom_keep)\b", re.IGNORECASE)),
    ("shift", re.compile(r"\b(?:shift(?:ing|s)?|move(?:ment)?|moving|directions?)\b", re.IGNORECASE)),
    ("part", re.compile(r"\b(?:part|parts|tiles?|zoom(?:ing)?|views?)\b", re.IGNORECASE)),
)
_BRACKETED = re.compile(  # "I keep part 2 (keep: 2)"
    r"\s?\((?P<key>(?:zoom_?)?keep|shift|parts?)\s?[:=]\s?(?P<value>[^()\n]{1,60})\)", re.IGNORECASE
)
_BULLETED = re.compile(r"[ \t]{0,4}[-*\u2022] ?([^\n]{1,80})(?:\n|$)")
_VALUE_END = re.compile(r"[.!;\n(]|\s(?:--?|[\u2013\u2014])\s|,\s(?=(?:because|since|as|for|where|which|so)\b)")
_LONGEST_VALUE = 120


def _named(heading: str) -> str | None:
    return next((name for name, words in _NAMES if words.search(heading)), None)


_BETWEEN_KEYS = re.compile(r"[,;.\n]\s{0,3}(?=(?:(?:zoom_)?keep|shift|parts?|zoom)\s)", re.IGNORECASE)
_TERSE = re.compile(
    r"\W{0,4}(?P<key>(?:zoom_)?keep|shift|parts?|zoom)\s(?P<value>none|nothing|both|all|(?:to )?(?:\d{1,2}|left"
    r"|right|up|down)"
    r"(?:(?:\s?[,&]\s?|\sand\s)(?:\d{1,2}|left|right|up|down)){0,15})\W{0,3}",
    re.IGNORECASE,
)


def _terse(text: str) -> str | None:
    """Return "keep 5, part 2, shift none" with colons and one line for each operation, None for other texts."""
    read = [_TERSE.fullmatch(piece) for piece in _BETWEEN_KEYS.split(text)[:5]]
    lines = [f"{one['key']}: {one['value']}\n" for one in read if one is not None]
    return "".join(lines) if len(lines) == len(read) > 1 else None


def sectioned(text: str) -> str:
    r"""Return text with operations under headings as "key: value", and a colon for the dash behind a key.

    Example:
        >>> sectioned("### Keep\nPart 2. It shows the sign.\n### Shift\nNone.")
        'keep: Part 2\nshift: None\n'
    """
    if len(text) < _LONGEST_VALUE and (terse := _terse(text)) is not None:
        return terse
    text = _DASHED.sub(r"\g<key>: ", text)
    if "(" in text:
        text = _BRACKETED.sub("\n\\g<key>: \\g<value>\n", text)
    if "\n" not in text:
        return text
    headings = list(_HEADING.finditer(text))[:20]
    named = [_named(heading["hash"] or heading["bold"] or heading["plain"]) for heading in headings]
    if len({name for name in named if name}) < 2:
        return text
    lines = []
    for heading, name in zip(headings, named, strict=True):
        value = text[heading.end() : heading.end() + _LONGEST_VALUE]
        if (item := _BULLETED.match(value)) is not None:
            listed = []
            while item is not None:
                listed.append(item[1])
                item = _BULLETED.match(value, item.end())
            value = ", ".join(listed)
        ends = _VALUE_END.search(value)
        if name is not None:
            lines.append(f"{name}: {value[: ends.start()] if ends else value}\n")
    return "".join(lines)
