"""One row of a table of own data, the table's lines, and errors that name file, row and column."""

from __future__ import annotations

import csv
import io
import math
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from string import ascii_uppercase

from dataset_builders.own.layout import Box, Column, Frame, quoted
from dataset_builders.plausible import Look
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.names import close_name, did_you_mean

_DELIMITERS = ",;\t"

Size = tuple[int, int]
"""Width and height of a picture, px."""


@dataclass(frozen=True)
class Row:
    """One row of a table.

    Attributes:
        file: Name of the table.
        number: Number of the row as spreadsheets count, the headings being row 1.
        cells: Text by column, stripped; columns that the file lacks are "".
        frame: Units and origin of the table's places and times.
        look: Collects them, for checks of the whole table.
        decimal_comma: Whether a comma may stand before decimals, as where semicolons separate the cells.
        index: Number of the row from 0, without empty ones.
    """

    file: str
    number: int
    cells: dict[str, str]
    frame: Frame
    look: Look
    decimal_comma: bool = False
    index: int = 0

    def __getitem__(self, column: str) -> str:
        return self.cells[column]

    def wrong(self, column: str, reason: str) -> DataError:
        """The error that a cell is wrong."""
        return DataError(f"{self.file}, row {self.number}, column {column}: {reason}")

    def number_in(self, column: str, low: float = -math.inf, high: float = math.inf) -> float:
        """A number from ``low`` to ``high``."""
        return self.numbers_of(column, self[column], 1, (low, high))[0]

    def one_of(self, column: str, allowed: Sequence[str], default: str = "", text: str | None = None) -> str:
        """One of some words, in any case: that of a cell, where an empty one is the default, or of ``text`` in it."""
        text = text if text is not None else self[column] or default
        found = next((word for word in allowed if word.casefold() == text.casefold()), None)
        if found is None:
            raise self.wrong(column, f"{quoted(text)} is not one of {', '.join(allowed)}{did_you_mean(text, allowed)}")
        return found

    def parts(self, column: str) -> list[str]:
        """The parts of a cell between upright lines; none of an empty cell."""
        return [part.strip() for part in self[column].split("|")] if self[column] else []

    def boxes(self, column: str, size: Size) -> list[Box]:
        """Boxes between upright lines: left, top, width and height, px."""
        return [self._box(column, self.numbers_of(column, part, 4), size) for part in self.parts(column)]

    def box(self, columns: Sequence[str], size: Size) -> Box:
        """The box of four columns: left, top, width and height, px."""
        return self._box(columns[0], [self.number_in(column) for column in columns], size)

    def points(self, column: str, size: Size) -> list[tuple[float, float]]:
        """Points between upright lines, as fractions of the picture."""
        places = [self.pixel(column, self.numbers_of(column, part, 2), size) for part in self.parts(column)]
        return [(x / size[0], y / size[1]) for x, y in places]

    def pixel(self, column: str, place: Sequence[float], size: Size) -> tuple[float, float]:
        """A point in px."""
        x, y = self.frame.point(place, size)
        self.look.place(f"row {self.number}", x, y, size)
        self._check_inside(column, (x, y), size)
        return x, y

    def person_fixation(self, size: Size, viewing: tuple[str, ...], past: float = 0) -> tuple[float, float, float]:
        """The fixation of a person in the columns x, y and duration, as `fixation`."""
        duration = self.number_in("duration", 0, 1e9) if self["duration"] else math.nan
        numbers = self.number_in("x"), self.number_in("y"), duration
        return self.fixation("x", numbers, size, (f"person {self['person']}", *viewing), past)

    def fixation(
        self, column: str, numbers: Sequence[float], size: Size, viewing: tuple[str, ...], past: float = 0
    ) -> tuple[float, float, float]:
        """A fixation: its place (px) and its duration (ms; NaN without one), from numbers in the units of the table.

        A viewing is named by its person, the picture, and whatever else distinguishes it. The fixation may lie ``past``
        the picture by this share of its size. Messages name the column.
        """
        x, y = self.frame.point(numbers[:2], size)
        duration = self.frame.ms(numbers[2])
        self.look.fixation(viewing, x, y, size, duration)
        self._check_inside(column, (x, y), size, past)
        return x, y, duration

    def _check_inside(self, column: str, place: tuple[float, float], size: Size, past: float = 0) -> None:
        if not all(-past * most <= value <= (1 + past) * most for value, most in zip(place, size, strict=True)):
            where = f"({place[0]:g}, {place[1]:g}) lies {'far ' if past else ''}outside the picture"
            raise self.wrong(column, f"{where} of {size[0]} x {size[1]} px")

    def _box(self, column: str, numbers: Sequence[float], size: Size) -> Box:
        x, y, width, height = box = self.frame.box(numbers, size)
        self.look.box(f"row {self.number}", box, size)
        name = f"the box left {x:g}, top {y:g}, width {width:g}, height {height:g}"
        inside_picture = min(x, y) >= 0 and x + width <= size[0] + 1 and y + height <= size[1] + 1
        if not (width > 0 and height > 0 and inside_picture):
            raise self.wrong(column, f"{name} does not lie inside the picture of {size[0]} x {size[1]} px")
        if min(width, height) < 1:
            raise self.wrong(column, f"{name} is smaller than a px")
        return box

    def options(self, letters: str) -> list[str]:
        """The options in the columns that are named by their letters: all different, none left out."""
        texts = [self[letter] for letter in letters]
        filled = sum(any(texts[place:]) for place in range(len(texts)))
        if "" in texts[:filled]:
            raise self.wrong(letters[texts.index("")], "the cell is empty, but a later option is not")
        self.differ("A", texts[:filled])
        return texts[:filled]

    def differ(self, column: str, texts: Sequence[str]) -> None:
        """Refuse options that a prompt prints alike."""
        if alike := next((text for number, text in enumerate(texts) if text in texts[:number]), ""):
            first, again, *_ = (ascii_uppercase[number] for number, text in enumerate(texts) if text == alike)
            raise self.wrong(column, f"options {first} and {again} are the same in the prompt: {quoted(alike)}")

    def numbers_of(
        self, column: str, text: str, amount: int, limits: tuple[float, float] = (-math.inf, math.inf)
    ) -> list[float]:
        """So many numbers of a text in a column."""
        found = _numbers(re.sub(r"(?<=\d),(?=\d)", ".", text)) if self.decimal_comma else []
        if len(found) != amount:
            found = _numbers(text)
        if len(found) != amount or not all(math.isfinite(value) and limits[0] <= value <= limits[1] for value in found):
            wanted = "a number" if amount == 1 else f"{amount} numbers"
            bounds = f" from {limits[0]:g} to {limits[1]:g}" if math.isfinite(limits[0] + limits[1]) else ""
            hint = "" if self.decimal_comma or not re.search(r"\d,\d", text) else "; write decimals with a point"
            raise self.wrong(column, f"{quoted(text)} is not {wanted}{bounds}{hint}")
        return found


