"""The texts of the visual-search prompts, filled in."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from vlmeval_hvs.benchmarks.visual_search.pictures import scene_with_target
from vlmeval_hvs.files import bundled
from vlmeval_hvs.messages import Message, image, text

if TYPE_CHECKING:
    from vlmeval_hvs.benchmarks.visual_search.trials import Trial

Point = tuple[float, float]


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


def search_text(
    kind: str,
    trial: Trial,
    frame: str,
    history: Sequence[Point] = (),
    left: int = 0,
    foveated: bool = False,
    one_image: bool = False,
) -> str:
    """Text of one prompt.

    Args:
        kind: ``whole``, ``interactive`` or ``hsp``.
        trial: The search trial.
        frame: Coordinate frame.
        history: Fixations to state, px; for ``interactive`` those after the initial one.
        left: Fixations that remain (interactive).
        foveated: Whether the scene is a foveated view (interactive).
        one_image: Whether scene and target are in one picture.
    """
    known = templates()
    name = trial.target_object
    category = "" if name in ("", "TBD") else known["category"].format(name=name.replace("_", " "))
    suffix = "_one_image" if one_image else ""
    points = ", ".join(shown_point(point, trial, frame) for point in history)
    past = known["history"].format(points=points) if history else known["no_history"]
    filled: str = known[kind].format(
        target=known["target" + suffix].format(category=category),
        start=shown_point(trial.initial, trial, frame),
        frame=known["frames"][frame].format(width=trial.shape[1], height=trial.shape[0], image=known["image" + suffix]),
        steps=trial.max_length - 1,
        history=past + (known["foveated"] if foveated else ""),
        points=points,
        left=left,
    )
    return filled


def search_message(scene: str, target: str, words: str, one_image: bool = False) -> Message:
    """The host message: scene, target, text; or one picture of both, and text."""
    if one_image:
        return [image(scene_with_target(scene, target)), text(words)]
    return [image(scene), image(target), text(words)]
