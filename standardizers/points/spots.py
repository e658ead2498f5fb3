"""Points told by the parts of the image: "in the left third, at middle height", "drei Viertel der Breite von links".

A share is a distance from an edge ("two thirds across" is 0.67), a part is a region whose centre is meant ("in the left
third" is 1/6). Every word of the sentence has to be known: an object in the lower right quarter is no point.
"""

from __future__ import annotations

import re

from ..stance.undecided import HEDGES
from .spot_tokens import PARTS, Token, number, tokens_of

_LONGEST = 260
_MOST_SENTENCES = 4
_SENTENCE = re.compile(r"(?<=[^\d\W])[.!](?=\s|$)|\n+|(?<=\d)\.(?=\s*$)")
_REASON = re.compile(
    r",?\s(?:where|because|since|wo|weil|denn|où|car|parce qu\w*|donde|porque|onde|dove|perché|где|потому|так как|waar"
    r"|want|omdat|gdzie|bo|där|eftersom|hvor|fordi|kde|protože|çünkü|karena|vì|nơi|де|бо)\s.*|,\s(?:as|da|for)\s.*"
    r"|\([^()\d]{0,120}\)",
    re.DOTALL,
)
_GRID = re.compile(
    r"(?<![\w.])(?P<one>\d|[^\W\d_]+)"
    r"(?:\s?[x×]\s?|[\s-](?:x|by|mal|auf|par|por|per|на|na|op|gange?|gånger|kali|krát)[\s-])(?P<other>\d|[^\W\d_]+)(?=[\s-](?:[^\W\d_]+\s)?(?:grid|raster|gitter|grille|cuadr|rejilla|grade|grelha|griglia"
    r"|siatk|сетк|rutn|ruten|mříž|ızgara|kisi|lưới|matri)|-(?:raster|gitter)|er-?(?:raster|gitter))"
)
_THIRD_BY_THIRD = 3
_QUARTER, _NINTH, _SIXTEENTH = 4, 9, 16

Places = tuple[tuple[str, float], ...]
"""Axes ("x", "y", or "?" for whichever is left) with shares of the width and height."""


def spot(text: str) -> tuple[float, float] | None:
    """Return (x, y), 0-1, of the place that a text tells by parts or shares of the image, None when it tells none.

    Args:
        text: Plain text, in lower case.

    Example:
        >>> spot("auf halber höhe, ein viertel der breite von links")
        (0.25, 0.5)
    """
    if len(text) > _LONGEST or "?" in text or HEDGES.search(text) is not None:
        return None
    found = {place for sentence in _SENTENCE.split(text)[:_MOST_SENTENCES] if (place := place_of_sentence(sentence))}
    return found.pop() if len(found) == 1 else None


def place_of_sentence(sentence: str) -> tuple[float, float] | None:
    """Return (x, y), 0-1, that a lower-case sentence tells with every word of it, None when it tells none."""
    sentence = _REASON.sub("", sentence)
    grid = _THIRD_BY_THIRD, False
    told = _GRID.search(sentence)
    if told is not None:
        sides = number(told["one"]), number(told["other"])
        if sides[0] != sides[1] or not sides[0]:
            return None
        grid = sides[0], True
        sentence = f"{sentence[: told.start()]} {sentence[told.end() :]}"
    tokens = tokens_of(sentence)
    if tokens is None:
        return None
    places = _places(tokens, *grid)
    if places is None:
        return None
    fixed = dict(place for place in places if place[0] != "?")
    open_ones = [value for axis, value in places if axis == "?"]
    if len(fixed) + len(open_ones) != len(places) or len(open_ones) > 1:
        return None
    if open_ones and len(fixed) == 1:
        fixed["y" if "x" in fixed else "x"] = open_ones[0]
    return (fixed["x"], fixed["y"]) if len(fixed) == 2 else None


