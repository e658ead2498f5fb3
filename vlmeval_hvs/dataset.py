"""The base of all datasets: rows to prompts, predictions to score files; none of it needs the host.

`vlmeval_hvs.host.datasets` makes the host's dataset class of a benchmark's class.
"""

from __future__ import annotations

import inspect
import logging
from collections.abc import Mapping
from contextlib import suppress
from functools import cached_property, partial
from numbers import Integral
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from vlmeval_hvs import __version__
from vlmeval_hvs.errors import DataError, OptionError
from vlmeval_hvs.files import content_digest, inside, write_atomically
from vlmeval_hvs.messages import EXPLAIN, INTERLEAVED, Message, ModelTraits, Pipeline, Prompt, Turn, text
from vlmeval_hvs.names import DatasetName, model_of, with_colon
from vlmeval_hvs.options import Options, signature_of
from vlmeval_hvs.probe import SHOWS_PICTURES
from vlmeval_hvs.registry import all_cards, card_of, load_set, set_of, wording_digest
from vlmeval_hvs.results.compare import Design
from vlmeval_hvs.results.contract import ScoreReport, finished, nothing_scored
from vlmeval_hvs.results.files import plain, write_results
from vlmeval_hvs.results.judging import JUDGE, Judge, add_judged
from vlmeval_hvs.results.receipt import Receipt
from vlmeval_hvs.seeding import stratified
from vlmeval_hvs.server_replies import after_echo
from vlmeval_hvs.sets import file_sizes, records

if TYPE_CHECKING:
    import pandas as pd

logger = logging.getLogger("vlmeval_hvs")

READINGS = ("robust", "paper")  # of every reply
_HOST_CELL = 2000  # characters; longer columns stay in our own files, because a spreadsheet cell ends at 32,767

OptionsT = TypeVar("OptionsT", bound=Options)


