"""Runs of the real host that are killed in the middle: what was answered is never asked again.

Every run is a child process with the host already imported; the model writes down what it answered just before it
returns, so a kill can lose no more than the calls that are under way at that moment.
"""

import asyncio
import multiprocessing
import os
import random
import threading
import time
from collections import Counter
from pathlib import Path

import pytest
from tqdm import tqdm

from vlmeval_hvs.messages import FAIL_MARKER
from vlmeval_hvs.results.ledger import iter_calls, read_answers
from vlmeval_hvs.results.prediction_files import read_predictions

pytestmark = [pytest.mark.host, pytest.mark.slow]

TURNS, CHOICES = "ActiView_Mixed_DEMO", "HVSBench_Subitizing_DEMO"
REPLIES = {"mix_init": '{"part": "1,2", "reason": ""}', "mix_revise": '{"keep": "1", "shift": "4"}'}
WORKERS = 4
SECONDS = 600  # more means that a run hangs


@pytest.fixture
def datasets(host, demo, monkeypatch):
    """Both datasets, made once for all runs of a test."""
    from vlmeval.dataset import build_dataset

    demo("ActiView_DEMO", "HVSBench_DEMO")
    monkeypatch.setenv("PRED_FORMAT", "tsv")
    made = [build_dataset(name) for name in (TURNS, CHOICES)]
    for dataset in made:
        for position in range(len(dataset)):
            dataset.build_prompt(position)  # views are cut once, not in every child
    return made


@pytest.fixture
def model(host, tmp_path):
    """A model of the host that takes its time, and writes (row, step) into a file when it has an answer."""
    from vlmeval.vlm.base import BaseModel

    log = os.open(tmp_path / "answered.txt", os.O_CREAT | os.O_APPEND | os.O_WRONLY)

    class Slow(BaseModel):
        INSTALL_REQ = False
        INTERLEAVE = True

        def __init__(self):
            super().__init__()

        def generate_inner(self, message, dataset=None):
            time.sleep(0.02)
            os.write(log, f"{dataset} {message.row['index']} {message.step}\n".encode())
            # Half of an emoji: no file of the host can hold it.
            return REPLIES.get(message.step, f"B {message.row['index']} \ud83d")

    yield Slow()
    os.close(log)


def answered(tmp_path: Path) -> list[tuple[str, ...]]:
    return [tuple(line.split()) for line in (tmp_path / "answered.txt").read_text().splitlines()]


def recorded(folder: Path) -> set[tuple[str, ...]]:
    return {(name, call.index, call.step) for name in (TURNS, CHOICES) for call in iter_calls(folder, f"M_{name}")}


def alone(target) -> None:
    # The lock of progress bars is shared with forked processes: one that is killed would keep it from all others.
    tqdm.set_lock(threading.RLock())
    target()


def local(model, datasets, folder: Path):
    """Runs the host's local mode on both datasets."""

    def run() -> None:
        from vlmeval.inference import infer_data_job

        folder.mkdir(exist_ok=True)
        for dataset in datasets:
            infer_data_job(model, work_dir=str(folder), model_name="M", dataset=dataset)

    return run


def api(model, datasets, folder: Path):
    """Runs the host's API mode on both datasets, with several workers."""

    def run() -> None:
        from vlmeval.inference_api import APIEvalPipeline, DatasetConfig

        asked = {"model_name": "M", "model_obj": model, "work_dir": str(folder), "judge_kwargs": {}}
        files = [{"dataset_name": name, "result_file": str(folder / f"M_{name}.tsv")} for name in (TURNS, CHOICES)]
        configs = [DatasetConfig(**asked, **its, dataset_obj=one) for its, one in zip(files, datasets, strict=True)]
        asyncio.run(APIEvalPipeline(configs, concurrency=WORKERS, monitor_interval=1, run_eval=False).run())
        os._exit(0)

    return run


@pytest.mark.parametrize("modes", [(local, api, local), pytest.param((api, api), marks=pytest.mark.nightly)])
def test_a_killed_run_asks_nothing_twice_when_it_goes_on_and_never_hangs(model, datasets, tmp_path, modes):
    from vlmeval.smp.file import prepare_reuse_files

    home, known, lost, draw = tmp_path / "M", set(), 0, random.Random(0)
    for number, mode in enumerate(modes, start=1):
        name = f"T20260101-{number:06d}"
        folder = home / name if mode is api else home
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "status.json").write_text('{"reuse": true}')
        for dataset in datasets if mode is api else ():  # what ``--reuse`` takes along
            file = str(folder / f"M_{dataset.dataset_name}.tsv")
            prepare_reuse_files(str(home), name, "M", dataset.dataset_name, dataset, file, True, "all")
        before, last = len(answered(tmp_path)), number == len(modes)
        if last and mode is api:
            # What a kill leaves while the host writes: it reads this file back after every reply.
            (folder / f"M_{TURNS}_checkpoint.pkl").write_bytes(b"\x80\x04torn")
        process = multiprocessing.get_context("fork").Process(target=alone, args=(mode(model, datasets, folder),))
        process.start()
        if last:
            process.join(SECONDS)
            process.kill()  # it hangs if it has not ended
            assert process.exitcode == 0
        else:  # killed when so many calls were answered, as the machine's own killer does
            count = before + draw.randrange(5, 16)
            while len(answered(tmp_path)) < count and process.is_alive():
                time.sleep(0.002)
            time.sleep(random.Random(count).uniform(0, 0.02))
            process.kill()
            process.join()
            lost += WORKERS if mode is api else 1
        assert not known & set(answered(tmp_path)[before:])
        known = set().union(*(recorded(place) for place in (home, *home.glob("T*")) if place.is_dir()))
    counts = Counter(answered(tmp_path))  # all rows have their answers, and no more than `lost` calls were made twice
    assert sum(counts.values()) - len(counts) <= lost
    assert len(recorded(folder)) == 3 * 16 + len(datasets[1])
    replies = [call.reply for call in iter_calls(folder, f"M_{CHOICES}") if not call.failed]
    assert all(reply.endswith("\ud83d") for reply in replies)
    for dataset in datasets:
        stem = f"M_{dataset.dataset_name}"
        given = read_predictions(folder / f"{stem}.tsv").set_index("index")["prediction"]
        assert list(given.index) == list(dataset.rows["index"])
        assert not given.str.contains(FAIL_MARKER).any()
        assert given.str.contains("\ufffd", regex=False).all()
        run = read_answers(folder, stem)
        assert (run.answers, run.failures, run.conflicts) == (dict(given), set(), [])
