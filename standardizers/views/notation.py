"""Short ways to write views, spelled out: roman numerals, "P1", "UL", "lower_left", and calls of tools."""

from __future__ import annotations

import re

from ..text.cued import Cued

_ROMAN = {
    numeral: number
    for number, numeral in enumerate(
        ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv", "xvi"],
        1,
    )
}
_CORNERS = {
    **dict.fromkeys(("ul", "tl", "nw"), "upper-left"),
    **dict.fromkeys(("ll", "bl", "sw"), "lower-left"),
    **dict.fromkeys(("ur", "tr", "ne"), "upper-right"),
    **dict.fromkeys(("lr", "br", "se"), "lower-right"),
}
_SHORT = re.compile(r"_|(?<![\w'])(?:[UTLB][LR]|[NS][EW]|[IVX]{1,4}|[A-Za-z]{1,2}\.?\s?\d{1,2}|[a-z]{1,4})(?!\w)")
_LONG_SHORT = Cued(
    r"\b(?:[UTLB][LR]|[Pp]t?\.?\s?\d{1,2}|[IVX]{2,4}|i[iv]i?|vi{1,3}|[VX])\b|(?:art|arts|iew|iews|ant|ants) [Ii]\b"
)
_WRITTEN_CORNER = re.compile(r"(?<![\w'])(UL|LL|UR|LR|TL|BL|TR|BR)(?!\w)")
_LETTERED = re.compile(r"(?<![\w'.])(?:p|pt)\.?\s?(\d{1,2})(?![\w.])", re.IGNORECASE)
_LETTERED_ALONE = re.compile(r"(?<![\w'.])(?:v|q|pt|img)\.?\s?(\d{1,2})(?!\w)", re.IGNORECASE)
_NUMERAL = r"(?:x(?:vi|iv|v|i{1,3})?|ix|iv|vi{0,3}|i{1,3})"
_NUMBERED = re.compile(
    rf"\b((?:parts?|views?|sections?|quadrants?|images?|regions?|teile?|partes?|parties?)\s{{1,2}})"
    rf"((?!i\s{{1,2}}(?:must|should)\b){_NUMERAL}(?:(?:\s?[,;&/+]\s?|\s(?:and|or|et|und|y|e)\s){{1,2}}{_NUMERAL}){{0,15}})"
    rf"(?=\s{{0,2}}(?:[.,;:!?)]|$|(?:is|are|must|because|should|shows?)\b))",
    re.IGNORECASE,
)
_ONLY_NUMERALS = re.compile(
    rf"\W{{0,6}}(?:{_NUMERAL}(?:(?:\s?[,;&/+]\s?|\s(?:and|y|e|et|und)\s){{1,2}}{_NUMERAL}){{1,15}}|"
    rf"(?!i\b|v\b|x\b){_NUMERAL})\W{{0,6}}",
    re.IGNORECASE,
)
_ONLY_CORNERS = re.compile(r"\W{0,6}(?:(?:[utlb][lr]|[ns][ew]|and|\d|[^\w'])\s{0,2}){1,12}", re.IGNORECASE)
_FEW = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "2": 2, "3": 3, "4": 4}
_FIRST_FEW = re.compile(
    r"\b(?:the )?(?:(first|last) (two|three|four|five|six|[2-4])(?: (?:parts|views|images|sections|tiles|pieces|cells"
    r"|ones))?(?=\s?(?:$|[.,;:!]|and\b"
    r"|are\b|is\b|because|should|must))|(?<!\w)(last) (?:one|part|view|image|section)\b)",
    re.IGNORECASE,
)
_TYPOS = {
    wrong: word
    for word in ("upper", "lower", "bottom", "right", "left", "part", "parts", "view", "views", "and")
    for place in range(1, len(word))
    for wrong in (
        word[: place - 1] + word[place] + word[place - 1] + word[place + 1 :],
        word[:place] + word[place - 1 :],
        word[:place] + word[place + 1 :] if len(word) > 4 and word not in ("parts", "views") else word,
    )
    if wrong != word
}
_UP_TO = re.compile(r"(?<=\d) up to (?=\d)")
_WORD = re.compile(r"[a-z]+", re.IGNORECASE)
_CALL = re.compile(
    r"\b([a-z_]{0,20}(?:zoom|select|view|part|crop|inspect|magnif|look|choose|pick)[a-z_]{0,20})\s?\(([^()]{0,120})\)",
    re.IGNORECASE,
)


