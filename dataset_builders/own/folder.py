"""Reads a folder with own data, and lists all mistakes at once, each with its file, row and column."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from dataset_builders.archives import open_source
from dataset_builders.odd_rows import one_row
from dataset_builders.own.layout import ABOUT, EXAMPLE, FACTS, PICTURES, Layout, frame_of, quoted
from dataset_builders.own.rows import Row, read_lines
from dataset_builders.plausible import Look
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import composed_name, named_file, plain_image
from vlmeval_hvs.names import did_you_mean
from vlmeval_hvs.sets import SetWriter

SHOWN = 20
"""Mistakes that a message lists."""


@contextmanager
def opened(set_name: str, source: Path | None) -> Iterator[Path]:
    """The folder from which a set is built."""
    if source is None:
        raise DataError(f"{set_name} is built from your own data: give their folder with --source")
    with open_source(source) as folder:
        yield folder


@contextmanager
def own_set(set_name: str, source: Path | None, root: Path, layout: Layout) -> Iterator[tuple[OwnFolder, SetWriter]]:
    """The folder from which a set is built and the writer of the set; refuses mistakes at the end."""
    with opened(set_name, source) as place:
        folder = OwnFolder(place, layout)
        with SetWriter(set_name, root, source=folder.source, licence=folder.licence) as writer:
            yield folder, writer
            folder.refuse_mistakes()
            folder.describe(writer)


class OwnFolder:
    """A folder with own data, open for reading.

    Args:
        folder: The folder, or one that holds it.
        layout: Its format.

    Raises:
        DataError: There is no ``about.json``, it lacks facts or has wrong ones, or the main table is missing.
    """

    def __init__(self, folder: Path, layout: Layout) -> None:
        found = sorted((path.parent for path in folder.rglob(ABOUT)), key=lambda place: len(place.parts))
        if not found:
            example = f"`vlmeval-hvs new {layout.set_name} FOLDER` writes an example"
            raise DataError(f"{folder}: there is no {ABOUT} in this folder, which own data need; {example}")
        self.folder, self.layout = found[0], layout
        try:
            self.about = self._about()
            self.frames = {file: frame_of(self.about, file, list(layout.tables)) for file in layout.tables}
        except DataError as error:
            raise DataError(f"{self.folder / ABOUT}: {error}") from error
        self.mistakes: list[str] = []
        self.looks = {file: Look() for file in layout.tables}
        self._sizes: dict[str, tuple[int, int]] = {}
        self._people: dict[str, set[str]] = defaultdict(set)
        if not (self.folder / layout.main).is_file():
            raise DataError(f"{self.folder}: there is no table {layout.main}, from which {layout.set_name} is built")

    def _about(self) -> dict[str, Any]:
        try:
            about = json.loads((self.folder / ABOUT).read_text(encoding="utf-8-sig"))
        except (OSError, ValueError, RecursionError) as error:
            raise DataError(f"the file is not JSON ({error})") from error
        lacking = [name for name in FACTS if not isinstance(about, dict) or not str(about.get(name) or "").strip()]
        if lacking:
            raise DataError(f"the file does not say {', '.join(f'{name} ({FACTS[name]})' for name in lacking)}")
        known = [*FACTS, *self.layout.settings, *self.layout.frame, EXAMPLE]
        for name in about:
            if name not in known:
                hint = did_you_mean(name, known, other=";")
                raise DataError(f"unknown key {quoted(name)}{hint} the keys are {', '.join(known)}")
        for name, setting in self.layout.settings.items():
            setting.check(name, about.setdefault(name, setting.default))
        return about

    @property
    def source(self) -> str:
        """Origin of the set, for its manifest."""
        about = self.about
        return f"own data: {about['title']} ({about['who']}, {about['when']}; {about['source']})"

    @property
    def licence(self) -> str:
        """Terms of the set, for its manifest."""
        return str(self.about["licence"])

    def read(self, file: str, use: Callable[[Row], object]) -> None:
        """Use every row of a table, if the table is there; mistakes are kept for `refuse_mistakes`."""
        path = self.folder / file
        if file != self.layout.main and not path.is_file():
            return
        head, lines, decimal_comma = read_lines(path, self.layout.tables[file])
        self.looks[file].numbered = "trial" in head
        for index, (number, line) in enumerate(lines):
            place = f"{file}, row {number}"
            try:
                with one_row():
                    if any(line[len(head) :]):
                        raise DataError(f"{place}: the row has {len(line)} cells, the headings {len(head)}")
                    cells = dict(zip(head, line, strict=False))
                    cells |= {name: composed_name(cells[name]) for name in ("image",) if name in cells}
                    texts = {one.name: cells.get(one.name, "") for one in self.layout.tables[file]}
                    row = Row(file, number, texts, self.frames[file], self.looks[file], decimal_comma, index)
                    self._check_filled(row)
                    use(row)
            except DataError as error:
                text = str(error)
                self.mistakes.append(text if text.startswith(place) else f"{place}: {text}")

    def _check_filled(self, row: Row) -> None:
        if person := row.cells.get("person"):
            self._people[person.casefold()].add(person)
        for column in self.layout.tables[row.file]:
            if column.needed and not row[column.name]:
                raise row.wrong(column.name, "the cell is empty, but every row needs it")

    def refuse_mistakes(self) -> None:
        """Refuse a folder in which there was a mistake."""
        mistakes = [*self._verdicts(sure=True), *self.mistakes]
        if mistakes:
            more = [f"... and {len(mistakes) - SHOWN} more"] if len(mistakes) > SHOWN else []
            amount = "1 mistake" if len(mistakes) == 1 else f"{len(mistakes)} mistakes"
            raise DataError("\n  ".join([f"{amount} in {self.folder}:", *mistakes[:SHOWN], *more]))

    def _verdicts(self, sure: bool) -> list[str]:
        """The certain or the possible faults of whole tables, with the entry of ``about.json`` that corrects each."""
        found = []
        for file, look in self.looks.items():
            declared = self.frames[file].declared
            name = f"{file} with {json.dumps(declared)}" if declared else file
            for verdict in look.verdicts():
                if verdict.sure is sure:
                    found.append(f"{name}, {verdict.text}{self._advice(file, verdict.settings)}")
        return found

    def _advice(self, file: str, settings: Mapping[str, Any]) -> str:
        if settings.keys() & self.frames[file].declared.keys():
            return f"; correct this entry of {ABOUT}"
        by_table = len(self.layout.tables) > 1
        wanted = {name: {file: value} if by_table else value for name, value in settings.items()}
        advice = f"; write {json.dumps(wanted)[1:-1]} into {ABOUT}" if wanted else ""
        if str(settings.get("origin", "")).startswith("center"):
            advice += ' ("center, y down" if y counts downwards)'
        elif "units" in wanted and "origin" not in wanted:
            advice += ', with "origin" if y counts upwards'
        if "units" in wanted and self.looks[file].sizes_or_corners:
            advice += ', with "boxes" if x and y are the middle of a box (YOLO)'
        return advice

    def read_picture(self, row: Row, column: str = "image") -> bytes:
        """The content of the picture that a row names, as viewers show it (`vlmeval_hvs.files.plain_image`)."""
        data = self.file(row, column).read_bytes()
        try:
            return plain_image(data, f"{PICTURES}/{row[column]}")[0]
        except DataError as error:
            raise row.wrong(column, str(error)) from error

    def file(self, row: Row, column: str = "image") -> Path:
        """The file of the picture that a row names."""
        pictures = self.folder / PICTURES
        try:
            path = named_file(pictures, row[column])
        except DataError as error:
            raise row.wrong(column, str(error)) from error
        if not path.is_file():
            hint = did_you_mean(row[column], [str(one.relative_to(pictures)) for one in sorted(pictures.rglob("*"))])
            raise row.wrong(column, f"there is no file {PICTURES}/{row[column]}{hint}")
        return path

    def picture(self, writer: SetWriter, row: Row) -> tuple[str, tuple[int, int]]:
        """Store the picture that a row names; its path in the set, and its width and height, px."""
        name = f"images/{composed_name(row['image'])}"
        if name not in self._sizes:
            data = self.file(row).read_bytes()
            try:
                writer.image(name, data)
            except DataError as error:
                raise row.wrong("image", str(error)) from error
            self._sizes[name] = writer.size(name)
        return name, self._sizes[name]

    def describe(self, writer: SetWriter) -> None:
        """Put ``about.json`` into the manifest of a set, and warnings of what may be wrong, once all rows are read."""
        writer.note("own_data", self.about)
        for names in self._people.values():
            if len(names) > 1:
                whose = " and ".join(sorted(names))
                writer.warn(f"{whose} count as {len(names)} people; write the name of one person always the same way")
        if self.about.get(EXAMPLE):
            writer.warn(f'{ABOUT} says that this is the example of a template; remove "{EXAMPLE}" from it in real data')
        for text in self._verdicts(sure=False):
            writer.warn(text)
