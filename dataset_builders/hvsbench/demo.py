"""The demo set of HVSBench: thirteen question types on photographs that scikit-image ships.

Saliency, ranks, counts and scanpaths come from simulated observers. Everything is a function of this package's code
and data: no network, no clock, no global random state.
"""

from __future__ import annotations

import itertools
import json
from pathlib import Path

from dataset_builders.hvsbench.demo_questions import OBSERVERS, load_views, questions
from dataset_builders.hvsbench.rows import make_row, place
from vlmeval_hvs.benchmarks.hvsbench.questions import TYPES
from vlmeval_hvs.files import bundled
from vlmeval_hvs.sets import Manifest, SetWriter

ROWS_PER_TYPE = 20
LICENCE = "photographs as in scikit-image's data/README.txt; questions as this package"


def build(set_name: str, source: Path | None, root: Path) -> Manifest:
    """Build the demo set in the folder of all sets; ``source`` is ignored, because scikit-image has the photographs."""
    del source
    views = list(load_views())
    templates = bundled(__package__, "templates.json")
    with SetWriter(
        set_name, root, source="photographs of scikit-image, simulated observers", licence=LICENCE
    ) as writer:
        writer.note("observers", f"{OBSERVERS} simulated per image (dataset_builders/simulated_attention.py)")
        numbers = itertools.count()
        images: dict[str, str] = {}
        for kind in TYPES:
            asked: set[tuple[str, str]] = set()
            for question in questions(kind, views, templates[kind]):
                view = question.view
                if (view.name, question.text) in asked:
                    continue
                asked.add((view.name, question.text))
                released = {
                    "question": question.text,
                    "question_type": kind,
                    "answer": question.answer,
                    "answer_type": TYPES[kind].kind,
                    "category": TYPES[kind].field,
                    "split": "test",
                    "real_image_path": f"skimage/data/{view.photo}",
                    "origin_dataset": "scikit-image, simulated observers",
                }
                if view.name not in images:
                    images[view.name] = writer.array(f"images/{view.name}.png", view.pixels)
                size = (view.pixels.shape[1], view.pixels.shape[0])
                row = place(make_row(next(numbers), released, images[view.name], size))
                row["human_answers"] = json.dumps(question.humans)
                row["caption_short"], row["caption_detailed"] = view.texts
                writer.row(row)
                if len(asked) == ROWS_PER_TYPE:
                    break
    return writer.manifest
