"""Reads a folder with own data, and lists all mistakes at once, each with its file, row and column."""

import csv
import io
import json
import math
import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from string import ascii_uppercase
from typing import Any

from dataset_builders.archives import open_source
from dataset_builders.odd_rows import one_row
from dataset_builders.own.layout import (
    ABOUT,
    EXAMPLE,
    FACTS,
    PICTURES,
    Box,
    Column,
    Frame,
    Layout,
    Size,
    frame_of,
    quoted,
)
from dataset_builders.plausible import Look
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import composed_name, named_file, plain_image, read_json
from vlmeval_hvs.names import close_name, did_you_mean
from vlmeval_hvs.options import declaration
from vlmeval_hvs.sets import SetWriter

SHOWN = 20
"""Mistakes that a message lists."""


@dataclass(frozen=True)
class Row:
    """One row of a table."""

    file: str  # name of the table
    number: int  # as spreadsheets count, the headings being row 1
    cells: dict[str, str]  # text by column, stripped; columns that the file lacks are ""
    frame: Frame  # units and origin of the table's places and times
    look: Look  # collects them, for checks of the whole table
    decimal_comma: bool = False  # whether a comma may stand before decimals, as where semicolons separate the cells
    index: int = 0  # from 0, without empty rows

    def __getitem__(self, column: str) -> str:
        return self.cells[column]

    def wrong(self, column: str, reason: str) -> DataError:
        """The error that a cell is wrong."""
        return DataError(f"{self.file}, row {self.number}, column {column}: {reason}")

    @contextmanager
    def telling(self, column: str) -> Iterator[None]:
        """Errors in the block are those of a cell."""
        try:
            yield
        except DataError as error:
            raise self.wrong(column, str(error)) from error

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

    def numbers(self, column: str, amount: int = 1, text: str | None = None) -> list[float]:
        """So many numbers of a cell, or of ``text`` in it."""
        text = self[column] if text is None else text
        forms = [re.sub(r"(?<=\d),(?=\d)", ".", text)] if self.decimal_comma else []
        for form in (*forms, text):
            try:
                found = [float(part) for part in form.replace(",", " ").split()]
            except ValueError:
                continue
            if len(found) == amount and all(map(math.isfinite, found)):
                return found
        hint = "" if self.decimal_comma or not re.search(r"\d,\d", text) else "; write decimals with a point"
        raise self.wrong(column, f"{quoted(text)} is not {'a number' if amount == 1 else f'{amount} numbers'}{hint}")

    def boxes(self, column: str, size: Size) -> list[Box]:
        """Boxes between upright lines: left, top, width and height, px."""
        return [self._box(column, self.numbers(column, 4, part), size) for part in self.parts(column)]

    def box(self, columns: Sequence[str], size: Size) -> Box:
        """The box of four columns: left, top, width and height, px."""
        return self._box(columns[0], [self.numbers(column)[0] for column in columns], size)

    def _box(self, column: str, numbers: Sequence[float], size: Size) -> Box:
        x, y, width, height = box = self.frame.box(numbers, size)
        self.look.box(f"row {self.number}", box, size)
        name = f"the box left {x:g}, top {y:g}, width {width:g}, height {height:g}"
        inside = min(x, y) >= 0 and x + width <= size[0] + 1 and y + height <= size[1] + 1
        if not (width > 0 and height > 0 and inside):
            hint = "" if "boxes" in self.frame.declared else f'; other numbers than these need "boxes" in {ABOUT}'
            raise self.wrong(column, f"{name} does not lie inside the picture of {size[0]} x {size[1]} px{hint}")
        if min(width, height) < 1:
            raise self.wrong(column, f"{name} is smaller than a px")
        return box

    def points(self, column: str, size: Size) -> list[tuple[float, float]]:
        """Points between upright lines, as fractions of the picture."""
        places = [self.pixel(column, self.numbers(column, 2, part), size) for part in self.parts(column)]
        return [(x / size[0], y / size[1]) for x, y in places]

    def pixel(self, column: str, place: Sequence[float], size: Size) -> tuple[float, float]:
        """A point in px."""
        x, y = self.frame.point(place, size)
        self.look.place(f"row {self.number}", x, y, size)
        self._refuse_outside(column, (x, y), size)
        return x, y

    def fixation(
        self, column: str, numbers: Sequence[float], size: Size, viewing: tuple[str, ...], past: float = 0
    ) -> tuple[float, float, float]:
        """A fixation: its place (px) and its duration (ms; NaN without one), from numbers in the units of the table.

        A viewing is named by its person, the picture, and whatever else distinguishes it. The fixation may lie ``past``
        the picture by this share of its size. Messages name the column.
        """
        (x, y), duration = self.frame.point(numbers[:2], size), self.frame.ms(numbers[2])
        self.look.fixation(viewing, x, y, size, duration)
        self._refuse_outside(column, (x, y), size, past)
        return x, y, duration

    def person_fixation(self, size: Size, viewing: tuple[str, ...], past: float = 0) -> tuple[float, float, float]:
        """The fixation of a person in the columns x, y and duration, as `fixation`."""
        duration = self.numbers("duration")[0] if self["duration"] else math.nan
        if duration < 0:
            raise self.wrong("duration", f"{quoted(self['duration'])} is negative")
        numbers = *self.numbers("x"), *self.numbers("y"), duration
        return self.fixation("x", numbers, size, (f"person {self['person']}", *viewing), past)

    def _refuse_outside(self, column: str, place: tuple[float, float], size: Size, past: float = 0) -> None:
        if not all(-past * most <= value <= (1 + past) * most for value, most in zip(place, size, strict=True)):
            where = f"({place[0]:g}, {place[1]:g}) lies {'far ' if past else ''}outside the picture"
            raise self.wrong(column, f"{where} of {size[0]} x {size[1]} px")

    def options(self, letters: str) -> list[str]:
        """The options in the columns that are named by their letters: all different, none left out."""
        texts = [self[letter] for letter in letters]
        while texts and not texts[-1]:
            texts.pop()
        if "" in texts:
            raise self.wrong(letters[texts.index("")], "the cell is empty, but a later option is not")
        self.refuse_alike("A", texts)
        return texts

    def refuse_alike(self, column: str, texts: Sequence[str]) -> None:
        """Refuse options that a prompt prints alike."""
        for again, text in enumerate(texts):
            if (first := texts.index(text)) < again:
                both = f"options {ascii_uppercase[first]} and {ascii_uppercase[again]}"
                raise self.wrong(column, f"{both} are the same in the prompt: {quoted(text)}")


