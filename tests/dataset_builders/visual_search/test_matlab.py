"""MATLAB files, damaged ones included: SciPy's reader crashes on some of them, which must not end the program."""

import numpy as np
import pytest

from dataset_builders.visual_search.matlab import MatlabReader, vector
from dataset_builders.visual_search.matlab_child import plain
from vlmeval_hvs.errors import DataError

RECORDS = [
    {"x": np.array([1.5, 2.0, np.nan]), "n": "abc", "inner": {"y": np.arange(2)}},
    {"x": np.array([4.0]), "n": ""},
]


@pytest.fixture
def file(tmp_path):
    from scipy.io import savemat

    path = tmp_path / "info.mat"
    savemat(path, {"r": [{name: one[name] for name in ("x", "n")} for one in RECORDS], "other": np.eye(2)})
    return path


def test_records_come_as_mappings(file, tmp_path):
    from scipy.io import savemat

    savemat(tmp_path / "one.mat", {"one": RECORDS[0]})
    with MatlabReader() as reader:
        first, second = reader.records(file, "r")
        (alone,) = reader.records(tmp_path / "one.mat", "one")
        with pytest.raises(DataError, match="no records 'other'"):
            reader.records(file, "other")
        with pytest.raises(DataError, match="no records 'absent'"):
            reader.records(file, "absent")
    assert first["n"] == "abc"
    np.testing.assert_array_equal(vector(first, "x", "here"), [1.5, 2, np.nan])
    assert vector(second, "x", "here", 1).tolist() == [4]
    assert vector(alone["inner"], "y", "here").tolist() == [0, 1]


def test_flipped_bytes_and_files_that_take_too_long_are_errors(file):
    whole = file.read_bytes()
    with MatlabReader() as reader:
        for place in (257, 288, 289, 369):  # where SciPy 1.17 ends the process with a signal when the byte is 255
            file.write_bytes(whole[:place] + b"\xff" + whole[place + 1 :])
            with pytest.raises(DataError, match=r"info.mat: (cannot be read|holds no)"):
                reader.records(file, "r")
            file.write_bytes(whole)
            assert len(reader.records(file, "r")) == 2
    with MatlabReader(seconds=0) as reader:
        with pytest.raises(DataError, match=r"info.mat: .*not read within 0 s"):
            reader.records(file, "r")
        reader.seconds = 60
        assert len(reader.records(file, "r")) == 2


def test_what_json_lacks_comes_as_text():
    value = {"a": np.int64(3), "b": np.array([[1, 2.5]]), "c": [np.str_("x"), True, None, 1j], "d": np.array(7)}
    assert plain(value) == {"a": 3, "b": [[1, 2.5]], "c": ["x", True, None, "1j"], "d": 7}
