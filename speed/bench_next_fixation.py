"""Next-fixation scoring, old way and new way side by side: maps of answered points, gold standard, whole set.

The old way draws every map and gives every left-out participant distances and a map of their own; both ways are timed
in one run and give the same scores. Trials are those of the published Interiors set where it has been built, else of a
demo set.

Usage: python -m speed.bench_next_fixation [--quick]
"""

import argparse
import os
import tempfile
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from dataset_builders.visual_search.set_rows import next_fixation_rows
from vlmeval_hvs.benchmarks.visual_search.densities import CentreBias, Kernel, drawn_point_map, point_map
from vlmeval_hvs.benchmarks.visual_search.next_fixation_scoring import score_next_fixations
from vlmeval_hvs.benchmarks.visual_search.scoring import SearchScoring
from vlmeval_hvs.benchmarks.visual_search.trials import Trial, read_trials
from vlmeval_hvs.files import data_root
from vlmeval_hvs.metrics.kde import gaussian_kde_map, select_bandwidth
from vlmeval_hvs.metrics.left_out import left_out_bandwidths, left_out_maps
from vlmeval_hvs.metrics.maps import FixationScore, MapScorer
from vlmeval_hvs.registry import load_set

Floats = NDArray[np.float64]
Points = list[tuple[float, float, float]]

BIAS = CentreBias()
REAL, DEMO = "VisualSearch_Interiors", "VisualSearch_COCOSearch18_DEMO"


def timed(work: Callable[..., Any], *arguments: Any) -> tuple[float, Any]:
    """Seconds of processor time, and the result."""
    start = time.process_time()
    result = work(*arguments)
    return time.process_time() - start, result


def score_drawn(points: Points, shape: tuple[int, int], kernel: Kernel, row: int, column: int) -> FixationScore:
    """Draw the map of answered points, then score a fixation."""
    return MapScorer(drawn_point_map(points, shape, kernel, BIAS), BIAS.map(shape), 1.0)(row, column)


def score_blocks(points: Points, shape: tuple[int, int], kernel: Kernel, row: int, column: int) -> FixationScore:
    """The same without drawing the map."""
    return point_map(points, shape, kernel, BIAS).score(row, column, float(BIAS.map(shape)[row, column]))


def point_maps(shape: tuple[int, int], points: int, centre: float, repeats: int) -> dict[str, Any]:
    """One map of answered points and one fixation, both ways."""
    rng = np.random.default_rng(points)
    kernel, drawn, blocks, errors = Kernel(shape[0] / 12, 0.1, centre), [], [], []
    score_blocks([(1.0, 1.0, 1.0)], shape, kernel, 0, 0)  # what is made once per size, and kept
    for _ in range(repeats):
        answered = [(float(x), float(y), 1.0) for y, x in rng.uniform(0, 1, (points, 2)) * shape]
        row, column = (int(value) for value in rng.integers(0, shape))
        slow, one = timed(score_drawn, answered, shape, kernel, row, column)
        fast, two = timed(score_blocks, answered, shape, kernel, row, column)
        drawn.append(1000 * slow)
        blocks.append(1000 * fast)
        # Far from all points, drawn maps tie where the uniform part absorbs the Gaussians: AUC differs there.
        errors.append(max(abs(one.nss - two.nss), abs(one.log_likelihood - two.log_likelihood)))
    slow, fast = float(np.median(drawn)), float(np.median(blocks))
    case = {"shape": list(shape), "points": points, "center_bias_part": centre}
    return {**case, "drawn_ms": slow, "blocks_ms": fast, "ratio": slow / fast, "difference": max(errors)}


def one_by_one(rows: Floats, columns: Floats, spans: list[slice], shape: tuple[int, int]) -> list[float]:
    """Bandwidths of everybody who is left out, each from their own distances."""
    return [select_bandwidth(np.delete(rows, one), np.delete(columns, one), shape) for one in spans]


def scored_one_by_one(
    rows: Floats, columns: Floats, spans: list[slice], shape: tuple[int, int], widths: list[float]
) -> dict[int, list[float]]:
    """Log-likelihoods of everybody's fixations, each on a map of their own."""
    found = {}
    for person, (span, width) in enumerate(zip(spans, widths, strict=True)):
        scorer = MapScorer(gaussian_kde_map(np.delete(rows, span), np.delete(columns, span), shape, width))
        spots = zip(rows[span][1:], columns[span][1:], strict=True)
        found[person] = [scorer(y, x).log_likelihood for y, x in spots]
    return found