def _places(tokens: list[Token], grid: int, told: bool) -> Places | None:
    """Return the places that the clauses of a sentence tell, None when one of them says something else."""
    clauses: list[list[Token]] = [[]]
    for token in tokens:
        if token.letter == ",":
            clauses.append([])
        else:
            clauses[-1].append(token)
    found: list[tuple[str, float]] = []
    for clause in clauses:
        if not any(token.letter not in _SMALL for token in clause):
            continue
        places = _in_clause(clause, grid, told)
        if places is None:
            return None
        found += places
    return tuple(found)


_SMALL = "foidnt"


def _in_clause(clause: list[Token], grid: int, told: bool) -> Places | None:
    """Return what a clause tells, as a whole or in two halves."""
    whole = _read(clause, grid, told)
    if whole is not None:
        return whole
    readings = set()
    for at in range(1, len(clause)):
        first, second = _read(clause[:at], grid, told), _read(clause[at:], grid, told)
        if first and second:
            readings.add(first + second)
    return readings.pop() if len(readings) == 1 else None


def _read(clause: list[Token], grid: int, told: bool) -> Places | None:
    """Return the places that a clause with one share, part or cell tells."""
    letters = "".join(token.letter for token in clause)
    letters = _TO_OTHER_SIDE.sub(r"\1", letters)
    core = re.sub(f"[{_SMALL}]", "", letters)
    sides = re.sub("[^LRTB]", "", core)
    across, down = re.sub("[^LR]", "", sides), re.sub("[^TB]", "", sides)
    if len(across) > 1 or len(down) > 1 or core.count("M") > 1:
        return None
    if any(letter in core for letter in "YXGK"):
        return _of_cells(clause, core, grid, told)
    parts = [token for token in clause if token.letter in PARTS or token.letter in "p%"]
    if not parts:
        return _without_part(letters, core, across, down)
    if len(parts) > 1:
        return None
    rest = re.sub("[0-9p%LRTBMWHUNE]", "", core)
    counts = [token.value for token in clause if token.letter == "N"]
    if rest or len(counts) > 1 or ("W" in core and "H" in core):
        return None
    k = PARTS.get(parts[0].letter) or (round(1 / parts[0].value) if parts[0].value else 0)
    count = counts[0] if counts else 1
    value = parts[0].value if parts[0].letter in "p%" else count / k
    if value > 1 or (counts and re.search("N[0-9p]", core) is None):
        return None
    if "1" in letters and not _is_share(letters, True):
        return None
    if _is_share(letters, bool(counts) or parts[0].letter in "p%"):
        return _share(core, across, down, value)
    if parts[0].letter == "%" or counts or (parts[0].letter == "p" and value != 1 / k) or "U" in core:
        return None
    return _part(core, across, down, k)


_TO_OTHER_SIDE = re.compile("(f[oid]*[LRTB])[to][oid]*[LRTB]")  # "from left to right"
_FROM_SIDE = re.compile("f[oidn]*E?[oid]*[LRTB]|f[oid]*E[oid]*[LRTB]")
_OF_SIDE = re.compile("o[oid]*E?[oid]*[LRTB]")
_BESIDE = re.compile("[LRTBM][1-90p]|[1-90p][LRTBM]")  # "left third", "tiers gauche"
_DEFINITE = re.compile("(?:d|i)[1-90]")


def _is_share(letters: str, counted: bool) -> bool:
    """Tell whether a clause tells a distance, not a region: "a third from the left", "two thirds of the width"."""
    if "1" in letters:
        return not any(letter in letters for letter in "LR") or "f" in letters
    one = "n" in letters and re.search("n[1-90]", letters) is not None
    if _FROM_SIDE.search(letters) is not None:
        return counted or one or _DEFINITE.search(letters) is None
    if _OF_SIDE.search(letters) is not None and (counted or one) and _BESIDE.search(letters) is None:
        return True
    if counted:
        return True if any(letter in letters for letter in "WHU") else "%" in letters
    return any(letter in letters for letter in "WHU") and _BESIDE.search(letters) is None


