"""A benchmark of two turns that only the tests install: its card and this module are put beside the plugin.

Turn one shows two pictures and asks for the first one's colour; turn two shows them the other way round and quotes the
reply, so a right answer to both proves that the pipeline was driven, with the right pictures, in the right order.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Mapping
from typing import Any

import pandas as pd
from vlmeval_hvs.results.report import ScoreReport

from vlmeval_hvs.dataset import HVSDataset
from vlmeval_hvs.messages import ModelTraits, Turn, read_record

FOLLOW_UP = 'You answered "{reply}". The pictures have changed places. Which colour is the first one now?'


class TwoTurnsDataset(HVSDataset):
    """See the module."""

    BENCHMARK = "TwoTurns"
    has_pipelines = True

    def __init__(
        self, dataset: str = "TwoTurns", seed: int = 0, limit: int | None = None, profile: str = "robust"
    ) -> None:
        super().__init__(dataset, seed=seed, limit=limit, profile=profile)

    def _show(self, row: Mapping[str, str], text: str, backwards: bool = False) -> list[dict[str, str]]:
        paths = json.loads(row["image_path"])[:: -1 if backwards else 1]
        images = [{"type": "image", "value": self.image(path)} for path in paths]
        return [*images, {"type": "text", "value": text}]

    def messages(self, row: Mapping[str, str]) -> list[dict[str, str]]:
        return self._show(row, row["question"])

    def pipeline(self, row: Mapping[str, str], traits: ModelTraits) -> Generator[Turn, str, dict[str, Any]]:
        first = yield Turn(self._show(row, row["question"]), step="first")
        second = yield Turn(self._show(row, FOLLOW_UP.format(reply=first), backwards=True), step="second")
        return {"answer": second, "first": first, "model": traits.name, "interleave": traits.interleave}

    def score(self, items: pd.DataFrame, judge: Callable[[str], str] | None = None) -> ScoreReport:
        records = [read_record(prediction) or {} for prediction in items["prediction"]]
        got = pd.DataFrame({"first": [r.get("first") for r in records], "second": [r.get("answer") for r in records]})
        right = (got == items[["first", "second"]].reset_index(drop=True)).all(axis=1)
        return ScoreReport(metrics={"Overall": float(right.mean())}, items=items.assign(right=right.to_numpy()))
