"""Scripted replies that make ActiView's pipelines as short and as long as they get; they answer nothing."""

from __future__ import annotations

import json

from vlmeval_hvs.benchmarks.actiview.wording import DECIDE, MIX_INIT, MIX_REVISE, SELECT
from vlmeval_hvs.messages import Prompt


def shortest(turn: Prompt) -> str:
    """No view is zoomed into, and none is shifted to."""
    if turn.step == MIX_INIT:
        return json.dumps({"part": "none"})
    return {SELECT: "none", DECIDE: "No", MIX_REVISE: "none"}.get(turn.step, "A")


def longest(turn: Prompt) -> str:
    """All views are zoomed into, and another one is shifted to for as long as there is one."""
    numbers = list(range(1, int(turn.context.get("n_views", 4)) + 1))
    seen = [view for view in turn.context.get("views", ()) if view]
    missing = [view for view in numbers if view not in seen]
    if turn.step == SELECT:
        return _listed(numbers)
    if turn.step == MIX_INIT:
        return json.dumps({"part": _listed(numbers[:-1]), "reason": ""})
    if turn.step == MIX_REVISE:  # one view goes for each that comes, so that another turn can follow
        keep = _listed(seen[1:])
        return json.dumps({"keep": keep, "shift": _listed(missing), "zoom_keep": keep})
    if turn.step == DECIDE:
        if turn.context.get("naming"):
            return turn.context["names"][missing[0] - 1] if missing else "No"
        return "Yes"
    return "A"


def _listed(views: list[int]) -> str:
    return ",".join(map(str, views)) or "none"
