"""Visual search: whole scanpaths and interactive search, of present and of absent targets."""

import json
from collections.abc import Callable, Mapping

import pandas as pd

from vlmeval_hvs.benchmarks.visual_search.answers import Reading, read_fixation, says_absent
from vlmeval_hvs.benchmarks.visual_search.performance import model_performance
from vlmeval_hvs.benchmarks.visual_search.pictures import foveated_view
from vlmeval_hvs.benchmarks.visual_search.pipeline import search_record
from vlmeval_hvs.benchmarks.visual_search.scanpath_scoring import answered_paths, read_stops, unstopped
from vlmeval_hvs.benchmarks.visual_search.scoring import SearchScoring, finite
from vlmeval_hvs.benchmarks.visual_search.trials import finish_path, read_trial, read_trials
from vlmeval_hvs.benchmarks.visual_search.wording import FIXATE, Asking, search_message, search_text
from vlmeval_hvs.messages import ModelTraits, Pipeline, Turn
from vlmeval_hvs.metrics.search_similarity import scanpath_agreement

READING = "paper"
NAMES = tuple(
    f"VisualSearch_{name}{ending}"
    for name in ("Interiors", "Unrestricted", "MCS", "COCOSearch18", "COCOSearch18Absent")
    for ending in ("", "_Interactive")
)
TURNS = ("_Interactive",)


def pipeline(row: Mapping[str, str], dataset: str, locate: Callable[[str], str], traits: ModelTraits) -> Pipeline:
    """A search fixation by fixation: the scene is sharp at the current one, and every reply is taken literally."""
    trial = read_trial(row)
    scene, target = (*map(locate, json.loads(row["images"])), None)[:2]
    shown = target is not None
    one = shown and not traits.interleave
    asking = Asking(one_image=one, picture=shown, foveated=True, stop=row["bbox"] == "")
    points: list[tuple[float, float]] = []
    unreadable, found, stopped = 0, False, False
    for turn in range(trial.max_length - 1):
        current = points[-1] if points else trial.initial
        view = foveated_view(str(scene), current, trial.shape, trial.receptive)
        words = search_text("interactive", trial, asking, points, trial.max_length - 1 - turn)
        reply = yield Turn(search_message(view, target, words, asking.one_image), step=FIXATE)
        if asking.stop and says_absent(reply, READING):
            stopped = True
            break
        answer = read_fixation(reply, trial, Reading(asking.frame, READING), words)
        if not answer.points:
            unreadable += 1
            continue
        points.append(answer.places[0])
        found = finish_path(points, trial, repeats_start=False).found
        if found:
            break
    return search_record(trial, points, found, stopped, unreadable)


def score(items: pd.DataFrame, dataset: str) -> tuple[dict[str, float], pd.DataFrame]:
    """Cumulative performance and similarity to people; of absent targets the share of right stops."""
    scoring = SearchScoring(profile=READING)
    items = read_stops(items, scoring)
    trials = read_trials(items.to_dict("records"))
    absent = (items["bbox"] == "").all()
    paths, table = answered_paths(items, trials, Reading(scoring.frame, READING), "stopped" if absent else "")
    table.insert(0, "index", items["index"].to_numpy())
    if absent:
        table["score"] = table["stopped"].astype(float)
        return finite({"Overall": float(table["stopped"].mean()), **unstopped(items, table)}), table
    humans = {name: trial.humans for name, trial in trials.items()}
    agreement, performance = scanpath_agreement(paths, humans), model_performance(trials, paths)
    table["score"] = table["image_name"].map(performance.images)
    metrics = {
        "Overall": performance.area,
        "AUCperf": performance.area,
        "AvgMM": agreement.average,
        "Corr": agreement.correlation,
        "found": float(table["found"].mean()),
    }
    return finite(metrics), table
