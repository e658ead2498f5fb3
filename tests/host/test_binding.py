"""Wrappers take every signature: what they cannot read goes to the original untouched."""

from __future__ import annotations

import pytest

from vlmeval_hvs.host.resume import adding_ledgers, arguments_of, recording


def newer(model, work_dir, model_name, dataset, verbose=False, api_nproc=4):
    return "newer", model, work_dir, model_name, dataset, verbose, api_nproc


def only_names(*, dataset):
    return "names", dataset


CALLS = [
    (newer, ("m", "w", "n", "d"), {}),
    (newer, ("m",), {"work_dir": "w", "model_name": "n", "dataset": "d", "verbose": True}),
    (only_names, (), {"dataset": "d"}),
    (print, (), {}),
]


def test_a_call_that_is_not_ours_is_the_originals_and_so_is_its_error():
    for wrapper in (recording, adding_ledgers):
        for function, args, kwargs in CALLS:
            assert wrapper(function)(*args, **kwargs) == function(*args, **kwargs)
        with pytest.raises(TypeError, match="missing 3 required positional arguments"):
            wrapper(newer)("m")
    assert arguments_of(newer, "m", "w", "n", "d")["api_nproc"] == 4

    def names(model_name, dataset_name, dataset=None):
        return {"x.pkl"}

    wrapped = adding_ledgers(names)
    for found in (wrapped("m", "D"), wrapped(dataset_name="D", model_name="m")):
        assert {"x.pkl", "m_D_hvs_ledger_0.jsonl"} <= found
