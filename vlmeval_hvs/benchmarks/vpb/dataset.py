"""VP-Bench as a host dataset: perception of visual prompts (Stage 1) and tasks that use them (Stage 2)."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from functools import partial
from typing import Any

import pandas as pd

from vlmeval_hvs.benchmarks.vpb.scoring import score
from vlmeval_hvs.benchmarks.vpb.stage2 import R_BVP, Renderer, join_images, text_prompt
from vlmeval_hvs.benchmarks.vpb.wording import ask, context_line, options_of
from vlmeval_hvs.dataset import HVSDataset
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import data_root
from vlmeval_hvs.messages import ModelTraits, Prompt, Turn, read_record
from vlmeval_hvs.registry import base_name
from vlmeval_hvs.results.report import ScoreReport
from vlmeval_hvs.visual_prompts import StyleError

SIDE_BY_SIDE = "The images are shown side by side, the first one on the left."


class VPBDataset(HVSDataset):
    """VP-Bench.

    Args:
        dataset: ``VPB_Stage1``, ``VPB_Stage1_NoDescription``, ``VPB_Stage2`` or ``VPB_Stage2_TextPrompt``.
        seed: Decides the wobble of hand-drawn prompts and the side of arrows (Stage 2).
        limit: Use only so many rows, drawn evenly over shapes or tasks.
        profile: ``robust`` or ``paper`` (the official first-letter rule).
        visual_prompt: Stage 2: a style such as ``bbox(red, none, medium)``, or ``R-BVP``: a frozen draw per sample from
            the 19 distinct best styles of the paper's Table 5.
        geometry: Stage 2: ``scaled`` or ``official`` sizes.
        contrast: Stage 2: ``lab`` or ``swapped`` (the official rule, with red and blue exchanged).
        description: Put the sentence that explains the visual prompt first. None: as the dataset name says (off for
            ``VPB_Stage1_NoDescription``, else on).
    """

    BENCHMARK = "VPB"

    def __init__(
        self,
        dataset: str,
        seed: int = 0,
        limit: int | None = None,
        profile: str = "robust",
        visual_prompt: str = R_BVP,
        geometry: str = "scaled",
        contrast: str = "lab",
        description: bool | None = None,
    ) -> None:
        name = base_name(dataset)
        self.stage = 1 if name.startswith("VPB_Stage1") else 2
        self.in_words = name == "VPB_Stage2_TextPrompt"
        if (self.stage == 1 or self.in_words) and visual_prompt != R_BVP:
            raise DataError(f"visual_prompt={visual_prompt!r} is an option of VPB_Stage2; {dataset} draws nothing")
        self.description = not name.endswith("_NoDescription") if description is None else description
        super().__init__(
            dataset, seed=seed, limit=limit, profile=profile, visual_prompt=visual_prompt, geometry=geometry,
            contrast=contrast, description=self.description,
        )  # fmt: skip
        self.renderer = None
        if self.stage == 2 and not self.in_words:
            cache = data_root() / ".rendered" / self.set_name / self.manifest.digest[:16]
            try:
                self.renderer = Renderer(cache, visual_prompt, geometry, contrast, seed)
            except (StyleError, ValueError) as error:
                raise DataError(f"VPB options: {error}") from error

    def messages(self, row: Mapping[str, str]) -> list[dict[str, str]]:
        """Image or images, then context line, question, options and instruction (Tables 16 and 17)."""
        if self.stage == 1:
            context = context_line(row["context"]) if self.description else ""
            return self._message([self.image(row["image_path"])], ask(row["question"], options_of(row), context))
        if self.renderer is None:
            images, text = text_prompt(row, self.image)
            return self._message(images, text)
        sample = self.renderer.sample(row, self.image)
        context = context_line(sample.style.description) if self.description else ""
        return self._message(sample.images, ask(sample.question, options_of(row), context))

    def build_prompt(self, line: Any) -> Prompt:
        """The prompt of one row; rows with several images ask by a pipeline, which knows what the model takes."""
        prompt = super().build_prompt(line)
        if prompt.pipeline is None and len(prompt.images) > 1:
            prompt.pipeline = partial(self._several_views, prompt.images, prompt.text)
        return prompt

    def _several_views(self, images: list[str], text: str, traits: ModelTraits) -> Generator[Turn, str, dict[str, Any]]:
        """One question about several images, side by side for models that would see the first one only."""
        if not traits.interleave:
            folder = data_root() / ".rendered" / self.set_name / "joined"
            images, text = [join_images(images, folder)], f"{SIDE_BY_SIDE}\n{text}"
        answer = yield Turn(self._message(images, text))
        return {"answer": answer, "images": len(images)}

    def score(self, items: pd.DataFrame, judge: Callable[[str], str] | None = None) -> ScoreReport:
        """Accuracy with its breakdowns; the judge is not needed, as replies are letters or option texts."""
        records = [read_record(text) for text in items["prediction"]]
        replies = [str(r["answer"]) if r else text for r, text in zip(records, items["prediction"], strict=True)]
        items = items.assign(prediction=replies)
        if self.renderer is not None:
            styles = [self.renderer.style_of(index) for index in items["index"]]
            items = items.assign(vp_style=[str(s) for s in styles], vp_shape=[s.shape for s in styles])
        report = score(items, self.stage, self.profile)
        report.details["visual_prompt"] = self.settings["visual_prompt"] if self.renderer else "none"
        return report

    @staticmethod
    def _message(images: list[str], text: str) -> list[dict[str, Any]]:
        return [*({"type": "image", "value": path} for path in images), {"type": "text", "value": text}]
