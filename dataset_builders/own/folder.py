"""Reads a folder with own data; every mistake is told with its file, row and column, all of them at once."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from dataset_builders.archives import open_source
from dataset_builders.odd_rows import one_row
from dataset_builders.own.layout import ABOUT, EXAMPLE, FACTS, PICTURES, Layout, frame_of, meant, shown
from dataset_builders.own.rows import Row, read_lines
from dataset_builders.plausible import Look
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import composed_name, named_file, plain_image
from vlmeval_hvs.sets import SetWriter

SHOWN = 20
"""Mistakes that a message lists."""


@contextmanager
def opened(set_name: str, source: Path | None, what: str) -> Iterator[Path]:
    """The folder from which a set is built; ``what`` it holds is for the message where a user gave none."""
    if source is None:
        raise DataError(f"{set_name} is built from your own {what}: give their folder with --source")
    with open_source(source) as folder:
        yield folder


class OwnFolder:
    """A folder with own data, open for reading.

    Args:
        folder: The folder, or one that holds it.
        layout: Its format.

    Raises:
        DataError: There is no ``about.json``, it lacks facts, or the main table is missing.
    """

    def __init__(self, folder: Path, layout: Layout) -> None:
        found = sorted((path.parent for path in folder.rglob(ABOUT)), key=lambda place: len(place.parts))
        if not found:
            raise DataError(
                f"{folder}: no {ABOUT} in it, so these are no own data; see `vlmeval-hvs new {layout.set_name} FOLDER`"
            )
        self.folder, self.layout = found[0], layout
        self.about = self._about()
        self.mistakes: list[str] = []
        self.looks = {file: Look() for file in layout.tables}
        try:
            self.frames = {file: frame_of(self.about, file, list(layout.tables)) for file in layout.tables}
        except DataError as error:
            raise DataError(f"{self.folder / ABOUT}: {error}") from error
        self._sizes: dict[str, tuple[int, int]] = {}
        self._place = ""
        self._people: dict[str, set[str]] = defaultdict(set)
        if not (self.folder / layout.main).is_file():
            raise DataError(f"{self.folder}: no table {layout.main}; {layout.set_name} is read from it")

    def _about(self) -> dict[str, Any]:
        path = self.folder / ABOUT
        try:
            about = json.loads(path.read_text(encoding="utf-8-sig"))
        except (OSError, ValueError, RecursionError) as error:
            raise DataError(f"{path}: no readable JSON ({error})") from error
        lacking = [name for name in FACTS if not isinstance(about, dict) or not str(about.get(name) or "").strip()]
        if lacking:
            raise DataError(f"{path}: does not say {', '.join(f'{name} ({FACTS[name]})' for name in lacking)}")
        known = [*FACTS, *self.layout.settings, *self.layout.frame, EXAMPLE]
        for name in about:
            if name not in known:
                raise DataError(f"{path}: {shown(name)} is none of {', '.join(known)}{meant(name, known)}")
        return {**{name: default for name, (default, _) in self.layout.settings.items()}, **about}

    def setting(self, name: str, kind: Callable[[Any], bool], what: str) -> Any:
        """A setting of ``about.json``."""
        value = self.about[name]
        if isinstance(value, bool) or not kind(value):
            raise DataError(f"{self.folder / ABOUT}: {name} is {shown(json.dumps(value))}, not {what}")
        return value

    def rows(self, file: str) -> Iterator[Row]:
        """The rows of a table; none of a table that may be absent and is. Empty rows are passed over.

        What is done with a row belongs into a block ``with folder.row()``.
        """
        path = self.folder / file
        if file != self.layout.main and not path.is_file():
            return
        head, lines, decimal_comma = read_lines(path, self.layout.tables[file])
        self.looks[file].numbered = "trial" in head
        for number, line in lines:
            found = None
            self._place = f"{file}, row {number}"
            with self.row():
                found = self._read(file, number, head, line, decimal_comma)
            if found is not None:
                yield found

    def _read(self, file: str, number: int, head: Sequence[str], line: Sequence[str], decimal_comma: bool) -> Row:
        if any(line[len(head) :]):
            raise DataError(f"{file}, row {number}: {len(line)} cells under {len(head)} headings")
        cells = dict(zip(head, line, strict=False))
        if "image" in cells:
            cells["image"] = composed_name(cells["image"])
        texts = {one.name: cells.get(one.name, "") for one in self.layout.tables[file]}
        row = Row(file, number, texts, self.frames[file], self.looks[file], decimal_comma)
        if person := cells.get("person"):
            self._people[person.casefold()].add(person)
        for column in self.layout.tables[file]:
            if column.needed and not row[column.name]:
                raise row.wrong(column.name, "is empty")
        return row

    @contextmanager
    def row(self) -> Iterator[None]:
        """Do something with one row; a mistake in it is noted, so that all of them are told at once."""
        try:
            with one_row():
                yield
        except DataError as error:
            told = str(error)
            self.mistakes.append(told if told.startswith(self._place) else f"{self._place}: {told}")

    def refuse_mistakes(self) -> None:
        """End the building where there was a mistake."""
        self.mistakes = [*self._told(sure=True), *self.mistakes]
        if self.mistakes:
            more = [f"... and {len(self.mistakes) - SHOWN} more"] if len(self.mistakes) > SHOWN else []
            told = "\n  ".join([*self.mistakes[:SHOWN], *more])
            amount = "1 mistake" if len(self.mistakes) == 1 else f"{len(self.mistakes)} mistakes"
            raise DataError(f"{amount} in {self.folder}:\n  {told}")

    def _told(self, sure: bool) -> list[str]:
        """What is wrong with whole tables, or may be, and what to declare."""
        told = []
        for file, look in self.looks.items():
            declared = self.frames[file].declared
            name = f"{file} with {json.dumps(declared)}" if declared else file
            for verdict in look.verdicts():
                if verdict.sure is sure:
                    advice = self._advice(file, verdict.settings)
                    told.append(f"{name}, {verdict.text}{advice}")
        return told

    def _advice(self, file: str, settings: Mapping[str, Any]) -> str:
        if settings.keys() & self.frames[file].declared.keys():
            return f"; what {ABOUT} declares does not fit"
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
        """The content of the picture that a row names, as it is shown (`vlmeval_hvs.files.plain_image`)."""
        data = self.file(row, column).read_bytes()
        try:
            return plain_image(data, f"{PICTURES}/{row[column]}")[0]
        except DataError as error:
            raise row.wrong(column, str(error)) from error

    def file(self, row: Row, column: str = "image") -> Path:
        """The file of the picture that a row names."""
        try:
            path = named_file(self.folder / PICTURES, row[column])
        except DataError as error:
            raise row.wrong(column, str(error)) from error
        if not path.is_file():
            there = sorted(str(one.relative_to(self.folder / PICTURES)) for one in (self.folder / PICTURES).rglob("*"))
            raise row.wrong(column, f"{PICTURES}/{row[column]} is not there{meant(row[column], there)}")
        return path

    def picture(self, writer: SetWriter, row: Row, column: str = "image") -> tuple[str, tuple[int, int]]:
        """Store the picture that a row names; its path in the set and its width and height, px."""
        name = composed_name(row[column])
        if name not in self._sizes:
            data = self.file(row, column).read_bytes()
            try:
                writer.image(f"images/{name}", data)
            except DataError as error:
                raise row.wrong(column, str(error)) from error
            self._sizes[name] = writer.size(f"images/{name}")
        return f"images/{name}", self._sizes[name]

    @property
    def source(self) -> str:
        """Origin of the set, for its manifest."""
        about = self.about
        return f"own data: {about['title']} ({about['who']}, {about['when']}; {about['source']})"

    def tell(self, writer: SetWriter) -> None:
        """Put what ``about.json`` says into the manifest of a set."""
        writer.note("own_data", self.about)
        for names in self._people.values():
            if len(names) > 1:
                writer.warn(
                    f"{' and '.join(sorted(names))} are taken for {len(names)} people; write one person one way"
                )
        if self.about.get(EXAMPLE):
            writer.warn(f"{ABOUT} says that this is the example of a template; these are no data of a study")

    def warn(self, writer: SetWriter) -> None:
        """Warn of what may be wrong with whole tables; once all rows are read."""
        for text in self._told(sure=False):
            writer.warn(text)

    @contextmanager
    def written(self, set_name: str, root: Path) -> Iterator[SetWriter]:
        """A writer of the set, with the provenance that ``about.json`` tells; refuses mistakes at the end."""
        with SetWriter(set_name, root, source=self.source, licence=str(self.about["licence"])) as writer:
            self.tell(writer)
            yield writer
            self.refuse_mistakes()
            self.warn(writer)
