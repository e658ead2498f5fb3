"""ActiView's figures hold the numbers of score files and those that the paper prints."""

import json

import numpy as np
import pytest
from PIL import Image

from vlmeval_hvs.benchmarks.actiview.cutting import cut
from vlmeval_hvs.benchmarks.actiview.presentation import charts, clue_marks, opened_views, view_boxes
from vlmeval_hvs.results.collect import collect

ZOOMING = {"Overall": 0.6, "R_select": 0.7, "R_select_paper": 0.7, "#view": 2.5, "#zoom": 2.5, "#shift": 0.0}
ZOOMING["Orient"] = 0.5
SHIFTING = {"Overall": 0.5, "R_select": 1.0, "R_select_paper": 0.75, "#view": 4.0, "#shift": 3.0}
MIXED = {"Overall": 0.55, "R_select": 0.4, "#view": 1.5, "#zoom": 1.25, "#shift": 0.5}


@pytest.fixture
def figures(tmp_path):
    """Figures of runs on three datasets, and the coordinates of their marks."""

    def draw(end: str = ""):
        for name, metrics in {"Zooming": ZOOMING, "ShiftingR": SHIFTING, "Mixed": MIXED}.items():
            scores = {
                "model": "m", "dataset": f"ActiView_{name}{end}", "benchmark": "ActiView", "n": 325, "settings": {},
                "metrics": metrics, "intervals": {"Overall": [0.4, 0.65]}, "validity": "valid",
                "chances": {"Overall": {"value": 0.34, "low": 0.29, "high": 0.39, "mark": "above"}},
                "details": {"questions_per_class": {"Orient": 30}},
            }  # fmt: skip
            (tmp_path / f"m_ActiView_{name}{end}_hvs_scores.json").write_text(json.dumps(scores))
        return {chart.name: chart for chart in charts(collect(tmp_path))}

    return draw


def marks(chart, name: str, fields: tuple[str, ...] = ("y", "x")) -> list[tuple]:
    (own,) = [one for one in chart.series if one.name == name]
    return [tuple(getattr(mark, field) for field in fields) for mark in own.marks]


def test_accuracy_and_recall_beside_the_printed_rows(figures) -> None:
    found = figures()
    chart = found["pipelines"]
    assert marks(chart, "m", ("y", "x", "low", "high", "n")) == [
        ("Zooming", 0.6, 0.4, 0.65, 325), ("Shifting-R", 0.5, 0.4, 0.65, 325), ("Mixed", 0.55, 0.4, 0.65, 325)
    ]  # fmt: skip
    assert marks(chart, "GPT-4o (published)")[0] == ("Zooming", pytest.approx(0.6862))
    assert set(marks(chart, "People (published)", ("x",))) == {(0.7753,)}
    bands = {(band.at, band.low, band.high) for band in chart.bands}
    assert bands == {(name, 0.29, 0.39) for name in ("Zooming", "Shifting-R", "Mixed")}
    assert marks(found["recall-zooming"], "m", ("x", "y", "low")) == [(0.7, 0.6, 0.4)]
    printed = marks(found["recall-zooming"], "Models of Table 13 (published)", ("note", "x", "y"))
    assert ("GPT-4o", pytest.approx(0.6903), pytest.approx(0.6862)) in printed
    assert len(printed) == 15
    # The paper's view numbers of shifting are one too low: all four views give 0.7462 there.
    assert marks(found["recall-shifting"], "m", ("x",)) == [(0.75,)]
    printed = marks(found["recall-shifting"], "Models of Table 13 (published)", ("note", "x"))
    assert ("Qwen2-VL", pytest.approx(0.7462)) in printed


def test_counts_of_operations_and_sub_classes_beside_the_printed_rows(figures) -> None:
    found = figures()
    assert marks(found["operations"], "m") == [
        ("Zooming: views opened", 2.5), ("Shifting-R: shifts", 3.0), ("Shifting-R: views used", 4.0),
        ("Mixed: zooms", 1.25), ("Mixed: shifts", 0.5), ("Mixed: views used", 1.5),
    ]  # fmt: skip
    assert marks(found["operations"], "GPT-4o (published)") == [
        ("Zooming: views opened", 2.29), ("Shifting-R: views used", 3.26),
        ("Mixed: zooms", 1.61), ("Mixed: shifts", 1.23), ("Mixed: views used", 1.35),
    ]  # fmt: skip
    classes = found["classes-zooming"]
    assert marks(classes, "m", ("y", "x", "n")) == [("Orient", 0.5, 30)]
    printed = dict(marks(classes, "GPT-4o (published)"))
    assert (printed["Geo-Loc"], printed["Event-S"]) == (pytest.approx(0.9459), pytest.approx(0.65))


def test_demo_questions_have_figures_of_their_own(figures) -> None:
    found = figures("_DEMO")
    assert {chart.series[0].name for chart in found.values()} == {"m"}
    assert not any("published" in one.name for chart in found.values() for one in chart.series)


def test_a_box_frames_the_pixels_of_its_view():
    pixels = np.random.default_rng(0).integers(0, 255, (240, 480, 3), np.uint8)
    for n_views in (4, 6, 8, 9, 16):
        _, _, views = cut(Image.fromarray(pixels), n_views)
        for box, view in zip(view_boxes(range(1, n_views + 1), n_views, "clue", [""] * n_views), views, strict=True):
            x, y = round(480 * box.x), round(240 * box.y)
            part = pixels[y : y + round(240 * box.height), x : x + round(480 * box.width)]
            assert np.array_equal(part, np.asarray(view))
    boxes = clue_marks({"clue_views": json.dumps([1, 2])}, 4)
    assert [(box.x, box.y, box.width, box.height) for box in boxes] == [(0, 0, 0.5, 0.5), (0, 0.5, 0.5, 0.5)]


def test_all_views_that_were_opened_are_shown_with_their_fate():
    for selected, final, captions in (
        ("1,2", "3,4", ["1. view 1, dropped", "2. view 2, dropped", "3. view 3, added", "4. view 4, added"]),
        ("3", "2,3", ["1. view 3, kept", "2. view 2, added"]),
        ("4,1", "4,1", ["1. view 4", "2. view 1"]),
        ("", "", []),
    ):
        found = opened_views({"views_selected": selected, "views_final": final}, ["a", "b", "c", "d"])
        assert [picture.caption for picture in found] == captions
        assert [picture.image for picture in found] == ["abcd"[int(caption[8]) - 1] for caption in captions]
