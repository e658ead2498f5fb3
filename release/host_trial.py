"""Runs of one host with or without the plugin, by the interpreter of that host and the standard library alone.

Usage: python host_trial.py SPEC.json OUT.json

The host is imported once; every run is a fork of this process that calls the host's own unmodified ``main``.
"""

import importlib
import importlib.util
import inspect
import json
import os
import re
import signal
import sys
import time
import traceback
from multiprocessing import get_context
from pathlib import Path
from typing import Any

SCRIPTED = "scripted-model"  # without weights; answers every question with a letter, for the host's own data
KILL_AT = 5  # the call at which a run is killed
LIMIT = 240  # seconds after which a run is stopped


def main() -> None:
    """Import the host, make the runs of the specification, and write what happened."""
    spec = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    found: dict[str, Any] = {"import": ""}
    began = time.monotonic()
    try:
        entry = imported(spec["runner"])
        add_scripted_model()
    except Exception as error:
        frames = traceback.extract_tb(error.__traceback__)
        found["import"] = f"{type(error).__name__}: {error}"
        found["in the plugin"] = any("vlmeval_hvs" in Path(frame.filename).name for frame in frames)
    else:
        found["seconds"] = round(time.monotonic() - began, 1)
        names = importlib.import_module("vlmeval.dataset").SUPPORTED_DATASETS
        found["registered"] = sum(name in names for name in spec["names"])
        found["runs"] = {name: forked(entry, Path(spec["work"]) / name, **run) for name, run in spec["runs"].items()}
    Path(sys.argv[2]).write_text(json.dumps(found, indent=1), encoding="utf-8")


def imported(runner: str) -> Any:
    """The function that runs the host's command line; for ``runner`` see `release.hosts.Host`."""
    if not runner.endswith(".py"):
        module = importlib.import_module("vlmeval.run")
        return evalscope if runner else module.main
    sys.path.insert(0, str(Path(runner).parent))
    spec = importlib.util.spec_from_file_location("run_of_the_checkout", runner)
    module = importlib.util.module_from_spec(spec)  # type: ignore[arg-type]
    spec.loader.exec_module(module)  # type: ignore[union-attr]
    return module.main


def evalscope() -> None:
    """Read ``sys.argv`` as the host's runner does, and run the task through evalscope's VLMEvalKit backend."""
    given = {option: sys.argv[sys.argv.index(option) + 1] for option in ("--data", "--model", "--judge", "--work-dir")}
    package: Any = importlib.import_module("evalscope")
    config: dict[str, Any] = {"data": [given["--data"]], "model": [given["--model"]], "judge": given["--judge"]}
    config["reuse"] = "--reuse" in sys.argv
    task = {"eval_backend": "VLMEvalKit", "eval_config": config, "work_dir": given["--work-dir"], "no_timestamp": True}
    package.run_task(package.TaskConfig(**task))


def add_scripted_model() -> None:
    """Put a model without weights into the host's table, as a fork of the host would."""
    base: Any = importlib.import_module("vlmeval.vlm.base").BaseModel

    class Scripted(base):
        INTERLEAVE = True

        def generate_inner(self, message: Any, dataset: Any = None) -> str:
            words = "".join(item["value"] for item in message if item["type"] == "text")
            return "ABCD"[sum(words.encode()) % 4]

    importlib.import_module("vlmeval.config").supported_VLM[SCRIPTED] = Scripted


def forked(entry: Any, work: Path, arguments: list[str], killed: bool = False) -> dict[str, Any]:
    """Run the host's ``main`` in a fork; with `killed` once until it kills itself, then to the end."""
    work.mkdir(parents=True, exist_ok=True)
    known = inspect.getsource(sys.modules[entry.__module__])
    line = ["run.py", *arguments, "--work-dir", str(work)]
    line += ["--judge", "exact_matching"] if "--judge" in known else []
    first = _child(entry, line, work / "log0.txt", KILL_AT) if killed else 0
    line += ["--reuse"] if killed and re.search(r"""["']--reuse["']""", known) else []
    status = _child(entry, line, work / "log.txt", 0)
    log = (work / "log.txt").read_text(encoding="utf-8", errors="replace")[-1500:]
    return {"killed": first == -signal.SIGKILL, "status": status, "log": log}


def _child(entry: Any, line: list[str], log: Path, kill_at: int) -> int:
    process = get_context("fork").Process(target=_in_child, args=(entry, line, log, kill_at))
    process.start()
    process.join(LIMIT)
    process.terminate()  # nothing where it has ended
    process.join()
    return int(process.exitcode or 0)


def _in_child(entry: Any, line: list[str], log: Path, kill_at: int) -> None:
    with log.open("wb") as output:
        os.dup2(output.fileno(), 1)
        os.dup2(output.fileno(), 2)
    if kill_at:
        _die_at(kill_at)
    sys.argv = line
    entry()


def _die_at(call: int) -> None:
    """Let this process kill itself in the middle of a call of the plugin's model."""
    cls = importlib.import_module("vlmeval_hvs.host.datasets").HVSBaseline
    owner = next(base for base in cls.__mro__ if "generate_inner" in vars(base))
    original, count = owner.generate_inner, 0

    def generate_inner(self: Any, *args: Any, **kwargs: Any) -> Any:
        nonlocal count
        count += 1
        if count == call:
            os.kill(os.getpid(), signal.SIGKILL)
        return original(self, *args, **kwargs)

    owner.generate_inner = generate_inner


if __name__ == "__main__":
    main()
