"""What one host does with the plugin: run by the interpreter of that host, with nothing but the standard library.

The host is imported once; every run is a fork of this process that calls the host's own unmodified ``main``.

Usage: python trial.py SPEC.json OUT.json
"""

from __future__ import annotations

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
from pathlib import Path
from typing import Any

SCRIPTED = "scripted-model"
"""Name of a model that answers every question with a letter: the host's own data need one without weights."""

KILL_AT = 5
"""The call at which a run is killed."""

LIBRARIES = ("numpy", "pandas", "transformers")

LIMIT = 240
"""Seconds after which a run is given up."""


def main() -> None:
    """Import the host, run what the specification asks for, and write what happened."""
    spec = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    found: dict[str, Any] = {}
    began = time.monotonic()
    try:
        entry = imported(spec["runner"])
        add_scripted_model()
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)
        found["import"] = f"{type(error).__name__}: {error}"
        found["our frames"] = [frame.filename for frame in last if "vlmeval_hvs" in Path(frame.filename).name]
    else:
        found["import"] = ""
        found["versions"] = {name: importlib.import_module(name).__version__ for name in LIBRARIES}
        found["seconds"] = round(time.monotonic() - began, 1)
        datasets = importlib.import_module("vlmeval.dataset")
        found["registered"] = sum(name in datasets.SUPPORTED_DATASETS for name in spec["names"])
        found["runs"] = {name: forked(entry, Path(spec["work"]) / name, **run) for name, run in spec["runs"].items()}
    Path(sys.argv[2]).write_text(json.dumps(found, indent=1), encoding="utf-8")


def imported(runner: str) -> Any:
    """What is called instead of a command: the host's ``run`` module, a checkout's ``run.py``, or another module.

    Args:
        runner: File of a checkout, or name of a module that stands before the host's; "" for the host's own module.
    """
    if not runner.endswith(".py"):
        importlib.import_module("vlmeval.run")
        return importlib.import_module(runner or "vlmeval.run")
    sys.path.insert(0, str(Path(runner).parent))
    spec = importlib.util.spec_from_file_location("run_of_the_checkout", runner)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def add_scripted_model() -> None:
    """Put a model without weights into the host's table, as a fork of the host would."""
    base: Any = importlib.import_module("vlmeval.vlm.base").BaseModel

    class Scripted(base):
        INTERLEAVE = True

        def generate_inner(self, message: Any, dataset: Any = None) -> str:
            words = "".join(item["value"] for item in message if item["type"] == "text")
            return "ABCD"[sum(words.encode()) % 4]

    importlib.import_module("vlmeval.config").supported_VLM[SCRIPTED] = Scripted


def forked(entry: Any, work: Path, arguments: list[str], kills: int = 0, reuse: bool = False) -> dict[str, Any]:
    """Run the host's ``main`` in a fork, ``kills`` times until it kills itself, then to the end.

    Returns:
        ``status`` (of the last run), ``log`` (the end of what it said) and ``seconds``.
    """
    work.mkdir(parents=True, exist_ok=True)
    options = inspect.getsource(entry)
    began = time.monotonic()
    told: dict[str, Any] = {"killed": 0}
    for number in range(kills + 1):
        last = number == kills
        line = ["run.py", *arguments, "--work-dir", str(work)]
        line += ["--judge", "exact_matching"] if "--judge" in options else []
        line += ["--reuse"] if number and reuse and re.search(r"""["']--reuse["']""", options) else []
        status = _child(entry, line, work / f"log{number}.txt", 0 if last else KILL_AT)
        told["killed"] += status == -signal.SIGKILL
        told["status"] = status
    told["log"] = (work / f"log{kills}.txt").read_text(encoding="utf-8", errors="replace")[-1500:]
    told["seconds"] = round(time.monotonic() - began, 1)
    return told


def _child(entry: Any, line: list[str], log: Path, kill_at: int) -> int:
    child = os.fork()
    if child == 0:
        _in_the_fork(entry, line, log, kill_at)
    until = time.monotonic() + LIMIT
    while time.monotonic() < until:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.2)
    os.kill(child, signal.SIGTERM)
    time.sleep(1)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return 124


def _in_the_fork(entry: Any, line: list[str], log: Path, kill_at: int) -> None:
    status = 1
    try:
        place = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
        os.dup2(place, 1)
        os.dup2(place, 2)
        if kill_at:
            _die_at(kill_at)
        sys.argv = line
        entry.main()
        status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def _die_at(call: int) -> None:
    """Let this process kill itself in the middle of a call of the plugin's model."""
    cls = importlib.import_module("vlmeval_hvs.host.models").HVSBaseline
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
