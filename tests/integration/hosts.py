"""Runs unmodified hosts in their own process, in an environment where the plugin is really installed."""

from __future__ import annotations

import json
import os
import subprocess
import sysconfig
from pathlib import Path
from typing import Any

import pandas as pd
from distribution import Venv

from vlmeval_hvs.results.prediction_files import read_predictions


class HostEnvironment(Venv):
    """A virtual environment with the plugin's wheel, above the packages of the running interpreter."""

    def __init__(self, folder: Path, wheel: Path, lmu_data: Path) -> None:
        super().__init__(folder)
        self.lmu_data = lmu_data
        self.install("pip", wheel)
        paths = dict.fromkeys(sysconfig.get_path(kind) for kind in ("purelib", "platlib"))
        (self.site / "packages_of_the_tests.pth").write_text("".join(f"{path}\n" for path in paths))

    def run(self, *arguments: str | Path, cwd: Path, **environment: str) -> str:
        """Run Python with these arguments; returns all output, raises with it when the exit status is not 0."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHONPATH", "VLMEVAL_HVS"))}
        settings = {"LMUData": str(self.lmu_data), "OMP_NUM_THREADS": "1", "CUDA_VISIBLE_DEVICES": ""}
        settings |= {"HF_HUB_OFFLINE": "1", "TRANSFORMERS_OFFLINE": "1", "TOKENIZERS_PARALLELISM": "false"}
        done = subprocess.run(
            [str(self.interpreter), *(str(argument) for argument in arguments)],
            cwd=cwd,
            env={**kept, **settings, **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
        assert done.returncode == 0, done.stdout[-6000:]
        return done.stdout


def result(work_dir: Path, model: str, dataset: str) -> tuple[pd.DataFrame, dict[str, Any]]:
    """Predictions and score file; fails when any sample failed (the host's exit status does not tell)."""
    paths = [path for path in work_dir.rglob(f"{model}_{dataset}.*") if path.suffix in (".xlsx", ".tsv", ".json")]
    (path,) = {path.resolve() for path in paths}
    scores = json.loads(Path(f"{path.with_suffix('')}_hvs_scores.json").read_text(encoding="utf-8"))
    assert scores["counts"]["failed"] == 0
    return read_predictions(path), scores
