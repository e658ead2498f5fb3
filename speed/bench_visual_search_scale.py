"""Whole-benchmark scoring of one model on sets of the real sizes: fixations per second and peak memory.

Trials and fixations are drawn at random with the published numbers (15 K scanpaths, 63 K fixations, maps at the
images' own sizes); the model puts a Gaussian around the last fixation, so that every fixation has its own map.

Usage: python -m speed.bench_visual_search_scale [--quick] [--share S]
"""

import argparse
import resource
import time
from collections.abc import Iterator

import numpy as np

from speed import record
from vlmeval_hvs.benchmarks.visual_search.maps import CentreBias, mixture_map
from vlmeval_hvs.benchmarks.visual_search.next_fixation import (
    History,
    PriorityModel,
    score_trials,
)
from vlmeval_hvs.benchmarks.visual_search.next_fixation_references import baseline_tables
from vlmeval_hvs.benchmarks.visual_search.scanpaths import model_agreement, model_area, random_search, references
from vlmeval_hvs.benchmarks.visual_search.trials import HumanTrial, Trial
from vlmeval_hvs.metrics.search_similarity import SearchPath

# name: height, width, images, participants per image, mean fixations, longest, window
SETS = {
    "Interiors": (768, 1024, 134, 27.6, 5.2, 13, 32),
    "Unrestricted": (1024, 1280, 234, 11.5, 10.7, 30, 45),
    "MCS": (508, 564, 1687, 2.5, 3.9, 6, 20),
    "COCOSearch18": (1050, 1680, 612, 9.0, 2.7, 10, 52),
}


class Neighbourhood(PriorityModel):
    """Looks near its last fixation."""

    def maps(self, trial: Trial, person: str, history: History) -> Iterator[np.ndarray]:
        """A Gaussian around each fixation as the prediction of the next."""
        for x, y in history[:-1]:
            yield mixture_map([(x, y, 1.0)], trial.shape, 96.0, 0.1)


def make_trials(name: str, share: float) -> dict[str, Trial]:
    """Draw trials of one set with its published numbers."""
    height, width, n_images, people, mean, longest, window = SETS[name]
    rng = np.random.default_rng(len(name))
    trials = {}
    for number in range(max(2, round(n_images * share))):
        humans = {}
        for person in range(rng.poisson(people - 1) + 1):
            n = int(np.clip(rng.poisson(mean - 2) + 2, 2, longest))
            x, y = rng.uniform(0, width, n), rng.uniform(0, height, n)
            x[0], y[0], x[-1], y[-1] = width / 2, height / 2, 60.0, 60.0
            humans[f"{person:02d}"] = HumanTrial(tuple(x.tolist()), tuple(y.tolist()), True, longest)
        image = f"{name}{number}.jpg"
        box = (40.0, 40.0, 80.0, 80.0)
        trials[image] = Trial(
            image, (height, width), box, (window, window), (width / 2, height / 2), longest, humans, "TBD"
        )
    return trials


def main() -> None:
    """Measure, print and, if asked, record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--share", type=float, default=1.0, help="share of the images (default all)")
    parser.add_argument("--quick", action="store_true", help="a fiftieth of the images")
    args = record.parse(parser)
    share = 0.02 if args.quick else args.share
    bias = CentreBias()
    totals: dict[str, list[float]] = {}
    images = scanpaths_in_all = 0
    metrics_seconds = 0.0
    for name in SETS:
        trials = make_trials(name, share)
        start = time.process_time()
        reference = references(trials)
        paths: dict[str, SearchPath] = {image: random_search(trial, 1) for image, trial in trials.items()}
        area, agreement = model_area(trials, paths), model_agreement(trials, paths)
        scanpaths = sum(len(trial.humans) for trial in trials.values())
        seconds = time.process_time() - start
        images, scanpaths_in_all = images + len(trials), scanpaths_in_all + scanpaths
        metrics_seconds += seconds
        print(
            f"{name:13s} {len(trials):5d} images {scanpaths:6d} scanpaths: AUCperf {area:.3f} "
            f"(humans {reference.human_area:.3f}), MultiMatch on {len(agreement.within_human)} images: "
            f"{seconds:6.1f} s"
        )
        for row in ("model", "baselines"):
            start = time.process_time()
            if row == "model":
                scored = len(score_trials(trials.values(), Neighbourhood(), bias, progress=name))
            else:
                scored = len(baseline_tables(trials, bias)["uniform"])
            seconds = time.process_time() - start
            total = totals.setdefault(row, [0, 0])
            total[0] += scored
            total[1] += seconds
            print(f"  {row:13s} {scored:6d} fixations in {seconds:6.1f} s: {scored / seconds:6.0f} per second")
    for row, (fixations, seconds) in totals.items():
        print(f"all sets, {row:13s}: {fixations:6.0f} fixations, {fixations / seconds:6.0f} per second")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    print(f"peak memory {peak:.2f} GB")
    rates = {row: fixations / seconds for row, (fixations, seconds) in totals.items()}
    figures = {"share": share, "images": images, "scanpaths": scanpaths_in_all, "fixations": totals["model"][0]}
    figures |= {"fixations_per_second": rates, "scanpath_metrics_seconds": metrics_seconds, "peak_gb": peak}
    record.save(args.record, __file__, figures)


if __name__ == "__main__":
    main()
