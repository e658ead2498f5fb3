"""One sample of an ActiView pipeline: asks turns, records them, and serves models that take one image."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from vlmeval_hvs.benchmarks.actiview.wording import DESCRIBE, Picture, Segment, Wording, joined, split_fields
from vlmeval_hvs.messages import Message, Turn, image, text

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
Result = TypeVar("Result")
Asking = Generator[Turn, str, Result]

REPLY_CHARS = 200
ANSWER_CHARS = 4000
DESCRIPTION_CHARS = 4000
"""The whole record must fit the 32,767 characters of a spreadsheet cell; full replies are in the transcript."""


@dataclass(frozen=True)
class Task:
    """One question, ready to be asked."""

    question: str  # text of the question
    options: tuple[str, ...]  # option texts, without letters
    full: str  # the full image at the size of one view (paths are what `locate` understands)
    lined: str  # the same with grid lines, for the prompts that number the parts
    views: tuple[str, ...]  # the views, in the order of their numbers
    start: int  # 1-based view that shifting begins with
    clue_views: tuple[int, ...]  # 1-based views that hold visual clues (ground truth)
    wording: Wording  # templates
    locate: Callable[[str], str]  # absolute path of an image of the task; raises when it is missing or damaged
    stitch: Callable[[Sequence[str]], str]  # joins images (absolute paths) left to right; path of the result
    reading: str = "robust"  # of replies in the middle: `robust` or `paper` (the rules of the released code)
    single_image: str = "concat"  # for models without interleaved images: `concat` or `describe`
    revise_turns: int = 1  # most keep/shift turns of the mixed pipeline (official: 1)
    simple_prompt: bool = False  # use the short template of I.1 for full-image and single-view questions
    clue_pictures: tuple[str, ...] = ()  # for hints: the full image with its clues marked, then each clue

    @property
    def n_views(self) -> int:
        """Number of views of the split."""
        return len(self.views)

    def view(self, number: int) -> Picture:
        """Picture of 1-based view ``number``."""
        return Picture(number, self.views[number - 1])

    def pictures(self, numbers: Sequence[int]) -> list[Picture]:
        """Pictures of several views, in the given order."""
        return [self.view(number) for number in numbers]

    @property
    def fields(self) -> dict[str, str]:
        """Values of the text placeholders that every template may use."""
        return {
            "question": self.question,
            "options": "; ".join(f"{chr(ord('A') + i)}. {text}" for i, text in enumerate(self.options)),
            **split_fields(self.n_views),
            "description_of_splits": self.wording.splits(self.n_views),
        }


@dataclass
class Session:
    """Asks the turns of one task and counts."""

    task: Task  # the question
    interleave: bool  # whether the model accepts several images in one message
    turns: list[dict[str, Any]] = field(default_factory=list)  # one `{step, reply, ok}` per turn, replies shortened
    invalid: int = 0  # replies that could not be read
    prompt: str = ""  # the text of the latest turn, which describes how the views are laid out
    _descriptions: dict[str, str] = field(default_factory=dict)

    def ask(
        self,
        step: str,
        template: str,
        main: Picture | None = None,
        views: Sequence[Picture] = (),
        fields: Mapping[str, str] | None = None,
        context: Mapping[str, Any] | None = None,
    ) -> Asking[str]:
        """Ask one stateless turn and return the reply; `Wording.segments` explains template, images and fields.

        ``context`` has facts about this turn for baselines.
        """
        task = self.task
        segments = task.wording.segments(template, {**task.fields, **(fields or {})}, main, views, task.n_views)
        self.prompt = " ".join(segment for segment in segments if isinstance(segment, str))
        segments = [Picture(s.number, task.locate(s.path)) if isinstance(s, Picture) else s for s in segments]
        if not self.interleave:
            segments = yield from self._one_image(segments)
        shown = [picture.number for picture in ([main] if main else []) + list(views)]
        reply = yield Turn(
            _message(segments),
            step=step,
            context={
                "views": tuple(shown),
                "n_views": task.n_views,
                "names": [task.wording.view_name(number, task.n_views) for number in range(1, task.n_views + 1)],
                **(context or {}),
            },
        )
        self.turns.append({"step": step, "reply": shorten(reply, REPLY_CHARS), "ok": True})
        return reply

    def unreadable(self) -> None:
        """Count the latest reply as one that could not be read."""
        self.invalid += 1
        self.turns[-1]["ok"] = False

    def _one_image(self, segments: Sequence[Segment]) -> Asking[list[Segment]]:
        """The message with at most one image (paper, Appendix G.3)."""
        pictures = [segment for segment in segments if isinstance(segment, Picture)]
        if len(pictures) < 2:
            return list(segments)
        if self.task.single_image == "describe":
            return (yield from self._described(segments, pictures))
        strip = Picture(-1, self.task.stitch([picture.path for picture in pictures]))
        first = next(place for place, segment in enumerate(segments) if isinstance(segment, Picture))
        shown: list[Segment] = [
            strip if place == first else segment
            for place, segment in enumerate(segments)
            if place == first or not isinstance(segment, Picture)
        ]
        shown.insert(first + 1 if self.task.wording.images_first else 0, self.task.wording.strip)
        return joined(shown)

    def _described(self, segments: Sequence[Segment], pictures: Sequence[Picture]) -> Asking[list[Segment]]:
        """Only the last picture stays an image; the others become the model's own descriptions, asked once each."""
        out: list[Segment] = []
        number = 0
        for segment in segments:
            if isinstance(segment, str):
                out.append(segment)
                continue
            number += 1
            if segment is pictures[-1]:
                out.append(segment)
                continue
            if segment.path not in self._descriptions:
                described = yield from self._describe(segment)
                self._descriptions[segment.path] = shorten(" ".join(described.split()), DESCRIPTION_CHARS)
            fields = {"number": str(number), "description": self._descriptions[segment.path]}
            out += self.task.wording.segments("described", fields)
        return joined(out)

    def _describe(self, picture: Picture) -> Asking[str]:
        turn = self.task.wording.segments("describe", {}, main=picture)
        reply = yield Turn(_message(turn), step=DESCRIBE, context={"views": (picture.number,)})
        self.turns.append({"step": DESCRIBE, "reply": shorten(reply, REPLY_CHARS), "ok": True})
        return reply


def _message(segments: Sequence[Segment]) -> Message:
    """The host's form of a message."""
    return [image(segment.path) if isinstance(segment, Picture) else text(segment) for segment in segments]


def shorten(words: str, limit: int) -> str:
    """``words`` without control characters (six characters in JSON), and without its middle when it is too long.

    The end is kept longer than the start: it holds most answers.
    """
    words = _CONTROL.sub(" ", words)
    if len(words) <= limit:
        return words
    head = limit // 4
    return f"{words[:head]} […{len(words) - limit} characters…] {words[-(limit - head) :]}"
