"""Datasets that the tests' model can answer, and the card of the tests' own benchmark."""

from __future__ import annotations

import io
import json
import shutil
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as parquet
from colours import COLOURS, picture

from vlmeval_hvs.sets import SetWriter

# Questions of HVSBench's choice types, about pictures of one colour; options are the same in every row.
_OPTIONS = (
    " Please choose one answer from A, B, C, D without bracket or explanation.\n[A] red\n[B] blue\n[C] green\n[D] gold"
)
CHOICES = {
    "Q1": "Which one is the most salient object?" + _OPTIONS,
    "Q10": "Which fixation point may had the longest viewing duration?" + _OPTIONS,
}

TWO_TURNS = "TwoTurns"
FIRST_QUESTION = "Which colour is the first picture? Answer with A, B, C or D."
FOLLOW_UPS = {
    letter: f'You answered "{letter}". The pictures have changed places. Which colour is the first one now?'
    for letter in COLOURS
}
_MADE = {"source": "made for the tests", "licence": "Apache-2.0"}
CARD = {
    "benchmark": TWO_TURNS,
    "title": "Two turns",
    "about": "A pipeline whose second prompt contains the first reply.",
    "paper": {"title": "none", "venue": "none", "url": "none"},
    "licence": "Apache-2.0",
    "class": "TwoTurnsDataset",
    "sets": {TWO_TURNS: {**_MADE, "size": "1 kB"}},
    "datasets": {TWO_TURNS: {"set": TWO_TURNS, "about": "All rows."}},
}


def write_hvsbench_release(folder: Path, rows: int = 12) -> Path:
    """A release of HVSBench with `rows` rows of each choice type above, all colours equally often."""
    rng = np.random.default_rng(0)
    table = []
    for index in range(rows * len(CHOICES)):
        kind, letter = list(CHOICES)[index // rows], list(COLOURS)[index % len(COLOURS)]
        buffer = io.BytesIO()
        picture(letter, rng, 112).save(buffer, format="PNG")
        name = f"colours/{index:04d}.png"
        texts = {"question": CHOICES[kind], "question_type": kind, "answer": letter, "answer_type": "choice"}
        origin = {"category": kind, "split": "test", "real_image_path": name, "origin_dataset": "colours"}
        table.append({"index": index, "image": {"bytes": buffer.getvalue(), "path": name}, **texts, **origin})
    (folder / "data").mkdir(parents=True)
    parquet.write_table(pa.Table.from_pylist(table), folder / "data" / "test-00000-of-00001.parquet")
    return folder


def build_two_turns(root: Path) -> None:
    """Twelve rows: every pair of two different colours."""
    rng = np.random.default_rng(0)
    with SetWriter(TWO_TURNS, root, **_MADE) as writer:
        paths = {name: writer.array(f"images/{name}.png", np.asarray(picture(name, rng, 112))) for name in COLOURS}
        pairs = [(first, second) for first in COLOURS for second in COLOURS if first != second]
        for index, (first, second) in enumerate(pairs):
            shown = json.dumps([paths[first], paths[second]])
            cells = {"index": index, "image_path": shown, "question": FIRST_QUESTION, "first": first, "second": second}
            writer.row(cells)


def install_two_turns(site: Path) -> None:
    """Install the benchmark of two turns: a package with its card, and the entry point that names it."""
    package, metadata = site / "two_turns", site / "two_turns-0.dist-info"
    package.mkdir()
    metadata.mkdir()
    (package / "__init__.py").touch()
    (package / "card.json").write_text(json.dumps(CARD))
    shutil.copyfile(Path(__file__).with_name("two_turns_dataset.py"), package / "dataset.py")
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: two-turns\nVersion: 0\n")
    (metadata / "entry_points.txt").write_text("[vlmeval_hvs.benchmarks]\ntwo_turns = two_turns\n")
