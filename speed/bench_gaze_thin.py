"""What the gaze tests say when data are thin, and whether their intervals are as wide as they should be.

Limited runs of simulated observers on the study's design, drawn as the option `limit` draws them: how often true nulls
are rejected, and which categories come out. On full studies: how often 95 % intervals hold the mean over all studies.

Usage: python -m speed.bench_gaze_thin [--draws N] [--record DIR]
"""

import argparse
from collections import Counter
from typing import Any

import numpy as np
import pandas as pd

from speed import record
from vlmeval_hvs.benchmarks.gaze.draw import by_scene
from vlmeval_hvs.benchmarks.gaze.trials import mean_with_interval
from vlmeval_hvs.metrics import characterize
from vlmeval_hvs.metrics.characterization import agents
from vlmeval_hvs.metrics.characterization.photos import CONDITIONS, VIEWS

LIMITS = (100, 200, 400, 1368)
NULLS = {"random": ("2.1", "2.2", "2.3", "2.4", "3", "4"), "head-only": ("3", "4"), "human": ("2.3", "2.4")}
OBSERVERS = ("human", "random", "head-only", "head-dominant", "coin-flip")
PROMPTS = 4


def trials(name: str, design: agents.Design, seed: int) -> pd.DataFrame:
    """Return the trial table of an observer who answers the whole study with some of its prompts."""
    photos = agents.simulate(agents.AGENTS[name], design, np.random.default_rng([81, seed]), PROMPTS)
    table = pd.DataFrame(
        {
            "stimulus_id": np.arange(len(photos)),
            "scene_id": [str(scene) for scene in photos.scene],
            "condition": [CONDITIONS[code] for code in photos.condition],
            "view": [VIEWS[code] for code in photos.view],
            "proximity": photos.proximity.astype(int),
            "n_objects": photos.n,
            "gaze_pos": photos.gaze,
            "head_pos": photos.head,
        }
    )
    out = table.loc[table.index.repeat(PROMPTS)].reset_index(drop=True)
    out["prompt_id"] = np.tile([str(prompt) for prompt in range(PROMPTS)], len(photos))
    out["choice_pos"] = photos.choices.reshape(-1)
    return out.assign(index=[str(row) for row in range(len(out))])


def limited(design: agents.Design, draws: int) -> list[dict[str, Any]]:
    """Return rejected nulls and categories by limit."""
    rows = []
    for limit in LIMITS:
        rejected: dict[str, list[bool]] = {}
        categories: dict[str, Counter[str]] = {name: Counter() for name in OBSERVERS}
        tiny = 0
        for seed in range(draws):
            for name in OBSERVERS:
                drawn = by_scene(trials(name, design, seed), limit, seed)
                outcome = characterize(drawn, seed=seed, n_resamples=0, n_permutations=199)
                categories[name][str(outcome.category)] += 1
                for key in NULLS.get(name, ()):
                    if outcome.tests[key].ran:
                        rejected.setdefault(f"{name} {key}", []).append(outcome.tests[key].p < 0.05)
                        tiny += outcome.tests[key].p < 1e-6
        shares = {key: float(np.mean(flags)) for key, flags in rejected.items()}
        rows.append(
            {
                "limit": limit,
                "rejected": shares,
                "tests": {key: len(flags) for key, flags in rejected.items()},
                "below_1e-6": tiny,
                "categories": {name: dict(counts) for name, counts in categories.items()},
            }
        )
        print(rows[-1], flush=True)
    return rows


def coverage(design: agents.Design, draws: int) -> dict[str, Any]:
    """Return how often intervals of full studies hold the mean over all studies."""
    overall: list[tuple[float, float, float]] = []
    trend: list[tuple[float, float, float]] = []
    for seed in range(draws):
        table = trials("random", design, seed)
        frame = table.assign(correct=(table["choice_pos"] == table["gaze_pos"]).astype(float))
        part = mean_with_interval("Overall", frame, "correct", seed)
        overall.append((part.metrics["Overall"], *part.intervals["Overall"]))
        photos = agents.simulate(agents.AGENTS["head-dominant"], design, np.random.default_rng([82, seed]), PROMPTS)
        outcome = characterize(photos, seed=seed, n_resamples=0, n_permutations=1)
        entry: Any = outcome.tests["4"].details["trend"]
        trend.append((entry["estimate"], *entry["interval"]))
    # Accuracies alone cost little: their spread is known better than that of the studies with intervals.
    guesser, seeds = agents.AGENTS["random"], range(1000)
    many = [agents.simulate(guesser, design, np.random.default_rng([83, seed]), PROMPTS) for seed in seeds]
    accuracies = np.array([photos.correct.sum() / photos.trials.sum() for photos in many])
    found = {}
    for name, values, known in (
        ("Overall of a guesser", overall, accuracies),
        ("Test 4, decline, head-dominant", trend, np.array(trend)[:, 0]),
    ):
        _, low, high = np.array(values).T
        holds = (low <= known.mean()) & (known.mean() <= high)
        width = float(np.mean(high - low) / (2 * 1.96 * known.std(ddof=1)))
        found[name] = {"holds": float(holds.mean()), "width": width}
        print(name, found[name])
    return found


def main() -> None:
    """Measure, print and, if asked, record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--draws", type=int, default=100, help="simulated studies per observer (default 100)")
    arguments = record.parse(parser)
    design = agents.full_design()
    figures = {
        "draws": arguments.draws, "prompts": PROMPTS, "coverage": coverage(design, arguments.draws),
        "limited": limited(design, arguments.draws),
    }  # fmt: skip
    record.save(arguments.record, __file__, figures)


if __name__ == "__main__":
    main()
