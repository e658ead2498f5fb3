"""Tables and checklists that say of each view whether it is wanted."""

from __future__ import annotations

import re
from typing import NamedTuple

from .mentions import NOUN, mentions, ranged

_YES = (
    r"(?:yes|y|true|needed|required|necessary|relevant|useful|helpful|important|essential|crucial|must be used|used"
    r"|selected|chosen|high|include|included|keep|kept|zoom|ja|oui|sí|si|sim|да|是|需要|必要|有|はい|예|네|نعم"
    r"|हाँ|có|evet|ya|tak"
    r"|[\u2713\u2714\u2611\u2705\u25cb\u25ef\u2b55\U0001f44d\u2611])"
)
_NO = (
    r"(?:no(?:ne)?|n|false|not(?: (?:needed|required|necessary|relevant|useful|helpful|important|used|selected))?"
    r"|un(?:necessary|important|related|needed|selected)|irrelevant|useless|low|skip(?:ped)?|exclude[d]?"
    r"|ignore[d]?|omit"
    r"|nein|non|não|нет|否|不|不需要|いいえ|아니요|아니오|لا|नहीं|không|hayır|tidak|nie|nee"
    r"|[\u2717\u2718\u274c\u2610\u2716\u00d7\u2715\U0001f44e\u26d4])"
)
_MARKS = "\u2713\u2714\u2611\u2705\u2717\u2718\u274c\u2610\u2716\u2715\U0001f44d\U0001f44e"
_SIGN = rf"[{_MARKS}]"
_END = r"(?=\s{0,2}(?:$|[,.;:|()\n-]|because\b|since\b))"
_LABEL = (
    rf"(?:(?:the )?(?:{NOUN}|no)[\s_]{{0,2}}(?:no )?[#(]?)?(?P<number>\d{{1,2}})[)\]]?(?:\s{0, 3}part\b)?"
    r"(?:\s?\((?:upper|lower|top|bottom)[\s-](?:left|right)\))?"
    rf"|(?:the )?(?P<place>(?:upper|lower|top|bottom)[\s-](?:left|right))(?: {NOUN})?(?:\s?\(\d{{1,2}}\))?"
)
_BETWEEN = r"\s{0,2}(?:[:=(>,.-]|\bis\b|->){0,2}\s{0,3}"
_ITEM = re.compile(
    rf"(?<![\w.])(?:{_LABEL})(?:{_BETWEEN}(?:(?P<yes>{_YES}){_END}|(?P<no>{_NO}){_END}|(?P<bit>[01]){_END})"
    rf"|\s{{0,2}}[:=-]?\s{{0,2}}(?P<sign>{_SIGN}))"
)
_TRAILING = re.compile(  # "part 1: the sky. not needed."
    rf"^\W{{0,6}}(?:{_LABEL})[^\n]{{0,160}}?[.,;:(-]\s{{0,2}}(?:(?P<yes>{_YES})|(?P<no>{_NO})|(?P<bit>(?!))"
    rf"|(?P<sign>(?!)))\W{{0,3}}$",
    re.MULTILINE,
)
_TICKED = re.compile(
    rf"^\W{{0,4}}?(?:\[(?P<box>[ x\u2713\u2714]?)\]|(?P<sign>{_SIGN}))\s{{0,3}}(?:{_LABEL})(?P<rest>[^\n]*)$",
    re.MULTILINE,
)
_POSITIVE_SIGNS = frozenset("x\u2713\u2714\u2611\u2705\U0001f44d")
_GROUPED = re.compile(
    rf"(?:^|(?<=[.;\n]))\W{{0,6}}(?:(?P<yes>{_YES})|(?P<no>{_NO}))(?: {NOUN})?(?:\s?[:=]| (?:for|to)(?: {NOUN})?"
    rf"|(?<=[{_MARKS}]))\s?"
    rf"(?P<list>(?:(?:{NOUN})\s?)?\d{{1,2}}(?:(?:\s?[,;&]\s?|\sand\s){{1,2}}(?:{NOUN}\s)?\d{{1,2}}){{0,15}}|none|-"
    rf"|the (?:rest|others?)(?: (?:\w+ )?{NOUN})?|all (?:the )?others?)"
    rf"[ \t]{{0,3}}(?=$|[.;\n])",
    re.MULTILINE,
)
_HINT = re.compile(
    rf"[|\t{_MARKS}]|\[[ x]?\]|(?:^|[\W\d])(?:{_YES}|{_NO}|[01])\s{{0,2}}(?:$|[,.;:)(\n=-]|(?:for|to)\s)",
)
_TWO_LABELS = re.compile(r"\d\D{1,300}\d|(?:left|right)\b.{1,200}\b(?:left|right)\b", re.DOTALL)
_CELL_YES, _CELL_NO = re.compile(rf"\W{{0,2}}(?:{_YES}|x)\W{{0,2}}"), re.compile(rf"\W{{0,3}}(?:{_NO}|-)?\W{{0,3}}")
_RULE_LINE = re.compile(r"[\s|:+=-]+")
_FIRST_CELL = re.compile(rf"\W{{0,3}}(?:{_LABEL})\W{{0,3}}")


