"""Wrappers take every signature: what they cannot read goes to the original untouched."""

import pytest

from vlmeval_hvs.host.resume import adding_ledgers, arguments_of, recording


def newer(model, work_dir, model_name, dataset, verbose=False, api_nproc=4):
    return "newer", model, work_dir, model_name, dataset, verbose, api_nproc


@pytest.mark.parametrize("wrapper", [recording, adding_ledgers])
def test_a_call_that_is_not_ours_is_the_originals_and_so_is_its_error(wrapper):
    assert wrapper(newer)("m", work_dir="w", model_name="n", dataset="d") == newer("m", "w", "n", "d")
    assert wrapper(print)() is None
    with pytest.raises(TypeError, match="missing 3 required positional arguments"):
        wrapper(newer)("m")
    assert arguments_of(newer, "m", "w", "n", "d")["api_nproc"] == 4


def test_ledgers_are_files_of_the_run():
    wrapped = adding_ledgers(lambda model_name, dataset_name, dataset=None: {"x.pkl"})
    for found in (wrapped("m", "D"), wrapped(dataset_name="D", model_name="m")):
        assert {"x.pkl", "m_D_hvs_ledger_0.jsonl"} <= found
