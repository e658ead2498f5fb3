"""Fig. 9 of the paper: people who take longer are right less often."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import expit, ndtr

from vlmeval_hvs.benchmarks.gaze.reproduction.rows import Measured
from vlmeval_hvs.benchmarks.gaze.responses import Responses


def logistic_line(x: ArrayLike, right: ArrayLike) -> tuple[np.ndarray, np.ndarray] | None:
    """Constant and slope of a logistic regression with their standard errors; None when they do not exist.

    Args:
        x: (n,) predictor.
        right: (n,) 0 or 1.
    """
    design = np.column_stack([np.ones(np.size(x)), np.asarray(x, dtype=float)])
    y = np.asarray(right, dtype=float)
    beta = np.zeros(2)
    for _ in range(50):
        share = expit(design @ beta)
        information = design.T @ (design * (share * (1 - share))[:, None])
        if np.linalg.matrix_rank(information) < 2:
            return None
        step = np.linalg.solve(information, design.T @ (y - share))
        beta += step
        if np.abs(step).max() < 1e-10:
            return beta, np.sqrt(np.diag(np.linalg.inv(information)))
    return None


def response_time(responses: Responses, claim: Mapping[str, Any], seed: int) -> Measured | None:
    """The claim's ``part`` of the regression of being right on seconds: "constant", "slope", "z" or "p"."""
    trials = responses.trials
    if "response_time" not in trials:
        return None
    trials = trials[trials["response_time"].notna()]
    right = (trials["choice_pos"] == trials["gaze_pos"]).astype(float)
    line = logistic_line(trials["response_time"] / 1000.0, right) if len(trials) else None
    if line is None:
        return None
    beta, error = line
    z = float(beta[1] / error[1])
    value = {"constant": float(beta[0]), "slope": float(beta[1]), "z": z, "p": float(2 * ndtr(-abs(z)))}[claim["part"]]
    at = {"constant": 0, "slope": 1}.get(claim["part"])
    interval = None if at is None else (beta[at] - 1.96 * error[at], beta[at] + 1.96 * error[at])
    return Measured(value, len(trials), None if interval is None else (float(interval[0]), float(interval[1])))
