"""The characterization's engines side by side: time per dataset, categories recovered, false positives.

Every dataset is a full study (1368 photos, 117 scenes, 16 prompts) answered by a simulated observer of known category.

Usage: python -m speed.bench_gaze [--quick] [--datasets N]
"""

import argparse
import os
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from speed import record
from vlmeval_hvs.metrics import characterize
from vlmeval_hvs.metrics.characterization import agents, designs, lme4
from vlmeval_hvs.metrics.characterization.head_shares import pooled_shape
from vlmeval_hvs.metrics.characterization.mixed_models import fit_models, tests_of
from vlmeval_hvs.metrics.characterization.photos import Photos

STRONG = ("human", "gaze-noisy", "random", "head-only", "head-dominant", "coin-flip")
Rates = dict[str, float]


def engines(design: agents.Design, datasets: int) -> Rates:
    """Return each engine's median seconds of processor time per simulated study."""
    names = ["fixed-effects", "glmm", "paper"] + ([] if lme4.available() else ["lme4"])
    data = [agents.simulate(agents.AGENTS[name], design, np.random.default_rng([3, 0])) for name in STRONG]
    seconds = {}
    for engine in names:
        times = []
        for photos in data[:2] if engine in ("lme4", "paper") else data * datasets:
            start = sum(os.times()[:4])  # processor time with that of R, which does not depend on other work
            characterize(photos, engine=engine)
            times.append(sum(os.times()[:4]) - start)
        seconds[engine] = float(np.median(times))
    base = seconds["fixed-effects"]
    for engine, value in seconds.items():
        print(f"{engine:>14}: {value:7.3f} s of processor time per dataset, {value / base:6.1f} x the default")
    return seconds


def recovery(design: agents.Design, datasets: int) -> Rates:
    """Return for each observer the share of studies whose category is the observer's own."""
    shares: Rates = {}
    for name, agent in agents.AGENTS.items():
        found = [
            characterize(
                agents.simulate(agent, design, np.random.default_rng([6, seed])), seed=seed, n_resamples=0
            ).category
            for seed in range(datasets)
        ]
        share = shares[name] = float(np.mean([category == agent.category for category in found]))
        print(f"{name:>20} (category {agent.category}): recovered {share:.3f} of {datasets}")
    return shares


def blurred_coin(design: agents.Design, datasets: int) -> dict[str, Any]:
    """Return the categories that a coin-flipper with twice the blur of people gets, and how firm they look."""
    people = agents.AGENTS["human"].blur
    observer = replace(agents.AGENTS["coin-flip"], blur=(people[0], 2 * people[1], 2 * people[2]))
    found: Counter[str] = Counter()
    stable = []
    for seed in range(datasets):
        photos = agents.simulate(observer, design, np.random.default_rng([7, seed]))
        outcome = characterize(photos, seed=seed)
        found[str(outcome.category)] += 1
        stable.append(outcome.stability.get(outcome.category, 0.0))
    print(f"coin-flipper with blurred eyes: {dict(found)}, median stability {np.median(stable):.2f}")
    return {"categories": dict(found), "median_stability": float(np.median(stable))}


def default_rates(photos: Photos) -> Rates:
    """Return the p-values of the default engine's tests."""
    shape = pooled_shape({n: sums for n in (3, 4) if (sums := designs.head_share(photos, n))})
    return {
        **{name: float(slope.evaluate()[2][0]) for name in ("2.4", "3") if (slope := designs.SLOPES[name](photos))},
        "4 trend": float(shape["trend"][2][0]),
        "4 drop": float(shape["drop"][2][0]),
    }


def model_rates(engine: str) -> Callable[[Photos], Rates]:
    """Return a function for the p-values of an engine of mixed models."""

    def rates(photos: Photos) -> Rates:
        tests = tests_of(fit_models(photos, engine), engine)
        shape = tests["4"].details
        return {"2.4": tests["2.4"].p, "3": tests["3"].p, "4 trend": shape["trend"]["p"], "4 drop": shape["drop"]["p"]}

    return rates


def false_positives(design: agents.Design, datasets: int) -> list[dict[str, Any]]:
    """True nulls: Test 2.4 for eyes without head, Tests 3 and 4 for head without eyes."""
    rows = []
    for label, rates, count in (
        ("fixed-effects", default_rates, datasets),
        ("glmm", model_rates("glmm"), max(datasets // 10, 5)),
        ("paper", model_rates("paper"), max(datasets // 25, 5)),
    ):
        hits: dict[str, list[bool]] = {}
        for seed in range(count):
            for name, tests in (("gaze-noisy", ("2.4",)), ("head-only", ("3", "4 trend", "4 drop"))):
                photos = agents.simulate(agents.AGENTS[name], design, np.random.default_rng([23, seed]))
                values = rates(photos)
                for test in tests:
                    hits.setdefault(test, []).append(values[test] < 0.05)
        words = ", ".join(f"Test {test} {np.mean(flags):.3f}" for test, flags in hits.items())
        print(f"{label:>14}: true nulls rejected at 0.05 (either direction) over {count}: {words}")
        rows.append({"engine": label, "datasets": count, "rejected": {test: np.mean(hits[test]) for test in hits}})
    return rows


def main() -> None:
    """Measure, print and, if asked, record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few datasets")
    parser.add_argument("--datasets", type=int, help="simulated studies per observer (default 400; 20 with --quick)")
    arguments = record.parse(parser)
    datasets = arguments.datasets or (20 if arguments.quick else 400)
    design = agents.full_design()
    figures = {
        "photos": 1368,
        "prompts": 16,
        "seconds": engines(design, 1 if arguments.quick else 3),
        "recovery_datasets": datasets,
        "recovered": recovery(design, datasets),
        "blurred_coin": blurred_coin(design, datasets),
        "false_positives": false_positives(design, round(2.5 * datasets)),
    }
    record.save(arguments.record, __file__, figures)


if __name__ == "__main__":
    main()
