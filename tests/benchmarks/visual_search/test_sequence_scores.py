"""Sequence scores in reports: what they average, leave out, and need."""

import json

import numpy as np
import pytest

from vlmeval_hvs.benchmarks.visual_search.scoring import SearchScoring
from vlmeval_hvs.benchmarks.visual_search.sequence_scores import add_sequence_scores, read_label_map
from vlmeval_hvs.benchmarks.visual_search.trials import SearchPath, Trial, finish_path
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics.scanpath_similarity import multimatch
from vlmeval_hvs.results.contract import ScoreReport

FRAME = (600, 800), (400, 600, 440, 640), (32, 32)
# Three places far apart: A, B and the target C.
A, B, C = (100.0, 100.0), (700.0, 100.0), (620.0, 420.0)
START = (400.0, 300.0)


def human(*points, t=()):
    x, y = zip(START, *points, strict=True)
    return SearchPath(x, y, *FRAME, True, 6, t)


def trial(name="a.png", **people):
    return Trial(name, *FRAME, START, 6, people)


def scored(trials, points, replies=None, label_maps=None):
    """Metrics and details of a model that fixates the same points on all images."""
    import pandas as pd

    paths = {name: finish_path(points, one) for name, one in trials.items()}
    replies = replies or [""] * len(trials)
    items = pd.DataFrame({"image_name": list(trials), "reply": replies, "record": [None] * len(trials)})
    report = ScoreReport({}, pd.DataFrame())
    add_sequence_scores(report, items, trials, paths, SearchScoring(), label_maps)
    return report


def test_scores_are_means_over_people_then_images():
    # Spelt S for the start: the model S A C; people S A C (another pixel), S B C, S B A C.
    one = trial(p=human((105.0, 100.0), C), q=human(B, C), r=human(B, A, C))
    two = trial("b.png", p=human((103.0, 100.0), C), q=human((103.0, 100.0), C))
    report = scored({"a.png": one, "b.png": two}, [A, C])
    first = np.mean([1, 2 / 3, 3 / 4])
    assert report.metrics["SS"] == pytest.approx((first + 1) / 2)
    within = np.mean([2 / 3, 3 / 4, 3 / 4])
    assert report.metrics["SS_humans"] == pytest.approx((within + 1) / 2)
    assert report.metrics["SS_floor"] < report.metrics["SS_humans"]
    assert report.details["n_images"]["SS"] == 2
    assert report.details["by_image"]["humans"]["SS"] == {"a.png": round(within, 6), "b.png": 1}
    assert report.metrics["SS_2steps"] == pytest.approx((np.mean([1, 0.5, 0.5]) + 1) / 2)
    assert report.intervals["SS"][0] <= report.metrics["SS"] <= report.intervals["SS"][1]


def test_durations_are_scored_where_a_model_gives_them():
    times = (200.0, 150.0, 300.0)
    one = trial(p=human((105.0, 100.0), (615.0, 420.0), t=times), q=human(B, (615.0, 420.0), t=times))
    said = [[100 / 800, 100 / 600, 160], [620 / 800, 420 / 600, 310]]
    metrics = scored({"a.png": one}, [A, C], [json.dumps(said)]).metrics
    # Without the start: AAA CCCCCC against the same, and against BBB CCCCCC.
    assert metrics["SS_duration"] == pytest.approx((1 + 6 / 9) / 2)
    assert metrics["SS_duration_humans"] == pytest.approx(6 / 9)
    assert "MM_duration" not in metrics  # fewer than three fixations
    assert "SS_duration" not in scored({"a.png": one}, [A, C], [json.dumps([p[:2] for p in said])]).metrics
    one = trial(p=human(A, B, C, t=(200.0, 150.0, 300.0, 400.0)))
    said = [[0.13, 0.2, 180], [0.85, 0.2, 500], [0.775, 0.7, 250]]
    points = [(x * 800, y * 600) for x, y, _ in said]
    mine = [(x, y, t / 1000) for (x, y), (*_, t) in zip(points, said, strict=True)]
    theirs = [(*A, 0.15), (*B, 0.3), (*C, 0.4)]
    metrics = scored({"a.png": one}, points, [json.dumps(said)]).metrics
    assert metrics["MM_duration"] == pytest.approx(multimatch(mine, theirs, (800, 600)).duration)


def test_the_semantic_score_reads_label_maps(tmp_path):
    one = trial(p=human((105.0, 100.0), C), q=human(B, C))
    labels = np.zeros((300, 400), dtype=np.uint8)  # half the image's size
    labels[:100, :] = 7  # A and B alike
    labels[200:, 300:] = 3
    np.save(tmp_path / "a.npy", labels)
    metrics = scored({"a.png": one}, [A, C], label_maps=str(tmp_path)).metrics
    assert metrics["SemSS"] == metrics["SemSS_humans"] == 1
    assert metrics["SS"] < 1


def test_bad_label_maps_name_themselves(tmp_path):
    np.save(tmp_path / "b.npy", np.full((2, 2), 0.5))
    np.save(tmp_path / "c.npy", np.array([{}], dtype=object), allow_pickle=True)
    words = {"a": "no label map a ", "b": r"b\.npy: a label map is a table", "c": r"c\.npy: not a label map"}
    for name, message in words.items():
        with pytest.raises(DataError, match=message):
            read_label_map(tmp_path, f"{name}.jpg")
