"""How a model comes to its category, and the tests of several models side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import FancyBboxPatch

from vlmeval_hvs.figures.style import (
    FAINT,
    GAZE,
    HEAD,
    INK,
    MUTED,
    PAGE,
    PAPER,
    TEXT,
    Picture,
    bare,
    heading,
    sheet,
    title,
)
from vlmeval_hvs.figures.words import legible
from vlmeval_hvs.metrics.characterization.decision import VOTES, VOTES_NEEDED

FOREST = {
    "1": "Test 1\naccuracy minus\npeople's",
    "2.1": "Test 2.1\nhead minus gaze\nanswers",
    "2.3": "Test 2.3\naccuracy apart\nminus together",
    "2.4": "Test 2.4\nerror per object\nof distance",
    "3": "Test 3\nfrom the head, per\nobject of distance",
}
"""Tests with an estimate on a scale of shares, and how the forest plot calls them."""
CATEGORIES = {
    1: "human-\nlevel",
    2: "gap, no\nhead bias",
    3: "head-\nonly",
    4: "head-\ndominant",
    5: "coin\nflip",
    "unclear": "unclear",
}


def path(result: dict[str, Any], model: str) -> Picture:
    """The tree of tests with this model's numbers and the way it took.

    Args:
        result: ``details["characterization"]`` of a score file.
        model: Name of the model.
    """
    tests, category = result["tests"], result["category"]
    figure, (axis,) = sheet(1, 1, PAGE, 2.75)
    bare(axis)
    axis.set(xlim=(-0.08, 10.1), ylim=(0, 4.1))
    positive = [key for key in VOTES if tests[key]["positive"]]
    steps = [
        (0.0, "Test 1", "gap to people?", _line(tests["1"])),
        (2.6, "Tests 2.1-2.4", f"{VOTES_NEEDED} of 4 head biases?", _votes(tests, positive)),
        (5.2, "Test 3", "do the eyes matter?", _line(tests["3"])),
        (7.8, "Test 4", "fall of the head share?", _shape(tests["4"])),
    ]
    ends: list[tuple[float, int | str]] = [(0.0, 1), (2.6, 2), (5.2, 3), (7.4, 4), (8.32, 5), (9.24, "unclear")]
    reached = {1: 1, 2: 2, 3: 3, 4: 4, 5: 4}.get(category, _stopped(tests, positive))
    for number, (x, name, question, said) in enumerate(steps, start=1):
        _card(axis, x, name, question, said, number <= reached)
        if number < 4:
            _arrow(axis, (x + 2.05, 2.95), (x + 2.6, 2.95), number < reached)
    for x, end in ends:
        here = end == category
        # An unclear verdict ends where the path stopped; where it was not reached, it hangs on the last test.
        stop = end if isinstance(end, int) else (reached if here else 4)
        start = {1: 1.0, 2: 3.6, 3: 6.2}.get(stop, 8.8)
        width = 2.0 if end in (1, 2, 3) else 0.78
        _arrow(axis, (start, 1.93), (x + width / 2, 1.02), here)
        _end(axis, x, width, end, here, result.get("stability", {}))
    heading(figure, model)
    counts = result["counts"]
    caption = (
        f"{model}: {result['reason']}. {counts['photos']} photos of {counts['scenes']} scenes, {counts['trials']} "
        "answers; below a category the share of resampled scenes that lead to it."
    )
    return Picture("decision", figure, caption)


def _stopped(tests: dict[str, Any], positive: list[str]) -> int:
    """The test at which an unclear verdict ended."""
    if tests["1"]["p"] is not None and not tests["1"]["positive"]:
        return 1
    return 2 if len(positive) < VOTES_NEEDED else (3 if tests["3"]["p"] is None else 4)


def _number(value: float | None) -> str:
    return "" if value is None or not np.isfinite(value) else f"{value:+.2f}"


def _p(value: float | None) -> str:
    if value is None:
        return "not run"
    return "p < .001" if value < 0.001 else f"p = {value:.3f}".replace("0.", ".", 1)


def _line(test: dict[str, Any]) -> list[tuple[str, bool]]:
    if test["p"] is None:
        return [("not run", False)]
    low, high = (_number(end) for end in test["interval"])
    return [(f"{_number(test['estimate'])} [{low}, {high}]", bool(test["positive"])), (_p(test["p"]), False)]


def _votes(tests: dict[str, Any], positive: list[str]) -> list[tuple[str, bool]]:
    return [(f"{key}  {_number(tests[key]['estimate'])}  {_p(tests[key]['p'])}", key in positive) for key in VOTES]


def _shape(test: dict[str, Any]) -> list[tuple[str, bool]]:
    if test["p"] is None and not test["details"]:
        return [("not run", False)]
    supports = test["details"].get("supports", 0)
    said = {4: "falls with distance", 5: "drops once, then stays"}.get(supports, "neither shape")
    return [(said, bool(supports)), (_p(test["p"]), False)]


def _card(axis: Axes, x: float, name: str, question: str, said: list[tuple[str, bool]], on: bool) -> None:
    color = HEAD if on else FAINT
    axis.add_patch(
        FancyBboxPatch((x, 1.95), 2.0, 1.95, boxstyle="round,pad=0.02,rounding_size=0.08", fc=PAPER, ec=color, lw=1.3)
    )
    axis.text(x + 0.1, 3.68, name, fontsize=TEXT, weight="bold", color=INK if on else MUTED, va="center")
    axis.text(x + 0.1, 3.38, question, fontsize=TEXT - 1.2, color=MUTED, va="center")
    for number, (text, strong) in enumerate(said):
        weight = "bold" if strong and on else "normal"
        color = INK if on else MUTED
        axis.text(x + 0.1, 3.03 - 0.27 * number, text, fontsize=TEXT - 1, color=color, weight=weight, va="center")


def _arrow(axis: Axes, start: tuple[float, float], end: tuple[float, float], on: bool) -> None:
    color, width = (HEAD, 2.0) if on else (FAINT, 1.0)
    axis.annotate(
        "", end, start, arrowprops={"arrowstyle": "-|>", "color": color, "lw": width, "shrinkA": 0, "shrinkB": 0}
    )


def _end(axis: Axes, x: float, width: float, name: int | str, here: bool, stability: dict[str, float]) -> None:
    axis.add_patch(
        FancyBboxPatch(
            (x, 0.35),
            width,
            0.65,
            boxstyle="round,pad=0.02,rounding_size=0.08",
            fc=HEAD if here else PAPER,
            ec=HEAD if here else FAINT,
            lw=1.2,
        )
    )
    label = CATEGORIES[name] if isinstance(name, str) else f"{name}  {CATEGORIES[name]}"
    if width > 1:
        label = label.replace("-\n", "-").replace("\n", " ")
    axis.text(x + width / 2, 0.68, label, ha="center", va="center", fontsize=TEXT - 1, color=PAPER if here else MUTED)
    share = stability.get(str(name))
    if share is not None:
        axis.text(x + width / 2, 0.15, f"{100 * share:.0f} %", ha="center", fontsize=TEXT - 1.2, color=MUTED)


def forest(results: Sequence[tuple[str, dict[str, Any]]]) -> Picture | None:
    """Estimates and intervals of the tests, one row per model; (model, characterization) pairs."""
    shown = [
        key
        for key in FOREST
        if any(key in result["tests"] and result["tests"][key]["estimate"] is not None for _, result in results)
    ]
    if not shown:
        return None
    figure, axes = sheet(1, len(shown), PAGE, 1.05 + 0.2 * len(results), sharey=True)
    for axis, key in zip(axes, shown, strict=True):
        axis.axvline(0, color=MUTED, lw=0.7)
        for row, (_, result) in enumerate(results):
            test = result["tests"].get(key)
            if test is None or test["estimate"] is None:
                axis.text(0, row, "not run", fontsize=TEXT - 1.5, color=MUTED, ha="center", va="center")
                continue
            color = HEAD if test["positive"] else MUTED
            if key == "3" and test["positive"]:
                color = GAZE
            axis.plot(test["interval"], [row, row], color=color, lw=1.6, solid_capstyle="butt")
            face = color if test["positive"] else PAPER
            axis.plot(test["estimate"], row, "o", ms=4.5, mfc=face, mec=color, mew=1.2)
        title(axis, FOREST[key], size=TEXT - 1.2)
        axis.grid(axis="y", color=FAINT, lw=0.4)
    axes[0].set(ylim=(len(results) - 0.5, -0.5), yticks=range(len(results)))
    axes[0].set_yticklabels([legible(model) for model, _ in results], color=INK)
    for axis in axes:
        axis.tick_params(axis="y", length=0)
        axis.spines["left"].set_visible(False)
    counts = [f"{model}: {result['counts']['scenes']} scenes" for model, result in results]
    caption = (
        "Estimates of the tests with 95 % intervals; filled where the test is positive (p < .05 in the direction it "
        f"asks for), blue where that means that the eyes are read. {'; '.join(counts)}."
    )
    return Picture("forest", figure, caption)
