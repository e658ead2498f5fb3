"""The texts of the visual-search prompts, filled in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from vlmeval_hvs.answer_frames import AUTO
from vlmeval_hvs.benchmarks.visual_search.pictures import scene_with_target
from vlmeval_hvs.files import bundled
from vlmeval_hvs.messages import Message, image, text

if TYPE_CHECKING:
    from vlmeval_hvs.benchmarks.visual_search.trials import Trial

Point = tuple[float, float]

FIXATE = "fixate"
"""Step of every turn of an interactive search."""


@dataclass(frozen=True, kw_only=True)
class Asking:
    """How a search is asked about: the dataset's options of these names."""

    frame: str = "unit"
    answer_frame: str = AUTO  # frame in which the answers of several turns are read; with "yx" they write y first
    one_image: bool = False  # whether scene and target are shown in one picture
    picture: bool = True  # whether there is a picture of the target; otherwise its category is named
    foveated: bool = False
    stop: bool = False
    durations: bool = False

    @property
    def shown(self) -> str:
        """How the target is shown."""
        return "name" if not self.picture else "one image" if self.one_image else "two images"


PLAIN = Asking()
"""Scene and target in two images, positions in fractions of the image."""


@cache
def templates() -> dict[str, Any]:
    """The prompt texts by name."""
    return dict(bundled(__package__, "prompts.json"))


def shown_point(point: Point, trial: Trial, frame: str) -> str:
    """A position (px) as the prompt writes it in a frame."""
    height, width = trial.shape
    x, y = point[0] / width, point[1] / height
    if frame == "unit":
        return f"({x:.3f}, {y:.3f})"
    scale = (1000, 1000) if frame == "thousand" else (width, height)
    return f"({round(x * scale[0])}, {round(y * scale[1])})"


def search_text(kind: str, trial: Trial, asking: Asking = PLAIN, history: Sequence[Point] = (), left: int = 0) -> str:
    """Text of one prompt of a kind, ``whole``, ``interactive`` or ``hsp``.

    ``history`` has the fixations to state, px (for ``interactive`` those after the initial one), ``left`` is the number
    of fixations that remain (interactive).
    """
    known = templates()
    name = "" if trial.target_object in ("", "TBD") else trial.target_object.replace("_", " ")
    target = known["shown"][asking.shown].format(
        category=known["category"].format(name=name) if name else "", name=name or "object"
    )
    points = ", ".join(shown_point(point, trial, asking.frame) for point in history)
    past = known["history"].format(points=points) if history else known["no_history"]
    filled: str = known[kind].format(
        target=target + known["perhaps_present" if asking.stop else "present"],
        start=shown_point(trial.initial, trial, asking.frame),
        frame=known["frames"][asking.frame].format(
            width=trial.shape[1], height=trial.shape[0], image=known["image"][asking.shown]
        ),
        steps=trial.max_length - 1,
        list=known["list_durations" if asking.durations else "list"],
        history=past + (known["foveated"] if asking.foveated else ""),
        points=points,
        left=left,
    )
    return filled + (known.get(f"{kind}_stop", "") if asking.stop else "")


def search_message(scene: str, target: str | None, words: str, one_image: bool = False) -> Message:
    """The host message: scene, target, text; or one picture of both, and text."""
    if target is None:
        return [image(scene), text(words)]
    if one_image:
        return [image(scene_with_target(scene, target)), text(words)]
    return [image(scene), image(target), text(words)]
