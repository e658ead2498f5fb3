"""What a generated set is made of, as Tables 1 and 2 of the HVSBench paper tell it of theirs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dataset_builders.hvsbench.generate.folder import SIDES, read_rows, rows_file
from vlmeval_hvs.benchmarks.hvsbench.questions import FIELDS, TYPES, labels_of
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import bundled

ANSWER_TYPES = {"choice": "Choice", "order": "Choice", "count": "Integer", "scanpath": "Scanpath"}
"""Kind of an answer to its name in Table 2."""


@dataclass
class Spread:
    """Largest, mean and number of some lengths."""

    most: int = 0
    total: int = 0
    n: int = 0

    def add(self, value: int) -> None:
        """Count one more."""
        self.most, self.total, self.n = max(self.most, value), self.total + value, self.n + 1

    def as_json(self) -> dict[str, float | int | None]:
        """All of it, with None as the mean of nothing."""
        return {"most": self.most, "mean": self.total / self.n if self.n else None, "n": self.n}


@dataclass
class Statistics:
    """Counts of a set.

    Attributes:
        fields: Questions of each field; `types`, `answer_types`, `datasets` and `sides` likewise.
        pictures: Pictures of each side.
        objects: Salient objects that Q2 counts.
        words: Words of the questions; `answers` characters of the answers, `options` options. Q9 and Q12 are in none
            of these, as in the paper.
        letters: How often each letter is the answer of a choice, by number of options.
        cells: Questions by (type, dataset, side).
    """

    fields: Counter[str] = field(default_factory=Counter)
    types: Counter[str] = field(default_factory=Counter)
    answer_types: Counter[str] = field(default_factory=Counter)
    datasets: Counter[str] = field(default_factory=Counter)
    sides: Counter[str] = field(default_factory=Counter)
    pictures: Counter[str] = field(default_factory=Counter)
    objects: Spread = field(default_factory=Spread)
    words: Spread = field(default_factory=Spread)
    answers: Spread = field(default_factory=Spread)
    options: Spread = field(default_factory=Spread)
    letters: dict[int, Counter[str]] = field(default_factory=dict)
    cells: Counter[tuple[str, str, str]] = field(default_factory=Counter)

    def add(self, row: Mapping[str, Any], side: str) -> None:
        """Count one more question."""
        name, answer, text = str(row["question_type"]), str(row["answer"]), str(row["question"])
        kind = TYPES[name]
        self.fields[kind.field] += 1
        self.types[name] += 1
        self.answer_types[ANSWER_TYPES[kind.kind]] += 1
        self.datasets[str(row["origin_dataset"])] += 1
        self.sides[side] += 1
        self.cells[name, str(row["origin_dataset"]), side] += 1
        if kind.kind == "scanpath":
            return
        self.words.add(len(text.split()))
        self.answers.add(len(answer))
        if kind.kind == "count":
            self.objects.add(int(answer))
            return
        options = len(labels_of(text))
        self.options.add(options)
        if kind.kind == "choice":
            self.letters.setdefault(options, Counter())[answer] += 1

    def as_json(self) -> dict[str, Any]:
        """All of it, types in their order, beside what the paper prints."""
        questions = sum(self.types.values())
        by_type: dict[str, dict[str, dict[str, int]]] = {}
        for (name, dataset, side), count in sorted(self.cells.items()):
            by_type.setdefault(name, {}).setdefault(dataset, dict.fromkeys(SIDES, 0))[side] = count
        return {
            "questions": questions,
            "categories": len(self.types),
            "fields": {name: self.fields[name] for name in FIELDS},
            "types": {name: by_type[name] for name in TYPES if name in by_type},
            "answer_types": dict(sorted(self.answer_types.items())),
            "datasets": dict(sorted(self.datasets.items())),
            "sides": {side: {"questions": self.sides[side], "pictures": self.pictures[side]} for side in SIDES},
            "objects": self.objects.as_json(),
            "words_of_question": self.words.as_json(),
            "length_of_answer": self.answers.as_json(),
            "options": self.options.as_json(),
            "letters": {str(n): dict(sorted(found.items())) for n, found in sorted(self.letters.items())},
            "printed": printed(),
        }


def printed() -> dict[str, Any]:
    """What the paper prints of its set."""
    found: dict[str, Any] = bundled(__package__, "printed_statistics.json")
    return found


def statistics(folder: Path) -> Statistics:
    """Count the questions of a generated set.

    Raises:
        DataError: A row is no question; the message names it.
    """
    found = Statistics()
    for side in SIDES:
        pictures = set()
        for number, row in enumerate(read_rows(folder, side), start=1):
            try:
                found.add(row, side)
                pictures.add(str(row["image_path"]))
            except (KeyError, ValueError) as error:
                place = f"{rows_file(folder, side)}, line {number}"
                raise DataError(f"{place}: no question of HVSBench ({type(error).__name__} {error})") from error
        found.pictures[side] = len(pictures)
    return found
