"""Gaze-target questions as a host dataset: `GazeTarget`, `GazeTarget_Pilot`, `GazeTarget_PrePilot`."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping

import pandas as pd

from vlmeval_hvs.benchmarks.gaze.answers import ANSWERS
from vlmeval_hvs.benchmarks.gaze.scoring import score
from vlmeval_hvs.benchmarks.gaze.wording import POINT_TEMPLATE, messages, templates, trial
from vlmeval_hvs.dataset import HVSDataset
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics.characterization.analysis import ENGINES
from vlmeval_hvs.options import one_of
from vlmeval_hvs.registry import base_name
from vlmeval_hvs.results.report import ScoreReport

logger = logging.getLogger("vlmeval_hvs")

STUDY = {"GazeTarget": "main", "GazeTarget_Pilot": "pilot", "GazeTarget_PrePilot": "prepilot"}


class GazeTargetDataset(HVSDataset):
    """Which object does the person look at?

    Args:
        dataset: ``GazeTarget``, ``GazeTarget_Pilot`` or ``GazeTarget_PrePilot``.
        seed: Of the option order, the draw of `limit`, and all resampling.
        limit: Use only so many rows.
        profile: Which reading of the replies is the headline.
        prompts: Numbers of the templates to use (all when None): two of the 16 cost an eighth of a run.
        templates: JSON or CSV file with templates that replace the shipped ones.
        answers: ``"letter"``; ``"point-l2"`` or ``"point-dx"`` asks for a point and takes the nearest object.
        engine: Statistics of the characterization.
        human: Accuracy of people by number of objects, for example ``{"2": 0.94, "3": 0.88, "4": 0.76}``.
    """

    BENCHMARK = "GazeTarget"

    def __init__(
        self,
        dataset: str = "GazeTarget",
        seed: int = 0,
        limit: int | None = None,
        profile: str = "robust",
        prompts: list[int] | None = None,
        templates: str | None = None,
        answers: str = "letter",
        engine: str = "fixed-effects",
        human: Mapping[str, float] | None = None,
    ) -> None:
        one_of("answers", answers, ANSWERS)
        one_of("engine", engine, ENGINES)
        self.prompts, self.templates, self.answers = prompts, templates, answers
        self.engine, self.human = engine, human
        super().__init__(
            dataset, seed=seed, limit=limit, profile=profile, prompts=prompts, templates=templates, answers=answers,
            engine=engine, human=human,
        )  # fmt: skip

    def select_rows(self, rows: pd.DataFrame) -> pd.DataFrame:
        """Rows of this study and of the chosen templates, without attention checks; asked as the options say."""
        study = STUDY[base_name(self.dataset_name)]
        rows = rows[(rows["study"] == study) & (rows["attention_check"] != "1")]
        if rows.empty:
            raise DataError(f"{self.folder} holds no {study} photos; its source had none")
        wording = templates(study, self.templates)
        present = set(rows["prompt_id"].astype(int))
        wanted = set(wording) & present if self.prompts is None else set(self.prompts)
        for place, known in (("templates file", set(wording)), ("data set", present)):
            if wanted - known:
                raise DataError(f"prompt {min(wanted - known)} is not in the {place}; there are {sorted(known)}")
        if self.templates is not None and set(wording) != wanted:
            unused = sorted(set(wording) - wanted)
            logger.warning("%s: prompts %s of %s are not used", self.dataset_name, unused, self.templates)
        rows = rows[rows["prompt_id"].astype(int).isin(wanted)]
        if self.seed == 0 and self.templates is None:
            return rows
        new = [trial(row, wording[int(row["prompt_id"])], self.seed) for row in rows.to_dict("records")]
        flags = {
            name: [str(int(getattr(wording[int(prompt)], key))) for prompt in rows["prompt_id"]]
            for name, key in (("task_hint", "task_hint"), ("object_order", "object_order"),
                              ("prompt_reconstructed", "reconstructed"))
        }  # fmt: skip
        return rows.assign(**pd.DataFrame(new, index=rows.index), **flags)

    def messages(self, row: Mapping[str, str]) -> list[dict[str, str]]:
        """The photo and the question."""
        question = row["question"] if self.answers == "letter" else POINT_TEMPLATE
        return messages(question, self.image(row["image_path"]))

    def score(self, items: pd.DataFrame, judge: Callable[[str], str] | None = None) -> ScoreReport:
        """Accuracy, Wrongness, and which cue the answers follow."""
        report = score(items, judge, self.profile, self.answers, self.engine, self.human, self.seed)
        print(f"{self.dataset_name}: {report.details['explanation']}")  # beside the host's own table of results
        return report
