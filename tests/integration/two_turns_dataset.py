"""A benchmark of two turns that only the tests install, as a package of its own with an entry point.

Turn one shows two pictures and asks for the first one's colour; turn two shows them the other way round and quotes the
reply, so a right answer to both proves that the pipeline was driven, with the right pictures, in the right order.
"""

import json
from collections.abc import Mapping

import pandas as pd

from vlmeval_hvs.dataset import HVSDataset
from vlmeval_hvs.messages import Message, ModelTraits, Pipeline, Turn, image, text
from vlmeval_hvs.options import Options
from vlmeval_hvs.results.contract import ScoreReport

FOLLOW_UP = 'You answered "{reply}". The pictures have changed places. Which colour is the first one now?'


class TwoTurnsDataset(HVSDataset[Options]):
    """See the module."""

    BENCHMARK = "TwoTurns"
    DEFAULT = "TwoTurns"
    OPTIONS = Options

    def _show(self, row: Mapping[str, str], words: str, backwards: bool = False) -> Message:
        paths = json.loads(row["image_path"])[:: -1 if backwards else 1]
        return [*(image(self.image(path)) for path in paths), text(words)]

    def pipeline(self, row: Mapping[str, str], traits: ModelTraits) -> Pipeline:
        first = yield Turn(self._show(row, row["question"]), step="first")
        second = yield Turn(self._show(row, FOLLOW_UP.format(reply=first), backwards=True), step="second")
        return {"answer": second, "first": first, "model": traits.name, "interleave": traits.interleave}

    def score(self, items: pd.DataFrame, judge: object = None) -> ScoreReport:
        first = [(record or {}).get("first") for record in items["record"]]
        right = (items["reply"] == items["second"]) & (pd.Series(first, index=items.index) == items["first"])
        read = {"answer": items["reply"], "rule": "whole", "fallback": items["reply"] == "", "score": right}
        both = {**read, **{f"{name}_paper": values for name, values in read.items()}}
        share = float(right.mean())
        return ScoreReport({"Overall": share, "Overall_paper": share}, pd.DataFrame(both))