def spelled(text: str, n_views: int) -> str:
    """Return text with short names of views spelled out.

    Args:
        text: Plain text (`standardizers.text.plain`) with its capitals: "UL" is a corner, "ul" mostly nothing.
        n_views: Number of views; numerals beyond it stay.

    Example:
        >>> spelled("Parts II and IV", 4)
        'Parts 2 and 4'
    """
    if "st " in text or " up to " in text:
        text = _FIRST_FEW.sub(lambda match: _counted(match, n_views), _UP_TO.sub(" to ", text))
    if len(text) < 60 and not _TYPOS.keys().isdisjoint(text.lower().split()):
        text = _WORD.sub(lambda match: _TYPOS.get(match.group().lower(), match.group()), text)
    if not _SHORT.search(text):
        return text
    if "_" in text:
        text = text.replace("_", " ")
    if len(text) < 60 and not text.isdigit():
        if _ONLY_NUMERALS.fullmatch(text):
            return _WORD.sub(lambda match: _digits(match, n_views), text)
        if _ONLY_CORNERS.fullmatch(text):
            return _WORD.sub(lambda match: _CORNERS.get(match.group().lower(), match.group()), text)
        text = _LETTERED_ALONE.sub(lambda match: f"part {match[1]}", text)
    if not _LONG_SHORT.search(text):
        return text
    text = _WRITTEN_CORNER.sub(lambda match: _CORNERS[match.group().lower()], text)
    text = _LETTERED.sub(lambda match: f"part {match[1]}", text)
    return _NUMBERED.sub(
        lambda match: match.group(1) + _WORD.sub(lambda one: _digits(one, n_views), match.group(2)), text
    )


def _counted(match: re.Match[str], n_views: int) -> str:
    count = _FEW.get((match.group(2) or "one").lower(), 0)
    if not 1 <= count <= n_views:
        return match.group()
    first = 1 if (match.group(1) or "").lower() == "first" else n_views - count + 1
    return "parts " + ", ".join(str(first + place) for place in range(count))


def _digits(match: re.Match[str], n_views: int) -> str:
    number = _ROMAN.get(match.group().lower(), 0)
    return str(number) if 1 <= number <= n_views else match.group()


_UNFILLED = re.compile(  # what a prompt writes in place of a value: "<numbers>", "[part numbers]", "..."
    r"\s*(?:<[^<>\d]{2,200}>|\[[^\W\d][^\[\]\d]{3,200}\]|\{[^\W\d][^{}\d]{3,200}\}|(?:\.{3}|\u2026)|str(?:ing)?"
    r"|type str|_{2,})\s*"
)


def unfilled(value: str) -> bool:
    """Tell whether a value is the place holder of a form that was not filled in.

    Example:
        >>> unfilled("<numbers or none>"), unfilled("none")
        (True, False)
    """
    return _UNFILLED.fullmatch(value) is not None


def called(answer: str) -> str | None:
    """Return the arguments of an answer that is nothing but calls of a tool, one call a line; None for other texts."""
    if "(" not in answer or len(answer) > 2_000:
        return None
    calls = _CALL.findall(answer)
    if not calls or _WORD.search(_CALL.sub(" ", answer)):
        return None
    if any("box" in arguments for _, arguments in calls):
        return None
    return "\n".join(re.sub(r"[a-z_]+\s?[=:]|[\[\]\"']", " ", arguments) for _, arguments in calls)
