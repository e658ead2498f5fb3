"""Random start views: the released sequence, and a function of seed and row."""

from vlmeval_hvs.benchmarks.actiview.dataset import random_start


def test_released_random_starts() -> None:
    starts = [random_start(str(index), 4, 0, 325) - 1 for index in range(1, 326)]
    assert starts[:25] == [3, 0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 2, 3, 3, 1, 0, 1, 0, 0, 3, 1, 0, 3, 0]
    assert [starts.count(view) for view in range(4)] == [82, 77, 88, 78]
    assert random_start("1", 4, 1, 325) == random_start("1", 4, 1, 325)
    assert {random_start(str(index), 9, 5, 16) for index in range(99)} == set(range(1, 10))
