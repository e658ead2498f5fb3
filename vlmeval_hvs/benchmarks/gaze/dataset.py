"""Questions about gaze targets: `GazeTarget`, `GazeTarget_Pilot`, `GazeTarget_PrePilot`."""

import hashlib
from collections.abc import Mapping
from typing import Any

import pandas as pd

from vlmeval_hvs.benchmarks.gaze.answers import Scale
from vlmeval_hvs.benchmarks.gaze.options import GazeTargetOptions
from vlmeval_hvs.benchmarks.gaze.responses import DEMO_OBSERVER, PEOPLE_NOTE, of_own
from vlmeval_hvs.benchmarks.gaze.scoring import score
from vlmeval_hvs.benchmarks.gaze.wording import POINT_TEMPLATE, Template, ask, asked, templates
from vlmeval_hvs.dataset import HVSDataset
from vlmeval_hvs.errors import DataError, OptionError
from vlmeval_hvs.messages import Message
from vlmeval_hvs.metrics.characterization.results import HumanReference, as_reference
from vlmeval_hvs.names import is_demo
from vlmeval_hvs.registry import base_name
from vlmeval_hvs.results.compare import Design
from vlmeval_hvs.results.contract import ScoreReport
from vlmeval_hvs.sets import records

PROXIMITY_NOTE = "proximity"  # note in the manifest about the source's scale; sets without it may have it reversed
STUDY = {
    "GazeTarget": "main", "GazeTarget_Pilot": "pilot", "GazeTarget_PrePilot": "prepilot",
    "GazeTarget_Psychometric": "psychometric",
}  # fmt: skip
WORDING = {"psychometric": "main"}  # studies that ask with the prompts of another one


