"""What runs left behind is compared without running any of it."""

import pickle
from pathlib import Path

import numpy as np
import pytest

ROWS = {0: {"hit": np.float64(0.5), "n": np.int64(3), "log": "right"}, 1: {"hit": 0, "log": None}}


class Hostile:
    def __init__(self, mark):
        self.mark = mark

    def __reduce__(self):
        return Path.touch, (self.mark,)


def test_data_and_numbers_are_read_and_what_names_anything_else_is_refused_and_not_run(tmp_path):
    from release.hosts.results import plain

    mark = tmp_path / "ran"
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert protocol < 3 or plain(pickle.dumps(ROWS, protocol)) == ROWS
        hostile = pickle.dumps({"rows": [Hostile(mark)]}, protocol)
        with pytest.raises(pickle.UnpicklingError, match="is no plain data"):
            plain(hostile)
    with pytest.raises(pickle.UnpicklingError):
        plain(pickle.dumps(np.array([Hostile(mark)], dtype=object)))
    assert not mark.exists()
    pickle.loads(hostile)
    assert mark.exists()


def test_folders_differ_where_a_pickle_says_something_else(tmp_path):
    from release.hosts.results import differences

    for name, hit in (("one", 0.5), ("same", 0.5), ("other", 0.25)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "result.pkl").write_bytes(pickle.dumps({0: {"hit": np.float64(hit)}}))
    assert differences(tmp_path / "one", tmp_path / "same") == []
    assert differences(tmp_path / "one", tmp_path / "other") == ["result.pkl"]
