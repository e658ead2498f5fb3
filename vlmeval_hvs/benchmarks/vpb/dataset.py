"""VP-Bench: perception of visual prompts (Stage 1) and tasks that use them (Stage 2)."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from vlmeval_hvs.benchmarks.vpb.options import VPBOptions
from vlmeval_hvs.benchmarks.vpb.scoring import headline_weights, score
from vlmeval_hvs.benchmarks.vpb.stage2 import Renderer, image_names, join_images, text_prompt
from vlmeval_hvs.benchmarks.vpb.wording import SIDE_BY_SIDE, ask, asked_of, context_line
from vlmeval_hvs.cache import ImageCache
from vlmeval_hvs.choices import options_of
from vlmeval_hvs.dataset import HVSDataset
from vlmeval_hvs.files import data_root
from vlmeval_hvs.messages import Message, ModelTraits, Pipeline, Turn, image, text
from vlmeval_hvs.registry import base_name
from vlmeval_hvs.results.compare import Design
from vlmeval_hvs.results.contract import ScoreReport
from vlmeval_hvs.visual_prompts.styles import GEOMETRIES, RULES


def drawing_of(source: str) -> dict[str, str]:
    """The geometry and the contrast rule with which the pictures of a Stage 1 set were drawn."""
    released = source.startswith("VP-Bench Stage 1 release")
    return {"geometry": GEOMETRIES[released], "contrast": RULES[released]}


class VPBDataset(HVSDataset[VPBOptions]):
    """VP-Bench: ``VPB_Stage1``, ``VPB_Stage1_NoDescription``, ``VPB_Stage2`` or ``VPB_Stage2_TextPrompt``.

    The options are declared in `vlmeval_hvs.benchmarks.vpb.options`. The seed decides the wobble of hand-drawn prompts
    and the side of arrows in Stage 2.
    """

    BENCHMARK = "VPB"
    OPTIONS = VPBOptions
    DESIGN = Design(cluster="source_image", slices=("question_type", "task", "vp_shape"), weights=headline_weights)

    def prepare(self) -> None:
        """Set up the drawing of Stage 2."""
        name, options = base_name(self.dataset_name), self.options
        self.stage = 1 if name.startswith("VPB_Stage1") else 2
        self.described = options.describes(self.dataset_name)
        self.kept = data_root() / ".rendered"
        self.rendered = self.kept / self.set_name
        self.renderer: Renderer | None = None
        if name == "VPB_Stage2":
            cache = self.rendered / self.manifest.digest[:16]
            how = (options.visual_prompt, options.geometry, options.contrast, self.seed)
            self.renderer = Renderer(cache, *how, root=self.kept)

    def cache_folders(self) -> list[tuple[Path, int]]:
        """The folder of the drawings, and that of pictures joined for models that take one."""
        found = []
        if self.renderer is not None:
            found.append((self.renderer.pictures.folder, self.renderer.cost(self._records)))
        if any(len(image_names(row)) > 1 for row in self._records):
            found.append((ImageCache(self.rendered / "joined", self.kept).folder, 0))
        return found

    def messages(self, row: Mapping[str, str]) -> Message:
        """Image or images, then context line, question, options and instruction (Tables 16 and 17)."""
        return _message(*self.shown(row))

    def pipeline(self, row: Mapping[str, str], traits: ModelTraits) -> Pipeline | None:
        """Rows with several images ask by a pipeline, which knows what the model takes."""
        return self._several_views(row, traits) if len(image_names(row)) > 1 else None

    def reply_case(self, row: Mapping[str, str]) -> dict[str, Any]:
        """The question with its options, as readers of its reply know it."""
        return {"kind": "option", "question": asked_of(row), "options": options_of(row)}

    def score(self, items: pd.DataFrame) -> ScoreReport:
        """Accuracy with its breakdowns."""
        if self.renderer is None:
            report = score(items, self.stage, self.reading)
            if self.stage == 1:
                report.details["drawing"] = drawing_of(self.manifest.source)
            return report
        styles = [self.renderer.style_of(index) for index in items["index"]]
        items = items.assign(vp_style=[str(style) for style in styles], vp_shape=[style.shape for style in styles])
        return score(items, self.stage, self.reading, self.options.visual_prompt)

    def shown(self, row: Mapping[str, str]) -> tuple[list[str], str]:
        """Paths of the images of a row, and the text."""
        if self.stage == 1:
            context = context_line(row["context"]) if self.described else ""
            return [self.image(row["image_path"])], ask(row["question"], options_of(row), context)
        if self.renderer is None:
            return text_prompt(row, self.image)
        sample = self.renderer.sample(row, self.image)
        context = context_line(sample.style.description) if self.described else ""
        return sample.images, ask(sample.question, options_of(row), context)

    def _several_views(self, row: Mapping[str, str], traits: ModelTraits) -> Pipeline:
        """One question about several images, side by side for models that would see the first one only."""
        images, words = self.shown(row)
        if not traits.interleave:
            images, words = [join_images(images, self.rendered / "joined", self.kept)], f"{SIDE_BY_SIDE}\n{words}"
        answer = yield Turn(_message(images, words))
        return {"answer": answer, "images": len(images)}


def _message(images: Sequence[str], words: str) -> Message:
    return [*map(image, images), text(words)]
