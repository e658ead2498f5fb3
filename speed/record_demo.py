"""Record what `make demo-all` found: the scores of the weight-free models on the demo sets.

Usage: python -m speed.record_demo demo/outputs [--record DIR]

Only the score files are read. The record keeps, for each dataset and model, the number of samples, all scores with the
95 % interval of `Overall`, and the settings that all models of a dataset share.
"""

import argparse
import json
from pathlib import Path
from typing import Any

from speed import record


def main() -> None:
    """Read the score files and write the record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("outputs", type=Path, help="the result folder of the demo")
    arguments = record.parse(parser)
    datasets = read_scores(arguments.outputs)
    if not datasets:
        parser.error(f"no score files in {arguments.outputs}: run `make demo-all` first")
    print(f"{len(datasets)} datasets, {sum(len(entry['models']) for entry in datasets.values())} runs")
    record.save(arguments.record or record.FOLDER, __file__, {"datasets": datasets})


def read_scores(outputs: Path) -> dict[str, Any]:
    """Return the scores below a folder by dataset and model.

    Raises:
        ValueError: Runs on one dataset differ in their settings, samples or data, or one was run twice.
    """
    found: dict[str, Any] = {}
    for path in sorted(outputs.rglob("*_hvs_scores.json")):
        # The host keeps each run in a folder of its own and links the newest files into the model's folder.
        if path.parent.parent != outputs:
            continue
        score = json.loads(path.read_text(encoding="utf-8"))
        shared = {
            "n": score["counts"]["samples"],
            "settings": plain(score["settings"]),
            "data": score["data"]["digest"],
        }
        entry = found.setdefault(score["dataset"], {**shared, "models": {}})
        if any(entry[key] != value for key, value in shared.items()):
            raise ValueError(f"{path}: other settings, samples or data than the other models on {score['dataset']}")
        metrics = {name: value for name, value in score["metrics"].items() if isinstance(value, (int, float))}
        entry["models"][score["model"]] = {"metrics": metrics, "interval": score["intervals"].get("Overall")}
    return dict(sorted(found.items()))


def plain(settings: dict[str, Any]) -> dict[str, Any]:
    """Return the settings without those that are not set."""
    return {name: value for name, value in settings.items() if value is not None}


if __name__ == "__main__":
    main()
