"""HVSBench, whole or one field, with the questions as released."""

from collections.abc import Mapping
from typing import Any, ClassVar

import pandas as pd

from vlmeval_hvs.benchmarks.hvsbench.captions import read_captions
from vlmeval_hvs.benchmarks.hvsbench.options import HVSBenchOptions
from vlmeval_hvs.benchmarks.hvsbench.pipeline import explained
from vlmeval_hvs.benchmarks.hvsbench.questions import FIELDS
from vlmeval_hvs.benchmarks.hvsbench.replies import question_of
from vlmeval_hvs.benchmarks.hvsbench.scoring import score_hvsbench
from vlmeval_hvs.benchmarks.hvsbench.wording import Examples, announcement, asked, caption_request, hint_of, solved
from vlmeval_hvs.dataset import HVSDataset
from vlmeval_hvs.errors import OptionError
from vlmeval_hvs.messages import EXPLANATION, Message, ModelTraits, Pipeline, image, system, text
from vlmeval_hvs.probe import SENDS_SYSTEM, SHOWS_SEVERAL
from vlmeval_hvs.registry import base_name
from vlmeval_hvs.results.compare import Design
from vlmeval_hvs.results.contract import ScoreReport
from vlmeval_hvs.sets import records


class HVSBenchDataset(HVSDataset[HVSBenchOptions]):
    """HVSBench, whole or one field (``HVSBench_<Field>``), with the questions as released and `HVSBenchOptions`."""

    BENCHMARK = "HVSBench"
    DEFAULT = "HVSBench"
    CATEGORY: ClassVar[str] = "question_type"
    OPTIONS = HVSBenchOptions
    DESIGN = Design(
        cluster="image_path",
        slices=("field", "question_type"),
        metrics={
            "error": "error of counts",
            **{name: f"scanpath {name}" for name in ("shape", "direction", "length", "position", "duration")},
        },
        absolute=("error",),
    )

    def select_rows(self, rows: pd.DataFrame) -> pd.DataFrame:
        """Rows of the field that the dataset's name ends with, all rows without one."""
        field = base_name(self.dataset_name).removeprefix("HVSBench").lstrip("_")
        chosen = rows[rows["field"] == field] if field in FIELDS else rows
        if self.options.prompt == "few-shot":  # before the limit, so that a row's examples do not depend on it
            self.examples = Examples(records(chosen), self.options.shots, self.seed)
        return chosen

    def prepare(self) -> None:
        """Read the captions."""
        wanted, path = self.options.caption, self.options.caption_file
        self.captions: Mapping[str, str] = {}
        if wanted != "none" and path is not None:
            self.captions = read_captions(path, self.rows)
        elif wanted != "none":
            if f"caption_{wanted}" not in self.rows:
                raise OptionError(
                    f"{self.dataset_name}: caption={wanted} needs captions; {self.set_name} has no column "
                    f"caption_{wanted}: give a file with captions as caption_file, such as replies to: "
                    f"{caption_request(wanted)}"
                )
            self.captions = dict(zip(self.rows["index"], self.rows[f"caption_{wanted}"], strict=True))

    def pipeline(self, row: Mapping[str, str], traits: ModelTraits) -> Pipeline | None:
        """One turn asks, a second one why; a model of one image would see that of a solved example (`OptionError`)."""
        if self.options.prompt == "few-shot" and not traits.interleave:
            raise OptionError(f"prompt=few-shot needs a model that takes several images; {traits.name} takes one")
        return explained(self.messages(row)) if self.options.explain else None

    def needs(self) -> frozenset[str]:
        """Pictures; with solved examples several in one message, and a system message where hints go there."""
        options, more = self.options, set()
        if options.prompt == "few-shot":
            more.add(SHOWS_SEVERAL)
        if options.hint != "none" and options.hint_position == "system":
            more.add(SENDS_SYSTEM)
        return super().needs() | more

    def messages(self, row: Mapping[str, str]) -> Message:
        """Image, then the released question; hint, caption and examples where the options put them."""
        picture, options = image(self.image(row["image_path"])), self.options
        question = asked(row["question"], options.prompt)
        if options.caption != "none":
            question = f"{self.captions[row['index']]}\n{question}"
        hint = "" if options.hint == "none" else hint_of(row)
        if hint and options.hint_position == "question":
            question = f"{hint}\n{question}"
        message: Message = []
        if options.prompt == "few-shot":
            message.append(text(announcement(options.shots)))
            for example in self.examples.of(row):
                message += [image(self.image(example["image_path"])), text(solved(example))]
        message += [picture, text(question)]
        if hint and options.hint_position != "question":
            message.insert(0, system(hint) if options.hint_position == "system" else text(hint))
        return message

    def score(self, items: pd.DataFrame) -> ScoreReport:
        """Accuracies, counting errors and MultiMatch."""
        rules, n_resamples = self.options.rules, self.options.n_resamples
        report = score_hvsbench(items, self.reading, rules, self.seed, n_resamples)
        report.items = report.items.assign(image_path=items["image_path"].to_numpy())
        if "record" in items and self.options.explain:
            report.items[EXPLANATION] = [str((record or {}).get(EXPLANATION, "")) for record in items["record"]]
        return report

    def reply_case(self, row: Mapping[str, str]) -> dict[str, Any]:
        """The question of a row with its kind of answer, letters and options."""
        found = question_of(row)
        known: dict[str, Any] = {"kind": found.kind, "question": row["question"]}
        if found.kind in ("choice", "order"):
            known |= {"labels": found.labels, "options": found.options and list(found.options)}
        if found.size:
            known["size"] = found.size
        return known
