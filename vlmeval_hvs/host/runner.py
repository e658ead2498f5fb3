"""Starts the host's runner with this package imported, so without the start-up hook, and reads the outcome of a run."""

from __future__ import annotations

import importlib.util
import json
import runpy
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import vlmeval_hvs
from vlmeval_hvs.errors import INTERRUPTED
from vlmeval_hvs.host.arguments import Arguments
from vlmeval_hvs.names import DatasetName
from vlmeval_hvs.results.files import SCORES

VALID = "valid"
PATIENCE = 5.0  # seconds that a command gets to end by itself after Ctrl-C

Stamp = tuple[int, int]


def find_runner(folder: Path) -> list[str] | None:
    """The start of a command: ``run.py`` in ``folder``, ``python -m vlmeval``, or the checkout's; None without host."""
    local = folder / "run.py"
    if local.is_file() and "vlmeval" in local.read_text(encoding="utf-8", errors="replace"):
        return [sys.executable, str(local)]
    spec = importlib.util.find_spec("vlmeval")  # does not import it
    if spec is None or spec.origin is None:
        return None
    package = Path(spec.origin).parent
    if (package / "__main__.py").is_file():
        return [sys.executable, "-m", "vlmeval"]
    checkout = package.parent / "run.py"
    return [sys.executable, str(checkout)] if checkout.is_file() else None


class Outcome(NamedTuple):
    """One model on one dataset: ``problem`` is "" if there was none; ``partial``: there is a result in spite of it."""

    model: str
    dataset: str
    problem: str = ""
    partial: bool = False

    @property
    def key(self) -> tuple[str, DatasetName]:
        """Model and dataset, the same for all spellings that hosts and files use."""
        return self.model.replace("/", "--"), DatasetName.of(self.dataset)


def outcomes(arguments: Arguments, since: float, before: Mapping[Path, Stamp]) -> list[Outcome]:
    """Outcomes of every combination: where the host reports no problem, by the validity of our score file.

    Reports older than ``since`` (seconds since 1970) and score files with a stamp as ``before`` do not count.
    """
    asked = {DatasetName.of(name) for name in arguments.entries}
    reported = _reported(arguments.work_folder, since)  # it keeps what earlier runs in the folder were asked for
    found = {one.key: one for one in reported if not asked or one.key[1] in asked}
    if arguments.mode == "infer":
        return list(found.values())
    changed = [(stamp[1], path) for path, stamp in score_stamps(arguments).items() if before.get(path) != stamp]
    read = [_read(path) for _, path in sorted(changed)]
    scores = {Outcome(str(one.get("model")), str(one.get("dataset"))).key: one for one in read}
    for one in (Outcome(model, dataset) for dataset in arguments.datasets for model in arguments.models):
        if not found.get(one.key, one).problem:
            short = one._replace(model=one.model.rpartition("/")[2])  # "org/m": local mode makes a folder and a name
            found[one.key] = _by_score_file(one, scores.get(one.key) or scores.get(short.key))
    return list(found.values())


def _reported(work_dir: Path, since: float) -> list[Outcome]:
    """All combinations in the host's reports, the latest last."""
    found = []
    paths = [(path.stat().st_mtime, path) for path in work_dir.rglob("status.json")]
    for _, path in sorted(one for one in paths if one[0] >= since):
        status = _read(path)
        model = str(status.get("model_name") or status.get("model") or path.parent.name)
        for dataset, entry in (status.get("datasets") or {}).items():
            reason = entry.get("skip_reason")
            problem = entry.get("error_message") or (reason if reason != "mode_infer" else "")
            if not problem and entry.get("status") != "done":
                problem = f"ended in the state {entry.get('status')!r}"
            found.append(Outcome(model, dataset, str(problem or "")))
    return found


def score_stamps(arguments: Arguments) -> dict[Path, Stamp]:
    """Every score file in the working folder with its size and time of change."""
    paths = [path for path in arguments.work_folder.rglob(f"*{SCORES}") if path.exists()]  # not a broken link
    return {path: (path.stat().st_size, path.stat().st_mtime_ns) for path in paths}


def _read(path: Path) -> dict[str, Any]:
    """The object in a JSON file; empty if it cannot be read."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return content if isinstance(content, dict) else {}


def _by_score_file(one: Outcome, scores: Mapping[str, Any] | None) -> Outcome:
    if scores is None:
        return one._replace(problem="no score file was written")
    if (validity := str(scores.get("validity", VALID))) == VALID:
        return one
    problem = f"the result is {validity}: {scores.get('validity_reason') or 'rows failed'}"
    return one._replace(problem=problem, partial=validity == "partial")


_CODE = "import sys; sys.path.append(sys.argv[1]); from vlmeval_hvs.host.runner import start; start(sys.argv[2:])"


def start_command(runner: Sequence[str]) -> list[str]:
    """The command that starts a runner by `start`."""
    interpreter, *what = runner
    return [interpreter, "-c", _CODE, str(Path(vlmeval_hvs.__file__).parents[1]), *what]


def start(arguments: Sequence[str]) -> None:
    """Run ``-m module ...`` or ``script ...`` as Python itself would."""
    by_name = arguments[0] == "-m"
    what, *rest = arguments[1:] if by_name else arguments
    if sys.path and sys.path[0] == "":  # absent where Python runs without it (-P)
        sys.path[0] = str(Path.cwd() if by_name else Path(what).resolve().parent)
    sys.argv = [what, *rest]
    try:
        if by_name:
            runpy.run_module(what, run_name="__main__", alter_sys=True)
        else:
            runpy.run_path(what, run_name="__main__")
    except KeyboardInterrupt:  # the command's own process says so in one line
        sys.exit(INTERRUPTED)


def run_to_end(command: Sequence[str], environment: Mapping[str, str]) -> int:
    """Run a command and return its exit status; after Ctrl-C, which is raised again, it gets time to save results."""
    with subprocess.Popen(list(command), env=dict(environment)) as child:
        try:
            return child.wait()
        except KeyboardInterrupt:
            with suppress(subprocess.TimeoutExpired):
                child.wait(timeout=PATIENCE)  # a terminal sends Ctrl-C to both
            child.send_signal(signal.SIGINT)  # no matter where it has ended
            child.wait()
            raise
