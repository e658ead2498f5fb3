"""Verifies finished runs: data by hash, prompts by digest, scores by computing them again.

Every prompt is rebuilt and compared with its digest in the ledger. Pipelines are driven with the recorded replies: the
next turn must be the recorded one, and the resulting record the prediction that the host received. The verification of
a run stops at the first difference.
"""

import contextlib
import csv
import glob
import io
import itertools
import json
import logging
import math
import shutil
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from vlmeval_hvs import __version__
from vlmeval_hvs.dataset import HVSDataset
from vlmeval_hvs.errors import DataError, HVSError, shortened
from vlmeval_hvs.files import read_json, write_atomically
from vlmeval_hvs.host.generate import drive
from vlmeval_hvs.messages import ANY_FAIL_MARKER, ModelTraits, Prompt, clean
from vlmeval_hvs.registry import card_of, dataset_class
from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.files import ITEMS, SCORES, Mark, file_digests, mark_path
from vlmeval_hvs.results.judging import JUDGE, KeptJudge
from vlmeval_hvs.results.ledger import (
    Call,
    RunRecord,
    finished_of,
    iter_calls,
    ledger_paths,
    prompt_digest,
    read_answers,
)
from vlmeval_hvs.results.prediction_files import ENDINGS, read_predictions
from vlmeval_hvs.sets import damaged_files

_NOT_COMPARED = frozenset(("files", "warnings", "cautions", "validity_reason", "explanation"))
"""Parts of a score file: digests of files that are compared themselves, and sentences, which later versions may word
differently."""

Check = Callable[[Prompt], bool] | None  # whether the prompt of a turn is compared; None compares all

logger = logging.getLogger("vlmeval_hvs")


class NoSuchCall(RuntimeError):
    """The ledger has no reply to a prompt."""


class Difference(DataError):
    """The first difference between a run and its verification."""


class Replay:
    """One row that is asked again with the recorded replies, its ``calls``, of a dataset with the options of the run.

    A turn that ``check`` denies is taken for the recorded one without comparing its prompt. ``asked`` has the calls
    whose turns came again, ``turns`` those of `vlmeval_hvs.host.generate.drive` (none for a row of one turn),
    ``problem`` what keeps the row from being asked again.
    """

    def __init__(
        self, dataset: HVSDataset[Any], index: str, calls: Sequence[Call], traits: ModelTraits, check: Check = None
    ) -> None:
        self.index, self._calls, self._check = index, calls, check
        self.asked: list[Call] = []
        self.turns: list[dict[str, Any]] = []
        self.given, self.problem, self._missing = "", "", False
        prompt = dataset.build_prompt({"index": index})
        driven = drive(prompt, self._ask, traits, lambda: finished_of(self.asked[-1].finish) if self.asked else None)
        try:
            self.given, self.turns = driven or (clean(self._ask(prompt.in_one_turn())), [])
        except NoSuchCall as error:
            self.given = f"{ANY_FAIL_MARKER}: {error}"

    def difference(self, answer: str | None) -> str:
        """The first difference from the ledger, "" for none; a failed row has no reply to compare."""
        failed = answer is None or ANY_FAIL_MARKER in answer
        if self.problem and not (failed and self._missing):
            return f"row {self.index}, turn {len(self.asked)}: {self.problem}"
        if failed or self.given == answer:
            return ""
        return f"row {self.index}: the recorded replies give another answer than the recorded one"

    def _ask(self, turn: Prompt) -> str:
        here = [call for call in self._calls if call.turn == len(self.asked)]
        digest = prompt_digest(turn) if self._check is None or self._check(turn) else None
        same = [call for call in here if digest in (None, call.prompt)]
        replied = [call for call in same if not call.failed and call.reply is not None]
        if not replied:
            self._missing = not here or bool(same)
            self.problem = "no reply is recorded" if self._missing else "another prompt was asked"
            raise NoSuchCall(self.problem)
        self.asked.append(replied[-1])
        return str(replied[-1].reply)


def _compared_prompts(
    dataset: HVSDataset[Any], indices: Iterable[str], record: RunRecord, calls: Iterable[Call]
) -> int:
    """Number of prompts of rows that are those of their ledger, answers included; a `Difference` at the first other."""
    by_row: dict[str, list[Call]] = {}
    for call in calls:
        by_row.setdefault(call.index, []).append(call)
    name, compared = str(record.receipt.model.get("class", "")), 0
    order = [True, False]  # whether the model takes several images; the prompts show it, the receipt does not
    for index in indices:
        replays, answer = [], record.answers.get(index)
        for interleave in order:
            replays.append(Replay(dataset, index, by_row.get(index, []), ModelTraits(name, interleave)))
            if not replays[-1].difference(answer):
                order = [interleave, not interleave]
                break
        else:  # the run asked in the way of which more prompts agree
            likeliest = max(replays, key=lambda replay: len(replay.asked))
            raise Difference(f"prompts: {likeliest.difference(answer)}")
        compared += len(replays[-1].asked)
    return compared


