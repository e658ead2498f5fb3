"""How visual search is shown: hand-made score files in; figures and the table out."""

from pathlib import Path

from vlmeval_hvs.benchmarks.visual_search.presentation import VisualSearchPresentation
from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.paper_tables import Style

SCORES = {
    "model": "M", "metrics": {"Overall": 0.3, "AUCperf": 0.3, "AUCperf_humans": 0.6, "Corr": 0.1},
    "intervals": {"AUCperf": [0.2, 0.4], "Corr": [-0.2, 0.4]}, "n": 24, "settings": {}, "digest": "d",
    "details": {"n_images": {"AUCperf": 24, "AUCperf_humans": 24},
                "coverage": {"images": 24, "of": 24}},
}  # fmt: skip


def result(dataset="VisualSearch_Interiors", **changes):
    return Result("M", dataset, "VisualSearch", Path("x"), SCORES | {"dataset": dataset} | changes)


def test_values_have_intervals_and_n_and_published_rows_stand_below():
    (table,) = VisualSearchPresentation().tables([result()])
    grid = table.grid(Style(3))
    place = grid.head.index("AUCperf")
    column = [(row[0], row[place]) for row in grid.rows]
    start = column.index(("M", "0.300"))
    assert column[start + 1 : start + 3] == [("95 % interval", "[0.200, 0.400]"), ("n", "24")]
    assert ("IVSN (published)", "0.647") in column  # Results/Interiors_dataset of NeuroLIAA/visions
