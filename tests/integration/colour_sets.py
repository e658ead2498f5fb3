"""Datasets that the tests' model can answer, and the card of the tests' own benchmark."""

import json
import shutil
from pathlib import Path

import numpy as np

from vlmeval_hvs.sets import SetWriter

# The letter that is the right answer -> RGB: red, blue, green, yellow; the only thing that the tests' model knows.
COLOURS = {"A": (220, 40, 40), "B": (40, 60, 220), "C": (40, 180, 60), "D": (230, 210, 40)}
TWO_TURNS = "TwoTurns"
FIRST_QUESTION = "Which colour is the first picture? Answer with A, B, C or D."
FOLLOW_UPS = {
    letter: f'You answered "{letter}". The pictures have changed places. Which colour is the first one now?'
    for letter in COLOURS
}
_MADE = {"source": "made for the tests", "licence": "Apache-2.0"}
CARD = {
    "benchmark": TWO_TURNS, "title": "Two turns", "about": "A pipeline whose second prompt contains the first reply.",
    "paper": {"title": "none", "venue": "none", "url": "none"}, "licence": "Apache-2.0", "class": "TwoTurnsDataset",
    "sets": {TWO_TURNS: {**_MADE, "size": "1 kB"}}, "datasets": {TWO_TURNS: {"set": TWO_TURNS, "about": "All rows."}},
}  # fmt: skip


def build_two_turns(root: Path) -> None:
    """Twelve rows: every pair of two different colours."""
    rng = np.random.default_rng(0)
    with SetWriter(TWO_TURNS, root, **_MADE) as writer:
        shades = {name: np.array(colour) + rng.normal(0, 10, (112, 112, 3)) for name, colour in COLOURS.items()}
        pixels = {name: np.clip(shade, 0, 255).astype(np.uint8) for name, shade in shades.items()}
        paths = {name: writer.array(f"images/{name}.png", shown) for name, shown in pixels.items()}
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
