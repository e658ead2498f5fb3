"""What all dataset classes share: rows in, prompts out; predictions in, score files out."""

from __future__ import annotations

import hashlib
import json
import logging
import os
from collections.abc import Callable, Generator, Mapping
from functools import cached_property, partial
from pathlib import Path
from typing import Any, ClassVar

import pandas as pd
from vlmeval.dataset.image_base import ImageBaseDataset

from vlmeval_hvs import __version__
from vlmeval_hvs.cards import all_cards, card_of, load_set, set_of
from vlmeval_hvs.host.journal import finish_journals
from vlmeval_hvs.host.judge import make_judge
from vlmeval_hvs.host.predictions import cut_cells, join_predictions, read_predictions
from vlmeval_hvs.host.prompt import ModelTraits, Prompt, Turn
from vlmeval_hvs.options import one_of
from vlmeval_hvs.scoring.files import plain, write_results
from vlmeval_hvs.scoring.report import ScoreReport
from vlmeval_hvs.scoring.sample import stratified
from vlmeval_hvs.store import DataError, data_root, file_sizes, inside

logger = logging.getLogger("vlmeval_hvs")

PROFILES = ("robust", "paper")

# A spreadsheet cell ends at 32,767 characters; longer columns stay in our own files.
_HOST_CELL = 2000