_PART_HEAD = re.compile(
    rf"\W{{0,3}}(?:the |my )?(?:selected |chosen |needed |relevant )?{NOUN}(?: (?:numbers?|no|nr|id))?\W{{0,3}}"
)
_NUMBER_CELL = re.compile(
    rf"\W{{0,3}}(?:{NOUN}\s)?\d{{1,2}}(?:\s?(?:,|and|&)\s?\d{{1,2}}){{0,8}}(?:\s?\([^()]{{0,40}}\))?\W{{0,3}}"
)


class Layout(NamedTuple):
    """A table or checklist.

    Attributes:
        wanted: The views that it selects, None when it only describes them.
        rest: The text without it.
    """

    wanted: set[int] | None
    rest: str


def layout(text: str, n_views: int) -> Layout | None:
    """Return the table or checklist in a text, or None.

    Args:
        text: Lower-case text with English words for views.
        n_views: Number of views.

    Example:
        >>> layout("1: no, 2: yes", 2)
        Layout(wanted={2}, rest='')
    """
    if len(text) > 4_000:
        return None
    text = _IN_LINE.sub("\n", text) if ";" in text and "\n" not in text else text
    if "|" not in text and not (_TWO_LABELS.search(text) and _HINT.search(text)):
        return None
    if "|" in text or "\t" in text or _COMMAS.match(text):
        return _table(text, n_views)
    groups = _grouped(text, n_views)
    if groups is not None:
        return groups
    if "[" in text or any(mark in text for mark in _MARKS):
        ticked = [
            (_views(match, n_views), (match.group("box") or match.group("sign") or " ") in _POSITIVE_SIGNS)
            for match in _TICKED.finditer(text)
        ]
        if ticked and all(views for views, _ in ticked):
            return Layout({view for views, yes in ticked if yes for view in views}, _TICKED.sub("", text).strip())
    return _checklist(text, n_views)


_IN_LINE = re.compile(r";\s{0,2}(?=(?:part )?\d{1,2}\s?[:=)-])")
_COMMAS = re.compile(r"[a-z ?]{2,20}(?:,[a-z ?]{2,20}){1,4}\n\s*[a-z ]{0,6}\d{1,2},")


def _views(match: re.Match[str], n_views: int) -> frozenset[int]:
    if match.group("number") is not None:
        number = int(match.group("number"))
        return frozenset([number] if 1 <= number <= n_views else [])
    named = mentions(match.group("place"), n_views, bare=False)
    return named[0].views if named else frozenset()


