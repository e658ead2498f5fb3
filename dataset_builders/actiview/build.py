"""Builds ActiView from its official release.

The release is ``data.json``, ``groundtruth_views.json`` and ``shifting_level.json`` with the folders ``images`` and
``images_split`` (in ``asset/`` of the repository THUNLP-MT/ActiView, in ``Archive_imgs.zip`` on the hub).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from dataset_builders.actiview.pictures import SPLIT, store_views
from dataset_builders.archives import open_source
from dataset_builders.download import snapshot
from dataset_builders.odd_rows import one_row
from vlmeval_hvs.benchmarks.actiview import official_texts
from vlmeval_hvs.benchmarks.actiview.cutting import read_image
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.sets import Manifest, SetWriter

REPO = "wangphoebe/ActiView"
LICENCE = "apache-2.0 (hub); the repository has no licence file"
FILES = ("data.json", "groundtruth_views.json", "shifting_level.json")
LEVELS = ("easy", "medium", "hard")
QUESTIONS = 325


def build(set_name: str, source: Path | None, root: Path) -> Manifest:
    """Build the set from the official release.

    Args:
        set_name: Name of the set.
        source: Folder or archive with the release; downloaded from the hub when None.
        root: Folder of all sets.

    Returns:
        The manifest.

    Raises:
        DataError: The release is incomplete or does not have the documented form; the message names the file and row.
    """
    with ExitStack() as stack:
        folder = stack.enter_context(open_source(source if source is not None else snapshot(REPO)))
        folders = [folder, *(stack.enter_context(open_source(archive)) for archive in sorted(folder.rglob("*.zip")))]
        release = {name: _read_json(_find(folders, name)) for name in FILES}
        asked = check_release(release)
        pictures = _pictures(folders)
        with SetWriter(
            set_name, root, source=f"{source or 'huggingface.co/datasets/' + REPO}", licence=LICENCE
        ) as writer:
            _write(writer, _rows(writer, asked), pictures, _clues(folders))
            _install_texts(writer, folders, root)
        return writer.manifest


def check_release(release: dict[str, Any]) -> list[tuple[Any, Any, dict[str, Any]]]:
    """The release's questions with their annotations.

    Returns:
        Question, clue views and start views by level, for each question; their content is not checked here.
    """
    data = release["data.json"]
    questions = data.get("data") if isinstance(data, dict) else None
    clues, levels = release["groundtruth_views.json"], release["shifting_level.json"]
    if not isinstance(questions, list) or not questions:
        raise DataError("data.json: no list of questions under 'data'")
    if not isinstance(clues, list) or len(clues) != len(questions):
        raise DataError(f"groundtruth_views.json: not a list of {len(questions)} lists of views")
    starts = [levels.get(level) for level in LEVELS] if isinstance(levels, dict) else [None]
    if any(not isinstance(views, list) or len(views) != len(questions) for views in starts):
        raise DataError(f"shifting_level.json: not {len(questions)} start views for each of {', '.join(LEVELS)}")
    return [
        (question, views, {level: levels[level][place] for level in LEVELS})
        for place, (question, views) in enumerate(zip(questions, clues, strict=True))
    ]


def _rows(writer: SetWriter, asked: list[tuple[Any, Any, dict[str, Any]]]) -> list[dict[str, Any]]:
    """The columns of the built set, image paths excepted (``image`` names the image); odd questions are left out."""
    rows = []
    for place, (question, views, starts) in enumerate(asked, start=1):
        try:
            with one_row():
                rows.append(_row(place, question, views, starts))
        except DataError as error:
            writer.skip(f"data.json, question {place}", str(error))
    return rows


def _row(place: int, question: Any, views: Any, starts: dict[str, Any]) -> dict[str, Any]:
    if not isinstance(question, dict):
        raise DataError("not an object")
    options, answer, boxes = question.get("options"), question.get("answer"), question.get("contains_bbox")
    images: Any = question.get("images")
    checks = {
        "question": isinstance(question.get("question"), str) and question["question"].strip(),
        "options": isinstance(options, list) and 2 <= len(options) <= 8 and all(isinstance(o, str) for o in options),
        "answer": isinstance(answer, int) and isinstance(options, list) and 0 <= answer < len(options),
        "contains_bbox": isinstance(boxes, list)
        and len(boxes) == 4
        and all(isinstance(box, str | int) for box in boxes),
        "images": isinstance(images, list) and images and isinstance(images[0], str),
        "groundtruth_views.json": isinstance(views, list) and views and all(view in (1, 2, 3, 4) for view in views),
        "shifting_level.json": all(start in (0, 1, 2, 3) for start in starts.values()),
    }
    bad = [name for name, good in checks.items() if not good]
    if bad:
        raise DataError(f"unexpected {', '.join(bad)}")
    return {
        "index": place,
        "qid": str(question.get("id") or f"actiview{place:04d}"),
        "question": question["question"],
        "options": json.dumps(options, ensure_ascii=False),
        "answer": answer,
        "category": str(question.get("category", "")).strip(),
        "distraction": question.get("distraction", ""),
        "bbox": json.dumps(boxes),
        "clue_views": json.dumps(sorted(views)),
        **{f"start_{level}": start + 1 for level, start in starts.items()},
        "image": Path(str(images[0])).stem,
    }


def _install_texts(writer: SetWriter, folders: list[Path], root: Path) -> None:
    """Keep the texts of the released code for ``profile=official``, when the source brings them; the set has none."""
    if not any(path.name == official_texts.FILE for folder in folders for path in _files(folder)):
        return
    try:
        official_texts.install(folders[0], root)
    except DataError as error:
        writer.warn(f"the source's prompt texts are not used: {error}")


def _write(
    writer: SetWriter, rows: list[dict[str, Any]], pictures: dict[str, Path], clues: dict[str, list[Path]]
) -> None:
    published = 0
    stored: dict[str, list[str]] = {}
    unusable: dict[str, str] = {}
    for row in rows:
        name = row.pop("image")
        try:
            if name in unusable:
                raise DataError(unusable[name])
            if name not in stored:
                try:
                    stored[name], whole = _store(writer, name, pictures)
                except DataError as error:
                    unusable[name] = str(error)
                    raise
                published += whole
            shown = [
                writer.image(f"images_bbox/{row['qid']}/{path.name}", path.read_bytes())
                for path in clues.get(row["qid"], ())
            ]
        except DataError as error:
            writer.skip(f"data.json, question {row['index']}", str(error))
            continue
        original, *views = stored[name]
        paths = {"image_path": json.dumps(views), "original_path": original, "clue_image_path": json.dumps(shown)}
        writer.row({**row, **paths})
    writer.note("images", len(stored))
    writer.note("images with published views", published)
    skipped = len(writer.manifest.skipped)
    if skipped:
        writer.warn(f"{skipped} questions were left out; `vlmeval-hvs check ActiView` names them")
    counts = Counter(row["category"] for row in rows)
    writer.note("categories", dict(sorted(counts.items())))
    if len(rows) != QUESTIONS:
        writer.warn(f"{len(rows)} questions; the release has {QUESTIONS}")
    if len(rows) == QUESTIONS and len(stored) == 315:
        writer.warn("315 distinct images; the paper says 314")
    bare = sum(set(json.loads(row["bbox"])) == {"no"} for row in rows)
    if bare:
        writer.warn(f"{bare} questions have no clue box in any view; the release counts all four views as clue views")


def _store(writer: SetWriter, name: str, pictures: dict[str, Path]) -> tuple[list[str], bool]:
    """Store the original and the six images made from it; cut them where the release lacks any of the six."""
    original = pictures.get(name)
    split = [pictures.get(f"{name}_{ending}") for ending in SPLIT]
    kept = ""
    if original is not None:
        kept = writer.image(f"images/{original.name}", original.read_bytes())
    if all(split):
        paths = [writer.image(f"images_split/{path.name}", path.read_bytes()) for path in split if path]
        return [kept, *paths], True
    if original is None:
        lacking = [f"{name}_{ending}" for ending, path in zip(SPLIT, split, strict=True) if path is None]
        raise DataError(f"the release has neither images/{name} nor all of its views ({', '.join(lacking)} missing)")
    return [kept, *store_views(writer, name, *read_image(original))], False


def _pictures(folders: list[Path]) -> dict[str, Path]:
    """Images of the release by name without ending, from the folders ``images`` and ``images_split``."""
    return {
        path.stem: path
        for folder in folders
        for path in _files(folder)
        if path.parent.name in ("images", "images_split") and path.suffix.lower() in (".jpg", ".jpeg", ".png")
    }


def _clues(folders: list[Path]) -> dict[str, list[Path]]:
    """By question id: the original with all clues marked, then each clue; from the folder ``images_bbox``."""
    found: dict[str, dict[str, Path]] = {}
    for folder in folders:
        for path in _files(folder):
            if path.parent.parent.name == "images_bbox" and path.suffix.lower() in (".jpg", ".jpeg", ".png"):
                found.setdefault(path.parent.name, {})[path.stem] = path
    return {
        question: [own.pop("all_bboxes"), *(own[name] for name in sorted(own, key=_number))]
        for question, own in found.items()
        if "all_bboxes" in own and len(own) > 1
    }


def _number(name: str) -> tuple[int, str]:
    """Sorts ``bbox_2`` before ``bbox_10``."""
    number = name.rpartition("_")[2]
    return (int(number) if number.isdecimal() and len(number) < 10 else -1, name)


def _find(folders: list[Path], name: str) -> Path:
    found = [path for folder in folders for path in _files(folder) if path.name == name]
    if not found:
        raise DataError(f"the release has no {name}; expected the folder `asset` of the repository or the hub dataset")
    return min(found, key=lambda path: len(path.parts))


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob("*")) if path.is_file() and ".git" not in path.parts)


def _read_json(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise DataError(f"{path.name} is not readable JSON ({error})") from error
