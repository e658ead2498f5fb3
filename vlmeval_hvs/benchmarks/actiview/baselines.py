"""How the weight-free models answer ActiView.

- ``hvs-random``: random views, a coin for every decision, a random option.
- ``hvs-oracle``: exactly the clue views, then the right option: 100 % accuracy and recall in every pipeline.
"""

import json
from collections.abc import Sequence

import numpy as np

from vlmeval_hvs.benchmarks.actiview.pipeline import _listed
from vlmeval_hvs.benchmarks.actiview.wording import DECIDE, DESCRIBE, MIX_INIT, MIX_REVISE, SELECT, STEERING
from vlmeval_hvs.messages import Prompt
from vlmeval_hvs.responders import responder


@responder("hvs-random", "ActiView")
def random_answer(prompt: Prompt, rng: np.random.Generator) -> str:
    """Chance: every subset of views, every decision and every option alike, for each view that is asked by itself."""
    n_views = int(prompt.context.get("n_views", 4))
    if prompt.step in STEERING:
        chosen = [view for view in range(1, n_views + 1) if rng.random() < 0.5]
        if prompt.step == DECIDE and (not chosen or rng.random() < 0.5):
            return "No"
        if prompt.step == SELECT and not chosen:
            chosen = [int(rng.integers(1, n_views + 1))]
        return _steer(prompt, chosen)
    views = prompt.context.get("views") or (0,)
    draws = rng.integers(len(json.loads(prompt.row["options"])), size=max(views) + 1)
    return _option(prompt, int(draws[max(views)]))


@responder("hvs-oracle", "ActiView")
def oracle_answer(prompt: Prompt, rng: np.random.Generator) -> str:
    """The annotation."""
    if prompt.step in STEERING:
        return _steer(prompt, json.loads(prompt.row["clue_views"]))
    return _option(prompt, int(prompt.row["answer"]))


def _steer(prompt: Prompt, wanted: Sequence[int]) -> str:
    """The reply that makes the pipeline use the wanted views, in the form that its profile reads."""
    seen = [view for view in prompt.context.get("views", ()) if view]
    if prompt.step == SELECT:
        return ",".join(map(str, wanted))
    if prompt.step == MIX_INIT:
        return json.dumps({"part": _listed(list(wanted)), "reason": ""})
    if prompt.step == MIX_REVISE:
        keep = _listed([view for view in wanted if view in seen])
        answer = {"keep": keep, "shift": _listed([view for view in wanted if view not in seen])}
        return json.dumps({**answer, "zoom_keep": keep})
    missing = [view for view in wanted if view not in seen]
    if not missing:
        return "No"
    if not prompt.context.get("naming"):
        return "Yes"
    return ", ".join(prompt.context["names"][view - 1] for view in missing)


def _option(prompt: Prompt, index: int) -> str:
    if prompt.step == DESCRIBE:
        return "A photograph."
    return f"{chr(ord('A') + index)}. {json.loads(prompt.row['options'])[index]}"
