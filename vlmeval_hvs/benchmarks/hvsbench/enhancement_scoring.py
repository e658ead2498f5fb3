"""Scores of prominence enhancement: what crops do to an object's place in a saliency map.

Source of the task: HVSBench paper, section 4.4 and figure 5, which show one example and no measure; the measures are
this package's own (docs/benchmarks/hvsbench.md, "Prominence enhancement").
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from vlmeval_hvs.benchmarks.hvsbench.enhancement_crops import RULES, WHOLE, crop_text
from vlmeval_hvs.benchmarks.hvsbench.enhancement_replies import Proposal, settled
from vlmeval_hvs.benchmarks.hvsbench.enhancement_saliency import MapOf, Saliency, Standing
from vlmeval_hvs.benchmarks.hvsbench.enhancement_targets import Box, area, kept
from vlmeval_hvs.benchmarks.hvsbench.pipeline import REPLIES
from vlmeval_hvs.metrics import cluster_bootstrap
from vlmeval_hvs.progress import shown
from vlmeval_hvs.results.contract import READ, ScoreReport
from vlmeval_hvs.results.guard import READER_ERROR, guarded
from vlmeval_hvs.seeding import rng

OUTCOMES = ("counts", "no change", "too little of the object", "too little of the picture", "no crop")
"""What a crop comes to. Only the first changes anything in the scores."""

_READINGS = ("robust", "paper")
_MEASURES = ("gain", "share_after", "object_kept", "picture_kept")
_EXACT = 1e-9


@dataclass(frozen=True)
class Rules:
    """How crops are scored.

    Attributes:
        map_of: The saliency map.
        saliency: Its name.
        least_object: Share of the object that a crop has to keep.
        least_picture: Share of the picture that a crop has to keep.
        seed: Seed of the bootstrap and of the random crops beside.
        n_resamples: Bootstrap samples of images; 0 leaves the intervals out.
    """

    map_of: MapOf
    saliency: str
    least_object: float
    least_picture: float
    seed: int
    n_resamples: int


def enhancement_report(items: pd.DataFrame, reading: str, rules: Rules, locate: Callable[[str], str]) -> ScoreReport:
    """Score crops.

    Args:
        items: Rows with ``target`` and ``others``, with ``reply``, ``record`` and ``failed``.
        reading: The headline's reading.
        rules: How crops are scored.
        locate: Relative to absolute path of an image.

    Returns:
        ``Overall``: the share of objects that become the most salient of the known ones, of those that are not before;
        ``Gain``: the mean gain of saliency share, 0 for crops that do not count; and the shares of crops that count,
        of objects and of pictures that were kept. ``details`` holds the same for crops by rule.

    Raises:
        DataError: A picture is missing or cannot be read.
    """
    items = items.reset_index(drop=True)
    saliency = Saliency(rules.map_of, locate)
    other = _READINGS[1 - _READINGS.index(reading)]
    tables: dict[str, list[dict[str, Any]]] = {name: [] for name in (reading, other, *RULES)}
    for row in shown(items.to_dict("records"), "saliency of crops"):
        target, others = tuple(json.loads(row["target"])), [tuple(box) for box in json.loads(row["others"])]
        before = saliency.standing(row["image_path"], target, others)
        for name in (reading, other):
            found = guarded(Proposal(None, READER_ERROR), _read, row, name)
            tables[name].append(_scored(row, found, target, others, before, saliency, rules))
        for name, rule in RULES.items():
            crop = rule(target, rules.least_picture, rng(rules.seed, "crop", name, row["index"]))
            found = Proposal(crop, name)
            tables[name].append(_scored(row, found, target, others, before, saliency, rules))
    read = {name: pd.DataFrame(table) for name, table in tables.items()}
    images = np.unique(items["image_path"].to_numpy(dtype=object), return_inverse=True)[1]
    own, second = read[reading], read[other]
    metrics = _metrics(own)
    metrics |= {f"{name}_{other}": value for name, value in _metrics(second).items() if name in ("Overall", "Gain")}
    kept_columns = [name for name in ("question_type", "field", "image_path", "target", "target_name") if name in items]
    columns = [*READ, "outcome", *_MEASURES]
    return ScoreReport(
        metrics=metrics,
        items=own[[*columns, "share_before", "first_before"]]
        .join(second[columns], rsuffix=f"_{other}")
        .join(items[kept_columns]),
        intervals=_intervals(own, images, rules),
        details={
            "profile": reading,
            "saliency": rules.saliency,
            "objects": len(own),
            "images": len(set(images)),
            "named": int((items["target_name"] != "").sum()),
            "first_before": int(own["first_before"].sum()),
            "outcomes": {name: int((own["outcome"] == name).sum()) for name in OUTCOMES},
            "rules": own["rule"].value_counts().to_dict(),
            "crops_by_rule": {name: _beside(read[name], images, rules) for name in RULES},
            "interval": {"level": 0.95, "clusters": "image", "resamples": rules.n_resamples, "seed": rules.seed},
        },
        warnings=_warnings(own),
    )


def _read(row: Mapping[str, Any], reading: str) -> Proposal:
    record = row.get("record")
    replies = (record or {}).get(REPLIES) if isinstance(record, dict) else None
    said = [str(reply) for reply in replies] if isinstance(replies, list) and replies else [row["reply"]]
    return settled(["" if row["failed"] else reply for reply in said], reading, (int(row["width"]), int(row["height"])))


def _scored(
    row: Mapping[str, Any],
    found: Proposal,
    target: Box,
    others: Sequence[Box],
    before: Standing,
    saliency: Saliency,
    rules: Rules,
) -> dict[str, Any]:
    crop = found.crop or WHOLE
    after = before if crop == WHOLE else saliency.standing(row["image_path"], target, others, crop)
    outcome = _outcome(found.crop, target, rules)
    counts = outcome == "counts"
    return {
        "answer": "" if found.crop is None else crop_text(found.crop),
        "rule": found.rule,
        "fallback": found.crop is None,
        "score": np.nan if before.first else float(counts and after.first),
        "outcome": outcome,
        "gain": after.share - before.share if counts else 0.0,
        "share_before": before.share,
        "first_before": int(before.first),
        "share_after": after.share,
        "object_kept": kept(target, crop),
        "picture_kept": area(crop),
    }


def _outcome(crop: Box | None, target: Box, rules: Rules) -> str:
    if crop is None:
        return "no crop"
    if crop == WHOLE:
        return "no change"
    if kept(target, crop) < rules.least_object - _EXACT:
        return "too little of the object"
    return "too little of the picture" if area(crop) < rules.least_picture - _EXACT else "counts"


def _metrics(read: pd.DataFrame) -> dict[str, float]:
    found = {
        "Gain": float(read["gain"].mean()),
        "Share_before": float(read["share_before"].mean()),
        "Share_after": float(read["share_after"].mean()),
        "Counted": float((read["outcome"] == "counts").mean()),
        "Object_kept": float(read["object_kept"].mean()),
        "Picture_kept": float(read["picture_kept"].mean()),
    }
    scores = read["score"].dropna()
    return {"Overall": float(scores.mean()), **found} if len(scores) else found


def _intervals(read: pd.DataFrame, images: np.ndarray, rules: Rules) -> dict[str, tuple[float, float]]:
    if not rules.n_resamples:
        return {}
    columns = {
        "Overall": read["score"],
        "Gain": read["gain"],
        "Share_before": read["share_before"],
        "Share_after": read["share_after"],
        "Counted": (read["outcome"] == "counts").astype(float),
        "Object_kept": read["object_kept"],
        "Picture_kept": read["picture_kept"],
    }
    found = {}
    for name, column in columns.items():
        known = column.notna().to_numpy()
        if known.any():
            values = column.to_numpy(dtype=float)[known]
            options = {"n_resamples": rules.n_resamples, "seed": rules.seed, "share": name != "Gain"}
            found[name] = cluster_bootstrap(values, images[known], **options)
    return found


def _beside(read: pd.DataFrame, images: np.ndarray, rules: Rules) -> dict[str, Any]:
    """Crops by one rule, scored as those of a model."""
    metrics, intervals = _metrics(read), _intervals(read, images, rules)
    return {
        "objects": len(read),
        "scored": int(read["score"].notna().sum()),
        **{name: metrics[name] for name in ("Overall", "Gain", "Counted") if name in metrics},
        "intervals": {name: list(intervals[name]) for name in ("Overall", "Gain") if name in intervals},
    }


def _warnings(read: pd.DataFrame) -> list[str]:
    first = int(read["first_before"].sum())
    found = []
    if first:
        found.append(
            f"{first} of {len(read)} objects are the most salient ones of the uncropped picture already, by this map: "
            "Overall leaves them out, Gain does not"
        )
    lost = int(read["outcome"].isin(["too little of the object", "too little of the picture"]).sum())
    if lost:
        found.append(f"{lost} of {len(read)} crops keep too little of the object or of the picture and do not count")
    return found
