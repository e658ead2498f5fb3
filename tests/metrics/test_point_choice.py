"""Points to options, in the plane and along the horizontal."""

import numpy as np

from vlmeval_hvs.metrics.point_choice import nearest_option

ROW = [[0.2, 0.8], [0.5, 0.8], [0.8, 0.8]]


def test_the_nearest_option(refuses):
    points = np.array([[0.1, 0.1], [0.6, 0.5], [np.nan, 0.5], [0.35, 0.8]])
    assert nearest_option(points, ROW).tolist() == [0, 1, -1, 0], "a tie goes to the first"
    assert nearest_option((0.2, 0.8), [[np.nan, np.nan], *ROW[1:]]) == 1, "a missing option never wins"
    options = [[0.2, 0.2], [0.4, 0.9]]
    assert [nearest_option((0.35, 0.25), options, by=rule) for rule in ("l2", "dx")] == [0, 1]
    options = [[0.5, 0.2], [0.7, 0.5]]  # a wide image has longer steps to the right
    assert [nearest_option((0.5, 0.5), options, size=size) for size in ((1, 1), (400, 100))] == [1, 0]
    refuses(nearest_option, ((0.5, 0.5), ROW, "l1", "unknown rule"), ((0.5, 0.5, 1), ROW, "l2", "need points"))
    refuses(nearest_option, ((0.5, 0.5), [0.1, 0.2], "need points"), ((0.5, 0.5), [[np.nan, 0.1]], "no option has"))
