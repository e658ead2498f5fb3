"""MATLAB files, damaged ones included: SciPy's reader crashes on some of them, which must not end the program."""

import json

import numpy as np
import pytest

from dataset_builders.visual_search import matlab
from dataset_builders.visual_search.matlab import plain, read_records, vector
from vlmeval_hvs.errors import DataError


@pytest.mark.long
def test_records_come_as_mappings_and_damaged_files_are_errors(tmp_path, monkeypatch):
    from scipy.io import savemat

    path, small, packed = (tmp_path / f"{name}.mat" for name in ("info", "small", "packed"))
    records = [{"x": np.array([1.5, 2.0, np.nan]), "n": "abc"}, {"x": np.array([4.0]), "n": ""}]
    savemat(path, {"r": records, "other": np.eye(2)})
    savemat(small, {"one": {"inner": {"y": np.arange(2)}}})
    savemat(packed, {"r": records}, do_compression=True)
    whole, short = path.read_bytes(), packed.read_bytes()
    (first, second), (alone,) = read_records([(path, "r"), (small, "one")])
    for variable in ("other", "absent"):
        with pytest.raises(DataError, match=f"no records '{variable}'"):
            read_records([(path, variable)])
    damages = [b"not a matlab file" * 30, short[:-9], whole[:257] + b"\xff" + whole[258:]]  # SciPy 1.17 crashes on it
    for damage in damages:
        path.write_bytes(damage)
        with pytest.raises(DataError, match=r"info.mat: (cannot be read|holds no)"):
            read_records([(small, "one"), (path, "r"), (small, "one")])
    monkeypatch.setattr(matlab, "SECONDS", -60.0)
    with pytest.raises(DataError, match=r"small.mat: .*crashed or hung"):
        read_records([(small, "one")])
    assert first["n"] == "abc"
    np.testing.assert_array_equal(vector(first, "x", "here"), [1.5, 2, np.nan])
    assert vector(second, "x", "here", 1).tolist() == [4]
    assert vector(alone["inner"], "y", "here").tolist() == [0, 1]


def test_what_json_lacks_comes_as_text():
    value = {"a": np.int64(3), "b": np.array([[1, 2.5]]), "c": [np.str_("x"), True, None, 1j], "d": np.array(7)}
    value["e"] = np.array([{"f": np.array([1])}, np.float32(2)], dtype=object)
    expected = {"a": 3, "b": [[1, 2.5]], "c": ["x", True, None, "1j"], "d": 7, "e": [{"f": [1]}, 2]}
    assert json.loads(json.dumps(value, default=plain)) == expected