class Verifier:
    """Verifies runs, with the data of each set read once."""

    def __init__(self) -> None:
        self._damaged: dict[str, list[str]] = {}

    def verify(self, result: Result) -> Mark:
        """Verify a run, and write its mark; a run without a ledger cannot be verified."""
        folder, stem = result.path.parent, result.path.name.removesuffix(SCORES)
        own = [folder / f"{stem}{ending}" for ending in (SCORES, ITEMS, *ENDINGS)]
        mark = Mark(version=__version__, files=file_digests([*own, *ledger_paths(folder, stem)]))
        try:
            mark.files |= file_digests(self._verify(result, stem, mark))
        except HVSError as error:
            mark_path(result.path).unlink(missing_ok=True)
            return replace(mark, verdict=" ".join(str(error).split()), files={})
        write_atomically(mark_path(result.path), json.dumps(asdict(mark), ensure_ascii=True, indent=1).encode())
        return mark

    def _verify(self, result: Result, stem: str, mark: Mark) -> list[Path]:
        folder, scores = result.path.parent, result.scores
        predictions = next((path for ending in ENDINGS if (path := folder / f"{stem}{ending}").is_file()), None)
        if result.stale or predictions is None:
            raise Difference(result.stale or f"the prediction file {stem}.* is missing")
        record = read_answers(folder, stem)
        if record is None:
            raise Difference("the run has no ledger, so that its prompts are unknown")
        cls = dataset_class(card_of(result.dataset))
        options = cls.OPTIONS.of_dataset(result.dataset)
        given = {name: value for name, value in scores.get("settings", {}).items() if name in options}
        dataset: HVSDataset[Any] = cls(dataset=result.dataset, **given)
        manifest = dataset.manifest
        if unlike := record.receipt.differences(dataset.receipt):
            raise Difference(f"receipt: {'; '.join(unlike)}")
        if scores.get("digest") != manifest.digest:
            raise Difference("data: the scores are of another build")
        if manifest.digest not in self._damaged:
            try:
                self._damaged[manifest.digest] = damaged_files(manifest)
            except DataError as error:  # the list of files itself has changed
                raise Difference(f"data: {error}") from error
        if damaged := self._damaged[manifest.digest]:
            changed = f"{len(damaged)} files of {dataset.set_name} changed after the build"
            raise Difference(f"data: {changed}, first {damaged[0]}")
        indices = set(read_predictions(predictions)["index"])
        if len(indices) < len(dataset.rows) and dataset.data is not None:  # the host's own --limit
            dataset.data = dataset.data[dataset.data["index"].astype(str).isin(indices)]
        asked = [index for index in dataset.rows["index"] if index in indices]
        mark.data_files, mark.rows = len(dataset.sizes), len(asked)
        mark.prompts = _compared_prompts(dataset, asked, record, iter_calls(folder, stem))
        return _compare_scores(dataset, predictions, result.path, mark)


def _compare_scores(dataset: HVSDataset[Any], predictions: Path, scores: Path, mark: Mark) -> list[Path]:
    """Score again in a temporary folder, and compare everything that is computed with the files of the run.

    Numbers are equal when they agree in eight digits, since processors differ in the last ones. What only the run's
    files have, as an earlier version computed it, is noted in ``mark``. Returns the compared files of the run.
    """
    folder, stem = predictions.parent, predictions.stem
    given = [predictions, *ledger_paths(folder, stem), *folder.glob(f"{glob.escape(stem)}{JUDGE}")]
    judged = read_json(scores)["details"].get("judge")
    with tempfile.TemporaryDirectory(prefix="hvs-verify-") as place:
        for path in given:
            shutil.copyfile(path, Path(place) / path.name)
        before, logger.disabled = logger.disabled, True  # what it says was said when the run was scored
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                dataset.score_file(Path(place) / predictions.name, KeptJudge(judged["model"]) if judged else None)
        finally:
            logger.disabled = before
        made = sorted(path for path in Path(place).iterdir() if path.name not in {own.name for own in given})
        for path in made:
            kept = folder / path.name
            if not kept.is_file():
                raise Difference(f"scores: {path.name} is missing")
            if kept.read_bytes() != path.read_bytes():
                read = _table if path.name.endswith(ITEMS) else read_json
                if found := _first(read(kept), read(path), "", mark.left):
                    raise Difference(f"scores: {path.name}: {found}")
    if scores.name not in {path.name for path in made}:
        raise Difference(f"scores: scoring again does not write {scores.name}")
    return [folder / path.name for path in made]


def _table(path: Path) -> dict[str | None, list[str | None]]:
    """The cells of an item file by column; lines that are too short or long have None for a cell or a column."""
    with path.open(encoding="utf-8", newline="") as file:
        return {column: cells for column, *cells in itertools.zip_longest(*csv.reader(file, delimiter="\t"))}


def _first(kept: Any, made: Any, where: str, left: list[str]) -> str:
    """The first difference in words; ``left`` gets the names of what is not computed any more."""
    start = f"{where}." if where else ""
    if isinstance(kept, dict) and isinstance(made, dict):
        left += [f"{start}{name}" for name in kept if name not in made and name not in _NOT_COMPARED]
        new = {name for name in made if name not in kept and start.startswith("details.")}  # not computed before
        pairs = [(kept.get(name), made[name], f"{start}{name}") for name in made if name not in {*_NOT_COMPARED, *new}]
        return next(filter(None, (_first(*pair, left) for pair in pairs)), "")
    if isinstance(kept, list) and isinstance(made, list) and len(kept) == len(made):
        pairs = [(one, other, f"{where}[{place}]") for place, (one, other) in enumerate(zip(kept, made, strict=True))]
        return next(filter(None, (_first(*pair, left) for pair in pairs)), "")
    with contextlib.suppress(TypeError, ValueError):
        if math.isclose(float(kept), float(made), rel_tol=1e-8, abs_tol=1e-12):  # numbers, or those in two cells
            return ""
    before, now = (shortened(json.dumps(value, ensure_ascii=False)) for value in (kept, made))
    return "" if kept == made else f"{where} is {before}, but {now} when computed again"
