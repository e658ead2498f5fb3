"""Starts the host's runner with this package imported, and reads the outcome of a run from its status files.

So `vlmeval-hvs run` does not need the start-up hook, which is missing when the package comes from ``PYTHONPATH``, a zip
file, a checkout, or a folder that pip installed into with ``--target``.
"""

from __future__ import annotations

import importlib.util
import json
import runpy
import signal
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import vlmeval_hvs
from vlmeval_hvs.errors import INTERRUPTED
from vlmeval_hvs.host.arguments import asked_datasets, asked_models, asks_only, entries_of, work_folder
from vlmeval_hvs.names import DatasetName
from vlmeval_hvs.results.files import SCORES

STATUS = "status.json"

_HARMLESS = {"mode_infer"}  # reasons for which the host skips a combination although nothing is wrong with it


def find_runner(folder: Path) -> list[str] | None:
    """The command that starts the host: its ``run.py`` in ``folder``, ``python -m vlmeval``, or the checkout's run.py.

    Returns:
        The start of a command line, or None when there is no host.
    """
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
    """The outcome of one model on one dataset: ``problem`` is "" if there was none.

    ``partial``: there is a result in spite of the problem.
    """

    model: str
    dataset: str
    problem: str
    partial: bool = False


VALID, PARTIAL = "valid", "partial"

Stamp = tuple[int, int]


def outcomes(work_dir: Path, since: float) -> list[Outcome]:
    """Outcomes of all combinations that the host has reported under ``work_dir`` since a time (seconds since 1970)."""
    found: dict[tuple[str, str], Outcome] = {}
    for path in sorted(work_dir.rglob(STATUS), key=lambda path: path.stat().st_mtime):
        if path.stat().st_mtime < since:
            continue
        try:
            status = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            continue
        model = str(status.get("model_name") or status.get("model") or path.parent.name)
        for dataset, entry in (status.get("datasets") or {}).items():
            found[model, dataset] = Outcome(model, dataset, _problem(entry))
    return list(found.values())


def _problem(entry: dict[str, object]) -> str:
    if entry.get("error_message"):
        return str(entry["error_message"])
    reason = entry.get("skip_reason")
    if reason and reason not in _HARMLESS:
        return str(reason)
    if entry.get("status") != "done":
        return f"ended in the state {entry.get('status')!r}"
    return ""


def score_stamps(arguments: Sequence[str]) -> dict[Path, Stamp]:
    """Every score file in the working folder with its size and time of change."""
    found = {}
    for path in work_folder(arguments).rglob(f"*{SCORES}"):
        try:
            status = path.stat()
        except OSError:  # a link whose file is gone
            continue
        found[path] = (status.st_size, status.st_mtime_ns)
    return found


def checked(arguments: Sequence[str], reported: Iterable[Outcome], before: Mapping[Path, Stamp]) -> list[Outcome]:
    """Outcomes of every combination: where the host reports no problem, by the validity of our score file.

    Args:
        arguments: Those of the host's runner.
        reported: Outcomes in the host's status files.
        before: `score_stamps` from before the run.
    """
    # The host's report keeps what earlier runs in the folder were asked for.
    names = {DatasetName.of(name) for name in entries_of(arguments)}
    found = {
        (_plain(outcome.model), name): outcome
        for outcome in reported
        if (name := DatasetName.of(outcome.dataset)) in names or not names
    }
    if asks_only(arguments):
        return list(found.values())
    scores = _scores(path for path, stamp in score_stamps(arguments).items() if before.get(path) != stamp)
    for asked in asked_datasets(arguments):
        name = DatasetName.of(asked.dataset)
        for model in asked_models(arguments):
            key = (_plain(model), name)
            if key not in found or not found[key].problem:
                short = (model.rpartition("/")[2], name)  # of "org/m" local mode makes a folder and a name
                found[key] = _by_score_file(model, asked.dataset, scores.get(key) or scores.get(short))
    return list(found.values())


def _scores(paths: Iterable[Path]) -> dict[tuple[str, DatasetName], dict[str, Any]]:
    found = {}
    for path in sorted(paths, key=lambda path: path.stat().st_mtime_ns):
        try:
            scores = json.loads(path.read_text(encoding="utf-8"))
            found[_plain(str(scores["model"])), DatasetName.of(str(scores["dataset"]))] = scores
        except (OSError, ValueError, KeyError, TypeError):
            continue
    return found


def _by_score_file(model: str, dataset: str, scores: Mapping[str, Any] | None) -> Outcome:
    if scores is None:
        return Outcome(model, dataset, "no score file was written")
    validity = str(scores.get("validity", VALID))
    if validity == VALID:
        return Outcome(model, dataset, "")
    reason = str(scores.get("validity_reason") or "rows failed")
    return Outcome(model, dataset, f"the result is {validity}: {reason}", partial=validity == PARTIAL)


def _plain(model: str) -> str:
    """A model's name in the host's file names."""
    return model.replace("/", "--")


PATIENCE = 5.0
"""Seconds that a command gets to end by itself after Ctrl-C."""

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
    """Run a command to its end; after Ctrl-C it gets time to save its results.

    Returns:
        Its exit status.

    Raises:
        KeyboardInterrupt: Ctrl-C; the command has ended.
    """
    with subprocess.Popen(list(command), env=dict(environment)) as child:
        try:
            return child.wait()
        except KeyboardInterrupt:
            try:
                child.wait(timeout=PATIENCE)  # a terminal sends Ctrl-C to both
            except subprocess.TimeoutExpired:
                child.send_signal(signal.SIGINT)
                child.wait()
            raise
