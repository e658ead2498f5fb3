"""The page of a preview: what is asked, drawn as in the results viewer, and what a run takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from vlmeval_hvs import __version__
from vlmeval_hvs.dataset import HVSDataset
from vlmeval_hvs.errors import HVSError
from vlmeval_hvs.pictures import ROLES
from vlmeval_hvs.registry import card_of, presentation_of
from vlmeval_hvs.sets import records
from vlmeval_hvs.viewer.page import html
from vlmeval_hvs.viewer.samples import pictures_json
from vlmeval_hvs.viewer.thumbnails import Images

PARTS = ("dom.js", "drawing.js", "preview.js")

Count = Callable[[Sequence[Any]], dict[str, Any]]
"""Numbers of a sample from its calls, as `vlmeval_hvs.estimates.sample`."""

MOST_SAMPLES = 48
"""Samples that a page shows at most."""


def preview_page(
    dataset: HVSDataset[Any], estimate: Mapping[str, Any], walks: Sequence[Any], count: Count, per_category: int
) -> str:
    """The page as HTML: numbers and walks of `vlmeval_hvs.estimates`, and some samples of every category."""
    images, card = Images(), card_of(dataset.dataset_name)
    shown = [_sample(dataset, index, walks, count, images) for index in _chosen(dataset, walks, per_category)]
    content = {
        "version": __version__,
        "roles": ROLES,
        "title": card.title,
        "source": dataset.manifest.source,
        "licence": dataset.manifest.licence,
        "estimate": estimate,
        "samples": shown,
        "images": images.listed,
    }
    return html(content, parts=PARTS, libraries=(), title="preview")


def _chosen(dataset: HVSDataset[Any], walks: Sequence[Any], per_category: int) -> list[str]:
    """Indices of the first walked rows of every category."""
    walked, seen = set(walks[0].rows), Counter[str]()
    found = []
    for row in records(dataset.rows):
        category = str(row.get(dataset.CATEGORY, ""))
        if row["index"] in walked and seen[category] < per_category:
            seen[category] += 1
            found.append(str(row["index"]))
    return found[:MOST_SAMPLES]


def _sample(dataset: HVSDataset[Any], index: str, walks: Sequence[Any], count: Count, images: Images) -> dict[str, Any]:
    row = dataset.row({"index": index})
    found: dict[str, Any] = {"index": index, "category": row.get(dataset.CATEGORY, ""), "walks": []}
    try:
        found["pictures"] = pictures_json(presentation_of(dataset.BENCHMARK).pictures(dataset, row), images)
    except HVSError as error:
        found["note"] = str(error)
    for walk in walks:
        calls = walk.calls[walk.rows.index(index)]
        turns = [_turn(call, images) for call in calls]
        found["walks"].append({"name": walk.name, "turns": turns, "numbers": count(calls)})
    return found


def _turn(call: Any, images: Images) -> dict[str, Any]:
    return {"step": call.step, "text": call.text, "reply": call.reply, "images": [images.add(p) for p in call.images]}