def _share(core: str, across: str, down: str, value: float) -> Places | None:
    if "M" in core:
        return None
    axis = {("W" in core or bool(across)): "x", ("H" in core or bool(down) or "U" in core): "y"}.get(True)
    if ("W" in core or across) and ("H" in core or down or "U" in core):
        return None
    if axis is None or ("U" in core and down == "T"):
        return None
    turned = across == "R" or down == "B" or "U" in core
    return ((axis, 1 - value if turned else value),)


def _part(core: str, across: str, down: str, k: int) -> Places | None:
    """Return the centre of a part of the image that lies at a side, or in a corner."""
    if ("W" in core and down) or ("H" in core and across):
        return None
    near = 1 / (2 * k)
    if k in (_QUARTER, _NINTH, _SIXTEENTH):
        near = {_QUARTER: 0.25, _NINTH: 1 / 6, _SIXTEENTH: 0.125}[k] if (across and down) or k != _QUARTER else near
        if across and down and ("M" not in core or k == _QUARTER):  # "the centre of the upper left quarter"
            return ("x", _at(across, near)), ("y", _at(down, near))
        if k == _NINTH:
            if "M" not in core:
                return None
            return ("x", _at(across, near) if across else 0.5), ("y", _at(down, near) if down else 0.5)
    if across and down:
        return None
    middle: Places = (("?", 0.5),) if "M" in core else ()
    if across or down:
        return (("x", _at(across, near)) if across else ("y", _at(down, near)), *middle)
    if "M" in core and k % 2:
        return (("x" if "W" in core else "y" if "H" in core else "?", 0.5),)
    return None


def _at(side: str, near: float) -> float:
    return near if side in ("L", "T") else 1 - near


def _without_part(letters: str, core: str, across: str, down: str) -> Places | None:
    if (
        "C" in core and across and down and len(core) == 3 and re.search("[it]", letters)
    ):  # not a bare "top left corner"
        return ("x", float(across == "R")), ("y", float(down == "B"))
    if "M" not in core:
        return None
    if "E" in core and len(core) == 3 and (across or down):
        return (("x", float(across == "R")), ("y", 0.5)) if across else (("x", 0.5), ("y", float(down == "B")))
    return {"MW": (("x", 0.5),), "WM": (("x", 0.5),), "MH": (("y", 0.5),), "HM": (("y", 0.5),), "M": (("?", 0.5),)}.get(
        core
    )


def _of_cells(clause: list[Token], core: str, grid: int, told: bool) -> Places | None:
    """Return the centre of a row, a column or a cell of a grid."""
    kinds = [letter for letter in "YXG" if letter in core]
    if len(kinds) != 1 or core.count(kinds[0]) > 1 or re.search("[0-9p%WHUCE]", core):
        return None
    across, down = re.sub("[^LR]", "", core), re.sub("[^TB]", "", core)
    if kinds[0] == "G":
        if not told or "K" in core or "N" in core or ("M" in core and grid % 2 == 0):
            return None
        near = 1 / (2 * grid)
        if not (across and down) and "M" not in core:
            return None
        return ("x", _at(across, near) if across else 0.5), ("y", _at(down, near) if down else 0.5)
    axis = "y" if kinds[0] == "Y" else "x"
    side = down if axis == "y" else across
    if (across if axis == "y" else down) or (across and down):
        return None
    ranks = [token.value for token in clause if token.letter == "K"]
    numbers = [token.value for token in clause if token.letter == "N"]
    if len(ranks) + len(numbers) > 2 or len(ranks) > 1:
        return None
    of = numbers[-1] if len(ranks) + len(numbers) == 2 else grid if told or (not ranks and not numbers) else 0
    rank = (ranks or numbers or [0])[0]
    if rank:
        if not 1 <= rank <= of or "M" in core:
            return None
        at = (rank - 0.5) / of
        return ((axis, 1 - at if side in ("R", "B") else at),)
    if not told and of == grid and "M" not in core and not side:
        return None
    if "M" in core:
        return ((axis, 0.5),) if of % 2 and not side else None
    return ((axis, _at(side, 1 / (2 * of))),) if side else None
