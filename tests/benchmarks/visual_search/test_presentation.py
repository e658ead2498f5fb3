"""What is drawn on scenes and in charts, and pictures made for models of one image."""

import numpy as np
import pytest
from PIL import Image

from vlmeval_hvs.benchmarks.visual_search import presentation
from vlmeval_hvs.benchmarks.visual_search.baselines import compact_map
from vlmeval_hvs.benchmarks.visual_search.pictures import scene_with_target
from vlmeval_hvs.pictures import Path, Point
from vlmeval_hvs.results.collect import Result


def test_marks_are_shares_of_the_scene(cells):
    people = {"01": {"X": [400, 620], "Y": [300, 420], "T": [200, 180], "found": True, "cap": 6}}
    row = cells(7, people, target_object="cup")
    box, path = presentation.asked_marks(row)
    assert (box.x, box.y, box.width, box.height) == pytest.approx((600 / 800, 400 / 600, 40 / 800, 40 / 600))
    assert (box.role, box.label, presentation.asked_marks(cells(7, {}))[0].label) == ("target", "cup", "target")
    assert path == Path(((0.5, 0.5), (0.775, 0.7)), "human", "person 01", (200, 180))
    following = cells(7, {}, family="hsp", bbox="", history="[[400, 300]]", next='[["02", 1, 80, 60]]')
    so_far, then = Path(((0.5, 0.5),), "human", "so far"), Point(0.1, 0.1, "human", "person 02: next")
    assert presentation.asked_marks(following) == [so_far, then]
    answered = [Path(((0.5, 0.5), (0.1, 0.1)), "answer", "model")]
    assert presentation.answer_marks(row, {"answer": "[[400, 300], [80, 60]]"}) == answered
    assert presentation.answer_marks(following, {"answer": "[[80, 60, 0.5]]"}) == [Point(0.1, 0.1, "answer", "1")]
    assert presentation.answer_marks(following, {"answer": "map"}) == presentation.answer_marks(row, {}) == []


def test_charts_show_every_run_and_people_once(tmp_path):
    curves = {"fixations": [0, 1, 2], "model": [0, 0.1, 0.4], "humans": [0.2, None], "humans_at": [3, 5]}
    images = {"model": {"AvgMM": {"a": 0.8, "b": 0.7}, "whMM": {"a": 0.9}}}
    details = {"curves": curves, "n_images": {"AUCperf": 24}, "by_image": images}
    scores = {"M": (known := {"details": details, "metrics": {"Corr": 0.126}}), "N": known, "O": {"metrics": {}}}
    runs = [(name, Result(name, "D", "VisualSearch", tmp_path, own)) for name, own in scores.items()]
    (chart,) = presentation.performance_chart("D", runs)
    own = [(0, 0, 24), (1, 0.1, 24), (2, 0.4, 24)]
    shown = [(one.name, one.standing, [(mark.x, mark.y, mark.n) for mark in one.marks]) for one in chart.series]
    assert shown == [("M", "run", own), ("N", "run", own), ("Humans", "human", [(3, 0.2, None)])]
    assert (chart.x.high, "were stopped after these numbers" in chart.about) == (2, True)
    (chart,) = presentation.similarity_chart("D", runs[:1])
    assert [(mark.x, mark.y, mark.note) for mark in chart.series[0].marks] == [(0.8, 0.9, "a")]
    assert chart.about.endswith("Images: M 1, r = 0.13.")
    assert presentation.performance_chart("D", []) == presentation.similarity_chart("D", []) == []


def test_a_model_of_one_image_sees_the_target_in_a_grey_band_below_the_scene(pictures, tmp_path):
    scene, target = (np.asarray(Image.open(path)) for path in pictures)
    shown = np.asarray(Image.open(scene_with_target(*pictures)))
    assert shown.shape == (200 + 20 + 2 * 16, 300, 3)
    assert np.array_equal(shown[:200], scene)
    assert np.array_equal(shown[216:236, 140:160], target)
    rest = shown[200:].copy()
    rest[16:36, 140:160] = 128
    assert (rest == 128).all()
    Image.fromarray(np.full((50, 536, 3), 9, np.uint8)).save(wide := tmp_path / "wide.png")
    shown = np.asarray(Image.open(scene_with_target(pictures[0], str(wide))))
    below = np.argwhere((shown == 9).all(axis=2) & (np.arange(257) >= 200)[:, None])
    assert below[[0, -1]].tolist() == [[216, 16], [240, 283]]


def test_maps_are_told_with_three_digits_in_few_cells():
    assert compact_map([[1, 3], [0, 2]]) == [[0.333, 1.0], [0.0, 0.667]]
    assert compact_map(np.zeros((2, 2))) == [[0, 0], [0, 0]]
    cells = np.array(compact_map(np.outer(np.arange(600.0), np.ones(800))))
    assert cells.shape == (48, 64)
    assert cells[:, 5] == pytest.approx((np.arange(48) * 12.5 + 5.75) / (47 * 12.5 + 5.75), abs=2e-3)
