"""Checks of an installation: everything that a run depends on, without importing the host."""

from __future__ import annotations

import json
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

import vlmeval_hvs
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

PLUGIN = "vlmeval-hvs"
LIKE = 0.7
"""Likeness from which a name counts as a misspelling; `run`, which refuses such names, wants more."""

_HOOK = "vlmeval_hvs.pth"
_FIND_HOOK = """
import sys
watching = any(getattr(finder, "vlmeval_hvs", False) is True for finder in sys.meta_path)
print(sys.modules["_vlmeval_hvs_autoload"].__file__ if watching else "")
"""


class Finding(NamedTuple):
    """The result of one check.

    Attributes:
        what: Its name.
        state: ``good``, ``note`` (worth knowing; the rest works), or ``problem`` (something would fail).
        words: What was found, in one sentence.
    """

    what: str
    state: str
    words: str


def findings(
    models: Iterable[str] = (), work_dir: Path = Path("outputs"), start_host: bool = False
) -> Iterator[Finding]:
    """Check everything that a run depends on.

    Args:
        models: Names of models that will be asked.
        work_dir: Where results will be written.
        start_host: Import the host and check which names it has registered.
    """
    yield _libraries()
    yield _host()
    yield _hook()
    words = ", ".join(f"{card.name} {len(card.dataset_names)}" for card in all_cards())
    yield Finding("datasets", GOOD, f"names that a run registers: {words}")
    if start_host:
        yield _registered()
    root = data_root()
    words = f"{root} ({'LMUData' if os.environ.get('LMUData') else 'LMUData is not set'})"
    words += f", {shutil.disk_usage(existing(root)).free / 1e9:.1f} GB free"
    fine = writable(root)
    words += "" if fine else "; it cannot be written: only sets that are built there can be used"
    yield Finding("data folder", GOOD if fine else NOTE, words)
    for name in [name for card in all_cards() for name in card.sets if set_state(name) != "not built"]:
        yield _set(name)
    fine = writable(work_dir)
    words = f"{work_dir.absolute()} {'can' if fine else 'cannot'} be written"
    yield Finding("results folder", GOOD if fine else PROBLEM, words)
    for model in models:
        yield _model(model)


def _libraries() -> Finding:
    lines: list[str] = []
    with suppress(PackageNotFoundError):  # run from a checkout or a folder on PYTHONPATH
        lines = requires(PLUGIN) or []
    wanted = [found[0] for line in lines if "extra ==" not in line and (found := re.match(r"[\w.-]+", line))]
    known = {name: _version(name) for name in [*wanted, "torch", "transformers"]}
    missing = [name for name in wanted if not known[name]]
    listed = [f"{name} {found}" for name, found in known.items() if found]
    words = ", ".join([f"vlmeval_hvs {__version__}", f"Python {sys.version.split()[0]}", *listed])
    return (
        Finding("versions", PROBLEM, f"{', '.join(missing)} not installed; {words}")
        if missing
        else Finding("versions", GOOD, words)
    )


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


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
    if os.environ.get("VLMEVAL_HVS_AUTOLOAD", "").strip() == "0":
        reason = "switched off by VLMEVAL_HVS_AUTOLOAD=0"
    elif not any((Path(folder) / _HOOK).is_file() for folder in sys.path):
        reason = f"no {_HOOK} in site-packages: the package was not installed by pip into this environment"
    else:
        reason = f"{_HOOK} is not read: {done.stderr.strip() or 'its folder is no site-packages of this interpreter'}"
    return Finding(
        "start-up hook", NOTE, f"not active, {reason}; `vlmeval-hvs run` and `import vlmeval_hvs` work anyway"
    )


def _registered() -> Finding:
    wanted = {name for card in all_cards() for name in card.dataset_names}
    try:
        datasets, models = registered()
    except DataError as error:
        return Finding("registered", PROBLEM, str(error))
    if missing := [*sorted(wanted - datasets), *sorted(set(model_cards()) - models)]:
        words = f"the host does not know {', '.join(missing[:8])}; its start-up messages say why"
        return Finding("registered", PROBLEM, words)
    words = f"the host knows {len(wanted)} datasets and {len(model_cards())} models of this package"
    return Finding("registered", GOOD, words)


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


_SECONDS = 600
_MARK = "vlmeval_hvs registered: "
_CODE = f"""
import json, os, sys
for place in (sys.argv[2], sys.argv[1]):
    if place and place not in sys.path:
        sys.path.insert(0, place)
import vlmeval_hvs
from vlmeval.config import supported_VLM
from vlmeval.dataset import SUPPORTED_DATASETS
print({_MARK!r} + json.dumps([list(map(str, SUPPORTED_DATASETS)), list(map(str, supported_VLM))]), flush=True)
os._exit(0)
"""


def registered() -> tuple[set[str], set[str]]:
    """Names of datasets and of models that the host knows; importing it takes a quarter of a minute.

    Raises:
        DataError: The host cannot be imported; the message ends with the last line of its traceback.
    """
    folder = host_folder()
    places = [str(Path(vlmeval_hvs.__file__).parents[1]), str(folder.parent) if folder else ""]
    command = [sys.executable, "-c", _CODE, *places]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=_SECONDS)
    except subprocess.TimeoutExpired:
        raise DataError(f"the host was not imported within {_SECONDS} s") from None
    printed = [line for line in done.stdout.splitlines() if line.startswith(_MARK)]
    if not printed:
        last = (done.stderr.strip().splitlines() or ["it ended without a message"])[-1]
        raise DataError(f"the host cannot be imported: {last[:300]}")
    datasets, models = json.loads(printed[-1].removeprefix(_MARK))
    return set(datasets), set(models)
