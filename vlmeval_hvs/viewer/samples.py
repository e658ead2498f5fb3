"""The samples of one dataset as the page shows them: pictures, what is right, and what every model said."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from vlmeval_hvs.as_shown import as_shown, shown_size
from vlmeval_hvs.dataset import HVSDataset
from vlmeval_hvs.errors import DataError, HVSError
from vlmeval_hvs.files import image_size, opened_image
from vlmeval_hvs.lazy_images import Draw, drawing_of, make_file, png
from vlmeval_hvs.messages import EXPLANATION, ModelTraits
from vlmeval_hvs.pictures import Picture, as_json
from vlmeval_hvs.registry import card_of, dataset_class, presentation_of, wording_digest
from vlmeval_hvs.results.collect import Result, items_of
from vlmeval_hvs.results.compare import design_of
from vlmeval_hvs.results.files import SCORES
from vlmeval_hvs.results.ledger import LEDGER, Call, iter_calls, read_answers
from vlmeval_hvs.seeding import stratified
from vlmeval_hvs.server_replies import LENGTH
from vlmeval_hvs.sets import records
from vlmeval_hvs.verification import Replay

if TYPE_CHECKING:
    import pandas as pd
    from PIL import Image

EDGE, TURN_EDGE = 448, 320  # longest edge of a small copy, px; images of single turns are shown smaller
VERDICTS = {
    "right": "right",
    "partly": "partly right",
    "wrong": "wrong",
    "answered": "answered, no single right answer",
    "none": "no answer found",
    "failed": "failed: no reply",
    "left": "declined by the model",
    "unscored": "not scored yet",
}
"""What became of a sample, in words."""

UNSCORED = "unscored"
"""The rule of all replies of a run that has no scores yet."""


def verdict(item: Mapping[str, str]) -> str:
    """What became of a line of an item file: a key of `VERDICTS`."""
    if item.get("rule") in ("left_out", UNSCORED):
        return "left" if item["rule"] == "left_out" else UNSCORED
    if item.get("failed") == "1":
        return "failed"
    if item.get("fallback") == "1":
        return "none"
    score = item.get("score") or ""
    return {0.0: "wrong", 1.0: "right"}.get(float(score), "partly") if score else "answered"


def under_way(work_dir: Path, results: Sequence[Result]) -> list[Result]:
    """The runs below a folder that have a ledger, but no scores yet: invalid results without metrics.

    An older ledger than that of one of the folder's ``results`` of the same model and dataset is not under way.
    """
    scored = {(one.model, one.dataset): one.path.stat().st_mtime for one in results}
    found: dict[Path, Result] = {}
    for path in sorted({path.resolve() for path in work_dir.rglob(f"*{LEDGER}*.jsonl")}):
        stem = path.name.rpartition(LEDGER)[0]
        scores = path.with_name(stem + SCORES)
        record = None if scores.exists() or scores in found else read_answers(path.parent, stem)
        if record is None:
            continue
        receipt, n = record.receipt, len(record.answers)
        known: dict[str, Any] = {"settings": receipt.settings, "digest": receipt.digest, "wording": receipt.wording}
        known |= {"n": n, "run": {"model": receipt.model}, UNSCORED: True}
        name = str(receipt.model.get("name") or stem.partition(f"_{receipt.dataset}")[0])
        if scored.get((name, receipt.dataset), 0.0) < path.stat().st_mtime:
            benchmark, why = card_of(receipt.dataset).name, f"not finished: {n} rows answered"
            found[scores] = Result(name, receipt.dataset, benchmark, scores, known, why)
    return list(found.values())


def _items(result: Result) -> pd.DataFrame:
    """The item table of a result; of a run under way the replies in its ledger as it is now."""
    stem = result.path.name.removesuffix(SCORES)
    record = read_answers(result.path.parent, stem) if UNSCORED in result.scores else None
    if record is None:
        return items_of(result)
    import pandas as pd

    table = pd.DataFrame({"index": list(record.answers), "reply": list(record.answers.values())}, dtype=str)
    failed = table["index"].isin(record.failures).map({True: "1", False: "0"})
    table = table.assign(answer="", score="", rule=UNSCORED, failed=failed)
    return table.set_index("index", drop=False).rename_axis(None)


class _Source:
    """A dataset with its rows by index; without a dataset nothing is known."""

    def __init__(self, dataset: HVSDataset[Any] | None) -> None:
        self.dataset: Any = dataset
        self.shown: Any = presentation_of(dataset.BENCHMARK) if dataset else None
        self.rows = {row["index"]: row for row in records(dataset.rows)} if dataset else {}

    def prompt(self, index: str) -> str:
        """The words of the first turn."""
        return "\n".join(part["value"] for part in self.dataset.first_turn(self.rows[index]) if part["type"] == "text")


class _Run(NamedTuple):
    """A run with its items, what it was asked from, and its calls that got a reply, by row and in their order."""

    result: Result
    items: pd.DataFrame
    source: _Source
    calls: dict[str, list[Call]]


def gather(results: Sequence[Result], images: Images, limit: int | None) -> dict[str, Any]:
    """The samples of one dataset with the answers of all runs on it, as plain JSON.

    At most ``limit`` samples (None: all) are drawn in turns over the dataset's categories; ``images`` takes the
    pictures. ``answers`` are by the run's place in ``results``, None where a run lacks a row.
    """
    import pandas as pd

    notes: list[str] = []
    known: dict[str, _Source] = {}
    runs = []
    for result in results:
        items = pd.DataFrame()
        try:
            items = _items(result)
        except DataError as error:
            notes.append(str(error))
        runs.append(_Run(result, items, _source(result, known, notes), {}))
    asked = max((run.items for run in runs), key=len)
    if asked.empty:
        return {"rows": [], "answers": [], "columns": [], "notes": notes}
    slices = [name for name in design_of(results[0].dataset).slices if name in asked and asked[name].nunique() > 1]
    chosen = list(asked["index"])
    if limit is not None:
        chosen = list(stratified(asked, limit, slices[-1] if slices else "", 0)["index"])
    columns = [name for name in slices if asked.loc[chosen, name].nunique() > 1]
    wanted = set(chosen)
    for run in runs:
        for call in iter_calls(run.result.path.parent, run.result.path.name.removesuffix(SCORES)):
            if call.index in wanted and call.reply is not None and not call.failed:
                run.calls.setdefault(call.index, []).append(call)
    first = next((run.source for run in runs if run.source.dataset), runs[0].source)
    rows = [_row(asked.loc[index], first, images, columns) for index in chosen]
    answers: list[list[dict[str, Any] | None]] = [[] for _ in runs]
    for row in rows:  # runs share the pictures of a row
        for own, run in zip(answers, runs, strict=True):
            own.append(_answer(run, row, images, run.source is first))
    return {"rows": rows, "of": len(asked), "answers": answers, "notes": notes, "columns": columns}


def _source(result: Result, known: dict[str, _Source], notes: list[str]) -> _Source:
    """What a run was asked from, with its settings but for the limit; runs with the same settings share it."""
    cls, digest = dataset_class(card_of(result.dataset)), result.scores.get("digest")
    settings = {name: value for name, value in result.scores.get("settings", {}).items() if name != "limit"}
    key = json.dumps([settings, digest], sort_keys=True, default=str)
    if key not in known:
        known[key] = _Source(None)
        declared = cls.OPTIONS.declared()
        try:
            options = {name: value for name, value in settings.items() if name in declared}
            dataset: HVSDataset[Any] = cls(dataset=result.dataset, **options)
            if dataset.manifest.digest != digest:
                raise DataError(f"{result.dataset}: the set on this machine is another build")
            known[key] = _Source(dataset)
        except HVSError as error:
            notes.append(f"no pictures: {error}")
    return known[key]


def _row(item: Mapping[str, str], source: _Source, images: Images, columns: Sequence[str]) -> dict[str, Any]:
    index, groups = item["index"], {name: item[name] for name in columns}
    found: dict[str, Any] = {"index": index, "groups": groups, "truth": item.get("truth", "")}
    if index in source.rows:
        try:
            found["prompt"] = source.prompt(index)
            found["pictures"] = _pictures(source.shown.pictures(source.dataset, source.rows[index]), images)
        except (HVSError, OSError) as error:
            found["note"] = str(error)
    return found


def _answer(run: _Run, row: Mapping[str, Any], images: Images, same_question: bool) -> dict[str, Any] | None:
    """What a run answered to a row, which may be another question where its options are others."""
    index, source = row["index"], run.source
    if index not in run.items.index:
        return None
    item, calls = run.items.loc[index].to_dict(), run.calls.get(index, [])
    found = {"verdict": verdict(item), **{name: item[name] for name in ("answer", "rule", "score", "reply")}}
    shown = source.shown.MEASURES.items() if source.shown else ()
    optional = {
        "took": _took(calls) if calls else None,
        "durations": item.get("durations"),
        "explanation": item.get(EXPLANATION),
        "measures": {words: _short(item[name]) for name, words in shown if item.get(name)},
    }
    found |= {name: value for name, value in optional.items() if value}
    other = next((name for name in ("answer_paper", "answer_robust") if name in item), "")
    if other and item[other] != item["answer"]:
        found |= {"differs": other.removeprefix("answer_"), "other": item[other]}
    if index not in source.rows:
        return found
    try:
        if not same_question and (prompt := source.prompt(index)) != row.get("prompt"):
            found["prompt"] = prompt
        pictures = source.shown.answered(source.dataset, source.rows[index], item)
        found["pictures"] = _pictures([one for one in pictures if one.marks or one.caption], images)
        if run.result.scores.get("wording") == wording_digest(run.result.benchmark):  # today's wording
            turns = [_turn(turn, images) for turn in transcript(source.dataset, index, calls)]
            found |= {"turns": turns} if turns else {}
    except (HVSError, OSError, ValueError, KeyError, TypeError) as error:
        found["note"] = str(error)
    return found


def _short(value: str) -> str:
    """A number of an item file with three digits, and a word for True and False."""
    value = {"True": "yes", "False": "no"}.get(value, value)
    return f"{float(value):.3g}" if value.replace(".", "", 1).lstrip("-").isdigit() else value


def _took(calls: Sequence[Call]) -> dict[str, Any]:
    """Seconds and tokens of all calls of a row, as far as they are known."""
    seconds = [call.seconds for call in calls if call.seconds is not None]
    tokens = [call.tokens for call in calls if call.tokens]
    sums = {name: sum(one.get(name, 0) for one in tokens) for name in ("prompt", "completion")} if tokens else {}
    return {"seconds": round(sum(seconds), 3) if seconds else None, "cut": calls[-1].finish == LENGTH, **sums}


def _turn(turn: Mapping[str, Any], images: Images) -> dict[str, Any]:
    """A turn with its images; where the page is full, with their number only."""
    if images.full:
        return {**turn, "images": [], "left_out": len(turn["images"])}
    return {**turn, "images": [images.add(path, TURN_EDGE) for path in turn["images"]]}


def transcript(dataset: HVSDataset[Any], index: str, calls: Sequence[Call]) -> list[dict[str, Any]]:
    """The turns of a row that was asked in several: its pipeline is driven again with the recorded replies.

    The dataset has the options and the wording of the run, so no picture is drawn to check a prompt. None for a row of
    one turn, or where the calls do not fit.
    """
    asked = len({call.turn for call in calls})
    for interleave in (True, False) if asked > 1 else ():  # the turns show how many images the model takes
        traits = ModelTraits("", interleave)
        replay = Replay(dataset, index, calls, traits, lambda turn: not any(map(drawing_of, turn.images)))
        if not replay.problem and len(replay.turns) == asked:
            return replay.turns
    return []


def _pictures(pictures: Sequence[Picture], images: Images) -> list[dict[str, Any]]:
    """Pictures as plain JSON, their files given to ``images``."""
    return [
        {"image": images.add(one.image), "caption": one.caption, "marks": list(map(as_json, one.marks))}
        | ({"beside": True} if one.beside else {})
        for one in pictures
    ]


class Images:
    """The images of some samples, each stored once: small copies, files in a ``folder``, or ``served`` and not drawn.

    ``most`` is the size of the sources from which on images that are not needed are left out. ``listed`` has source,
    width and height (px; None where the image is not drawn yet) by key; ``files``, of a server, what is behind every
    name.
    """

    def __init__(self, folder: Path | None = None, served: bool = False, most: int | None = None) -> None:
        self.folder, self.served, self.most = folder, served, most
        self.listed: dict[str, dict[str, Any]] = {}
        self.files: dict[str, Path | Draw] = {}
        self._known: dict[str, str] = {}

    @property
    def full(self) -> bool:
        """Whether there is room only for images that a page cannot do without."""
        return self.most is not None and sum(len(one["source"]) for one in self.listed.values()) >= self.most

    def add(self, path: str, edge: int = EDGE) -> str:
        """Key of an image in `listed`; a small copy has this longest edge (px), an existing copy stays as it is."""
        if path not in self._known:
            self._known[path] = self._named(path) if self.served else self._copied(path, edge)
        return self._known[path]

    def _named(self, path: str) -> str:
        draw, key = drawing_of(path), _digest(path.encode("utf-8", "surrogatepass"))
        name = f"{key}{Path(path).suffix.lower()}"
        self.files[name] = draw or Path(path)
        self._list(key, f"images/{name}", (None, None) if draw else image_size(path))
        return key

    def _copied(self, path: str, edge: int) -> str:
        draw = None if self.folder else drawing_of(path)  # a picture that was drawn for this page has no file
        try:
            if self.folder:
                make_file(path)
            data = png(draw) if draw else Path(path).read_bytes()
        except OSError as error:
            raise DataError(f"{path}: cannot be read ({error})") from error
        key = _digest(data)
        if key not in self.listed:
            with opened_image(data, path) as image:
                size = shown_size(image)  # before a draft makes it smaller
                source = None if self.folder else _small(image, edge)
            if self.folder:
                place = self.folder / f"{key}{Path(path).suffix.lower()}"
                place.parent.mkdir(parents=True, exist_ok=True)
                if not place.is_file():
                    shutil.copyfile(path, place)
                source = f"{self.folder.name}/{place.name}"
            self._list(key, str(source), size)
        return key

    def _list(self, key: str, source: str, size: tuple[int | None, int | None]) -> None:
        self.listed[key] = {"source": source, "width": size[0], "height": size[1]}


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:20]


def _small(image: Image.Image, edge: int) -> str:
    """A small copy as an address that holds its data."""
    if image.format == "JPEG":
        image.draft("RGB", (2 * edge, 2 * edge))  # decoded at no more than twice the size
    small = as_shown(image)
    small.thumbnail((edge, edge))
    buffer = io.BytesIO()
    small.save(buffer, format="WEBP", quality=62, method=4)
    return f"data:image/webp;base64,{base64.b64encode(buffer.getvalue()).decode()}"