def _checklist(text: str, n_views: int) -> Layout | None:
    items = list(_ITEM.finditer(text))
    if len(items) < 2 and "\n" in text:
        items = list(_TRAILING.finditer(text))
    if len(items) < 2:
        return None
    named = [_views(item, n_views) for item in items]
    if not all(named) or len({*named}) < len(named):
        return None
    bits = [item.group("bit") is not None for item in items]
    if any(bits) and not (all(bits) and len(items) == n_views):
        return None
    wanted: set[int] = set()
    for item, views in zip(items, named, strict=True):
        sign = item.group("sign")
        if item.group("yes") or item.group("bit") == "1" or (sign is not None and sign in _POSITIVE_SIGNS):
            wanted |= views
    rest = []
    lines = text.split("\n")
    for line in lines:
        if not _ITEM.search(line) and not _TRAILING.match(line):
            rest.append(line)
        elif len(lines) == 1:
            rest.append(_ITEM.sub("", line))
    left = "\n".join(rest).strip(" \n\t,.;()|-")
    if "->" in text and text.rfind("->") > items[-1].end() - 1:
        left = text[text.rfind("->") + 2 :].strip()
    elif len(lines) == 1 and re.search(r"[a-z]{3}", left):
        return None  # sentences, not a list
    return Layout(wanted if wanted or len(items) == n_views else None, left)


def _grouped(text: str, n_views: int) -> Layout | None:
    groups = list(_GROUPED.finditer(text))
    if len(groups) < 2 or len({group.group("yes") is None for group in groups}) < 2:
        return None
    wanted, refused = set[int](), set[int]()
    for group in groups:
        (wanted if group.group("yes") else refused).update(ranged(group.group("list"), n_views))
    for group in groups:
        if "rest" in group.group("list") or "other" in group.group("list"):
            others = set(range(1, n_views + 1)) - wanted - refused
            (wanted if group.group("yes") else refused).update(others)
    return None if wanted & refused else Layout(wanted, _GROUPED.sub("", text).strip(" \n.;"))


def _table(text: str, n_views: int) -> Layout | None:
    mark = "|" if "|" in text else "\t" if "\t" in text else ","
    lines = text.split("\n")
    inside = [line for line in lines if mark in line and line.count(mark) <= 40]
    rows = [[cell.strip() for cell in line.strip().strip(mark).split(mark)] for line in inside]
    rows = [row for row, line in zip(rows, inside, strict=True) if not _RULE_LINE.fullmatch(line)]
    rest = "\n".join(line for line in lines if mark not in line).strip()
    if len(rows) < 2 or len(rows[0]) < 2:
        return None
    header, body = rows[0], rows[1:]
    across = [_FIRST_CELL.fullmatch(cell) for cell in header]
    if len(body) == 1 and all(across) and len(body[0]) == len(header):
        return Layout(_picked([_views(one, n_views) for one in across if one], body[0]), rest)
    if (named_column := _part_column(header)) and all(len(row) > named_column for row in body):
        listed = [ranged(row[named_column], n_views) for row in body]
        if all(listed) and all(_NUMBER_CELL.fullmatch(row[named_column]) for row in body):
            columns = [[row[at] for row in body] for at in range(min(map(len, body))) if at != named_column]
            said = (_picked([frozenset(one) for one in listed], cells) for cells in columns)
            return Layout(next((one for one in said if one is not None), set().union(*listed)), rest)
    labels = [_FIRST_CELL.fullmatch(row[0]) for row in body]
    if not all(labels):
        return None
    named = [_views(one, n_views) for one in labels if one]
    for column in range(len(header) - 1, 0, -1):
        picked = _picked(named, [row[column] if column < len(row) else "" for row in body])
        if picked is not None:
            return Layout(picked, rest)
    return Layout({view for views in named for view in views} if len(body) < n_views else None, rest)


def _part_column(header: list[str]) -> int:
    """Return the column of a table whose head names the views, 0 when that is the first or none ("# | part | why")."""
    return next((at for at, cell in enumerate(header) if at and _PART_HEAD.fullmatch(cell)), 0)


def _picked(named: list[frozenset[int]], cells: list[str]) -> set[int] | None:
    """Return the views whose cells say yes, None unless every cell says yes or no."""
    yes = [_CELL_YES.fullmatch(cell) is not None for cell in cells]
    if not all(one or _CELL_NO.fullmatch(cell) for one, cell in zip(yes, cells, strict=True)):
        return None
    if not any(any(map(str.isalnum, cell)) or cell.strip() for cell in cells):
        return None
    return {view for views, wanted in zip(named, yes, strict=True) if wanted for view in views}
