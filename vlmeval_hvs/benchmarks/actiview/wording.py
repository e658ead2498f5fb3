"""Prompt templates of ActiView as data, and how a step's template becomes a message.

Sources: ActiView paper, Appendix I (prompt templates), C (text only), G.3 (single-image models); the official
repository's ``toolkit/evaluator.py`` for the arrangement that produced the published numbers.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from vlmeval_hvs.files import bundled

GRIDS: Mapping[int, tuple[int, int]] = {4: (2, 2), 6: (3, 2), 8: (4, 2), 9: (3, 3), 16: (4, 4)}
"""(columns, rows) of each number of views (official ``Evaluator.splits2grid``)."""

PROFILES = ("robust", "paper", "official")

_PLACEHOLDER = re.compile(r"(\{[a-z_]+[01]?\})")


@dataclass(frozen=True)
class Picture:
    """An image of a message: view ``number`` (1-based), or 0 for the full image.

    Attributes:
        number: Which view.
        path: Absolute path of the file.
    """

    number: int
    path: str


Segment = str | Picture


@dataclass(frozen=True)
class Wording:
    """Templates of one profile.

    Attributes:
        profile: ``"robust"``, ``"paper"`` or ``"official"``.
        images_first: All images before one text (official), or each image where its placeholder stands (paper).
        naming: The shifting decision asks for names of further views (paper) instead of yes or no (official).
        lined_answer: The mixed pipeline answers from the full image with grid lines (official) or without (paper).
        last_decision: The shifting decision is asked even when no view is left (official).
        data: The merged template file.
    """

    profile: str
    images_first: bool
    naming: bool
    lined_answer: bool
    last_decision: bool
    data: Mapping[str, Any]

    def view_name(self, number: int, n_views: int) -> str:
        """Name of 1-based view ``number``: a position for 4 views, ``no. k`` otherwise."""
        if n_views == 4:
            return str(self.data["names"][number - 1])
        return str(self.data["name_any"]).replace("{number}", str(number))

    def splits(self, n_views: int) -> str:
        """The sentence that tells which number is which part."""
        text = self.data["splits_4"] if n_views == 4 else self.data["splits_any"]
        return str(text).replace("{num_splits}", str(n_views))

    def has(self, step: str) -> bool:
        """Whether the profile has a template for ``step``."""
        return step in self.data["steps"]

    def looking_at(self, seen: Sequence[int], n_views: int) -> dict[str, str]:
        """Values of ``{given}``, ``{seen}`` and ``{view_options}`` of the decision, for the 1-based views seen."""
        names = [self.view_name(number, n_views) for number in seen]
        rest = [self.view_name(number, n_views) for number in range(1, n_views + 1) if number not in seen]
        return {
            "given": ", ".join(f"image {place}" for place in range(len(seen))),
            "seen": f"{'this' if len(seen) == 1 else 'these'} {', '.join(names)} part{'' if len(seen) == 1 else 's'}",
            "view_options": ", ".join(rest),
        }

    def segments(
        self,
        step: str,
        fields: Mapping[str, str],
        main: Picture | None = None,
        views: Sequence[Picture] = (),
        n_views: int = 4,
    ) -> list[Segment]:
        """The message of one step.

        Args:
            step: Key of the template.
            fields: Values of the text placeholders. Braces in them are ordinary characters.
            main: The image that ``{image}`` stands for.
            views: The images that ``{views}`` lists, in this order, after the main image.
            n_views: Number of views of the split, for their names.

        Returns:
            Texts and pictures in reading order; neighbouring texts are joined.
        """
        template = self.data["steps"][step]
        label: Segment = template.get("label", "") if self.images_first else (main or "")
        listed: list[Segment] = []
        for place, view in enumerate(views):
            position = place + (main is not None)
            item_fields = {
                "number": str(position + 1),
                "number0": str(position),
                "part": str(view.number),
                "view": self.view_name(view.number, n_views),
            }
            if place:
                listed.append(template.get("joint", ""))
            listed += _fill(template["item"], item_fields, {"image": ["" if self.images_first else view]})
        body = _fill(template["text"], fields, {"image": [label], "views": listed})
        if self.images_first:
            body = [*([main] if main else []), *views, *body]
        return joined(body)


def _fill(template: str, fields: Mapping[str, str], lists: Mapping[str, Sequence[Segment]]) -> list[Segment]:
    """One pass over the template, so that values are never searched for placeholders again."""
    out: list[Segment] = []
    for piece in _PLACEHOLDER.split(template):
        name = piece[1:-1]
        if piece.startswith("{") and name in lists:
            out += lists[name]
        elif piece.startswith("{") and name in fields:
            out.append(fields[name])
        else:
            out.append(piece)
    return out


def joined(segments: Sequence[Segment]) -> list[Segment]:
    """``segments`` with neighbouring texts joined and empty ones left out."""
    out: list[Segment] = []
    for segment in segments:
        if isinstance(segment, str) and out and isinstance(out[-1], str):
            out[-1] += segment
        elif segment != "":
            out.append(segment)
    return out


def read_wording(profile: str, release: str = "") -> Wording:
    """Templates of a profile.

    Args:
        profile: One of `PROFILES`.
        release: JSON text of templates that the builder took from the released code; they replace the bundled ones
            of the official arrangement. Empty for none.

    Returns:
        The wording.

    Raises:
        ValueError: Unknown profile.
    """
    if profile not in PROFILES:
        raise ValueError(f"unknown ActiView profile {profile!r}; known: {', '.join(PROFILES)}")
    data = _read(profile, release)
    return Wording(
        profile=profile,
        images_first=data["layout"] == "images_first",
        naming=data["decision"] == "name",
        lined_answer=bool(data["lined_answer"]),
        last_decision=bool(data["last_decision"]),
        data=data,
    )


@lru_cache(maxsize=16)
def _read(profile: str, release: str) -> dict[str, Any]:
    own = bundled(__package__, f"prompts_{profile}.json")
    merged: dict[str, Any] = dict(_read(own["extends"], release)) if "extends" in own else {}
    inherited = merged.get("steps", {})
    steps = {**inherited, **{step: {**inherited.get(step, {}), **own["steps"][step]} for step in own["steps"]}}
    merged |= own
    if profile == "official" and release:
        found = json.loads(release)
        merged |= {key: found[key] for key in ("splits_4",) if key in found}
        for step, text in found.get("steps", {}).items():
            steps[step] = {**steps[step], "text": text}
    merged["steps"] = steps
    return merged
