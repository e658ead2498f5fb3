"""Record what the real Interiors set gives: its numbers and the reference rows, beside the published ones.

The set has to be built (`vlmeval-hvs build VisualSearch_Interiors --source FOLDER`).

Usage: python -m speed.record_interiors [--published FILE] [--draws N] [--record DIR]

`--published` is the `baseline_hsp.json` of NeuroLIAA/visions, Results/Interiors_dataset at 22943088; its gold standard
is compared image by image.
"""

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from speed import record
from vlmeval_hvs.benchmarks.visual_search.maps import CentreBias
from vlmeval_hvs.benchmarks.visual_search.next_fixation import METRICS, AskedFixation, FixationTable
from vlmeval_hvs.benchmarks.visual_search.next_fixation_references import reference_tables
from vlmeval_hvs.benchmarks.visual_search.scanpaths import human_curve
from vlmeval_hvs.benchmarks.visual_search.trial_draws import draw_trials
from vlmeval_hvs.benchmarks.visual_search.trials import Trial, read_trials
from vlmeval_hvs.metrics.scanpath_similarity import multimatch_batch
from vlmeval_hvs.metrics.search_similarity import comparable_path
from vlmeval_hvs.registry import card_of, load_set

NAME = "VisualSearch_Interiors"
SHOWN = ("AUChsp", "NSShsp", "LLhsp")
CALLS = 2000


def main() -> None:
    """Compute, print and, if asked, record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--published", type=Path, help="the published baseline_hsp.json")
    parser.add_argument("--draws", type=int, default=200, help="draws of prompts (default 200)")
    args = record.parse(parser)
    rows, _ = load_set(NAME)
    trials, prompts = read_trials(rows.to_dict("records")), rows[rows["family"] == "hsp"]
    fixations = [
        AskedFixation(trials[row["image_name"]], person, number, x, y)
        for row in prompts.to_dict("records")
        for person, number, x, y in json.loads(row["next"])
    ]
    tables, fits = reference_tables(fixations, trials, CentreBias(), None)
    figures = {
        "set": scanpaths(trials),
        "prompts": len(prompts),
        "fixations": len(fixations),
        "rows": {name: table.means() for name, table in tables.items()},
        "another_human": fits["another_human"],
        "draws": draws(prompts, tables["gold_standard"], args.draws),
        "published": card_of("VisualSearch").reference["sets"][NAME]["rows"],
    }
    if args.published:
        figures["by_image"] = compared(tables["gold_standard"], args.published)
    print(json.dumps(record.rounded(figures), indent=1))
    record.save(args.record, __file__, figures)


def scanpaths(trials: dict[str, Trial]) -> dict[str, Any]:
    """Numbers of participants and scanpaths, and the scores of the participants."""
    people = [one for trial in trials.values() for one in trial.humans.values()]
    lengths = [len(one.x) for one in people if one.found]
    similar = [value for trial in trials.values() if (value := similarity(trial)) is not None]
    return {
        "images": len(trials),
        "participants": len({name for trial in trials.values() for name in trial.humans}),
        "scanpaths": len(people),
        "found": len(lengths),
        "mean_length": float(np.mean(lengths)),
        "quartiles": np.percentile(lengths, [25, 75]).tolist(),
        "AUCperf": human_curve(trials)[0],
        "AvgMM": float(np.mean(similar)),
        "dimensions": np.mean(similar, axis=0).tolist(),
        "images_compared": len(similar),
    }


def similarity(trial: Trial) -> np.ndarray | None:
    """The four dimensions of MultiMatch between the participants of an image; None without a pair."""
    paths = (comparable_path(path, trial.shape, trial.receptive) for path in trial.human_paths().values())
    known = [path for path in paths if path is not None]
    pairs = [(known[i], known[j]) for i in range(len(known)) for j in range(i + 1, len(known))]
    return multimatch_batch(pairs, (trial.shape[1], trial.shape[0]))[:, :4].mean(axis=0) if pairs else None


def draws(prompts: pd.DataFrame, table: FixationTable, number: int) -> dict[str, Any]:
    """The gold standard on draws of whole trials, and on as many single prompts."""
    columns = [METRICS.index(name) for name in SHOWN]
    whole, single, counts = [], [], []
    for seed in range(number):
        drawn = draw_trials(prompts, CALLS, seed)
        counts.append(len(drawn))
        whole.append(scored(drawn, table)[columns])
        single.append(scored(prompts.sample(CALLS, random_state=seed), table)[columns])
    return {
        "number": number,
        "prompts": float(np.mean(counts)),
        **{
            kind: {"mean": np.mean(found, axis=0).tolist(), "deviation": np.std(found, axis=0, ddof=1).tolist()}
            for kind, found in (("whole_trials", whole), ("single_prompts", single))
        },
    }


def scored(drawn: pd.DataFrame, table: FixationTable) -> np.ndarray:
    """Mean scores on the fixations that rows ask about."""
    part = FixationTable()
    for row in drawn[["image_name", "next"]].to_dict("records"):
        for person, number, *_ in json.loads(row["next"]):
            part.add(row["image_name"], person, table.scores[row["image_name"]][person][number - 1])
    return np.asarray(part.by_image().mean(axis=0))


def compared(table: FixationTable, file: Path) -> dict[str, Any]:
    """How far the gold standard is from the published one, image by image."""
    published = json.loads(file.read_text(encoding="utf-8"))["gold_standard"]
    columns = [METRICS.index(name) for name in ("AUChsp", "NSShsp_unclipped", "LLhsp")]
    values = dict(zip(table.images, table.by_image()[:, columns], strict=True))
    known = [image for image in published if image in values]
    there = np.array([[published[image][name] for name in ("AUC", "NSS", "LL")] for image in known])
    return {
        "images": len(known),
        "largest_difference": float(np.abs(np.array([values[i] for i in known]) - there).max()),
    }


if __name__ == "__main__":
    main()
