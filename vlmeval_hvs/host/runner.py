"""Finds the host's runner and tells from its status files what became of a run."""

from __future__ import annotations

import importlib.util
import json
import sys
from dataclasses import dataclass
from pathlib import Path

STATUS = "status.json"

# Why the host skips a combination although nothing is wrong with it.
_HARMLESS = {"mode_infer"}


def find_runner(folder: Path) -> list[str] | None:
    """The command that starts the host: its ``run.py`` in ``folder``, ``python -m vlmeval``, or the checkout's run.py.

    Args:
        folder: The user's working folder.

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


@dataclass(frozen=True)
class Outcome:
    """What became of one model on one dataset.

    Attributes:
        model: Its name.
        dataset: Its name.
        problem: "" when all went well.
        partial: Whether there is a result in spite of the problem.
    """

    model: str
    dataset: str
    problem: str
    partial: bool = False


def outcomes(work_dir: Path, since: float) -> list[Outcome]:
    """Outcomes of all combinations that the host reported under ``work_dir`` after the time ``since`` (epoch)."""
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
