"""Builds ActiView from its official release.

It is three JSON files with the folders ``images``, ``images_split`` and ``images_bbox``, in ``asset/`` of the
repository THUNLP-MT/ActiView and in ``Archive_imgs.zip`` on the hub.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

from dataset_builders.archives import open_source
from dataset_builders.download import snapshot
from dataset_builders.odd_rows import one_row
from vlmeval_hvs.benchmarks.actiview import cutting, official_texts
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import read_json
from vlmeval_hvs.seeding import rng
from vlmeval_hvs.sets import Manifest, SetWriter

REPO = "wangphoebe/ActiView"
LICENCE = "apache-2.0 (hub); the repository has no licence file"
FILES = ("data.json", "groundtruth_views.json", "shifting_level.json")
LEVELS = ("easy", "medium", "hard")
QUESTIONS = 325
VIEWS = 4
SPLIT = ("resized", "resized_lines", "0_0", "1_0", "0_1", "1_1")
"""Ends of the names of the six pictures of an image: at the size of a view, with lines, and the views by number."""

Corners = Sequence[Sequence[int]]  # boxes of clues: left, upper, right and lower edge, px


def build(set_name: str, source: Path | None, root: Path) -> Manifest:
    """Build the set from the release (downloaded when None); a `DataError` names a file that is missing or odd."""
    with ExitStack() as stack:
        folder = stack.enter_context(open_source(source if source is not None else snapshot(REPO)))
        folders = [folder, *(stack.enter_context(open_source(archive)) for archive in sorted(folder.rglob("*.zip")))]
        files = [path for one in folders for path in sorted(one.rglob("*")) if path.is_file()]
        files = [path for path in files if ".git" not in path.parts]
        asked = check_release(*(_read_json(files, name) for name in FILES))
        origin = str(source) if source else f"huggingface.co/datasets/{REPO}"
        with SetWriter(set_name, root, source=origin, licence=LICENCE) as writer:
            pictures = _Pictures(writer, files)
            rows = []
            for place, question in enumerate(asked, start=1):
                try:
                    with one_row():
                        image, row = _row(place, *question)
                        rows.append({**row, **pictures.of(image, row["qid"])})
                except DataError as error:
                    writer.skip(f"data.json, question {place}", str(error))
            for row in rows:
                writer.row(row)
            _describe(writer, rows, pictures)
            if any(path.name == official_texts.FILE for path in files):
                try:
                    official_texts.install(folder, root)  # for ``profile=official``; they are no part of the set
                except DataError as error:
                    writer.warn(f"the source's prompt texts are not used: {error}")
        return writer.manifest


def _describe(writer: SetWriter, rows: list[dict[str, Any]], pictures: "_Pictures") -> None:
    writer.note("images", len(pictures.stored))
    writer.note("images with published views", pictures.published)
    writer.note("categories", dict(sorted(Counter(row["category"] for row in rows).items())))
    if skipped := len(writer.manifest.skipped):
        writer.warn(f"{skipped} questions were left out; `vlmeval-hvs check ActiView` names them")
    if len(rows) != QUESTIONS:
        writer.warn(f"{len(rows)} questions; the release has {QUESTIONS}")
    if bare := sum(set(json.loads(row["bbox"])) == {"no"} for row in rows):
        writer.warn(f"{bare} questions have no clue box in any view; the release counts all four views as clue views")


def _read_json(files: list[Path], name: str) -> Any:
    found = [path for path in files if path.name == name]
    if not found:
        raise DataError(f"the release has no {name}; expected the folder `asset` of the repository or the hub dataset")
    return read_json(min(found, key=lambda path: len(path.parts)))


def check_release(data: Any, clues: Any, levels: Any) -> list[tuple[Any, Any, dict[str, Any]]]:
    """Question, clue views and start views by level of each question; their content is not checked here."""
    questions = data.get("data") if isinstance(data, dict) else None
    if not isinstance(questions, list) or not questions:
        raise DataError("data.json: no list of questions under 'data'")
    if not isinstance(clues, list) or len(clues) != len(questions):
        raise DataError(f"groundtruth_views.json: not a list of {len(questions)} lists of views")
    starts = [levels.get(level) for level in LEVELS] if isinstance(levels, dict) else [None]
    if any(not isinstance(views, list) or len(views) != len(questions) for views in starts):
        raise DataError(f"shifting_level.json: not {len(questions)} start views for each of {', '.join(LEVELS)}")
    by_level = [dict(zip(LEVELS, own, strict=True)) for own in zip(*starts, strict=True)]
    return list(zip(questions, clues, by_level, strict=True))


def _row(place: int, question: Any, views: Any, starts: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """The name of the image, and the columns of the built set but for the paths of images."""
    if not isinstance(question, dict):
        raise DataError("not an object")
    text, options, answer, boxes = (question.get(name) for name in ("question", "options", "answer", "contains_bbox"))
    images: Any = question.get("images")
    checks = {
        "question": isinstance(text, str) and text.strip(),
        "options": isinstance(options, list) and 2 <= len(options) <= 8 and all(isinstance(o, str) for o in options),
        "answer": isinstance(answer, int) and isinstance(options, list) and 0 <= answer < len(options),
        "contains_bbox": isinstance(boxes, list) and [isinstance(box, str | int) for box in boxes] == [True] * 4,
        "images": isinstance(images, list) and images and isinstance(images[0], str),
        "groundtruth_views.json": isinstance(views, list) and views and all(view in (1, 2, 3, 4) for view in views),
        "shifting_level.json": all(start in (0, 1, 2, 3) for start in starts.values()),
    }
    bad = [name for name, good in checks.items() if not good]
    if bad:
        raise DataError(f"unexpected {', '.join(bad)}")
    return Path(str(images[0])).stem, {
        "index": place, "qid": str(question.get("id") or f"actiview{place:04d}"), "question": text,
        "options": json.dumps(options, ensure_ascii=False), "answer": answer,
        "category": str(question.get("category", "")).strip(), "distraction": question.get("distraction", ""),
        "bbox": json.dumps(boxes), "clue_views": json.dumps(sorted(views)),
        **{f"start_{level}": start + 1 for level, start in starts.items()},
    }  # fmt: skip


class _Pictures:
    def __init__(self, writer: SetWriter, files: list[Path]) -> None:
        self.writer, self.published = writer, 0
        files = [path for path in files if path.suffix.lower() in (".jpg", ".jpeg", ".png")]
        self.files = {path.stem: path for path in files if path.parent.name in ("images", "images_split")}
        self.clues: dict[str, dict[str, Path]] = defaultdict(dict)
        for path in files:
            if path.parent.parent.name == "images_bbox":
                self.clues[path.parent.name][path.stem] = path
        self.stored: dict[str, list[str]] = {}

    def of(self, name: str, qid: str) -> dict[str, str]:
        """The columns with paths: the six images made of an image, the image itself, and the clues of a question."""
        if name not in self.stored:
            self.stored[name] = self._store(name)
        original, *views = self.stored[name]
        clues = dict(self.clues[qid])
        own: list[Path] = []
        if "all_bboxes" in clues and len(clues) > 1:  # the original with all clues marked, then each clue
            own = [clues.pop("all_bboxes"), *sorted(clues.values(), key=lambda path: (len(path.stem), path.stem))]
        paths = [self.writer.image(f"images_bbox/{qid}/{path.name}", path.read_bytes()) for path in own]
        return {"image_path": json.dumps(views), "original_path": original, "clue_image_path": json.dumps(paths)}

    def _store(self, name: str) -> list[str]:
        """Paths of the image and of the six made of it: those of the release, or cut where it lacks any of them."""
        original, kept = self.files.get(name), ""
        split = {f"{name}_{ending}": self.files.get(f"{name}_{ending}") for ending in SPLIT}
        if original is not None:
            kept = self.writer.image(f"images/{original.name}", original.read_bytes())
        if all(split.values()):
            self.published += 1
            files = [path for path in split.values() if path]
            return [kept, *(self.writer.image(f"images_split/{path.name}", path.read_bytes()) for path in files)]
        if original is None:
            lacking = ", ".join(file for file, path in split.items() if path is None)
            raise DataError(f"the release has neither images/{name} nor all of its views ({lacking} missing)")
        return [kept, *store_views(self.writer, name, *cutting.read_image(original))]


def store_views(writer: SetWriter, name: str, image: Image.Image, ending: str) -> list[str]:
    """Cut an image and store the six pictures; their paths."""
    full, lined, views = cutting.cut(image, VIEWS)
    pictures = zip(SPLIT, [full, lined, *views], strict=True)
    return [writer.image(f"images_split/{name}_{part}{ending}", cutting.encode(one, ending)) for part, one in pictures]


def question_row(
    writer: SetWriter, index: int, qid: str, columns: Mapping[str, Any], photo: Image.Image, corners: Corners,
    paths: Sequence[str],
) -> dict[str, Any]:  # fmt: skip
    """A row about a photograph, whose clues are stored; ``paths`` are its own and those of its six pictures."""
    pictures: dict[str, Image.Image] = {}
    if corners:
        pictures["all_bboxes"] = photo.copy()
        pen = ImageDraw.Draw(pictures["all_bboxes"])
        for place, (left, upper, right, lower) in enumerate(corners):
            pen.rectangle((left, upper, right, lower), outline=(255, 0, 0), width=5)
            pictures[f"bbox_{place}"] = photo.crop((left, upper, right, lower))
    files = {f"images_bbox/{qid}/{name}.png": cutting.encode(one, ".png") for name, one in pictures.items()}
    clues = [writer.image(path, data) for path, data in files.items()]
    cells = cutting.clue_cells(corners, cutting.boxes(*photo.size, VIEWS))
    starts = cutting.start_views(cells, int(rng(0, "start", index).integers(1, VIEWS + 1)))
    return {
        "index": index, "qid": qid, **columns, "bbox": json.dumps(cells),
        "clue_views": json.dumps(cutting.clue_views(cells)),
        **{f"start_{level}": start for level, start in starts.items()},
        "image_path": json.dumps(paths[1:]), "original_path": paths[0], "clue_image_path": json.dumps(clues),
    }  # fmt: skip
