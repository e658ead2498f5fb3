"""The cue model on simulated observers: parameters recovered, intervals and probabilities calibrated, time.

Observers of two families (`speed.gaze_observers`) are drawn from the whole range of head weights, strategies, errors
and guessing. Each answers the photos of the study and of a set as large as the demo. People's accuracy, too, is known
with its error only.

Usage: python -m speed.bench_cue_model [--quick] [--observers N]
"""

import argparse
import os
from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np

from speed import gaze_observers
from vlmeval_hvs.metrics import characterize
from vlmeval_hvs.metrics.characterization.photos import from_choices
from vlmeval_hvs.metrics.characterization.reference import STUDY
from vlmeval_hvs.metrics.cue_model import CueModel, Limits, answers, fit_cue_model
from vlmeval_hvs.metrics.cue_model.categories import category_of

SIZES = {"study": (gaze_observers.STUDY, 16), "demo": (gaze_observers.DEMO, 4)}
"""Object combinations by number of objects, and prompts."""
SCENES = gaze_observers.STUDY
PEOPLE = gaze_observers.Observer(
    family="blurred",
    head_weight=0.0,
    coin_share=0.0,
    head_tilt=0.0,
    eye_error=4.5,  # on average as accurate as people on natural photos
    side_factor=1.2,
    head_error=4.5,
    parts=(0.2, 0.5, 0.3),
    guess=0.03,
    sticky=0.0,
    coin_by_photo=False,
    middle=0.0,
    temperature=1.0,
)
COIN = replace(PEOPLE, head_weight=0.5, coin_share=1.0)
BLEND = replace(PEOPLE, head_weight=0.7)
HEAD = replace(PEOPLE, head_weight=1.0)
CASES = {
    "eyes, as precise as people": (1, PEOPLE),
    "eyes, three times the blur": (2, replace(PEOPLE, eye_error=13.5)),
    "sticky guesses only": (2, replace(PEOPLE, guess=1.0, sticky=0.8)),
    "head alone": (3, HEAD),
    "head alone, 60 % sticky guesses": (3, replace(HEAD, guess=0.6, sticky=0.8)),
    "blend, head 0.7": (4, BLEND),
    "blend, head 0.7, half the blur": (4, replace(BLEND, eye_error=2.25, head_error=2.25)),
    "blend, head 0.7, 60 % sticky guesses": (4, replace(BLEND, guess=0.6, sticky=0.8)),
    "coin": (5, COIN),
    "coin, twice the blur": (5, replace(COIN, eye_error=9.0)),
    "coin, three times the blur": (5, replace(COIN, eye_error=13.5)),
    "coin, twice the blur, 60 % sticky guesses": (5, replace(COIN, eye_error=9.0, guess=0.6, sticky=0.8)),
}
"""Observers that differ in one respect each, and their category. The blur is that of the eyes unless it says more."""
QUANTITIES = ("head_weight", "coin_share", "eye_blur", "guessing", "repeating", "gap")
BINS = (0.2, 0.5, 0.8, 0.95, 0.999)
Row = dict[str, Any]


def asked(
    observer: gaze_observers.Observer, size: str, rng: np.random.Generator, seed: int
) -> tuple[CueModel, int | str, float]:
    """Let an observer answer; return the fitted model, the category of the tests, and the seconds of the fit."""
    combinations, prompts = SIZES[size]
    photos = gaze_observers.table(rng if size == "study" else None, combinations=combinations)
    choices = gaze_observers.respond(observer, photos, prompts, rng)
    counts = np.stack([(choices == place).sum(axis=1) for place in range(4)], axis=1)
    columns = (photos.scene, photos.view, photos.proximity, photos.n, photos.gaze, photos.head)
    start = sum(os.times()[:2])
    found = fit_cue_model(answers(*columns, counts), seed=seed)
    seconds = sum(os.times()[:2]) - start
    condition = np.where(photos.head < 0, 0, np.where(photos.head == photos.gaze, 1, 2))
    design = (photos.scene, condition, photos.view, photos.proximity.astype(float), photos.n, photos.gaze, photos.head)
    return found, characterize(from_choices(*design, choices), n_resamples=0).category, seconds


