"""Markdown tables with a row for each option and several columns of yes and no: the row that is right in all of them.

"| Option | visible? | touched by the arrow? |" has the answer in the only row that says yes twice.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ..stance.mentions import Mention

_LONGEST = 4_000
_RULE = re.compile(r"[\s|:-]+")
_YES_WORDS = """
yes y true ja oui sí si sim sì да tak evet 是 有 はい 예 네 हाँ ✓ ✔ ✔️ ✅ ☑ + o ○ ◯ √ [x] igen kyllä نعم
"""
_NO_WORDS = """
no n false nein non não нет nie hayır nem ei لا n/a nee nej
否 不 不是 没有 无 いいえ 아니요 아니오 नहीं ✗ ✘ ❌ ✖ - -- – — × x
"""
_YES = frozenset(_YES_WORDS.split())
_NO = frozenset(_NO_WORDS.split())
_CROSS = "x"  # a "no" beside ticks; alone it may be either
_AGAINST = re.compile(
    r"occlud|hidden|obstruct|exclud|ruled out|elimin|behind|out of|outside|reject|unlikely|\bnot\b|\bno\b|too far|wrong"
    r"|verdeckt|ausgeschlossen|hinter|exclu|cach|ocult|descart|nascost|скры|исключ|遮|排除|除外|隠",
    re.IGNORECASE,
)
_DECIDES = re.compile(
    r"answer|target|marked|touch|looked at|looks at|gaze|sight|select|chos|match|fits|verdict|pointed|tip\b|inside the"
    r"|antwort|blick|markiert|spitze|réponse|regard|respuesta|mirada|risposta|sguardo|ответ|взгляд|答|视线|視線",
    re.IGNORECASE,
)
_SEEN = re.compile(
    r"visible|in (?:the )?(?:image|picture|view|scene|photo)|present|exists|sichtbar|vorhanden|imagen?", re.IGNORECASE
)
_FEWEST = 2


def right_row(text: str, mentions: Sequence[Mention], n_options: int) -> int | None:
    """Return the only row that is right in every column, -1 where several or none are, None for other texts.

    Args:
        text: Text from `standardizers.text.plain`; nothing may follow the table.
        mentions: Its mentions of options, by position.
        n_options: Number of options.
    """
    if "|" not in text or len(text) > _LONGEST or n_options < _FEWEST:
        return None
    header: list[str] = []
    rows: dict[int, list[str]] = {}
    start = 0
    for line in text.split("\n"):
        named = [one for one in mentions if start <= one.start < start + len(line)]
        start += len(line) + 1
        if "|" not in line:
            if header and line.strip():
                return None
            continue
        cells = [cell.strip(" *_`").lower() for cell in line.strip().strip("|").split("|")]
        if not header:
            header = cells
        elif _RULE.fullmatch(line) is None:
            if len({one.option for one in named}) != 1 or named[0].option in rows or len(cells) != len(header):
                return None
            rows[named[0].option] = cells
    columns = {place: found for place in range(len(header)) if (found := _column(place, rows)) is not None}
    return _right(header, columns) if len(rows) == n_options and len(columns) >= _FEWEST else None


def _column(place: int, rows: Mapping[int, Sequence[str]]) -> dict[int, bool] | None:
    """Return which options have a yes in a column, or None where it holds anything but yes and no."""
    cells = {option: cells[place] for option, cells in rows.items()}
    said = set(cells.values())
    ticked = said & (_YES - {_CROSS})
    if not said <= _YES | _NO or (_CROSS in said and not ticked):
        return None
    return {option: cell in ticked for option, cell in cells.items()}


def _right(header: Sequence[str], columns: Mapping[int, Mapping[int, bool]]) -> int:
    good = {place: column for place, column in columns.items() if _AGAINST.search(header[place]) is None}
    bad = [column for place, column in columns.items() if place not in good]
    if not good:
        return -1
    options = next(iter(columns.values()))
    right = [
        option
        for option in options
        if all(column[option] for column in good.values()) and not any(column[option] for column in bad)
    ]
    if right:
        return right[0] if len(right) == 1 else -1
    deciding = [column for place, column in good.items() if _DECIDES.search(header[place]) is not None]
    chosen = [option for option, yes in deciding[0].items() if yes] if len(deciding) == 1 else []
    seen = [column for place, column in good.items() if _SEEN.search(header[place]) is not None]
    return chosen[0] if len(chosen) == 1 and all(column[chosen[0]] for column in (*seen, deciding[0])) else -1
