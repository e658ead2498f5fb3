"""Prompt templates of ActiView as data, and how a step's template becomes a message.

Sources: ActiView paper, Appendix I, C (text only) and G.3 (single-image models); the official ``toolkit/evaluator.py``.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from vlmeval_hvs.files import bundled

GRIDS: Mapping[int, tuple[int, int]] = {4: (2, 2), 6: (3, 2), 8: (4, 2), 9: (3, 3), 16: (4, 4)}
"""(columns, rows) of each number of views (official ``Evaluator.splits2grid``)."""

SELECT = "select"  # numbers of the views to zoom into
DECIDE = "decide"  # whether a further view is needed, and which
MIX_INIT = "mix_init"  # views to zoom into, in the mixed pipeline
MIX_REVISE = "mix_revise"  # views to keep and to shift to, in the mixed pipeline
ANSWER = "answer"  # the answer to the question
DESCRIBE = "describe"  # a description of a view for a model that takes one image

STEERING = (SELECT, DECIDE, MIX_INIT, MIX_REVISE)  # turns whose reply decides which views are shown next

PROFILES = ("robust", "paper", "official")

_PLACEHOLDER = re.compile(r"(\{[a-z_]+[01]?\})")


@dataclass(frozen=True)
class Picture:
    """An image of a message: view ``number`` (1-based), or 0 for the full image."""

    number: int  # which view
    path: str  # absolute path of the file


Segment = str | Picture


@dataclass(frozen=True)
class Wording:
    """Templates of one profile."""

    profile: str  # ``"robust"``, ``"paper"`` or ``"official"``
    images_first: bool  # all images before one text (official), or each image at its placeholder (paper)
    naming: bool  # the shifting decision asks for names of further views (paper) instead of yes or no (official)
    lined_answer: bool  # the mixed pipeline answers from the full image with grid lines (official) or without (paper)
    last_decision: bool  # the shifting decision is asked even when no view is left (official)
    strip: str  # the sentence for single-image models when images are joined into one picture; "" for nothing
    data: Mapping[str, Any]  # the merged template file

    @cached_property
    def identity(self) -> str:
        """Profile and a short digest of its templates: equal where, and only where, models are asked alike."""
        text = json.dumps(self.data, sort_keys=True, ensure_ascii=False)
        return f"{self.profile} {hashlib.sha256(text.encode()).hexdigest()[:12]}"

    def view_name(self, number: int, n_views: int) -> str:
        """Name of 1-based view ``number``: a position for 4 views, ``no. k`` otherwise."""
        if n_views == 4:
            return str(self.data["names"][number - 1])
        return str(self.data["name_any"]).replace("{number}", str(number))

    def splits(self, n_views: int) -> str:
        """The sentence that says which number is which part."""
        text = str(self.data["splits_4"] if n_views == 4 else self.data["splits_any"])
        return "".join(map(str, _fill(text, split_fields(n_views), {})))

    def step(self, name: str, n_views: int) -> dict[str, Any]:
        """The template of a step: its own for other splits than four, after a sentence on their layout."""
        template: dict[str, Any] = dict(self.data["steps"][name])
        if n_views == 4:
            return template
        template |= template.get("any", {})
        if "item" in template and "{description_of_splits}" not in template["text"]:
            template["text"] = self.data["layout_sentence"] + template["text"]
        return template

    def has(self, step: str) -> bool:
        """Whether the profile has a template for ``step``."""
        return step in self.data["steps"]

    def looking_at(self, seen: Sequence[int], n_views: int) -> dict[str, str]:
        """Values of placeholders of the decision, for the 1-based views seen."""
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
        """The message of one step: texts and pictures in reading order; neighbouring texts are joined.

        ``fields`` are values of the text placeholders (braces in them are ordinary characters), ``main`` is the image
        at ``{image}``, and ``views`` are those that ``{views}`` lists, of a split into ``n_views``.
        """
        template = self.step(step, n_views)
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


def split_fields(n_views: int) -> dict[str, str]:
    """Values of the placeholders that describe a split."""
    columns, rows = GRIDS[n_views]
    return {"num_splits": str(n_views), "columns": str(columns), "rows": str(rows), "grid": f"{columns}*{rows}"}


def read_wording(profile: str, texts: Mapping[str, str] | None = None) -> Wording:
    """Templates of one of `PROFILES`; ``official`` needs the released texts by name (`official_texts.installed`)."""
    if profile not in PROFILES:
        raise ValueError(f"unknown ActiView profile {profile!r}; known: {', '.join(PROFILES)}")
    data = _read(profile)
    if "templates" in data:
        if texts is None:
            raise ValueError(f"profile {profile!r} needs the texts of the released code")
        data = _with_texts(data, texts)
    return Wording(
        profile=profile,
        images_first=data["layout"] == "images_first",
        naming=data["decision"] == "name",
        lined_answer=bool(data["lined_answer"]),
        last_decision=bool(data["last_decision"]),
        strip=str(data["strip"]),
        data={key: value for key, value in data.items() if key not in _NOT_ASKED},
    )


_NOT_ASKED = ("about", "extends", "source", "templates", "placeholders")  # keys that no prompt depends on


@lru_cache(maxsize=4)
def _read(profile: str) -> dict[str, Any]:
    own = bundled(__package__, f"prompts_{profile}.json")
    merged: dict[str, Any] = dict(_read(own["extends"])) if "extends" in own else {}
    inherited = merged.get("steps", {})
    steps = {**inherited, **{step: {**inherited.get(step, {}), **own["steps"][step]} for step in own["steps"]}}
    return {**merged, **own, "steps": steps}


def _with_texts(data: Mapping[str, Any], texts: Mapping[str, str]) -> dict[str, Any]:
    """``data`` with the released text in place of each named template."""

    def filled(step: Mapping[str, Any]) -> dict[str, Any]:
        own = {key: value for key, value in step.items() if key not in ("template", "put")}
        if "template" in step:
            put = {**data["placeholders"], **step.get("put", {})}
            own["text"] = "".join(map(str, _fill(texts[step["template"]], put, {})))
        if "any" in step:
            own["any"] = filled({"put": step.get("put", {}), **step["any"]})
        return own

    steps = {name: filled(step) for name, step in data["steps"].items()}
    splits = {name: filled(data[name])["text"] for name in ("splits_4", "splits_any")}
    return {**data, **splits, "steps": steps}
