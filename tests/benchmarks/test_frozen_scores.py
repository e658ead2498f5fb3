"""Every number that models without weights get on demo sets, as kept in ``tests/data/frozen_scores.json``.

``python tests/benchmarks/test_frozen_scores.py FOLDER`` scores in a folder and writes the file anew: a commit that
changes a number has to say why.
"""

import json
import os
import sys
from pathlib import Path

import pytest

KEPT = Path(__file__).resolve().parents[1] / "data" / "frozen_scores.json"
RUNS = {
    "HVSBench_DEMO": ["hvs-random", "hvs-human"], "ActiView_Zooming_DEMO": ["hvs-random"],
    "ActiView_Mixed_DEMO": ["hvs-random"], "GazeTarget_DEMO": ["hvs-gaze-coin-flip"],
    "GazeTarget_Psychometric_DEMO": ["hvs-gaze-head-dominant", "hvs-gaze-coin-flip"],
    "VisualSearch_COCOSearch18_DEMO": ["hvs-random", "hvs-human"],
    "VisualSearch_COCOSearch18Absent_DEMO": ["hvs-human"], "VisualSearch_COCOSearch18_HSP_DEMO": ["hvs-random"],
    "VPB_Stage1_DEMO": ["hvs-random", "hvs-vpb-agree"], "VPB_Stage2_DEMO": ["hvs-random"],
}  # fmt: skip
SHOWN = ("Overall", "Chance", "n", "counts", "metrics", "intervals", "chances")


def scored(dataset, models, folder):
    """Model to the numbers of its score file."""
    from vlmeval_hvs.ask.run import run_models
    from vlmeval_hvs.configs import make_dataset

    found = {}
    for one in run_models(models, [make_dataset(dataset, None)], folder):
        scores = json.loads(one.path.with_name(f"{one.path.stem}_hvs_scores.json").read_text("utf-8"))
        found[one.path.parent.name] = {name: scores[name] for name in SHOWN if name in scores}
    return found


def numbers(value, place=""):
    """The numbers in an object by their places."""
    if isinstance(value, (dict, list)):
        parts = value.items() if isinstance(value, dict) else enumerate(value)
        return {key: one for name, part in parts for key, one in numbers(part, f"{place}/{name}").items()}
    return {place: value}


@pytest.mark.long
@pytest.mark.parametrize("dataset", RUNS)
def test_every_number_is_as_it_was(dataset, demo, tmp_path):
    from vlmeval_hvs.registry import set_of

    demo(set_of(dataset))
    found = numbers(scored(dataset, RUNS[dataset], tmp_path))
    kept = numbers(json.loads(KEPT.read_text("utf-8"))[dataset])
    assert found.keys() == kept.keys()
    unlike = {place: (kept[place], found[place]) for place in kept if found[place] != pytest.approx(kept[place], 1e-6)}
    assert unlike == {}


if __name__ == "__main__":
    os.environ["LMUData"] = sys.argv[1]
    made = {dataset: scored(dataset, models, Path(sys.argv[1]) / "outputs") for dataset, models in RUNS.items()}
    KEPT.write_text(json.dumps(made, indent=0, sort_keys=True) + "\n", "utf-8")