class GazeTargetDataset(HVSDataset[GazeTargetOptions]):
    """Which object does the person look at? Options: `GazeTargetOptions`."""

    BENCHMARK = "GazeTarget"
    DEFAULT = "GazeTarget"
    OPTIONS = GazeTargetOptions
    DESIGN = Design(
        cluster="scene_id",
        slices=("proximity", "condition"),
        metrics={"wrongness": "Wrongness", "at_head": "share at the head's target"},
        beside=("engine", "human", "human_error", "margin"),
    )

    def select_rows(self, rows: pd.DataFrame) -> pd.DataFrame:
        """Rows of this study and of the chosen templates, without attention checks, each with its question."""
        if PROXIMITY_NOTE not in self.manifest.notes and not is_demo(self.set_name):
            raise DataError(
                f"{self.folder} was built by an earlier version, which did not reverse the source's proximity scale "
                "(3 is farthest). Build it again: vlmeval-hvs build GazeTarget"
            )
        study = STUDY[base_name(self.dataset_name)]
        rows = rows[(rows["study"] == study) & (rows["attention_check"] != "1")]
        if rows.empty:
            raise DataError(f"{self.folder} holds no {study} photos; build it again from a source that has them")
        wording = templates(WORDING.get(study, study), self.options.templates)
        rows = rows[rows["prompt_id"].astype(int).isin(self._wanted(wording, rows))]
        self._check_people(rows)
        if self.options.answers != "letter":
            rows = rows.drop_duplicates("stimulus_id")  # a point does not depend on a prompt's wording
        # The set holds facts only. Sets of earlier versions hold questions too; these columns replace theirs.
        cells = [asked(row, wording[int(row["prompt_id"])], self.seed) for row in records(rows)]
        return rows.assign(**pd.DataFrame(cells, index=rows.index))

    def draw(self, rows: pd.DataFrame, limit: int) -> pd.DataFrame:
        """Whole scenes, one prompt at a time."""
        return by_scene(rows, limit, self.seed)

    def messages(self, row: Mapping[str, str]) -> Message:
        """The photo and the question."""
        question = row["question"] if self.options.answers == "letter" else POINT_TEMPLATE
        return ask(question, self.image(row["image_path"]))

    def reply_case(self, row: Mapping[str, str]) -> dict[str, Any]:
        """The question with its objects as they were listed, or a point."""
        if self.options.answers != "letter":
            return {"kind": "fixation", "question": POINT_TEMPLATE}
        names = row["objects"].split("+")
        shown = [names[int(place)] for place in row["option_order"]]
        return {"kind": "option", "question": row["question"], "options": shown}

    def score(self, items: pd.DataFrame) -> ScoreReport:
        """Accuracy, Wrongness, and which cue the answers follow."""
        options, scale = self.options, None
        if options.answers != "letter":
            from PIL import Image

            shapes = {}
            for path in items["image_path"].unique():
                with Image.open(self.image(path)) as picture:
                    shapes[path] = picture.height, picture.width
            scale = Scale(options.answer_frame, shapes, options.answer_axes)
        drawn = options.human is None and is_demo(self.dataset_name)
        people: HumanReference | None = as_reference(DEMO_OBSERVER if drawn else options.human, options.human_error)
        if options.human is None and PEOPLE_NOTE in self.manifest.notes:
            people = of_own(self.manifest.notes[PEOPLE_NOTE], set(self.rows["n_objects"]))
        return score(items, self.reading, options.answers, options.engine, people, self.seed, options.margin, scale)

    def _wanted(self, wording: Mapping[int, Template], rows: pd.DataFrame) -> set[int]:
        present = set(rows["prompt_id"].astype(int))
        wanted = set(wording) & present if self.options.prompts is None else set(self.options.prompts)
        for place, known in (("templates file", set(wording)), ("set", present)):
            if unknown := wanted - known:
                words = f"prompt {min(unknown)} is not in the {place}; there are {sorted(known)}"
                raise OptionError(f"{self.dataset_name}: prompts={self.options.prompts}: {words}")
        return wanted

    def _check_people(self, rows: pd.DataFrame) -> None:
        """Refuse a human reference that lacks a number of objects, and errors without their accuracies."""
        human, error = self.options.human, self.options.human_error
        if error is not None and not set(error) <= set(human or {}):
            raise OptionError(f"{self.dataset_name}: human_error={error} needs accuracies of the same objects in human")
        missing = [] if human is None else sorted(set(rows["n_objects"]) - set(human))
        if missing:
            raise OptionError(f"{self.dataset_name}: human={human} has no accuracy for {missing[0]} objects")


def by_scene(rows: pd.DataFrame, limit: int, seed: int) -> pd.DataFrame:
    """Draw ``limit`` rows scene by scene, in the rows' order.

    All photos of a scene are asked with one prompt before the next scene follows, taking turns over the numbers of
    objects; then each scene's second prompt follows, and so on: the 16 prompts of a photo are nearly one observation.
    The order depends on seed and names only, so a larger limit keeps the rows of a smaller one.
    """
    if limit >= len(rows):
        return rows

    def drawn(*parts: str) -> str:
        return hashlib.sha256("\x1f".join((str(seed), *parts)).encode()).hexdigest()

    scenes = rows[["scene_id", "n_objects"]].drop_duplicates("scene_id")
    scenes = scenes.assign(draw=scenes["scene_id"].map(drawn)).sort_values("draw")
    scenes["turn"] = scenes.groupby("n_objects").cumcount()
    place = {scene: at for at, scene in enumerate(scenes.sort_values(["turn", "n_objects"])["scene_id"])}
    asked = rows[["scene_id", "prompt_id"]].drop_duplicates()
    asked = asked.assign(draw=[drawn(*pair) for pair in asked.itertuples(index=False)]).sort_values("draw")
    asked["turn"] = asked.groupby("scene_id").cumcount()
    frame = rows[["scene_id", "prompt_id", "index"]].merge(asked, how="left", on=["scene_id", "prompt_id"])
    frame = frame.assign(scene=frame["scene_id"].map(place), draw=frame["index"].map(drawn))
    return rows.iloc[sorted(frame.sort_values(["turn", "scene", "draw"]).index[:limit])]