def read_lines(path: Path, columns: Sequence[Column]) -> tuple[list[str], list[tuple[int, list[str]]], bool]:
    """Headings and numbered lines of a CSV, and whether its numbers may have decimal commas.

    Commas, semicolons or tabs separate cells; empty lines are left out.
    """
    try:
        text = unicodedata.normalize("NFC", path.read_bytes().decode("utf-8-sig"))
        separator = max(",;\t", key=text.split("\n", 1)[0].count)
        reader = csv.reader(io.StringIO(text), delimiter=separator, strict=True)
        table = [[cell.strip() for cell in line] for line in reader]
    except UnicodeDecodeError as error:
        raise DataError(f"{path.name}: the file is not UTF-8 ({error.reason}); save it as CSV UTF-8") from error
    except csv.Error as error:
        where = f"{path.name}: the file is not a CSV table (line {reader.line_num}: {error})"
        raise DataError(f'{where}; a cell with quotes is written as "27"" screen"') from error
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


@contextmanager
def own_set(set_name: str, source: Path | None, root: Path, layout: Layout) -> Iterator[tuple["OwnFolder", SetWriter]]:
    """The folder from which a set is built and the writer of the set; refuses mistakes at the end."""
    if source is None:
        raise DataError(f"{set_name} is built from your own data: give their folder with --source")
    with open_source(source) as place:
        folder = OwnFolder(place, layout)
        with SetWriter(set_name, root, source=folder.source, licence=folder.licence) as writer:
            yield folder, writer
            folder.refuse_mistakes()
            folder.describe(writer)


