"""What is read off a map, by hand."""

import math

import numpy as np
import pytest

from vlmeval_hvs.saliency import attended, box_mean, foci, log_density_at, mean_at, proto_objects

QUARTERS = np.array([[0.1, 0.2], [0.3, 0.4]])


def test_boxes_and_points() -> None:
    for box, mean in (
        ((0, 0, 1, 1), 1.0),
        ((0, 0, 0.5, 0.5), 0.4),
        ((0.25, 0, 0.75, 1), 1.0),  # half of each column
        ((0.25, 0.25, 0.5, 0.5), 0.4),
        ((1, 1, 0.5, 0.5), 1.6),  # corners in the other order
        ((-3, -3, 9, 9), 1.0),  # cut to the picture
        ((0.9, 0.9, 0.9, 0.9), 1.6),  # no area: the cell it lies in
    ):
        assert box_mean(QUARTERS, box) == pytest.approx(mean), box
    assert mean_at(QUARTERS, [(0.9, 0.1), (1.0, 1.0)]) == pytest.approx(1.2)
    assert mean_at(QUARTERS, []) == 0
    expected = (math.log(0.4) + math.log(1.6)) / 2
    assert log_density_at(QUARTERS, [(0.1, 0.1), (2, 2)], floor=0) == pytest.approx(expected)
    assert log_density_at(np.eye(2) / 2, [(0.9, 0.1)]) == pytest.approx(math.log(1e-3))
    assert log_density_at(QUARTERS, []) == -math.inf


def test_foci_go_down_the_peaks_and_do_not_return() -> None:
    density = np.zeros((60, 120))
    density[10, 10], density[50, 100], density[30, 60], density[12, 14] = 4, 3, 2, 3.5  # the last is in the first disc
    places = [(10.5 / 120, 10.5 / 60), (100.5 / 120, 50.5 / 60), (60.5 / 120, 30.5 / 60)]
    assert foci(density, 4) == [*places, places[0]]  # nothing is left: the oldest place is free again
    assert foci(density, 2, before=[places[0]]) == places[1:]
    assert foci(np.ones((4, 4)), 0) == []
    # The focus has a sixth of the shorter side as its radius.
    left = attended(np.ones((60, 120)), [places[2]])
    assert (left == 0).sum() == sum(x * x + y * y <= 100 for x in range(-20, 21) for y in range(-20, 21))
    assert left[30, 70:72].tolist() == [0, 1]
    assert (attended(np.ones((60, 120)), [(5.0, 5.0)]) == 1).all()  # far outside


def test_proto_objects_are_regions_over_three_times_the_mean() -> None:
    values = np.zeros((10, 10))
    values[1:3, 1:3] = values[3, 3] = values[7, 7] = 1  # (3, 3) touches at a corner
    for other, count in ((0, 2), (0.15, 2), (0.2, 3)):  # the mean is 0.0615 with 0.15
        values[0, 9] = other
        assert proto_objects(values) == count
    assert proto_objects(np.ones((5, 5))) == 0
