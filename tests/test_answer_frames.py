"""Whether replies write y first, told by the places that they were to be near."""

import numpy as np
import pytest

from vlmeval_hvs.answer_frames import Aim, as_written, decide_frame, seem_swapped

SHAPE = (600, 800)
SIZES = {"unit": (1, 1), "thousand": (1000, 1000), "pixels": (800, 600)}


def swapped(reply, n=40, axes="xy", noise=0.1, pictures=None):
    """What is found for replies ``reply(x, y)`` about targets at (x, y), as shares of the image."""
    rng, aims = np.random.default_rng(0), []
    for number, target in enumerate(rng.random((n, 2))):
        x, y = np.clip(target + rng.normal(0, noise, 2), 0, 1)
        written = as_written(str([*reply(x, y)]), "fixation", axes=axes)
        aims.append(Aim(written, SHAPE, tuple(target), f"{number % (pictures or n)}.png"))
    return seem_swapped(aims, decide_frame([(aim.written, SHAPE) for aim in aims], "unit"))


def test_replies_that_write_y_first_are_told():
    for frame in SIZES:

        def numbers(x, y, frame=frame):
            places = np.multiply((x, y), SIZES[frame])
            return [round(value, 3) if frame == "unit" else int(value) for value in places.tolist()]

        assert swapped(lambda x, y: numbers(x, y)[::-1])
        assert not swapped(numbers)
        assert swapped(numbers, axes="yx")  # the option where it is wrong


def test_other_faults_are_not_taken_for_it():
    for fault in (
        lambda x, y: [0.2, 0.9],  # always one place
        lambda x, y: [round(1 - x, 3), round(y, 3)],  # left for right
        lambda x, y: [round((x * 997) % 1, 3), round((y * 991) % 1, 3)],  # anywhere
        lambda x, y: [],
    ):
        assert not swapped(fault)
    assert not swapped(lambda x, y: [y, x], n=9)  # too few
    assert not swapped(lambda x, y: [y, x], pictures=4)  # a few pictures, asked about again and again


def test_named_numbers_and_boxes_are_read_right():
    for text, points in (
        ('[{"box_2d": [100, 300, 300, 500]}]', [(400, 200)]), ('[{"point": [200, 400]}]', [(400, 200)]),
        ('{"x": 400, "y": 200}', [(400, 200)]), ("x = 400, y = 200", [(400, 200)]),
    ):  # fmt: skip
        assert [point[:2] for point in as_written(text, "scanpath", axes="yx").points] == [
            pytest.approx(point) for point in points
        ], text
