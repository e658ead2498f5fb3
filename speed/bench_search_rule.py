"""Choice of the next fixation by the exact rule: compiled, in batches of torch, and the published formula as it stands.

All are run one after another on the same beliefs: a flat and a centre prior, and what the searcher believes after
fixations, with the published noise. Where `VisualSearch_Interiors` is built with its saliency maps, beliefs along real
people's paths come with them. The formula as it stands is timed on a few of the 768 candidates and scaled up.

Usage: python -m speed.bench_search_rule [--quick]
"""

import argparse
import json
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from speed.batched_rule import batched_accuracy
from vlmeval_hvs.benchmarks.visual_search.named_searchers import make_searcher, named_options
from vlmeval_hvs.benchmarks.visual_search.searchers.bayesian import BayesianSearcher, decision_map
from vlmeval_hvs.benchmarks.visual_search.searchers.grid import (
    IMAGE_SHAPE,
    N_CELLS,
    centre_prior,
    prior_cells,
    visibility,
)
from vlmeval_hvs.benchmarks.visual_search.searchers.integral import reference_accuracy
from vlmeval_hvs.benchmarks.visual_search.trials import read_trials
from vlmeval_hvs.sets import read_set, set_folder

REAL = "VisualSearch_Interiors"
TIED = 1e-6
"""Candidates whose accuracies differ by less than this share count as tied."""


def beliefs(n_images: int) -> Iterator[tuple[str, np.ndarray]]:
    """Yield kinds and posteriors as they occur in a search."""
    yield "flat", np.full(N_CELLS, 1 / N_CELLS)
    yield "centre", prior_cells(centre_prior())
    path = [(512.0, 384.0), (300.0, 200.0), (700.0, 500.0), (150.0, 600.0), (900.0, 150.0)]
    searcher = BayesianSearcher(IMAGE_SHAPE, (500, 800, 572, 872), None, centre_prior())
    for n in (1, 3, 5):
        yield "after fixations", searcher.posterior(path[:n]).ravel()
    if (set_folder(REAL) / "priors").is_dir():
        yield from real_beliefs(n_images)


def real_beliefs(n_images: int) -> Iterator[tuple[str, np.ndarray]]:
    """Yield cIBS's posteriors along one participant's longest path on images drawn evenly from Interiors."""
    rows, manifest = read_set(REAL)
    folder = manifest.folder
    searches = rows[rows["family"] == "search"]
    chosen = searches.iloc[np.linspace(0, len(searches) - 1, n_images).astype(int)].to_dict("records")
    for trial, row in zip(read_trials(chosen).values(), chosen, strict=True):
        scene, target = (str(folder / path) for path in json.loads(row["image_path"]))
        searcher = make_searcher(named_options("hvs-cIBS"), trial, scene, target)
        assert isinstance(searcher, BayesianSearcher)
        human = max(trial.humans.values(), key=lambda one: len(one.x))
        history = list(zip(human.x, human.y, strict=True))
        for n in sorted({1, 3, len(history) - 1}):
            yield "Interiors", searcher.posterior(history[:n]).ravel()


def timed(function: Callable[[], np.ndarray]) -> tuple[float, np.ndarray]:
    """Return processor seconds and result of a call."""
    start = time.process_time()
    result = function()
    return time.process_time() - start, result


def measure(posterior: np.ndarray, candidates: np.ndarray) -> dict[str, Any]:
    """Measure every way on one belief, and compare their results."""
    d_prime = visibility()[0]
    exact_s, exact = timed(lambda: decision_map(posterior, d_prime, "exact-integral"))
    batched_s, batched = timed(lambda: batched_accuracy(posterior, d_prime))
    formula_s, formula = timed(lambda: np.array([reference_accuracy(posterior, d_prime, int(k)) for k in candidates]))
    stored_s, _ = timed(lambda: decision_map(posterior, d_prime, "stored-integral"))
    elm_s, _ = timed(lambda: decision_map(posterior, d_prime, "elm"))
    return {
        "exact_s": exact_s,
        "batched_s": batched_s,
        "integral_s": formula_s / len(candidates) * N_CELLS,
        "stored_s": stored_s,
        "elm_ms": elm_s * 1000,
        "difference": float(np.abs(exact[candidates] - formula).max() / exact.max()),
        "same_choice": bool(batched.max() - batched[np.argmax(exact)] <= TIED * batched.max()),
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="time one candidate instead of four, and two images")
    arguments = parser.parse_args()
    n = 1 if arguments.quick else 4
    candidates = np.linspace(0, N_CELLS - 1, n + 2).astype(int)[1:-1]
    found: dict[str, list[dict[str, Any]]] = {}
    for kind, posterior in beliefs(2 if arguments.quick else 8):
        if not found:  # the first calls compile and fill tables
            measure(prior_cells(centre_prior()), candidates)
        found.setdefault(kind, []).append(measure(posterior, candidates))
    for kind, ones in found.items():
        case = {name: float(np.mean([one[name] for one in ones])) for name in ones[0]}
        difference, same = max(one["difference"] for one in ones), sum(one["same_choice"] for one in ones)
        print(
            f"{kind:16s} n={len(ones):2d}: exact {case['exact_s']:.3f} s, torch {case['batched_s']:.2f} s "
            f"({case['batched_s'] / case['exact_s']:.1f}x), formula {case['integral_s']:.0f} s, stored integral "
            f"{case['stored_s']:.3f} s; difference {difference:.0e} of the maximum, same choice "
            f"{same}/{len(ones)}; ELM {case['elm_ms']:.1f} ms"
        )


if __name__ == "__main__":
    main()