class HVSDataset(ImageBaseDataset):
    """Base of the five dataset classes.

    Subclasses set `BENCHMARK`, name their options in ``__init__`` (the host passes only parameters that the signature
    names) and hand them on as settings, and define `messages` and `score`; multi-turn ones define `pipeline` too.

    Args:
        dataset: Dataset name; ``NAME@label`` names a variant, so that runs with other options keep their own files.
        seed: Seed of everything drawn, for example of `limit`.
        limit: Use only so many rows, drawn evenly over the categories; None for all.
        profile: ``robust`` or ``paper``: which reading of the replies is the headline.
        **settings: The subclass's own options; written to the score file.

    Raises:
        MissingDataError: The data set is not on this machine.
        DataError: The data set is damaged, or an option has no such value.
    """

    MODALITY = "IMAGE"
    TYPE = "VQA"
    force_use_dataset_prompt = True
    BENCHMARK: ClassVar[str] = ""
    CATEGORY: ClassVar[str] = "category"
    has_pipelines: ClassVar[bool] = False
    left_out: ClassVar[frozenset[str]] = frozenset()
    profiles: ClassVar[tuple[str, ...]] = PROFILES

    def __init__(
        self, dataset: str, seed: int = 0, limit: int | None = None, profile: str = "robust", **settings: Any
    ) -> None:
        # Not ImageBaseDataset.__init__: it evaluates cells of the data as Python code.
        one_of("profile", profile, self.profiles)
        if limit is not None and (not isinstance(limit, int) or limit < 1):
            raise DataError(f"limit={limit!r}: give a positive whole number or leave it out")
        if card_of(dataset).name != self.BENCHMARK:
            raise DataError(f"{dataset!r} is no dataset of {type(self).__name__}")
        self.dataset_name = dataset
        self.seed, self.profile = seed, profile
        self.settings = {"seed": seed, "limit": limit, "profile": profile, **settings}
        self.set_name = set_of(dataset)
        self.folder = data_root() / self.set_name
        rows, self.manifest = load_set(dataset)
        self.sizes = file_sizes(self.set_name)
        rows = self.select_rows(rows)
        if rows.empty:
            raise DataError(f"{self.folder} has no rows for {dataset}")
        if limit is not None:
            rows = stratified(rows, limit, self.CATEGORY, seed)
        self.rows = rows.reset_index(drop=True)
        self._records = self.rows.to_dict("records")  # a frame takes 0.3 ms to give one row
        self._row_of = {index: position for position, index in enumerate(self.rows["index"])}
        self.data = self._host_view(self.rows)
        self.img_root = str(self.folder)
        self.meta_only, self.skip_noimg = True, True

    @classmethod
    def supported_datasets(cls) -> list[str]:
        """All names of this class, demo sets included."""
        names = next(card.dataset_names for card in all_cards() if card.name == cls.BENCHMARK)
        return [name for name in names if name not in cls.left_out]

    def select_rows(self, rows: pd.DataFrame) -> pd.DataFrame:
        """The rows of the set that belong to this dataset name."""
        return rows

    def messages(self, row: Mapping[str, str]) -> list[dict[str, str]]:
        """The host message for one row: ``[{"type": "image" | "text", "value": ...}, ...]``."""
        raise NotImplementedError

    def pipeline(self, row: Mapping[str, str], traits: ModelTraits) -> Generator[Turn, str, dict[str, Any]]:
        """The generator that answers one row in several turns; used where `has_pipelines` is true."""
        raise NotImplementedError

    def score(self, items: pd.DataFrame, judge: Callable[[str], str] | None = None) -> ScoreReport:
        """Scores of rows with their predictions.

        Args:
            items: The rows plus ``prediction`` (text) and ``failed`` (bool).
            judge: Asks the host's judge model, when the user gave one.
        """
        raise NotImplementedError

    def image(self, relative: str) -> str:
        """Absolute path of one of the set's images.

        Raises:
            DataError: The image is missing or damaged; the sample is then counted as failed.
        """
        path = inside(self.folder, relative)
        size = self.sizes.get(relative)
        if size is None or not path.is_file():
            raise DataError(f"{relative} is missing from {self.folder}")
        if path.stat().st_size != size:
            raise DataError(f"{relative} in {self.folder} is damaged; build {self.set_name} again")
        return str(path)

    def build_prompt(self, line: Any) -> Prompt:
        """The prompt of one row, given as a position, a row of `data`, or a mapping with ``index``.

        Never raises for a single bad row (the host's API mode would drop the whole dataset): such a row becomes a
        sample that fails without a call, with the reason in its prediction.
        """
        row = self.row(line)
        pipeline: Any = partial(self.pipeline, row) if self.has_pipelines else None
        try:
            messages = self.messages(row)
        except Exception as error:
            logger.warning("%s, row %s: %s", self.dataset_name, row["index"], error)
            messages = [{"type": "text", "value": f"row {row['index']} cannot be shown"}]
            pipeline = partial(_unanswerable, f"row {row['index']}: {error}")
        return Prompt(
            messages,
            row=row,
            benchmark=self.BENCHMARK,
            dataset=self.dataset_name,
            pipeline=pipeline,
            journal_key=self.journal_key,
        )

    def row(self, line: Any) -> dict[str, str]:
        """The full row, all text, for whatever the host passes."""
        if isinstance(line, int) and not isinstance(line, bool):
            return dict(self._records[line])
        return dict(self._records[self._row_of[str(line["index"])]])

    def dump_image(self, line: Any) -> list[str]:
        """Absolute paths of a row's images, for models that build their own prompts."""
        return [item["value"] for item in self.messages(self.row(line)) if item["type"] == "image"]

    @cached_property
    def journal_key(self) -> str:
        """Names data and settings: an interrupted run is continued only with the same."""
        text = json.dumps([self.manifest.digest, self.settings, __version__], sort_keys=True, default=str)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def evaluate(self, eval_file: str, **judge_kwargs: Any) -> dict[str, float]:
        """Score a prediction file of the host.

        Writes ``<stem>_hvs_items.tsv`` and ``<stem>_hvs_scores.json`` beside it.

        Args:
            eval_file: Prediction file (xlsx, tsv or json).
            **judge_kwargs: As the host passes them; ``model`` names a judge.

        Returns:
            Flat metrics; ``Overall`` is the headline.

        Raises:
            DataError: The file does not fit this dataset; the message names the rows.
        """
        predictions = read_predictions(eval_file)
        items = join_predictions(self._asked(), predictions, eval_file)
        report = self.score(items, make_judge(judge_kwargs))
        failed = int(items["failed"].sum())
        cut = cut_cells(eval_file, predictions)
        if failed:
            report.warnings.append(f"{failed} of {len(items)} samples failed during inference and count as unanswered")
        if cut:
            report.warnings.append(f"{cut} predictions were cut by the xlsx format; run with PRED_FORMAT=tsv")
        stem = os.path.splitext(os.path.basename(eval_file))[0]
        folder = Path(eval_file).parent
        finish_journals(folder, stem)
        scores = {
            "dataset": self.dataset_name,
            "model": stem.removesuffix(f"_{self.dataset_name}"),
            "benchmark": self.BENCHMARK,
            "metrics": report.metrics,
            "intervals": report.intervals,
            "details": report.details,
            "warnings": [*self.manifest.warnings, *report.warnings],
            "counts": {"samples": len(items), "failed": failed, "cut_cells": cut},
            "settings": self.settings,
            "data": {"set": self.set_name, "digest": self.manifest.digest, "source": self.manifest.source},
            "version": __version__,
        }
        write_results(folder, stem, report.items, scores)
        for warning in report.warnings:
            logger.warning("%s: %s", self.dataset_name, warning)
        return {name: value for name, value in plain(report.metrics).items() if value is not None}

    def _asked(self) -> pd.DataFrame:
        """The rows that the host asked: its own ``--limit`` cuts `data`; its API mode takes `data` away."""
        if self.data is None or len(self.data) == len(self.rows):
            return self.rows
        return self.rows[self.rows["index"].isin(self.data["index"].astype(str))].reset_index(drop=True)

    @classmethod
    def report_primary_metric(cls, metrics: dict[str, Any] | None) -> dict[str, float]:
        """The headline only: the host would otherwise pick any key that contains "overall" or "acc"."""
        overall = (metrics or {}).get("Overall")
        return {} if overall is None else {"Overall": overall}

    @classmethod
    def get_judge_file(cls, eval_file: str | Path, judge_model: str | None = None) -> None:
        """None: the host would take our item table for a judge's log and count words in it as failures."""
        return None

    @staticmethod
    def _host_view(rows: pd.DataFrame) -> pd.DataFrame:
        """What the host may see and store: short columns, integer index, no column that it would interpret."""
        short = [name for name in rows if rows[name].str.len().max() <= _HOST_CELL]
        view = rows[["index", *(name for name in short if name not in ("index", "image", "prediction"))]].copy()
        view["index"] = view["index"].astype(int)
        return view


def _unanswerable(reason: str, traits: ModelTraits) -> Generator[Turn, str, dict[str, Any]]:
    raise DataError(reason)
    yield  # makes this a generator, as the driver expects
