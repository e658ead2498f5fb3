"""Whether a text and what a file made of it are the same, as far as the file formats of the hosts can tell."""

from __future__ import annotations

import math
import re

from vlmeval_hvs.results.prediction_files import XLSX_CELL_LIMIT

LINK_LIMIT = 2079
"""Longer links at the start of a cell make the writer of workbooks leave the cell empty."""

# What readers of tables take for a missing cell.
_MISSING = frozenset(
    ("", "#n/a", "#n/a n/a", "#na", "-1.#ind", "-1.#qnan", "-nan", "1.#ind", "1.#qnan", "<na>", "n/a", "na")
).union(("null", "nan", "none"))
_REWRITTEN = ("internal:", "external:", "file:")
_LINK = re.compile(r"(https?|ftp)://|mailto:")
_SPACE = re.compile(r"_x00[01][0-9A-Fa-f]_|[\s\x00-\x20\x7f]+")
_THOUGHT = "</think>"


def same_text(original: str, found: str) -> bool:
    """Whether ``found`` is ``original`` after any of the hosts' file formats.

    White space and control characters do not count, numbers are compared by value, and cells that a format empties,
    cuts or rewrites are taken as equal: what this says is different was changed by somebody.

    Args:
        original: The text that was written.
        found: The text that was read.
    """
    if original == found:
        return True
    ours, theirs = _bare(original), _bare(found)
    if ours == theirs:
        return True
    if ours.startswith(_REWRITTEN) or (ours.startswith(("=", "{=")) and theirs in ("0", "")):
        return True
    if not theirs:
        link = len(original) > LINK_LIMIT and _LINK.match(original.lstrip())
        return bool(link) or original.strip().lower() in _MISSING or math.isinf(_number(ours) or 0.0)
    if len(found) >= XLSX_CELL_LIMIT - 1 and ours.startswith(theirs):
        return True
    if _THOUGHT in ours and ours.endswith(theirs):
        return True  # the host's option SPLIT_THINK keeps what follows
    if ours == f"mailto:{theirs}":
        return True
    numbers = _number(ours), _number(theirs)
    # Workbooks keep 16 digits.
    return None not in numbers and math.isclose(*numbers, rel_tol=1e-12)  # type: ignore[arg-type]


def _bare(text: str) -> str:
    # Codecs put a question mark where a character cannot be written.
    return _SPACE.sub("", text).replace("\ufffd", "?")


def _number(text: str) -> float | None:
    if text.lower() in ("true", "false"):
        return float(text.lower() == "true")
    try:
        return float(text) if len(text) < 400 and "_" not in text else None
    except ValueError:
        return None
