"""New questions by a judge model, for review: the automatic annotation of the paper's Appendix J.

Step 1 proposes a question from an image and the clues marked in it, and grades it from A to D; step 2 makes counting
questions, of one kind of thing at a time. What is written has the form of the release, so that a reviewed folder is
built like the release. The paper found such questions often unusable: nothing here replaces the review.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

from dataset_builders.actiview.build import SPLIT
from dataset_builders.actiview.paid_replies import PaidReplies
from standardizers.literals import json_values
from vlmeval_hvs.benchmarks.actiview.cutting import (
    boxes,
    clue_cells,
    clue_views,
    cut,
    encode,
    read_image,
    start_views,
)
from vlmeval_hvs.benchmarks.actiview.scoring import CLASSES
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import bundled, inside, write_atomically
from vlmeval_hvs.messages import Message, image, text
from vlmeval_hvs.seeding import rng

Annotator = Callable[[Message], str]
"""The host's judge, asked with an image and a text instead of a text alone."""
LEVELS = ("A", "B", "C", "D")
STEPS = ("propose", "count")
_NAMES_MARKS = re.compile(r"\b(?:bounding box|bbox|boxes|marked|region \d|box \d)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Marked:
    """An image with its clues.

    Attributes:
        name: File name inside the folder of images.
        boxes: ``(left, upper, right, lower)`` in pixels, one per clue.
        clues: What each box shows; for step 2 the kind of thing.
    """

    name: str
    boxes: tuple[tuple[int, int, int, int], ...]
    clues: tuple[str, ...]


@dataclass
class Outcome:
    """What became of the images.

    Attributes:
        items: Questions in the form of the release, each with ``review``.
        clues: Boxes of each question.
        dropped: Image and reason of everything that gave no question.
    """

    items: list[dict[str, Any]] = field(default_factory=list)
    clues: list[Marked] = field(default_factory=list)
    dropped: list[dict[str, str]] = field(default_factory=list)


def read_clues(path: Path) -> list[Marked]:
    """Images and their clues from a JSON file: ``{"name.jpg": {"boxes": [[l, t, r, b], ...], "clues": [text, ...]}}``.

    Raises:
        DataError: There is no such file, or it does not have this form; the message names the image.
    """
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise DataError(f"{path}: no such file") from error
    except (OSError, ValueError) as error:
        raise DataError(f"{path} is not readable JSON ({error})") from error
    if not isinstance(content, dict):
        raise DataError(f"{path}: not an object of images")
    return [_marked(path, name, entry) for name, entry in content.items()]


def _marked(path: Path, name: str, entry: Any) -> Marked:
    found = entry if isinstance(entry, dict) else {}
    places, clues = found.get("boxes"), found.get("clues")
    good = isinstance(places, list) and isinstance(clues, list) and len(places) == len(clues) > 0
    good = good and all(isinstance(clue, str) for clue in clues or ())
    good = good and all(_is_box(box) for box in places or ())
    if not good:
        raise DataError(f"{path}, {name}: expected as many boxes [left, upper, right, lower] as clues, at least one")
    return Marked(name, tuple(tuple(box) for box in places or ()), tuple(clues or ()))


def _is_box(box: Any) -> bool:
    whole = isinstance(box, list) and len(box) == 4 and all(type(value) is int for value in box)
    return whole and 0 <= box[0] < box[2] and 0 <= box[1] < box[3]


def annotate(
    ask: Annotator, images: Path, marked: Sequence[Marked], out: Path, step: str = "propose", seed: int = 0
) -> Outcome:
    """Ask for a question per image (step 1) or per image and kind of thing (step 2), grade it, and write all.

    Args:
        ask: Sends an image and a text to the judge.
        images: Folder of the images.
        marked: Images with their clues.
        out: Folder for the result: ``data.json``, ``groundtruth_views.json``, ``shifting_level.json``, ``images``,
            ``images_split``, ``images_bbox`` as in the release, ``report.json``, and the judge's replies: what a stop
            left unfinished goes on from them. It must not hold finished annotations.
        step: ``propose`` (step 1) or ``count`` (step 2).
        seed: Seed of the start views of questions whose views are all alike.

    Returns:
        Questions of all levels, and what gave none.

    Raises:
        DataError: ``out`` is in use, or an image cannot be read.
    """
    if (out / "data.json").exists():
        raise DataError(f"{out} already holds annotations; give another folder")
    ask = PaidReplies(ask, out / "judge_replies.jsonl")
    outcome = Outcome()
    for task in [part for one in marked for part in (_by_kind(one) if step == "count" else [one])]:
        qid = f"actiview{len(outcome.items) + 1:04d}"
        picture, _ = read_image(inside(images, task.name))
        path = _store_clues(out, qid, picture, task)
        try:
            found = _proposal(ask, path, task, step)
            level, reason = _grade(ask, path, task, found)
        except (ValueError, RuntimeError) as error:  # no usable reply, or none at all: what was paid for is kept
            shutil.rmtree(path.parent)
            outcome.dropped.append({"image": task.name, "clues": "; ".join(task.clues), "reason": str(error)})
            continue
        review = {"status": "open", "step": STEPS.index(step) + 1, "level": level, "reason": reason, **found.extra}
        outcome.items.append(_item(qid, found, review))
        outcome.clues.append(task)
        _store_views(out, qid, picture)
    _write(out, outcome, images, seed)
    return outcome


def _by_kind(one: Marked) -> Iterator[Marked]:
    """One task per kind of thing of which at least two are marked."""
    for kind in dict.fromkeys(one.clues):
        chosen = tuple(box for box, clue in zip(one.boxes, one.clues, strict=True) if clue == kind)
        if len(chosen) > 1:
            yield Marked(one.name, chosen, (kind,) * len(chosen))


@dataclass(frozen=True)
class _Proposal:
    question: str
    options: list[str]
    answer: int
    category: str
    extra: dict[str, Any]


def _proposal(ask: Annotator, path: Path, task: Marked, step: str) -> _Proposal:
    """The judge's question.

    Raises:
        ValueError: It found the image unsuitable, or what it made is no usable question; the message says why.
    """
    prompts = bundled(__package__, "annotation_prompts.json")
    clues = "\n".join(f"{number}. {clue}" for number, clue in enumerate(task.clues, start=1))
    fields = {"count": len(task.boxes), "clues": clues, "label": task.clues[0], "categories": ", ".join(CLASSES)}
    reply = ask([image(str(path)), text(prompts[step].format(**fields))])
    if reply.strip().strip(".\"'").lower() == prompts["none"].lower():
        raise ValueError("the judge found the image unsuitable")
    found = _object(reply, "question")
    options, answer = found.get("options"), found.get("answer")
    category = "counting" if step == "count" else str(found.get("category", ""))
    texts = [str(option).strip() for option in options] if isinstance(options, list) else []
    problems = {
        "no question": not str(found.get("question", "")).strip(),
        "not 2 to 7 different options": not 2 <= len(texts) <= 7 or len({text.lower() for text in texts}) < len(texts),
        "no answer among the options": type(answer) is not int or not 0 <= answer < len(texts),
        "a category that ActiView lacks": category not in CLASSES,
        "it names the marks": bool(_NAMES_MARKS.search(" ".join([str(found.get("question", "")), *texts]))),
    }
    wrong = [problem for problem, holds in problems.items() if holds]
    if wrong:
        raise ValueError("; ".join(wrong))
    kept = ("abilities", "order", "groundtruth", "number_of_operations")
    extra = {name: found[name] for name in kept if name in found}
    return _Proposal(str(found["question"]).strip(), texts, int(str(answer)), category, extra)


def _grade(ask: Annotator, path: Path, task: Marked, found: _Proposal) -> tuple[str, str]:
    """Level and reason.

    Raises:
        ValueError: The reply holds no level.
    """
    annotation = {"question": found.question, "options": found.options, "answer": found.answer, **found.extra}
    prompt = bundled(__package__, "annotation_prompts.json")["score"]
    words = prompt.format(count=len(task.boxes), annotation=json.dumps(annotation, ensure_ascii=False))
    grade = _object(ask([image(str(path)), text(words)]), "score")
    level = str(grade["score"]).strip().upper()
    if level not in LEVELS:
        raise ValueError(f"the judge gave the level {level!r}, which is none of {', '.join(LEVELS)}")
    return level, str(grade.get("reason", ""))


def _object(reply: str, key: str) -> dict[str, Any]:
    """The last JSON object of a reply that has a key, whatever stands around it."""
    found = [value for value in json_values(reply) if isinstance(value, dict) and key in value]
    if not found:
        raise ValueError(f"the reply holds no JSON object with {key!r}")
    return dict(found[-1])


def _item(qid: str, found: _Proposal, review: Mapping[str, Any]) -> dict[str, Any]:
    """A question as ``data.json`` of the release has it; `_write` adds what the clue boxes tell."""
    return {
        "id": qid,
        "question": found.question,
        "options": found.options,
        "answer": found.answer,
        "images": [f"./images/{qid}.jpg", *(f"./images_split/{qid}_{part}.jpg" for part in SPLIT)],
        "category": found.category,
        "distraction": 0,
        "review": dict(review),
    }


def _store_clues(out: Path, qid: str, picture: Image.Image, task: Marked) -> Path:
    """The image with numbered boxes, which the judge sees, and each clue; returns the path of the first."""
    folder = out / "images_bbox" / qid
    shown = picture.copy()
    draw = ImageDraw.Draw(shown)
    for number, box in enumerate(task.boxes, start=1):
        draw.rectangle(box, outline=(255, 0, 0), width=5)
        draw.text((box[0] + 8, box[1] + 8), str(number), fill=(255, 0, 0), font_size=28)
        write_atomically(folder / f"bbox_{number - 1}.jpg", encode(picture.crop(box), ".jpg"))
    write_atomically(folder / "all_bboxes.jpg", encode(shown, ".jpg"))
    return folder / "all_bboxes.jpg"


def _store_views(out: Path, qid: str, picture: Image.Image) -> None:
    write_atomically(out / "images" / f"{qid}.jpg", encode(picture, ".jpg"))
    full, lined, views = cut(picture, 4)
    for part, view in zip(SPLIT, [full, lined, *views], strict=True):
        write_atomically(out / "images_split" / f"{qid}_{part}.jpg", encode(view, ".jpg"))


def _write(out: Path, outcome: Outcome, images: Path, seed: int) -> None:
    """The three files of the release and the report."""
    truth: list[list[int]] = []
    levels: dict[str, list[int]] = {level: [] for level in ("hard", "medium", "easy")}
    for item, task in zip(outcome.items, outcome.clues, strict=True):
        picture, _ = read_image(inside(images, task.name))
        cells = clue_cells(task.boxes, boxes(*picture.size, 4))
        starts = start_views(cells, int(rng(seed, "annotated start", item["id"]).integers(1, 5)))
        item["contains_bbox"] = cells
        truth.append(clue_views(cells))
        for level in levels:
            levels[level].append(starts[level] - 1)
    counts = {level: sum(item["review"]["level"] == level for item in outcome.items) for level in LEVELS}
    meta = {"info": "made by a judge model, not reviewed", "version": "draft"}
    files = {
        "groundtruth_views.json": truth,
        "shifting_level.json": levels,
        "report.json": {"questions": len(outcome.items), "levels": counts, "dropped": outcome.dropped},
        "data.json": {"meta": meta, "data": outcome.items},
    }
    for name, content in files.items():
        write_atomically(out / name, json.dumps(content, ensure_ascii=False, indent=1).encode())


def reviewed(folder: Path, levels: Sequence[str] = LEVELS) -> int:
    """Leave in a folder the questions with a wanted level that a reviewer kept (``review.status`` is ``accepted``).

    Args:
        folder: What `annotate` wrote, with edited ``data.json``.
        levels: Levels to keep.

    Returns:
        Number of questions left; the three files are written anew with only these.

    Raises:
        DataError: Nothing was accepted, or the files do not fit each other.
    """
    names = ("data.json", "groundtruth_views.json", "shifting_level.json")
    try:
        data, truth, starts = (json.loads((folder / name).read_text(encoding="utf-8")) for name in names)
        reviews = [item["review"] for item in data["data"]]
        kept = [
            place
            for place, review in enumerate(reviews)
            if review["status"] == "accepted" and review["level"] in levels
        ]
        chosen = {
            "data.json": {
                "meta": {**data["meta"], "info": "reviewed"},
                "data": [data["data"][place] for place in kept],
            },
            "groundtruth_views.json": [truth[place] for place in kept],
            "shifting_level.json": {level: [own[place] for place in kept] for level, own in starts.items()},
        }
    except (OSError, ValueError, KeyError, TypeError, IndexError) as error:
        raise DataError(f"{folder} holds no annotations for review ({type(error).__name__}: {error})") from error
    if not kept:
        raise DataError(f'{folder}: no question has "status": "accepted" and a level of {", ".join(levels)}')
    for name, content in chosen.items():
        write_atomically(folder / name, json.dumps(content, ensure_ascii=False, indent=1).encode())
    return len(kept)