def simulate(number: int, size: str) -> Row:
    """Draw an observer, let it answer, fit the model, and return truth and estimates side by side."""
    rng = np.random.default_rng([number, 41])
    family = gaze_observers.FAMILIES[number % len(gaze_observers.FAMILIES)]
    observer = gaze_observers.draw_observer(family, rng)
    truth = gaze_observers.truth(observer, rng)
    found, tree, seconds = asked(observer, size, rng, number)
    share = {n: count / sum(SCENES.values()) for n, count in SCENES.items()}
    human = sum(part * rng.normal(STUDY.accuracy[n], STUDY.error[n]) for n, part in share.items())
    right = vars(truth) | {"gap": truth.accuracy - human}
    gap, weight, coin, guessing = (np.array(right[key]) for key in ("gap", "head_weight", "coin_share", "guessing"))
    category = category_of(gap, weight, coin, guessing, Limits())
    return {
        "family": family,
        "truth": right,
        "category": int(category),
        "estimates": {key: (found.quantities[key].estimate, found.quantities[key].interval) for key in QUANTITIES},
        "probabilities": dict(found.probabilities),
        "tree": tree,
        "seconds": seconds,
        "effective": found.effective,
        "misfit": is_misfit(found),
    }


def verdicts(repeats: int) -> dict[str, Any]:
    """What the cue model and the tests say of observers that differ in one respect, in shares of the repeats."""
    found = {}
    for name, (category, observer) in CASES.items():
        said: dict[str, Counter[str]] = {"cue_model": Counter(), "tests": Counter()}
        for repeat in range(repeats):
            model, tree, _ = asked(observer, "study", np.random.default_rng([repeat, 43]), repeat)
            said["cue_model"][str(model.category)] += 1
            said["tests"][str(tree)] += 1
        shares = {way: {key: count / repeats for key, count in sorted(counts.items())} for way, counts in said.items()}
        found[name] = {"category": category, "repeats": repeats, **shares}
        print(f"{name} ({category}): cue model {shares['cue_model']}, tests {shares['tests']}")
    return found


def is_misfit(found: CueModel) -> bool:
    """Whether the model itself says that it does not describe the answers."""
    return any("misses" in warning for warning in found.warnings)


def counts_for(name: str, row: Row) -> bool:
    """Whether the answers of an observer can say anything about a quantity."""
    signal, weight = row["truth"]["guessing"] <= 0.9, row["truth"]["head_weight"]
    if name == "coin_share":
        return row["category"] in (4, 5)
    if name == "eye_blur":  # observers with other errors than normal ones have no standard deviation to be compared
        return bool(row["family"] == "blurred" and signal and weight < 0.9)
    return bool(name != "head_weight" or signal)


def recovery(rows: list[Row]) -> dict[str, Any]:
    """How close estimates come, and how often intervals hold the truth."""
    found = {}
    for name in QUANTITIES:
        chosen = [row for row in rows if counts_for(name, row)]
        if len(chosen) < 3:
            continue
        true = np.array([row["truth"][name] for row in chosen])
        guess = np.array([row["estimates"][name][0] for row in chosen])
        low, high = np.array([row["estimates"][name][1] for row in chosen]).T
        # Draws never reach 0 or 1: an end of the range lies within an interval that comes within .005 of it.
        held = (low - 0.005 <= true) & (true <= high + 0.005)
        inner = np.ones(len(true), dtype=bool) if name == "gap" else (true > 1e-6) & (true < 1 - 1e-6)
        found[name] = {
            "observers": len(chosen),
            "bias": (guess - true).mean(),
            "rms_error": np.sqrt(((guess - true) ** 2).mean()),
            "correlation": np.corrcoef(true, guess)[0, 1],
            "coverage": held.mean(),
            "within": int(inner.sum()),
            "coverage_within": held[inner].mean() if inner.any() else None,
            "width": np.median(high - low),
        }
    return found


