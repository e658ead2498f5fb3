"""Checks of an installation: everything that a run depends on, without importing the host."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import NamedTuple

from vlmeval_hvs import __version__
from vlmeval_hvs.cache import existing, writable
from vlmeval_hvs.configs import model_problem
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import data_root
from vlmeval_hvs.host.runner import find_runner
from vlmeval_hvs.host.source import LEAST, host_folder, host_version, known_models, unfitness
from vlmeval_hvs.names import did_you_mean
from vlmeval_hvs.registry import all_cards, model_cards, set_state
from vlmeval_hvs.sets import read_manifest, unsound_files

GOOD, NOTE, PROBLEM = "good", "note", "problem"
LIKE = 0.7  # likeness from which a name counts as a misspelling; `run`, which refuses such names, wants more
_HOOK = "vlmeval_hvs.pth"
_FIND_HOOK = """
import sys
watching = any(getattr(finder, "vlmeval_hvs", False) is True for finder in sys.meta_path)
print(sys.modules["_vlmeval_hvs_autoload"].__file__ if watching else "")
"""


class Finding(NamedTuple):
    """A check, its state (good, worth a note, or a problem that would stop a run), and what was found."""

    what: str
    state: str
    words: str


def findings(models: Iterable[str], work_dir: Path) -> Iterator[Finding]:
    """Check everything that a run depends on, with the models that will be asked and the folder for results."""
    yield from (_libraries(), _host(), _hook())
    words = ", ".join(f"{card.name} {len(card.dataset_names)}" for card in all_cards())
    yield Finding("datasets", GOOD, f"names that a run registers: {words}")
    root, fine = data_root(), writable(data_root())
    words = f"{root} ({'LMUData' if os.environ.get('LMUData') else 'LMUData is not set'})"
    words += f", {shutil.disk_usage(existing(root)).free / 1e9:.1f} GB free"
    words += "" if fine else "; it cannot be written: only sets that are built there can be used"
    yield Finding("data folder", GOOD if fine else NOTE, words)
    yield from (_set(name) for card in all_cards() for name in card.sets if set_state(name) != "not built")
    can, state = ("can", GOOD) if writable(work_dir) else ("cannot", PROBLEM)
    yield Finding("results folder", state, f"{work_dir.absolute()} {can} be written")
    yield from map(_model, models)


def _libraries() -> Finding:
    lines: list[str] = []
    with suppress(PackageNotFoundError):  # run from a checkout or a folder on PYTHONPATH
        lines = requires("vlmeval-hvs") or []
    wanted = [found[0] for line in lines if "extra ==" not in line and (found := re.match(r"[\w.-]+", line))]
    listed, missing = [f"vlmeval_hvs {__version__}", f"Python {sys.version.split()[0]}"], []
    for name in [*wanted, "torch", "transformers"]:
        try:
            listed.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            missing += [f"{name} is not installed"] if name in wanted else []
    return Finding("versions", PROBLEM if missing else GOOD, ", ".join([*missing, *listed]))


def _host() -> Finding:
    name, number = host_version()
    if not name or find_runner(Path.cwd()) is None:
        words = f"no VLMEvalKit is installed; models of VLMEvalKit need {LEAST}, everything else works without it"
        return Finding("host", NOTE, words)
    words = f"{name} {number}".strip() + f" in {host_folder()}"
    if reason := unfitness():
        return Finding("host", PROBLEM, f"{words} is left unchanged: {reason}; the benchmarks need {LEAST}")
    return Finding("host", GOOD, f"{words}; it has what the plugin needs")


def _hook() -> Finding:
    """Look in a new interpreter, as the host will start in one."""
    done = subprocess.run([sys.executable, "-c", _FIND_HOOK], capture_output=True, text=True, check=False)
    if place := done.stdout.strip():
        return Finding("start-up hook", GOOD, f"active ({place})")
    reason = f"no {_HOOK} in site-packages: the package was not installed by pip into this environment"
    if os.environ.get("VLMEVAL_HVS_AUTOLOAD", "").strip() == "0":
        reason = "switched off by VLMEVAL_HVS_AUTOLOAD=0"
    elif any((Path(folder) / _HOOK).is_file() for folder in sys.path):
        reason = f"{_HOOK} is not read: {done.stderr.strip() or 'its folder is no site-packages of this interpreter'}"
    return Finding("start-up hook", NOTE, f"not active, {reason}; `vlmeval-hvs run` works anyway")


def _set(name: str) -> Finding:
    build = f"`vlmeval-hvs build {name} --force` builds it again"
    try:
        manifest = read_manifest(name)
        unsound = unsound_files(manifest)
    except DataError as error:
        return Finding(f"set {name}", PROBLEM, f"{error}; {build}")
    if unsound:
        words = f"{len(unsound)} files are missing or damaged, such as {unsound[0]}; {build}"
        return Finding(f"set {name}", PROBLEM, words)
    return Finding(f"set {name}", GOOD, f"{manifest.rows} rows, complete (SHA-256 of every file)")


def _model(name: str) -> Finding:
    if problem := model_problem(name):
        return Finding(f"model {name}", PROBLEM, problem)
    known = known_models()
    if name in known or name in model_cards():
        return Finding(f"model {name}", GOOD, "known by its name")
    words = f"not in the host's table{did_you_mean(name, known, LIKE, ';')} with --base-url a model may have any name"
    return Finding(f"model {name}", NOTE, words)