def _numbers(text: str) -> list[float]:
    """Numbers between blanks or commas; none where one of them is not a number."""
    try:
        return [float(part) for part in text.replace(",", " ").split()]
    except ValueError:
        return []


def read_lines(path: Path, columns: Sequence[Column]) -> tuple[list[str], list[tuple[int, list[str]]], bool]:
    """Headings and numbered lines of a CSV, and whether its numbers may have decimal commas.

    Commas, semicolons or tabs separate cells; empty lines are left out.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DataError(f"{path.name}: the file is not UTF-8 ({error.reason}); save it as CSV UTF-8") from error
    first = text.split("\n", 1)[0]
    separator = max(_DELIMITERS, key=first.count)
    try:
        table = [[cell.strip() for cell in line] for line in _cells(unicodedata.normalize("NFC", text), separator)]
    except csv.Error as error:
        raise DataError(f"{path.name}: the file is not a CSV table ({error})") from error
    known = {column.name.casefold(): column.name for column in columns}
    head = [re.sub(r"\W+", "_", name.casefold()).strip("_") for name in table[0]] if table else []
    head = [known.get(name, name) for name in head]
    odd = [name for name in head if name and name not in known.values()]
    if twice := sorted({name for name in head if name and head.count(name) > 1}):
        raise DataError(f"{path.name}, row 1: two columns are called {twice[0]}; rename or remove one")
    if lacking := [column.name for column in columns if column.needed and column.name not in head]:
        near = close_name(lacking[0], odd, 0.6)
        hint = f"; is it the column {near}?" if near else ""
        raise DataError(f"{path.name}, row 1: there is no column {', '.join(lacking)}{hint}")
    if odd:
        hint = did_you_mean(odd[0], known.values(), other=";")
        columns_are = f"the columns are {', '.join(known.values())}"
        raise DataError(f"{path.name}, row 1: unknown column {quoted(odd[0])}{hint} {columns_are}")
    lines = [(number, line) for number, line in enumerate(table[1:], start=2) if any(line)]
    return head, lines, separator == ";"


def _cells(text: str, separator: str) -> list[list[str]]:
    """The cells of a CSV; one such as ``"27" screen``, which lacks the quotes around it, keeps those that it has."""
    try:
        return list(csv.reader(io.StringIO(text), delimiter=separator, strict=True))
    except csv.Error:
        other = f'[^"\n{separator}]'
        text = re.sub(f'(?m)(^|(?<={separator}))"({other}*)"({other}+)(?={separator}|$)', r'"""\2""\3"', text)
        return list(csv.reader(io.StringIO(text), delimiter=separator, strict=True))
