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

from dataset_builders.own.layout import Box, Column, Frame, meant, shown
from dataset_builders.plausible import Look
from vlmeval_hvs.errors import DataError

_DELIMITERS = ",;\t"


@dataclass(frozen=True)
class Row:
    """One row of a table.

    Attributes:
        file: Name of the table.
        number: Number of the row as spreadsheets count, the headings being row 1.
        cells: Text by column, stripped; columns that the file lacks are "".
        frame: How the table tells places and times.
        look: Where they are collected.
        decimal_comma: Whether a comma may stand before decimals, as where semicolons separate the cells.
    """

    file: str
    number: int
    cells: dict[str, str]
    frame: Frame
    look: Look
    decimal_comma: bool = False

    def __getitem__(self, column: str) -> str:
        return self.cells[column]

    def wrong(self, column: str, reason: str) -> DataError:
        """The error that a cell is wrong."""
        return DataError(f"{self.file}, row {self.number}, column {column}: {reason}")

    def number_in(self, column: str, low: float = -math.inf, high: float = math.inf) -> float:
        """A number from ``low`` to ``high``."""
        return self.numbers_of(column, self[column], 1, (low, high))[0]

    def one_of(self, column: str, allowed: Sequence[str], default: str = "") -> str:
        """One of some words, in any case; an empty cell is the default."""
        text = self[column] or default
        found = next((word for word in allowed if word.casefold() == text.casefold()), None)
        if found is None:
            raise self.wrong(column, f"{shown(text)} is none of {', '.join(allowed)}{meant(text, allowed)}")
        return found

    def parts(self, column: str) -> list[str]:
        """What stands between upright lines; nothing for an empty cell."""
        return [part.strip() for part in self[column].split("|")] if self[column] else []

    def boxes(self, column: str, size: tuple[int, int]) -> list[Box]:
        """Boxes between upright lines: left, top, width and height, px."""
        return [self._box(column, self.numbers_of(column, part, 4), size) for part in self.parts(column)]

    def box(self, columns: Sequence[str], size: tuple[int, int]) -> Box:
        """The box of four columns: left, top, width and height, px."""
        return self._box(columns[0], [self.number_in(column) for column in columns], size)

    def points(self, column: str, size: tuple[int, int]) -> list[tuple[float, float]]:
        """Points between upright lines, as fractions of the picture."""
        return [self.point(column, self.numbers_of(column, part, 2), size) for part in self.parts(column)]

    def point(self, column: str, place: Sequence[float], size: tuple[int, int]) -> tuple[float, float]:
        """A point as fractions of the picture."""
        x, y = self.pixel(column, place, size)
        return x / size[0], y / size[1]

    def pixel(self, column: str, place: Sequence[float], size: tuple[int, int]) -> tuple[float, float]:
        """A point in px."""
        x, y = self.frame.point(place, size)
        self.look.place(f"row {self.number}", x, y, size)
        self._check_inside(column, (x, y), size)
        return x, y

    def person_fixation(
        self, size: tuple[int, int], viewing: tuple[str, ...], past: float = 0
    ) -> tuple[float, float, float]:
        """The fixation of a person that a row tells in columns, as `fixation`."""
        duration = self.number_in("duration", 0, 1e9) if self["duration"] else math.nan
        numbers = self.number_in("x"), self.number_in("y"), duration
        return self.fixation("x", numbers, size, (f"person {self['person']}", *viewing), past)

    def fixation(
        self, column: str, numbers: Sequence[float], size: tuple[int, int], viewing: tuple[str, ...], past: float = 0
    ) -> tuple[float, float, float]:
        """A fixation: its place (px) and its duration (ms; NaN without one).

        Args:
            column: Where it stands.
            numbers: x, y and duration as the table tells them.
            size: Width and height of the picture, px.
            viewing: Whose it is, the picture, and whatever else tells viewings apart.
            past: How far past the picture it may lie, as a share of it.
        """
        x, y = self.frame.point(numbers[:2], size)
        duration = self.frame.ms(numbers[2])
        self.look.fixation(viewing, x, y, size, duration)
        self._check_inside(column, (x, y), size, past)
        return x, y, duration

    def _check_inside(self, column: str, place: tuple[float, float], size: tuple[int, int], past: float = 0) -> None:
        if not all(-past * most <= value <= (1 + past) * most for value, most in zip(place, size, strict=True)):
            told = f"({place[0]:g}, {place[1]:g}) lies {'far ' if past else ''}outside the picture"
            raise self.wrong(column, f"{told} of {size[0]} x {size[1]} px")

    def _box(self, column: str, numbers: Sequence[float], size: tuple[int, int]) -> Box:
        x, y, width, height = box = self.frame.box(numbers, size)
        self.look.box(f"row {self.number}", box, size)
        told = f"the box left {x:g}, top {y:g}, width {width:g}, height {height:g}"
        inside_picture = min(x, y) >= 0 and x + width <= size[0] + 1 and y + height <= size[1] + 1
        if not (width > 0 and height > 0 and inside_picture):
            raise self.wrong(column, f"{told} does not lie in the picture of {size[0]} x {size[1]} px")
        if min(width, height) < 1:
            raise self.wrong(column, f"{told} is smaller than a px")
        return box

    def options(self, letters: str) -> list[str]:
        """The options in columns that are called like their letters; they read differently, and none is left out."""
        texts = [self[letter] for letter in letters]
        filled = sum(any(texts[place:]) for place in range(len(texts)))
        if "" in texts[:filled]:
            raise self.wrong(letters[texts.index("")], "is empty, but a later option is not")
        self.differ("A", texts[:filled])
        return texts[:filled]

    def differ(self, column: str, texts: Sequence[str]) -> None:
        """Refuse options that a prompt prints alike."""
        if alike := next((text for number, text in enumerate(texts) if text in texts[:number]), ""):
            first, again, *_ = (ascii_uppercase[number] for number, text in enumerate(texts) if text == alike)
            raise self.wrong(column, f"options {first} and {again} read alike in the prompt: {shown(alike)}")

    def numbers_of(
        self, column: str, text: str, amount: int, limits: tuple[float, float] = (-math.inf, math.inf)
    ) -> list[float]:
        """So many numbers out of a text that stands in a column."""
        found = _numbers(re.sub(r"(?<=\d),(?=\d)", ".", text)) if self.decimal_comma else []
        if len(found) != amount:
            found = _numbers(text)
        if len(found) != amount or not all(math.isfinite(value) and limits[0] <= value <= limits[1] for value in found):
            what = "a number" if amount == 1 else f"{amount} numbers"
            bounds = f" from {limits[0]:g} to {limits[1]:g}" if math.isfinite(limits[0] + limits[1]) else ""
            hint = "" if self.decimal_comma or not re.search(r"\d,\d", text) else "; write decimals with a point"
            raise self.wrong(column, f"{shown(text)} is not {what}{bounds}{hint}")
        return found


