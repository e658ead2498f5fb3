"""Runs with a ledger, and what the real package `inspect_ai` reads from logs."""

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from vlmeval_hvs.host.drive import drive
from vlmeval_hvs.messages import FAIL_MARKER, INTERLEAVED
from vlmeval_hvs.registry import build_set, card_of, dataset_class, set_of
from vlmeval_hvs.responders import respond
from vlmeval_hvs.results.ledger import Call, Ledger
from vlmeval_hvs.results.prompt_digest import prompt_digest

DATASETS = {"HVSBench_DEMO": 14, "ActiView_Zooming_DEMO": 4, "GazeTarget_DEMO": 4, "VPB_Stage2_DEMO": 100}
"""Datasets and how many rows are asked."""

MODEL = "Qwen[vl]-7B"


def run(dataset, folder: Path, fails: int | None) -> None:
    """Answer a dataset as the host does, with a ledger, and score it."""
    stem = f"{MODEL}_{dataset.dataset_name}"
    ledger = Ledger(folder, stem)
    ledger.begin(dataset.receipt)
    told = []
    for position in range(len(dataset)):
        prompt = dataset.build_prompt(position)
        turns = []

        def ask(turn, turns=turns, position=position):
            index, place = turn.row["index"], len(turns)
            if position == fails:
                error = "RuntimeError: the server <b>hung</b> up"
                ledger.call(Call(index, place, turn.step, prompt_digest(turn), None, True, error, 2.0))
                return FAIL_MARKER
            reply = respond("hvs-random", turn, 3)
            tokens = {"prompt": 100, "completion": 7}
            call = Call(index, place, turn.step, prompt_digest(turn), reply, False, "", 0.5, "stop", tokens)
            ledger.call(call)
            turns.append(reply)
            return reply

        driven = drive(prompt, ask, INTERLEAVED)
        prediction = ask(prompt) if driven is None else driven[0]
        ledger.answer(prompt.row["index"], prediction, position == fails, None)
        told.append(prediction)
    ledger.close()
    path = folder / f"{stem}.jsonl"
    pairs = zip(dataset.rows["index"], told, strict=True)
    path.write_text("".join(json.dumps({"index": index, "prediction": one}) + "\n" for index, one in pairs))
    dataset.score_file(path)


@pytest.fixture(scope="session")
def outputs(demo_root, tmp_path_factory):
    """A folder with a run on every benchmark; of VP-Bench and HVSBench one row failed, so they are invalid."""
    folder = tmp_path_factory.mktemp("export") / "outputs"
    folder.mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LMUData", str(demo_root.parent))
        for name, limit in DATASETS.items():
            if not (demo_root / set_of(name)).exists():
                build_set(set_of(name), root=demo_root)
            dataset = dataset_class(card_of(name))(dataset=name, limit=limit)
            run(dataset, folder, {"HVSBench_DEMO": 2, "VPB_Stage2_DEMO": 1}.get(name))
    return folder


@pytest.fixture
def on_demo_sets(demo_root, monkeypatch):
    """The demo sets are this process's data."""
    monkeypatch.setenv("LMUData", str(demo_root.parent))


@pytest.fixture(scope="session")
def inspect_python(tmp_path_factory):
    """A Python that has the package `inspect_ai`: this one, that of `$INSPECT_PYTHON`, or a new environment."""
    if find_spec("inspect_ai"):
        return sys.executable
    if os.environ.get("INSPECT_PYTHON"):
        return os.environ["INSPECT_PYTHON"]
    folder = tmp_path_factory.mktemp("inspect") / "venv"
    install = [sys.executable, "-m", "uv", "pip", "install", "--python", str(folder / "bin" / "python"), "inspect_ai"]
    for command in ([sys.executable, "-m", "uv", "venv", str(folder)], install):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            pytest.skip(f"no inspect_ai here: {done.stderr.strip().splitlines()[-1:]}")
    return str(folder / "bin" / "python")


READER = """
import base64, hashlib, io, json, sys, tempfile
from inspect_ai.log import list_eval_logs, read_eval_log, read_eval_log_sample_summaries, write_eval_log
found = []
for info in list_eval_logs(sys.argv[1]):
    log = read_eval_log(info, resolve_attachments=True)
    with tempfile.TemporaryDirectory() as folder:
        write_eval_log(log, folder + "/again.eval")
        again = read_eval_log(folder + "/again.eval", resolve_attachments=True)
    log.location = again.location = ""
    same = log.model_dump(exclude={"etag"}) == again.model_dump(exclude={"etag"})
    samples = []
    for sample in log.samples:
        said = []
        for message in sample.messages:
            parts = message.content if isinstance(message.content, list) else [message.content]
            told = []
            for part in parts:
                kind = getattr(part, "type", "text")
                text = part if isinstance(part, str) else getattr(part, kind)
                if kind == "image":
                    text = hashlib.sha256(base64.b64decode(text.split(",")[1])).hexdigest()
                told.append([kind, text])
            said.append([message.role, told])
        samples.append({
            "id": str(sample.id), "target": sample.target, "messages": said, "metadata": sample.metadata,
            "scores": {name: [score.value, score.answer] for name, score in sample.scores.items()},
            "events": [[e.event, e.output.completion, e.working_time, e.timestamp.timestamp()] for e in sample.events],
            "usage": {name: [u.input_tokens, u.output_tokens] for name, u in sample.model_usage.items()},
            "error": sample.error.message if sample.error else None,
        })
    found.append({
        "same": same, "status": log.status, "error": log.error.message if log.error else None, "model": log.eval.model,
        "task": log.eval.task, "args": log.eval.task_args, "metadata": log.eval.metadata, "samples": samples,
        "metrics": {s.name: {k: m.value for k, m in s.metrics.items()} for s in log.results.scores},
        "summaries": [[str(s.id), s.error] for s in read_eval_log_sample_summaries(info)],
        "id": log.eval.task_id, "created": log.eval.created,
    })
print(json.dumps(found))
"""


@pytest.fixture(scope="session")
def read_logs(inspect_python):
    """Reads the logs of a folder with the real package; as plain data by the dataset's name."""

    def read(folder):
        done = subprocess.run(
            [inspect_python, "-c", READER, str(folder)], capture_output=True, text=True, check=False, timeout=300
        )
        assert done.returncode == 0, done.stderr[-3000:]
        return {log["task"]: log for log in json.loads(done.stdout.splitlines()[-1])}

    return read
