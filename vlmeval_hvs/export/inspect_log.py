"""A run as a log of Inspect: one sample per row, with what was asked, said, read and scored."""

from __future__ import annotations

import hashlib
import logging
import re
from collections.abc import Iterator
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from vlmeval_hvs.dataset import HVSDataset
from vlmeval_hvs.errors import HVSError
from vlmeval_hvs.export.archive import pack_log
from vlmeval_hvs.export.inspect_samples import SampleMaker
from vlmeval_hvs.files import atomic_file
from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.files import SCORES
from vlmeval_hvs.results.ledger import Call, iter_calls
from vlmeval_hvs.terminal import printable
from vlmeval_hvs.viewer.samples import dataset_of, items_of

logger = logging.getLogger("vlmeval_hvs")

LONGEST_SIDE = 1024
"""Default of the longest side of images in a log, px."""


def write_log(result: Result, folder: Path, longest_side: int | None = LONGEST_SIDE) -> Path:
    """Write a run as a log.

    Args:
        result: The run.
        folder: Where it is written, under a name as Inspect gives.
        longest_side: Larger images are made smaller to this many px; 0 keeps every image, None leaves all out.

    Returns:
        The file. One of the same run is replaced.

    Raises:
        DataError: The run has no item table that can be read.
    """
    items = items_of(result)
    dataset: HVSDataset[Any] | None = None
    note = ""
    try:
        dataset = dataset_of(result)
    except HVSError as error:
        note = f"what was asked is not in this log: {error}"
        logger.warning("%s on %s: %s", printable(result.model), result.dataset, printable(note))
    calls: dict[str, list[Call]] = {}
    for call in iter_calls(result.path.parent, result.path.name.removesuffix(SCORES)):
        calls.setdefault(call.index, []).append(call)
    times = [call.time for own in calls.values() for call in own if call.time]
    began, ended = (min(times), max(times)) if times else (result.path.stat().st_mtime,) * 2
    created = datetime.fromtimestamp(began, timezone.utc).isoformat(timespec="seconds")
    key = _key(result, created)
    header = _header(result, key, created, datetime.fromtimestamp(ended, timezone.utc), note)
    maker = SampleMaker(result, dataset, calls, longest_side, key)
    header["stats"]["model_usage"] = maker.usage(result.model, [call for own in calls.values() for call in own])
    header["eval"]["dataset"] = {
        "name": result.dataset,
        "location": result.scores.get("data", {}).get("source"),
        "samples": len(items),
        "sample_ids": list(items["index"]),
        "shuffled": False,
    }

    def samples() -> Iterator[dict[str, Any]]:
        for item in items.to_dict("records"):
            yield maker.sample(item)

    # The model's name is last before the key, so that a long one is cut and the key stays.
    name = f"{created}_{result.dataset}_{result.model}"
    path = folder / (re.sub(r"[^A-Za-z0-9_-]+", "-", name)[:180] + f"_{key}.eval")
    with atomic_file(path) as file:
        pack_log(file, header, samples())
    return path


def _key(result: Result, created: str) -> str:
    """A name of the run that is the same at every export."""
    facts = (result.model, result.dataset, str(result.scores.get("digest")), created, str(result.scores.get("files")))
    return hashlib.sha256("\0".join(facts).encode("utf-8", "replace")).hexdigest()[:22]


def _header(result: Result, key: str, created: str, ended: datetime, note: str) -> dict[str, Any]:
    scores, run = result.scores, result.scores.get("run") or {}
    settings = scores.get("settings", {})
    header: dict[str, Any] = {
        "status": "error" if result.validity == "invalid" else "success",
        "eval": {
            "eval_id": key,
            "run_id": key,
            "task_id": key,  # logs with the same one would be shown as retries of each other, the newest only
            "created": created,
            "task": result.dataset,
            "task_version": 0,
            "task_attribs": {},
            "task_args": settings,
            "task_args_passed": {},
            "solver_args_passed": {},
            "model": result.model,
            "model_generate_config": {},
            "model_args": (run.get("model") or {}).get("settings") or {},
            "config": {"limit": settings.get("limit"), "epochs": 1},
            "packages": {"vlmeval_hvs": str(scores.get("version", ""))},
            "metadata": {
                "benchmark": result.benchmark,
                "validity": result.validity,
                "validity_reason": result.reason,
                "provenance": scores.get("provenance"),
                "reading": scores.get("reading"),
                "digest of the data": scores.get("digest"),
                "wording": scores.get("wording"),
                "host": run.get("host"),
                "warnings": scores.get("warnings", []),
                **({"note": note} if note else {}),
            },
            "scorers": [{"name": name, "options": {}, "metadata": {}} for name in ("score", "verdict")],
        },
        "plan": {"name": "plan", "steps": [], "config": {}},
        "results": _results(result),
        "stats": {
            "started_at": created,
            "completed_at": ended.isoformat(timespec="seconds"),
            "model_usage": {},
            "role_usage": {},
            "connection_limit_history": [],
        },
        "invalidated": False,
        "tags": [],
        "metadata": {},
    }
    if result.validity == "invalid":
        header["error"] = {"message": f"invalid result: {result.reason}", "traceback": "", "traceback_ansi": ""}
    return header


def _results(result: Result) -> dict[str, Any]:
    """The headline with its interval, then all metrics; none of an invalid result."""
    metrics = {name: value for name, value in result.metrics.items() if value is not None}
    head: dict[str, Any] = {}
    if "Overall" in metrics:
        head["Overall"] = metrics["Overall"]
        interval = result.interval("Overall")
        if interval:
            head |= {"low_95": interval[0], "high_95": interval[1]}
        chance = result.chances.get("Overall")
        if chance:
            head["guessing"] = chance.value
    rest = {name: value for name, value in metrics.items() if name not in ("Overall", "Chance")}
    groups = (("score", head), ("metrics", rest))
    n = int(result.scores.get("n") or 0)
    return {
        "total_samples": int(result.scores.get("counts", {}).get("samples") or n),
        "completed_samples": n,
        "scores": [
            {
                "name": name,
                "scorer": name,
                "params": {},
                "metrics": {metric: {"name": metric, "value": value, "params": {}} for metric, value in group.items()},
            }
            for name, group in groups
            if group
        ],
    }