def _numbers(text: str) -> list[float]:
    """Numbers with blanks or commas between; none where one of them is no number."""
    try:
        return [float(part) for part in text.replace(",", " ").split()]
    except ValueError:
        return []


def read_lines(path: Path, columns: Sequence[Column]) -> tuple[list[str], list[tuple[int, list[str]]], bool]:
    """Headings and numbered lines of a CSV, and whether its numbers may have decimal commas.

    Any of the usual separators is taken; empty lines are left out.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DataError(f"{path.name}: not in UTF-8 ({error.reason}); save it as CSV UTF-8") from error
    first = text.split("\n", 1)[0]
    known = [column.name for column in columns]
    separator = max(_DELIMITERS, key=first.count)
    try:
        table = [[cell.strip() for cell in line] for line in _cells(unicodedata.normalize("NFC", text), separator)]
    except csv.Error as error:
        raise DataError(f"{path.name}: no CSV ({error})") from error
    head = [re.sub(r"\W+", "_", name.casefold()).strip("_") for name in table[0]] if table else []
    folded = {name.casefold(): name for name in known}
    head = [folded.get(name, name) for name in head]
    twice = sorted({name for name in head if name and head.count(name) > 1})
    lacking = [column.name for column in columns if column.needed and column.name not in head]
    odd = [name for name in head if name and name not in known]
    if twice:
        raise DataError(f"{path.name}, row 1: the column {twice[0]} stands there twice")
    if lacking:
        raise DataError(f"{path.name}, row 1: no column {', '.join(lacking)}{meant(lacking[0], odd)}")
    if odd:
        raise DataError(
            f"{path.name}, row 1: the column {shown(odd[0])} is none of {', '.join(known)}{meant(odd[0], known)}"
        )
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
