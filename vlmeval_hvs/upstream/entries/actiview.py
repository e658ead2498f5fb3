"""ActiView: the pipelines in which a model chooses what it sees, accuracy, and recall of the views with clues."""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pandas as pd

from vlmeval_hvs.benchmarks.actiview.cutting import encode, read_image, side_by_side
from vlmeval_hvs.benchmarks.actiview.dataset import KINDS, ActiViewDataset, random_start
from vlmeval_hvs.benchmarks.actiview.pipeline import run
from vlmeval_hvs.benchmarks.actiview.replies import official_choice
from vlmeval_hvs.benchmarks.actiview.scoring import (
    CLASSES,
    SELECTING,
    SINGLE_TURN,
    Scoring,
    _account,
    _letter,
    _selection,
    _views_seen,
)
from vlmeval_hvs.benchmarks.actiview.session import Task
from vlmeval_hvs.benchmarks.actiview.wording import read_wording
from vlmeval_hvs.files import write_atomically
from vlmeval_hvs.messages import ModelTraits, Pipeline
from vlmeval_hvs.results.guard import READER_ERROR, guarded

READING = "paper"
NAMES = tuple(KINDS)
TURNS = ("",)
DATA = ("prompts_paper.json", "prompts_robust.json")


def columns(dataset: ActiViewDataset, row: Mapping[str, str]) -> dict[str, Any]:
    """The random start view of a row."""
    return {"start_random": str(random_start(row["index"], 4, dataset.seed, dataset.manifest.rows))}


def _kind(dataset: str) -> tuple[str, str]:
    return KINDS[dataset.removesuffix("_DEMO")]


def pipeline(row: Mapping[str, str], dataset: str, locate: Callable[[str], str], traits: ModelTraits) -> Pipeline:
    """The state machine of one question."""
    kind, start_from = _kind(dataset)
    full, lined, *views = json.loads(row["images"])
    task = Task(
        question=row["question"],
        options=tuple(json.loads(row["options"])),
        full=full,
        lined=lined,
        views=tuple(views),
        start=int(row[f"start_{start_from}"]) if start_from else 1,
        clue_views=tuple(json.loads(row["clue_views"])),
        wording=read_wording("robust"),
        locate=locate,
        stitch=partial(_strip, locate),
        reading=READING,
    )
    return run(kind, task, traits)


def _strip(locate: Callable[[str], str], paths: Sequence[str]) -> str:
    """Path of a picture of images side by side, for models that take one."""
    images = [read_image(Path(path)) for path in paths]
    name = hashlib.sha256("\n".join(paths).encode()).hexdigest()[:24]
    place = Path(locate(f"joined/{name}{images[0][1]}"))
    place.parent.mkdir(exist_ok=True)
    write_atomically(place, encode(side_by_side([image for image, _ in images]), images[0][1]))
    return str(place)


def _item(row: Mapping[str, Any], scoring: Scoring) -> dict[str, Any]:
    """Everything that one sample adds to the scores."""
    options, answer = json.loads(row["options"]), int(row["answer"])
    record = row["record"] if row["record"] is not None else {"calls": 0 if row["failed"] else 1}
    reply = row["reply"] if row["record"] is not None or scoring.kind in SINGLE_TURN else ""
    index = official_choice(reply, options)
    sub_class, kind = CLASSES.get(row["category"], ("", ""))
    return {
        "index": row["index"],
        "answer": _letter(index),
        "rule": "official",
        "fallback": index < 0,
        "score": float(index == answer),
        "truth": _letter(answer),
        "sub_class": sub_class,
        "type": kind,
        **_views_seen(row, record, scoring),
        **_account(record),
    }


def score(items: pd.DataFrame, dataset: str) -> tuple[dict[str, float], pd.DataFrame]:
    """Accuracy over all rows and by class; where the model chooses views, recall and counts; and every row's own."""
    scoring = Scoring(_kind(dataset)[0], READING)
    rows = []
    for row in items.to_dict("records"):
        found = guarded(None, _item, row, scoring)
        rows.append(found or {**_item({**row, "reply": "", "record": {}}, scoring), "rule": READER_ERROR})
    table = pd.DataFrame(rows)
    metrics = {"Overall": float(table["score"].mean())}
    for column in ("sub_class", "type"):
        metrics |= {str(name): mean for name, mean in table.groupby(column)["score"].mean().items() if name}
    metrics["#calls"] = float(table["calls"].mean())
    if scoring.kind in SELECTING:
        metrics |= _selection(table, scoring)
    return metrics, table
