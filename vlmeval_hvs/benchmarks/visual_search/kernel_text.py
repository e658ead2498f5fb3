"""How much of a next-fixation score is the answers', and how much the parts that were fitted to them.

A fitted kernel gives answers that tell nothing the density that needs no answer: the centre bias with a uniform part. A
model that points at random then scores nearly like the centre bias, which has to be said beside its scores.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vlmeval_hvs.metrics.search_score import HSP_METRICS

LITTLE_BITS = 0.05
"""Gain by the answered points, in bits per fixation, below which a score is that of the fitted parts."""


def points_gain(fit: Mapping[str, Any]) -> float | None:
    """Bits per fixation that the answered points add to the parts that need no answer; None without such a fit.

    Args:
        fit: What a score file says about the fit (``points_to_map``).
    """
    if "held_out_bits_without_points" not in fit:
        return None
    return float(fit["held_out_bits"]) - float(fit["held_out_bits_without_points"])


def kernel_in_words(fit: Mapping[str, Any], metrics: Mapping[str, float]) -> list[str]:
    """What is printed of a fit, next to the centre bias alone; nothing for a kernel that was not fitted.

    Args:
        fit: What a score file says about the fit (``points_to_map``).
        metrics: The metrics of the run, those of the centre bias among them.
    """
    gain = points_gain(fit)
    if gain is None:
        return []
    lines = [
        f"answered points are Gaussians of {fit['sigma_windows']:g} windows ({fit['points_part']:.0%} of the density), "
        f"with {fit['uniform_part']:.0%} uniform and {fit['center_bias_part']:.0%} centre bias, fitted on "
        f"{fit['images']} images ({fit['held_out_bits']:.3f} bits on images that the fit did not see, "
        f"{fit['held_out_bits_without_points']:.3f} without the points)"
    ]
    pairs = [(name, metrics.get(name), metrics.get(f"{name}_center_bias")) for name in HSP_METRICS]
    compared = [f"{name} {own:.3f} ({other:.3f})" for name, own, other in pairs if None not in (own, other)]
    if compared:
        lines.append("beside the centre bias alone (in brackets): " + ", ".join(compared))
    return lines


def kernel_warning(fit: Mapping[str, Any]) -> list[str]:
    """The warning of answers that tell next to nothing, whose score is that of the fitted parts."""
    gain = points_gain(fit)
    if gain is None or gain >= LITTLE_BITS:
        return []
    return [f"next fixations: this is the score of the centre bias, not of the answers: {in_short(fit)}"]


def in_short(fit: Mapping[str, Any]) -> str:
    """The gain by the points in half a sentence; the fit is one with such a gain."""
    return (
        f"the answered points add {points_gain(fit) or 0.0:.3f} bits per fixation to {fit['center_bias_part']:.0%} "
        f"centre bias and {fit['uniform_part']:.0%} uniform"
    )