def scored_together(
    rows: Floats, columns: Floats, spans: list[slice], shape: tuple[int, int], counts: list[int]
) -> dict[int, list[float]]:
    """The same with shared sums, the bandwidths included."""
    found = {}
    for person, density in left_out_maps(rows, columns, counts, shape):
        spots = zip(rows[spans[person]][1:], columns[spans[person]][1:], strict=True)
        found[person] = [density.score(int(y), int(x)).log_likelihood for y, x in spots]
    return found


def gold_standard(trials: list[Trial]) -> dict[str, Any]:
    """Bandwidths and scores of all left-out participants, both ways."""
    seconds, same, error = np.zeros(4), True, 0.0
    for trial in trials:
        people = list(trial.humans.values())
        rows, columns = np.concatenate([one.y for one in people]), np.concatenate([one.x for one in people])
        counts = [len(one.x) for one in people]
        ends = np.cumsum(counts).tolist()
        spans = [slice(end - count, end) for end, count in zip(ends, counts, strict=True)]
        first, widths = timed(one_by_one, rows, columns, spans, trial.shape)
        second, shared = timed(left_out_bandwidths, rows, columns, counts, trial.shape)
        third, alone = timed(scored_one_by_one, rows, columns, spans, trial.shape, widths)
        fourth, together = timed(scored_together, rows, columns, spans, trial.shape, counts)
        seconds += (first, second, first + third, fourth)
        same &= widths == shared.tolist()
        error = max(error, *(float(np.abs(np.subtract(alone[k], together[k])).max(initial=0)) for k in together))
    names = ("bandwidths_one_by_one_s", "bandwidths_shared_s", "all_one_by_one_s", "all_shared_s")
    ratios = {"bandwidths_ratio": seconds[0] / seconds[1], "all_ratio": seconds[2] / seconds[3]}
    figures = {**dict(zip(names, seconds.tolist(), strict=True)), **ratios}
    return {"images": len(trials), **figures, "same_bandwidths": same, "difference_bits": error}


def whole_set(trials: dict[str, Trial], rows: list[dict[str, str]]) -> dict[str, Any]:
    """Scoring of a model that answers every prompt by one point: the references computed, then kept."""
    rng = np.random.default_rng(0)
    asked = [next_fixation_rows(row) for row in rows]
    prompts = pd.DataFrame([{name: str(value) for name, value in one.items()} for group in asked for one in group])
    replies = [f"[{x:.3f}, {y:.3f}]" for x, y in rng.uniform(0, 1, (len(prompts), 2))]
    items = prompts.assign(index=[str(number) for number in range(len(prompts))], reply=replies, failed=False)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["LMUData"] = folder
        cold, report = timed(score_next_fixations, items, trials, SearchScoring())
        warm, again = timed(score_next_fixations, items, trials, SearchScoring())
    return {
        "images": len(trials),
        "scanpaths": sum(len(trial.humans) for trial in trials.values()),
        "prompts": len(items),
        "fixations": report.details["fixations"],
        "first_model_s": cold,
        "every_further_model_s": warm,
        "same": report.metrics == again.metrics,
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few repeats, few images")
    args = parser.parse_args()
    repeats, images = (3, 2) if args.quick else (30, 8)
    table, _ = load_set(REAL if (data_root() / REAL).is_dir() else DEMO)
    rows = table[table["family"] == "search"].to_dict("records")
    trials = read_trials(rows)
    cases = [
        point_maps(shape, points, centre, repeats)
        for shape in ((768, 1024), (1050, 1680))
        for points, centre in ((1, 0.0), (1, 0.3), (5, 0.0), (5, 0.3))
    ]
    for case in cases:
        print(case)
    print(gold_standard(list(trials.values())[:images]))
    few = 4 if args.quick else len(rows)
    print(whole_set({row["image_name"]: trials[row["image_name"]] for row in rows[:few]}, rows[:few]))


if __name__ == "__main__":
    main()
