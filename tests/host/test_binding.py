"""Wrappers take every signature: what they cannot read goes to the original untouched."""

from __future__ import annotations

import asyncio
import sys
import types

import pytest

from vlmeval_hvs.host.register import keep_ledger
from vlmeval_hvs.host.resume import adding_ledgers, arguments_of, recording, recording_api, unless_refused


def same(*args, **kwargs):
    return args, kwargs


def newer(model, work_dir, model_name, dataset, verbose=False, api_nproc=4):
    return "newer", model, work_dir, model_name, dataset, verbose, api_nproc


def older(model_name, work_dir, dataset, out_file, verbose=False):
    return "older", model_name, work_dir, dataset, out_file, verbose


def only_names(*, dataset):
    return "names", dataset


CALLS = [
    (newer, ("m", "w", "n", "d"), {}),
    (newer, ("m",), {"work_dir": "w", "model_name": "n", "dataset": "d", "verbose": True}),
    (older, ("n", "w", "d", "o"), {}),
    (older, ("n",), {"work_dir": "w", "dataset": "d", "out_file": "o"}),
    (only_names, (), {"dataset": "d"}),
    (same, (), {}),
    (same, (1, 2), {"dataset": "x", "more": 3}),
    (print, (), {}),
]


def test_a_call_that_is_not_ours_is_the_originals_and_so_is_its_error():
    for wrapper in (recording, adding_ledgers):
        for function, args, kwargs in CALLS:
            assert wrapper(function)(*args, **kwargs) == function(*args, **kwargs)
        with pytest.raises(TypeError) as plain:
            newer("m")
        with pytest.raises(TypeError) as wrapped:
            wrapper(newer)("m")
        assert str(wrapped.value) == str(plain.value)
    assert arguments_of(older, "n", "w") == {}
    assert arguments_of(newer, "m", "w", "n", "d")["api_nproc"] == 4


def test_ledgers_are_named_however_the_function_is_called():
    def names(model_name, dataset_name, dataset=None):
        return {"x.pkl"}

    wrapped = adding_ledgers(names)
    for found in (wrapped("m", "D"), wrapped(dataset_name="D", model_name="m"), wrapped("m", dataset_name="D")):
        assert {"x.pkl", "m_D_hvs_ledger_0.jsonl"} <= found


class Api:
    """As the host's pipeline, with other parameters."""

    def __init__(self, **states):
        self.states = states

    def _load_checkpoint(self, name_of_the_set, extra=1):
        return "loaded", name_of_the_set, extra

    async def _produce_image_tasks(self, entry, known, more=0):
        return entry, known, more


def test_api_mode_of_another_signature_is_the_originals():
    api = Api(D=types.SimpleNamespace(dataset_obj=object()))
    assert recording_api(Api._load_checkpoint)(api, "D", extra=2) == ("loaded", "D", 2)
    assert recording_api(Api._load_checkpoint)(api, "unknown") == ("loaded", "unknown", 1)
    produce = unless_refused(Api._produce_image_tasks)
    assert asyncio.run(produce(api, "e", "k", more=5)) == ("e", "k", 5)


def test_modules_that_have_the_hosts_function_already_get_the_wrapped_one(monkeypatch):
    inference, earlier, other = (types.ModuleType(f"made_up_{name}") for name in ("inference", "run", "other"))
    inference.infer_data_job = earlier.infer_data_job = newer
    other.infer_data_job = older
    for module in (inference, earlier, other):
        monkeypatch.setitem(sys.modules, module.__name__, module)
    keep_ledger(inference)
    assert earlier.infer_data_job is inference.infer_data_job is not newer
    assert inference.infer_data_job.__wrapped__ is newer
    assert other.infer_data_job is older