def calibration(rows: list[Row]) -> list[dict[str, Any]]:
    """How often the most probable category is right, by its probability."""
    best = [max(row["probabilities"], key=row["probabilities"].__getitem__) for row in rows]
    sure = np.array([max(row["probabilities"].values()) for row in rows])
    right = np.array([category == row["category"] for category, row in zip(best, rows, strict=True)])
    found = []
    for low, high in zip(BINS, (*BINS[1:], 1.01), strict=True):
        inside = (sure >= low) & (sure < high)
        if inside.any():
            mean = sure[inside].mean()
            found.append(
                {"from": low, "observers": int(inside.sum()), "probability": mean, "right": right[inside].mean()}
            )
    return found


def summary(rows: list[Row]) -> dict[str, Any]:
    """All figures of a set of observers."""
    truth = [row["category"] for row in rows]
    best = [max(row["probabilities"], key=row["probabilities"].__getitem__) for row in rows]
    sure = np.array([max(row["probabilities"].values()) for row in rows])
    right = np.array(best) == truth
    named = sure >= 0.8
    tree_named = np.array([row["tree"] != "unclear" for row in rows])
    tree_right = np.array([row["tree"] == category for row, category in zip(rows, truth, strict=True)])
    by_category = {}
    for category in sorted(set(truth)):
        own = np.array(truth) == category
        by_category[str(category)] = {
            "observers": int(own.sum()),
            "right": (right & named)[own].mean(),
            "wrong": (~right & named)[own].mean(),
            "tree_right": tree_right[own].mean(),
            "tree_wrong": (tree_named & ~tree_right)[own].mean(),
        }
    return {
        "observers": len(rows),
        "recovery": recovery(rows),
        "calibration": calibration(rows),
        "most_probable_right": right.mean(),
        "named": named.mean(),
        "named_right": right[named].mean() if named.any() else None,
        "log_score": np.mean(
            [np.log(max(row["probabilities"][category], 1 / 4000)) for row, category in zip(rows, truth, strict=True)]
        ),
        "tree_named": tree_named.mean(),
        "tree_named_right": tree_right[tree_named].mean() if tree_named.any() else None,
        "by_category": by_category,
        "misfits": np.mean([row["misfit"] for row in rows]),
        "seconds": {"median": np.median([row["seconds"] for row in rows]), "most": max(row["seconds"] for row in rows)},
        "effective": {
            "median": np.median([row["effective"] for row in rows]),
            "least": min(row["effective"] for row in rows),
        },
    }


def show(title: str, found: dict[str, Any]) -> None:
    """Print the figures of one set."""
    print(f"\n{title}: {found['observers']} observers, median {found['seconds']['median']:.2f} s each")
    for name, row in found["recovery"].items():
        cells = ", ".join(
            f"{key} {value:.3f}" for key, value in row.items() if key != "observers" and value is not None
        )
        print(f"  {name:12} n {row['observers']:4d}: {cells}")
    for row in found["calibration"]:
        print(
            f"  P from {row['from']:.3f}: mean {row['probability']:.3f}, right {row['right']:.3f} of {row['observers']}"
        )
    for category, row in found["by_category"].items():
        print(f"  category {category}: " + ", ".join(f"{key} {value:.3f}" for key, value in row.items()))
    keys = ("most_probable_right", "named", "named_right", "log_score", "tree_named", "tree_named_right", "misfits")
    print("  " + ", ".join(f"{key} {found[key]:.3f}" for key in keys if found[key] is not None))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few observers")
    parser.add_argument(
        "--observers",
        type=int,
        help="observers of the study (default 600; 12 with --quick); a third as many of the demo",
    )
    arguments = parser.parse_args()
    observers = arguments.observers or (12 if arguments.quick else 600)
    figures: dict[str, Any] = {"verdicts": verdicts(max(observers // 30, 1))}
    for size, share in (("study", 1), ("demo", 3)):
        rows = [simulate(number, size) for number in range(observers // share)]
        figures[size] = summary(rows)
        show(size, figures[size])
        for family in gaze_observers.FAMILIES:
            figures[f"{size}, {family}"] = summary([row for row in rows if row["family"] == family])
            show(f"{size}, {family}", figures[f"{size}, {family}"])


if __name__ == "__main__":
    main()
