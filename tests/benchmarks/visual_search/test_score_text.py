"""The table of visual search as grids."""

from pathlib import Path

from vlmeval_hvs.benchmarks.visual_search.presentation import table_grids
from vlmeval_hvs.results.collect import Result


def result(digest="d", dataset="VisualSearch_Interiors"):
    scores = {
        "model": "M",
        "dataset": dataset,
        "metrics": {"AUCperf": 0.25, "AUCperf_humans": 0.5},
        "intervals": {"AUCperf": [0.125, 0.375]},
        "details": {"n_images": {"AUCperf": 20, "AUCperf_humans": 20}, "coverage": {"images": 20, "of": 20}},
        "settings": {},
        "digest": digest,
    }
    return Result("M", dataset, "VisualSearch", Path("x"), scores)


def test_values_have_intervals_and_n_and_published_rows_stand_below(caplog):
    (grid,) = table_grids([result()])
    place = grid.head.index("AUCperf")
    column = [(row[0], row[place]) for row in grid.rows]
    start = column.index(("M", "0.250"))
    assert column[start + 1 : start + 3] == [("95 % interval", "[.12, .38]"), ("n, images", "20")]
    assert ("IVSN (published)", "0.647") in column  # Results/Interiors_dataset of NeuroLIAA/visions
    names = [row[0] for row in grid.rows]
    assert names.index("Humans") < min(place for place, name in enumerate(names) if name.endswith("(published)"))
    assert table_grids([result(), result("e", dataset="VisualSearch_Interiors_HSP")]) == []
    assert "different builds" in caplog.text