class OwnFolder:
    """A folder with own data in a layout, which a given folder is or holds."""

    def __init__(self, folder: Path, layout: Layout) -> None:
        found = sorted((path.parent for path in folder.rglob(ABOUT)), key=lambda place: len(place.parts))
        if not found:
            example = f"`vlmeval-hvs new {layout.set_name} FOLDER` writes an example"
            raise DataError(f"{folder}: there is no {ABOUT} in this folder, which own data need; {example}")
        self.folder, self.layout = found[0], layout
        self.about = about = self._about(self.folder / ABOUT)
        tables = list(layout.tables)
        self.frames = {file: frame_of(about, file, tables, str(self.folder / ABOUT)) for file in tables}
        self.source = f"own data: {about['title']} ({about['who']}, {about['when']}; {about['source']})"
        self.licence = str(about["licence"])
        self.mistakes: list[str] = []
        self.looks = {file: Look() for file in tables}
        self._sizes: dict[str, Size] = {}
        self._people: dict[str, set[str]] = defaultdict(set)
        if not (self.folder / layout.main).is_file():
            raise DataError(f"{self.folder}: there is no table {layout.main}, from which {layout.set_name} is built")

    def _about(self, path: Path) -> dict[str, Any]:
        about = read_json(path)
        lacking = [name for name in FACTS if not isinstance(about, dict) or not str(about.get(name) or "").strip()]
        if lacking:
            raise DataError(f"{path}: the file does not say {', '.join(f'{name} ({FACTS[name]})' for name in lacking)}")
        known = [*FACTS, *self.layout.keys, EXAMPLE]
        for name in about:
            if name not in known:
                hint = did_you_mean(name, known, other=";")
                raise DataError(f"{path}: unknown key {quoted(name)}{hint} the keys are {', '.join(known)}")
        for name, one in self.layout.settings.items():
            declaration(one).refuse(str(path), name, about.setdefault(name, one.default), one.default)
        return dict(about)

    def read(self, file: str, use: Callable[[Row], object]) -> None:
        """Use every row of a table, if the table is there; mistakes are kept for `refuse_mistakes`."""
        path, columns = self.folder / file, self.layout.tables[file]
        if file != self.layout.main and not path.is_file():
            return
        head, lines, decimal_comma = read_lines(path, columns)
        self.looks[file].numbered = "trial" in head
        for index, (number, line) in enumerate(lines):
            place = f"{file}, row {number}"
            try:
                with one_row():
                    if any(line[len(head) :]):
                        raise DataError(f"{place}: the row has {len(line)} cells, the headings {len(head)}")
                    cells = dict.fromkeys((one.name for one in columns), "") | dict(zip(head, line, strict=False))
                    cells["image"] = composed_name(cells["image"])
                    self._people[cells.get("person", "").casefold()].add(cells.get("person", ""))
                    row = Row(file, number, cells, self.frames[file], self.looks[file], decimal_comma, index)
                    if empty := next((one.name for one in columns if one.needed and not cells[one.name]), ""):
                        raise row.wrong(empty, "the cell is empty, but every row needs it")
                    use(row)
            except DataError as error:
                text = str(error)
                self.mistakes.append(text if text.startswith(place) else f"{place}: {text}")

    def refuse_mistakes(self) -> None:
        """Refuse a folder in which there was a mistake."""
        mistakes = [*self._verdicts(sure=True), *self.mistakes]
        if mistakes:
            more = [f"... and {len(mistakes) - SHOWN} more"] if len(mistakes) > SHOWN else []
            amount = "1 mistake" if len(mistakes) == 1 else f"{len(mistakes)} mistakes"
            raise DataError("\n  ".join([f"{amount} in {self.folder}:", *mistakes[:SHOWN], *more]))

    def _verdicts(self, sure: bool) -> Iterator[str]:
        """The certain or the possible faults of whole tables, with the entry of ``about.json`` that corrects each."""
        for file, look in self.looks.items():
            declared = self.frames[file].declared
            name = f"{file} with {json.dumps(declared)}" if declared else file
            for verdict in [one for one in look.verdicts() if one.sure is sure]:
                by_table = len(self.layout.tables) > 1
                wanted = {key: {file: value} if by_table else value for key, value in verdict.settings.items()}
                advice = f"; write {json.dumps(wanted)[1:-1]} into {ABOUT}" if wanted else ""
                if "origin" in wanted:
                    advice += ' ("center, y down" if y counts downwards)'
                elif "units" in wanted:
                    advice += ', with "origin" if y counts upwards, "boxes" if x and y are the middle of a box (YOLO)'
                if wanted.keys() & declared.keys():
                    advice = f"; correct this entry of {ABOUT}"
                yield f"{name}, {verdict.text}{advice}"

    def file(self, row: Row, column: str = "image") -> Path:
        """The file of the picture that a row names."""
        pictures = self.folder / PICTURES
        with row.telling(column):
            path = named_file(pictures, row[column])
        if not path.is_file():
            hint = did_you_mean(row[column], [str(one.relative_to(pictures)) for one in sorted(pictures.rglob("*"))])
            raise row.wrong(column, f"there is no file {PICTURES}/{row[column]}{hint}")
        return path

    def read_picture(self, row: Row, column: str = "image") -> tuple[bytes, Size]:
        """The content of the picture that a row names, as viewers show it, and its width and height, px."""
        data = self.file(row, column).read_bytes()
        with row.telling(column):
            return plain_image(data, f"{PICTURES}/{row[column]}")[:2]

    def picture(self, writer: SetWriter, row: Row) -> tuple[str, Size]:
        """Store the picture that a row names; its path in the set, and its width and height, px."""
        name = f"images/{row['image']}"
        if name not in self._sizes:
            data = self.file(row).read_bytes()
            with row.telling("image"):
                writer.image(name, data)
            self._sizes[name] = writer.size(name)
        return name, self._sizes[name]

    def describe(self, writer: SetWriter) -> None:
        """Put ``about.json`` into the manifest of a set, and warnings of what may be wrong, once all rows are read."""
        writer.note("own_data", self.about)
        for names in [sorted(names) for names in self._people.values() if len(names) > 1]:
            counted = f"{' and '.join(names)} count as {len(names)} people"
            writer.warn(f"{counted}; write the name of one person always the same way")
        if self.about.get(EXAMPLE):
            writer.warn(f'{ABOUT} says that this is the example of a template; remove "{EXAMPLE}" from it in real data')
        for text in self._verdicts(sure=False):
            writer.warn(text)
