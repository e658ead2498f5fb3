"""Rows and columns of a grid of views, in many languages: "row 4, column 2", "die untere Reihe", "中间一列"."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from ..stance.lexicon import UNSPACED, Lexicon
from . import terms as view_terms
from .ordinals import ORDINALS
from .split import Split, split_of

_ROW = """
row rows line reihe reihen zeile zeilen rangée rangee rangées ligne lignes fila filas hilera hileras riga righe
linha linhas
fileira fileiras rij rijen rad raden rader række rækken rækker rekke rekken rekka rząd rzędzie rzędu rzędy řada
řadě řadu řádek
řádku ряд ряду ряда ряды рядок рядку строка строке строку строки строчк* sıra sırası sırada satır satırı satırda
baris hàng dòng
σειρά σειράς γραμμή שורה השורה صف الصف صفوف سطر ردیف पंक्ति कतार sor sorban rivi rivillä rând rândul
"""
_COLUMN = """
column columns spalte spalten colonne colonnes columna columnas coluna colunas colonna kolom kolommen kolumn
kolumnen kolumner
kolonne kolonnen kolonner kolumna kolumnie kolumny kolumnę sloupec sloupci sloupce столбец столбце столбца столбцы
столбцах
колонка колонке колонку колонки стовпець стовпці стовпчик* sütun sütunu sütunda cột στήλη στήλης עמודה העמודה טור
عمود العمود
ستون कॉलम स्तंभ oszlop oszlopban sarake sarakkeessa coloană coloana
"""
_PLACES = {
    "UPPER": """upper top topmost uppermost obere oberen oberer oberste obersten oben haut supérieure
    superieure superior
    superiores arriba cima alto superiore bovenste översta øverste øvre górny górnym górna horní верхн* верхній
    верхньому üst
    atas trên πάνω επάνω עליונה העליונה العلوي الأول بالایی बालا ऊपरी ऊपर felső ylin ylimmä* sus""",
    "LOWER": """lower bottom bottommost lowest untere unteren unterer unterste untersten unten bas inférieure
    inferieure
    inferior inferiores abajo baixo basso inferiore onderste nedersta nederste nedre dolny dolnym dolna dolní
    spodní нижн* нижній
    нижньому alt bawah dưới κάτω תחתונה התחתונה السفلي پایینی निचली नीचे alsó alin alimma* jos""",
    "LEFT": """left leftmost linke linken linker links gauche izquierda esquerda sinistra linker linkse vänstra
    venstre lewa lewej
    lewy levý levém лев* лів* sol kiri trái αριστερ* שמאלית השמאלית الأيسر چپ बाईं बायाँ bal vasen vasemma*
    stânga""",
    "RIGHT": """right rightmost rechte rechten rechter rechts droite derecha direita destra rechter högra højre
    høyre prawa prawej
    prawy pravý pravém прав* sağ kanan phải δεξι* ימנית הימנית الأيمن راست दाईं दायाँ jobb oikea* dreapta""",
    "MIDDLE": """middle central center centre mittlere mittleren mittlerer mitte milieu médiane centrale centro
    medio central
    media meio mezzo centrale midden middelste mittersta mitten midterste midtre środkowy środkowym środkowa
    środkowej střední
    prostřední средн* централь* серед* orta ortadaki tengah giữa μεσαί* κεντρικ* אמצעית האמצעית الأوسط الوسطى وسط
    میانی बीच मध्य
    középső keskimmäi* mijloc""",
    "LAST": """last letzte letzten dernière derniere dernier última ultima último ultimo laatste sista sidste
    siste ostatni*
    poslední последн* останн* son terakhir cuối τελευταί* אחרונה האחרונה الأخير آخر अंतिम आखिरी utolsó viimei*
    ultima""",
}
_SMALL = """
the of in on at no number whole entire complete full all nr n° hand most side very from die der das den dem ganze
gesamte gesamten
ganzen komplette von la le les du de des el los las do da di della del na no em en et au aux à toda toda todo
tutta tutta intera
toute tutta entière hela hele cały cała celý celá вся весь всю целиком bütün tüm seluruh semua toàn bộ của phía
στη στην όλη كل
de het van i och cả cùng
"""
_JOINS = frozenset(
    (
        ",",
        "-",
        "and",
        "und",
        "et",
        "y",
        "e",
        "i",
        "и",
        "en",
        "och",
        "og",
        "ve",
        "dan",
        "và",
        "και",
        "&",
        "to",
        "bis",
        "x",
        "/",
    )
)
_TOKEN = re.compile(r"\d{1,2}(?:st|nd|rd|th)\b|\d{1,2}|[^\W\d_][\ẁ-ͯऀ-ॿ'-]*|[^\w\s]")
_HINT = re.compile(r"\b(?:row|column|line)s?\b", re.IGNORECASE)
_ENGLISH = re.compile(r"\b(?:the|this|is|are|i|it|and|of)\b")
_GRID = frozenset(
    (
        "the",
        "image",
        "picture",
        "photo",
        "grid",
        "parts",
        "tiles",
        "views",
        "cells",
        "sections",
        "column",
        "columns",
        "row",
        "this",
    )
)
_CHINESE = {
    "一": 1,
    "二": 2,
    "三": 3,
    "四": 4,
    "첫": 1,
    "둘": 2,
    "셋": 3,
    "세": 3,
    "넷": 4,
    "네": 4,
    "두": 2,
    "一番": 1,
}
_CJK = re.compile(
    r"(?:(?P<place>(?:最|一番|いちばん|맨|가장|제일)?\s?(?P<side>[上下左右中]|顶|底|最后|末|위|아래|왼|오른|가운데|중간|中央|中间|真ん中|마지막)(?:面|部|边|侧|端|央"
    r"|间|쪽|의|の|那|的)*\s?(?:一|整|那|すべて|全)?)"
    r"|(?:第|左から|上から|제)?\s?(?P<number>\d|[一二三四]|첫|둘|셋|넷)(?:번?째|番目の|째)?\s?)"
    r"(?P<kind>行|排|段|줄|행|列|열)目?(?:\s?(?:すべて|全部|全体|전체|모두))?(?:\s?(?:的|の|의)?\s?(?P<cross>中间|中央|真ん中|가운데|左|右|왼|오른)(?:边|侧"
    r"|쪽|面|那个)*)?"
)
_SIDES = {
    **dict.fromkeys(("上", "顶", "위"), "upper"),
    **dict.fromkeys(("下", "底", "아래"), "lower"),
    **dict.fromkeys(("左", "왼"), "left"),
    **dict.fromkeys(("右", "오른"), "right"),
    **dict.fromkeys(("中", "가운데", "중간", "中央", "中间", "真ん中"), "middle"),
    **dict.fromkeys(("最后", "末", "마지막"), "last"),
}
_MOST_TOKENS = 400
_ORDINAL = re.compile(r"\b(\d{1,2})(?:[.ªº]|-[а-і]{1,3}|e|er|re|ème|de|da)(?= ([^\W\d_]+))")  # "2. Reihe"
_SEVERAL = re.compile(  # "the two on the far left"
    r"\b(?P<count>two|three|four|[2-4]) (?:(?:parts?|views?|tiles?|ones|sections?) )?(?:on|at|in"
    r"|along) the (?:far |very |extreme )?(?P<side>left|right|top|bottom)\b"
    r"|\b(?:whole|entire|complete|full) (?P<edge>left|right|top|bottom)(?:[- ]hand)? (?:side|edge|third)\b"
    r"|\b(?P<first>left|right|top|bottom|upper|lower)(?:most)? (?P<of>two|three|four|[2-4])\b(?! (?:rows|columns))"
)
_FOUR = 4
_COUNTS = {"two": 2, "three": 3, "four": 4, "2": 2, "3": 3, "4": 4}
_SENTENCE = re.compile(r"((?:(?<!\d)\.|[;!?])(?=\s|$)\s*|[。！？]|\n+)")


class _Line(NamedTuple):
    """Rows or columns that a text names at tokens [start, end): 0-based numbers, from the end when negative."""

    start: int
    end: int
    is_row: bool
    numbers: tuple[int | str, ...]


@cache
def _lexicon() -> Lexicon:
    ordinals = {f"ORDINAL{number}": words for number, words in enumerate(ORDINALS, start=1)}
    return Lexicon({"ROW": _ROW, "COLUMN": _COLUMN, "SMALL": _SMALL, "NOUN": view_terms.NOUN, **_PLACES, **ordinals})


def with_lines(text: str, n_views: int) -> str:
    """Return lower-case text with the views of named rows and columns in place of these.

    A sentence that also names views by number keeps its words.

    Example:
        >>> with_lines("the sign is in row 2, column 3.", 9)
        'the sign is in part 6.'
    """
    split = split_of(n_views)
    if not split.columns:
        return text
    if (
        text.isascii()
        and _ENGLISH.search(text) is not None
        and _HINT.search(text) is None
        and _SEVERAL.search(text) is None
    ):
        return text
    if UNSPACED.search(text):
        text = _CJK.sub(_in_words, text)
    elif text.isascii():
        text = _SEVERAL.sub(lambda match: _several(match, split), text)
    return "".join(
        piece if place % 2 else _rewritten(piece, split) for place, piece in enumerate(_SENTENCE.split(text))
    )


def _several(match: re.Match[str], split: Split) -> str:
    side = match["side"] or match["first"] or match["edge"]
    across = side in ("left", "right")
    if match["edge"]:
        return f"{side} {'column' if across else 'row'}" if split > _FOUR else match.group()
    whole = _COUNTS[match["count"] or match["of"]] == (split.rows if across else split.columns)
    return f"{side} {'column' if across else 'row'}" if whole and split > _FOUR else match.group()


def _in_words(match: re.Match[str]) -> str:
    kind = "column" if match["kind"] in "列열" else "row"
    crossing = f", {_SIDES[match['cross']]} {'row' if kind == 'column' else 'column'} " if match["cross"] else ""
    if match["number"]:
        number = match["number"]
        return f" {kind} {number if number.isdigit() else _CHINESE[number]}{crossing} "
    return f" {_SIDES[match['side']]} {kind}{crossing} "


def _rewritten(sentence: str, split: Split) -> str:
    sentence = _ORDINAL.sub(_ordinal, sentence)
    tokens = list(_TOKEN.finditer(sentence))[:_MOST_TOKENS]
    said = [_lexicon().concepts(token.group()) if token.group()[0].isalpha() else frozenset() for token in tokens]
    lines = [line for at in range(len(tokens)) if (line := _line(tokens, said, at)) is not None]
    if not lines:
        return sentence
    inside = {at for line in lines for at in range(line.start, line.end)}
    if any(token.group()[0].isdigit() for at, token in enumerate(tokens) if at not in inside):
        return sentence
    out, end, place = [], 0, 0
    while place < len(lines):
        line, after = lines[place], lines[place + 1] if place + 1 < len(lines) else None
        crossing = after if after is not None and _cross(line, after, tokens, said) else None
        last, first = crossing or line, line
        if crossing is None and (inside_it := _within(line, tokens, said)) is not None:
            crossing = inside_it
            first, last = (inside_it, line) if inside_it.start < line.start else (line, inside_it)
        views = _views(line, crossing, split)
        if views and tokens[first.start].start() >= end:
            out.append(sentence[end : tokens[first.start].start()] + "part" + "s" * (len(views) > 1) + " ")
            out.append(" and ".join(map(str, views)))
            end = tokens[last.end - 1].end()
        elif line.numbers and isinstance(line.numbers[0], int):
            out.append(sentence[end : tokens[line.start].start()] + "nowhere")  # "row 5" of three
            end = tokens[last.end - 1].end()
        place += 1 + (crossing is not None and crossing is after)
    return "".join(out) + sentence[end:]


def _ordinal(match: re.Match[str]) -> str:
    return f"{match[1]}th" if {"ROW", "COLUMN"} & _lexicon().concepts(match[2]) else match.group()


def _line(tokens: list[re.Match[str]], said: list[frozenset[str]], at: int) -> _Line | None:
    kinds = said[at] & {"ROW", "COLUMN"}
    if not kinds:
        return None
    is_row = "ROW" in kinds
    words = [token.group() for token in tokens]
    end = at + 1
    while end < len(words) and end - at < 3 and (words[end] in ("no", "number", "nr", "n", "#", ".", "°")):
        end += 1
    if end < len(words) and words[end].isdigit():
        numbers = [int(words[end])]
        end += 1
        while end + 1 < len(words) and words[end] in _JOINS and words[end + 1].isdigit():
            first = numbers[-1]
            last = int(words[end + 1])
            numbers += range(first + 1, last + 1) if words[end] in ("-", "to", "bis") and last > first else [last]
            end += 2
        return _Line(at, end, is_row, tuple(numbers))
    start = at - 1
    while start > 0 and at - start < 3 and "SMALL" in said[start] and not _qualifier(words[start], said[start], is_row):
        start -= 1
    found = _qualifier(words[start], said[start], is_row) if start >= 0 else None
    end = at + 1
    while (
        end < len(words) and end - at < 4 and "SMALL" in said[end] and _qualifier(words[end], said[end], is_row) is None
    ):
        end += 1
    later = _qualifier(words[end], said[end], is_row) if end < len(words) else None
    if found is not None and (
        start == at - 1 or later is None
    ):  # "milieu de la rang\u00e9e sup\u00e9rieure" is the upper one
        end = at + 1
        behind = _from_end(words, said, end, is_row) if isinstance(found, int) else 0
        if behind:
            found, end = -int(found), behind
        return None if _of_something(words, end) else _Line(start, end, is_row, (found,))
    return None if later is None else _Line(at, end + 1, is_row, (later,))


def _qualifier(word: str, said: frozenset[str], is_row: bool) -> int | str | None:
    if word[:-2].isdecimal():
        return int(word[:-2])
    for number in range(1, len(ORDINALS) + 1):
        if f"ORDINAL{number}" in said:
            return number
    sides = ("UPPER", "LOWER") if is_row else ("LEFT", "RIGHT")
    return next(
        (
            1 if kind == sides[0] else -1 if kind in ("LAST", sides[1]) else kind
            for kind in (*sides, "LAST", "MIDDLE")
            if kind in said
        ),
        None,
    )


def _from_end(words: list[str], said: list[frozenset[str]], at: int, is_row: bool) -> int:
    """Return where "from the bottom" or "from the right" ends that begins here, 0 when it does not."""
    side = "LOWER" if is_row else "RIGHT"
    if at + 1 >= len(words) or words[at] not in ("from", "von"):
        return 0
    return next((place + 1 for place in range(at, min(at + 3, len(words))) if side in said[place]), 0)


def _of_something(words: list[str], at: int) -> bool:
    """Tell whether "of seats" follows: a row of something that the image shows."""
    return at + 1 < len(words) and words[at] == "of" and words[at + 1] not in _GRID


def _cross(one: _Line, other: _Line, tokens: list[re.Match[str]], said: list[frozenset[str]]) -> bool:
    if one.is_row == other.is_row or other.start - one.end > 3:
        return False
    return all(
        "SMALL" in said[at] or tokens[at].group() in _JOINS or tokens[at].group() in "/|;,の의"
        for at in range(one.end, other.start)
    )


def _within(line: _Line, tokens: list[re.Match[str]], said: list[frozenset[str]]) -> _Line | None:
    """Return the column of a view in a row, or the other way ("the middle tile of the bottom row")."""
    words = [token.group() for token in tokens]
    at = line.start - 1
    while at >= 0 and "SMALL" in said[at] and _qualifier(words[at], said[at], not line.is_row) is None:
        at -= 1
    if (
        at >= 0
        and (line.start - at > 1 or "NOUN" in said[at])
        and (found := _view_of(words, said, at, not line.is_row)) is not None
    ):
        return found
    at = line.end
    if at + 1 < len(words) and words[at] in (",", "-", ":"):
        at += 1
        while at + 1 < len(words) and "SMALL" in said[at]:
            at += 1
        number = _qualifier(words[at], said[at], not line.is_row)
        behind = at + 1 < len(words) and "NOUN" in said[at + 1]
        if number is not None and (behind or at + 1 == len(words) or words[at + 1] in ",()-:"):
            return _Line(line.end, at + 1 + behind, not line.is_row, (number,))
    return None


def _view_of(words: list[str], said: list[frozenset[str]], at: int, is_row: bool) -> _Line | None:
    """Return the place that the words up to `at` give a view: "middle tile", "tuile du milieu", "middle"."""
    end = at + 1
    if at >= 0 and "NOUN" in said[at]:
        at -= 1
    numbers: list[int | str] = []
    if at > 0 and words[at] in _COUNTS and _qualifier(words[at - 1], said[at - 1], is_row) in (1, -1):
        words = [*words[: at - 1], words[at], words[at - 1]]  # "the last two tiles" are the two last ones
        said = [*said[: at - 1], said[at], said[at - 1]]
    first = at
    while at >= 0 and (number := _qualifier(words[at], said[at], is_row)) is not None:
        numbers.insert(0, number)
        first = at
        at -= 2 if at > 1 and words[at - 1] in _JOINS else 1
    if not numbers:
        return None
    noun = first
    while noun > 0 and "SMALL" in said[noun - 1]:
        noun -= 1
    behind = first + len(numbers) == end and noun and "NOUN" in said[noun - 1]  # "tuile du milieu"
    first = noun - 1 if behind else first
    if first and words[first - 1] in (*_COUNTS, "both"):
        if isinstance(numbers[0], int) and numbers[0] in (1, -1) and len(numbers) == 1:  # "the two left tiles"
            side = numbers[0]
            numbers = [side * place for place in range(1, _COUNTS.get(words[first - 1], 2) + 1)]
        elif not isinstance(numbers[0], str):
            return None
        first -= 1
    return _Line(first, end, is_row, tuple(numbers))


def _views(line: _Line, crossing: _Line | None, split: Split) -> list[int]:
    rows, columns = (line, crossing) if line.is_row else (crossing, line)
    down = _numbers(rows.numbers, split.rows) if rows is not None else [*range(split.rows)]
    across = _numbers(columns.numbers, split.columns) if columns is not None else [*range(split.columns)]
    return sorted(split.number(column, row) for row in down for column in across)


def _numbers(named: tuple[int | str, ...], count: int) -> list[int]:
    """Return the 0-based rows or columns; [] when there are not so many."""
    found: list[int] = []
    for one in named:
        if isinstance(one, str):
            found += [count // 2] if count % 2 else [count // 2 - 1, count // 2] if count > 2 else []
        elif 0 < abs(one) <= count:
            found.append(one - 1 if one > 0 else count + one)
        else:
            return []
    return found