class HVSDataset(Generic[OptionsT]):
    """Base of all dataset classes.

    Subclasses set `BENCHMARK`, `OPTIONS` and, for comparisons, `DESIGN`; they define `messages` (one turn) or
    `pipeline` (several), and `score`.

    Args:
        dataset: Dataset name; ``NAME@label`` names a variant, so that runs with other options keep their own files.
        **options: The options of the benchmark (`OPTIONS`); an OptionError where they cannot be.

    Raises:
        MissingDataError: The dataset's set is not on this machine; a DataError where it is damaged.
    """

    MODALITY = "IMAGE"
    TYPE = "VQA"
    force_use_dataset_prompt = True
    BENCHMARK: ClassVar[str] = ""
    DEFAULT: ClassVar[str] = ""
    CATEGORY: ClassVar[str] = "category"
    OPTIONS: ClassVar[type[Options]] = Options
    DESIGN: ClassVar[Design] = Design()
    left_out: ClassVar[frozenset[str]] = frozenset()

    options: OptionsT

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """Give the class a constructor whose signature names its options, because the host reads signatures."""
        super().__init_subclass__(**kwargs)
        if "OPTIONS" in vars(cls) and "__init__" not in vars(cls):

            def __init__(self: HVSDataset[Any], dataset: str = cls.DEFAULT, **options: Any) -> None:
                self._start(dataset, options)

            __init__.__signature__ = signature_of(cls.OPTIONS, cls.DEFAULT or inspect.Parameter.empty)  # type: ignore[attr-defined]
            cls.__init__ = __init__  # type: ignore[method-assign]

    def __init__(self, dataset: str, **options: Any) -> None:
        self._start(dataset, options)

    def _start(self, dataset: str, options: Mapping[str, Any]) -> None:
        if not isinstance(dataset, str):
            raise OptionError(f"dataset={dataset!r} is not allowed; give the name of a dataset")
        if card_of(dataset).name != self.BENCHMARK:
            raise DataError(f"{dataset!r} is not a dataset of {type(self).__name__}; use the class of its benchmark")
        self.dataset_name = dataset  # unchanged: the host looks for files of this name
        self.set_name = set_of(dataset)
        self.options = self.OPTIONS.read(dataset, options)  # type: ignore[assignment]
        self.seed, self.profile = self.options.seed, self.options.profile
        self.settings = self.options.settings(dataset)
        rows, self.manifest = load_set(dataset)
        self.folder, self.sizes = self.manifest.folder, file_sizes(self.manifest)
        rows = self.select_rows(rows)
        if rows.empty:
            raise DataError(f"{self.folder} has no rows for {dataset}")
        if self.options.limit is not None:
            rows = self.draw(rows, self.options.limit)
        self.rows = rows.reset_index(drop=True)
        self.data = self._host_view(self.rows)
        self.img_root, self.meta_only, self.skip_noimg = str(self.folder), True, True
        self.prepare()
        self.started()

    def __len__(self) -> int:
        return len(self.rows if self.data is None else self.data)

    @classmethod
    def supported_datasets(cls) -> list[str]:
        """All names of this class, with those of demo sets and of the user's own sets that are built."""
        card = next(card for card in all_cards() if card.name == cls.BENCHMARK)
        own = [form for name in card.own_dataset_names for form in (name, DatasetName.of(name).in_files)]
        return [name for name in (*card.dataset_names, *own) if name not in cls.left_out]

    @property
    def reading(self) -> str:
        """The reading of the headline: ``robust`` or ``paper``; `other_reading` is shown next to it."""
        return self.profile

    @property
    def other_reading(self) -> str:
        """The reading that is not that of the headline."""
        return READINGS[1 - READINGS.index(self.reading)]

    def select_rows(self, rows: pd.DataFrame) -> pd.DataFrame:
        """The rows of the set that belong to this dataset."""
        return rows

    def draw(self, rows: pd.DataFrame, limit: int) -> pd.DataFrame:
        """The rows of a run with the option `limit`, in the set's order, as even over the categories as possible."""
        return stratified(rows, limit, self.CATEGORY, self.seed)

    def prepare(self) -> None:
        """Called once at the end of construction, when `rows`, `options` and `manifest` are known."""

    def started(self) -> None:
        """Called when the dataset is ready; the host's classes check here whether a run can work."""

    def needs(self) -> frozenset[str]:
        """What a model must support (`vlmeval_hvs.probe`); a run of any other model is refused."""
        return frozenset({SHOWS_PICTURES})

    def cache_folders(self) -> list[tuple[Path, int]]:
        """Folders in which a run caches files, each with the bytes still to be written."""
        return []

    def messages(self, row: Mapping[str, str]) -> Message:
        """The message that asks about one row in one turn: ``[{"type": "image" | "text", "value": ...}, ...]``."""
        raise NotImplementedError

    def pipeline(self, row: Mapping[str, str], traits: ModelTraits) -> Pipeline | None:
        """The generator that asks about one row in several turns, or None where `messages` asks in one."""
        return None

    def score(self, items: pd.DataFrame) -> ScoreReport:
        """Score replies.

        ``items`` are the rows plus ``reply`` (text; to the last turn where there were several; "" when there is none),
        ``record`` (what a pipeline returned, else None) and ``failed`` (bool).
        """
        raise NotImplementedError

    def reply_case(self, row: Mapping[str, str]) -> dict[str, Any] | None:
        """What the reader of a row's reply needs: ``kind`` (its name), ``question`` ...; None where none reads it."""
        return None

    def turn_case(self, row: Mapping[str, str], step: str, words: str) -> dict[str, Any] | None:
        """`reply_case` for one turn of several, by its `vlmeval_hvs.messages.Turn.step` and its words."""
        return None if step == EXPLAIN else self.reply_case(row)

    def mismatch(self, item: Mapping[str, Any]) -> str:
        """Why a reply from a file without a ledger cannot answer its row (``item`` as for `score`); "" where it can."""
        if item["record"] is None:
            return ""
        for interleave in (False, True):
            with suppress(DataError):
                if self.pipeline(self.row(item), ModelTraits("", interleave)) is not None:
                    return ""
        return "it is asked in one turn, not several"

    def image(self, relative: str) -> str:
        """Absolute path of an image of the set; a DataError, which makes the sample fail, where it is damaged."""
        path, size = inside(self.folder, relative), self.sizes.get(relative)
        if size is None or not path.is_file():
            raise DataError(f"{relative} is missing from {self.folder}; build {self.set_name} again")
        if path.stat().st_size != size:
            raise DataError(f"{relative} in {self.folder} is damaged; build {self.set_name} again")
        return str(path)

    def first_turn(self, row: Mapping[str, str], traits: ModelTraits = INTERLEAVED) -> Message:
        """The first message about a row."""
        pipeline = self.pipeline(row, traits)
        return self.messages(row) if pipeline is None else list(next(pipeline))

    def build_prompt(self, line: Any) -> Prompt:
        """The prompt of one row, given as a position, a row of `data`, or a mapping with ``index``.

        A row that cannot be shown fails without a call, with the reason in its prediction: an error would make the
        host's API mode drop the whole dataset.
        """
        row = self.row(line)
        pipeline: Any = partial(self.pipeline, row)
        try:
            messages = self.first_turn(row)
        except Exception as error:
            logger.warning("%s, row %s: %s", with_colon(self.dataset_name), row["index"], error)
            messages = [text(f"row {row['index']} cannot be shown")]
            pipeline = partial(_unanswerable, f"row {row['index']}: {error}")
        return Prompt(messages, row=row, benchmark=self.BENCHMARK, dataset=self.dataset_name, pipeline=pipeline)

    @cached_property
    def _records(self) -> list[dict[str, str]]:
        return records(self.rows)  # taking one row from a frame costs 0.3 ms

    @cached_property
    def _by_index(self) -> dict[str, dict[str, str]]:
        return {row["index"]: row for row in self._records}

    def row(self, line: Any) -> dict[str, str]:
        """The full row, all text, for whatever the host passes."""
        return dict(self._records[int(line)] if isinstance(line, Integral) else self._by_index[str(line["index"])])

    def dump_image(self, line: Any) -> list[str]:
        """Absolute paths of a row's images, for models that build their own prompts."""
        return [item["value"] for item in self.first_turn(self.row(line)) if item["type"] == "image"]

    @cached_property
    def receipt(self) -> Receipt:
        """Everything that decides what a model is asked: data, options, wording, version."""
        declared = self.OPTIONS.declared()
        asking = self.options.asking(self.dataset_name)
        settings = {name: value for name, value in self.settings.items() if name in asking or name not in declared}
        for name, value in asking.items():
            if declared[name][1].is_file and value is not None:  # the path may stay while the content changes
                settings[f"{name}_sha256"] = content_digest(Path(value))
        wording = wording_digest(self.BENCHMARK)
        return Receipt(with_colon(self.dataset_name), self.manifest.digest, settings, __version__, wording, self.seed)

    def score_file(self, eval_file: str | Path, judge: Judge | None = None) -> dict[str, float]:
        """Score a prediction file; flat metrics, of which ``Overall`` is the headline.

        Writes ``<stem>_hvs_items.tsv`` and ``<stem>_hvs_scores.json`` next to it (`vlmeval_hvs.results.contract`).

        Args:
            eval_file: Prediction file (xlsx, tsv, csv, json or jsonl) with the columns ``index`` and ``prediction``.
            judge: Reads the replies that rules leave unread; its readings are counted separately.

        Raises:
            DataError: The file does not fit this dataset (rows are named), or was made with other data or options.
        """
        from vlmeval_hvs.results.predictions import NONE, replies_of_run  # takes a second, and only scoring needs it

        path = Path(eval_file)
        found = replies_of_run(self, self._asked(), path)
        items = found.items
        asked = items[~items["left_out"]].reset_index(drop=True)
        replies = asked["reply"].where(~asked["refused"], "")  # a refusal is not an answer
        questions = asked["question"] if "question" in asked else [""] * len(asked)
        heard = asked.assign(reply=list(map(after_echo, replies, questions)))
        report = self.score(heard) if len(asked) else nothing_scored(self.other_reading)
        report = finished(report, items, self.reading, self.other_reading, self.options.max_failed)
        if judge is not None and len(asked):
            add_judged(report, self, heard, judge, path.parent / f"{path.stem}{JUDGE}")
        if found.provenance == NONE:
            report.warnings.append("the predictions have no ledger; settings are those of this evaluation")
        if found.cut:
            report.warnings.append(f"{found.cut} predictions were cut by the xlsx format; run with PRED_FORMAT=tsv")
        model = model_of(path.stem, self.dataset_name)
        write_results(path.parent, path.stem, report.items, self._score_file(report, found, model))
        for name, data in report.files.items():
            write_atomically(path.parent / f"{path.stem}{name}", data if isinstance(data, bytes) else data(model))
        for warning in report.warnings:
            logger.warning("%s: %s", with_colon(self.dataset_name), warning)
        for sentence in report.summary:
            print(f"{self.dataset_name}: {sentence}")  # the host prints its table of metrics next to it
        return {name: value for name, value in plain(report.metrics).items() if value is not None}

    def _score_file(self, report: ScoreReport, found: Any, model: str) -> dict[str, Any]:
        receipt, manifest = found.receipt, self.manifest
        counts = {"samples": len(found.items), "failed": report.failed, "left_out": report.left_out}
        counts |= {"reader_errors": len(report.unread), "cut_cells": found.cut, "cut_replies": report.cut}
        return {
            "schema": report.SCHEMA,
            "dataset": with_colon(self.dataset_name),
            "model": model,
            "benchmark": self.BENCHMARK,
            **report.headline(),
            **{name: getattr(report, name) for name in ("metrics", "intervals", "details")},
            "warnings": [*manifest.warnings, *report.warnings],
            "counts": {**counts, "refused": report.refused},
            "settings": {**self.settings, **({**receipt.settings, **receipt.sent} if receipt else {})},
            "settings_from": "the run" if receipt else "this evaluation",
            "provenance": found.provenance,
            "run": {"model": receipt.model, "host": receipt.host} if receipt else {},
            "wording": self.receipt.wording,
            "files": found.files,
            "digest": manifest.digest,
            "data": {"set": self.set_name, "digest": manifest.digest, "source": manifest.source},
            "version": __version__,
        }

    def _asked(self) -> pd.DataFrame:
        """The rows that the host asked: its own ``--limit`` shortens `data`, and its API mode sets it to None."""
        if self.data is None or len(self.data) == len(self.rows):
            return self.rows
        return self.rows[self.rows["index"].isin(self.data["index"].astype(str))].reset_index(drop=True)

    @staticmethod
    def _host_view(rows: pd.DataFrame) -> pd.DataFrame:
        """The rows as the host sees and stores them: short columns, integer index, none that it interprets."""
        short = [name for name in rows if rows[name].str.len().max() <= _HOST_CELL]
        view = rows[["index", *(name for name in short if name not in ("index", "image", "prediction"))]]
        return view.assign(index=view["index"].astype(int))


def _unanswerable(reason: str, traits: ModelTraits) -> Pipeline:
    raise DataError(reason)
    yield Turn([])  # makes this a generator, as the driver expects
