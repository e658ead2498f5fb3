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
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Any

import vlmeval_hvs
from vlmeval_hvs import __version__
from vlmeval_hvs.cache import existing, writable
from vlmeval_hvs.configs import model_problem
from vlmeval_hvs.errors import DataError, install
from vlmeval_hvs.files import data_root
from vlmeval_hvs.host.arguments import work_folder
from vlmeval_hvs.host.runner import find_runner
from vlmeval_hvs.host.source import (
    LEAST,
    TESTED,
    host_folder,
    host_version,
    interleaves,
    known_models,
    unfitness,
    version_key,
)
from vlmeval_hvs.names import did_you_mean
from vlmeval_hvs.registry import all_cards, is_built, model_cards, set_state
from vlmeval_hvs.sets import read_manifest, unsound_files

GOOD, NOTE, PROBLEM = "good", "note", "problem"

HOST, ASK, OWN = "run with models of VLMEvalKit", "ask served models", "run with the models of this package"
WAYS = (HOST, ASK, OWN)
"""What a user can do here."""

PLUGIN, CLIENT = "vlmeval-hvs", "aiohttp"
LIKE = 0.7
"""Likeness from which a name counts as a misspelling; `run`, which refuses such names, wants more."""

_HOOK = "vlmeval_hvs.pth"
_FIND_HOOK = """
import sys
watching = any(getattr(finder, "vlmeval_hvs", False) is True for finder in sys.meta_path)
print(sys.modules["_vlmeval_hvs_autoload"].__file__ if watching else "")
"""


@dataclass(frozen=True)
class Finding:
    """The result of one check.

    Attributes:
        what: Its name.
        state: ``good``, ``note`` (worth knowing, nothing fails), or ``problem`` (something would fail).
        words: What was found, in one sentence.
        facts: The same as data.
        stops: Which of `WAYS` do not work because of it; all of them for a problem that names none.
    """

    what: str
    state: str
    words: str
    facts: dict[str, Any] = field(default_factory=dict)
    stops: tuple[str, ...] = ()


def ways(found: Iterable[Finding]) -> dict[str, bool]:
    """Which of `WAYS` work."""
    stopped = {way for one in found for way in (one.stops or (WAYS if one.state == PROBLEM else ()))}
    return {way: way not in stopped for way in WAYS}


def findings(models: Iterable[str] = (), work_dir: Path | None = None, start_host: bool = False) -> Iterator[Finding]:
    """Check everything that a run depends on.

    Args:
        models: Names of models that will be asked.
        work_dir: Where results will be written; the host's own default for None.
        start_host: Import the host and check which names it has registered.
    """
    yield _libraries()
    yield _host()
    yield _client()
    yield _hook()
    names = {card.name: card.dataset_names for card in all_cards()}
    words = ", ".join(f"{name} {len(found)}" for name, found in names.items())
    yield Finding("datasets", GOOD, f"names that a run registers: {words}", {"names": names})
    if start_host:
        yield _registered({name for found in names.values() for name in found})
    yield _data_folder()
    for name in [name for card in all_cards() for name in card.sets if set_state(name) != "not built"]:
        yield _set(name)
    folder = work_folder([]) if work_dir is None else work_dir
    fine = writable(folder)
    words = f"{folder.absolute()} {'can' if fine else 'cannot'} be written"
    yield Finding("results folder", GOOD if fine else PROBLEM, words, {"folder": str(folder), "writable": fine})
    for model in models:
        yield _model(model)


def _libraries() -> Finding:
    lines: list[str] = []
    with suppress(PackageNotFoundError):  # run from a checkout or a folder on PYTHONPATH
        lines = requires(PLUGIN) or []
    wanted = [found[0] for line in lines if "extra ==" not in line and (found := re.match(r"[\w.-]+", line))]
    known = {name: _version(name) for name in [*wanted, "torch", "transformers"]}
    missing = [name for name in wanted if not known[name]]
    facts = {"vlmeval_hvs": __version__, "python": sys.version.split()[0], **known}
    listed = [f"{name} {found}" for name, found in known.items() if found]
    words = ", ".join([f"vlmeval_hvs {__version__}", f"Python {facts['python']}", *listed])
    if missing:
        return Finding("versions", PROBLEM, f"{', '.join(missing)} not installed; {words}", facts)
    return Finding("versions", GOOD, words, facts)


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def _host() -> Finding:
    name, number = host_version()
    runner = find_runner(Path.cwd())
    place = str(host_folder() or "")
    facts: dict[str, Any] = {"name": name, "version": number, "folder": place, "starts": runner or []}
    if not name or runner is None:
        words = f"no VLMEvalKit is installed; models of VLMEvalKit need {LEAST}, everything else works without it"
        return Finding("host", NOTE, words, facts, (HOST,))
    words = f"{name} {number}".strip() + f" in {place}"
    if reason := unfitness():
        words = f"{words} is left unchanged: {reason}; the benchmarks need {LEAST}"
        return Finding("host", PROBLEM, words, facts, (HOST,))
    if name != "ms-vlmeval":
        return Finding("host", GOOD, f"{words}; it has what the plugin needs", facts)
    facts["tested"] = version_key(TESTED[0]) <= version_key(number) <= version_key(TESTED[1])
    state = GOOD if facts["tested"] else NOTE
    return Finding("host", state, f"{words}; versions {TESTED[0]} to {TESTED[1]} are tested", facts)


def _client() -> Finding:
    known = _version(CLIENT)
    if known:
        return Finding("client", GOOD, f"{CLIENT} {known}; `vlmeval-hvs ask` can ask served models", {CLIENT: known})
    words = f"{CLIENT} is not installed; `vlmeval-hvs ask` needs it: {install('ask')}"
    return Finding("client", NOTE, words, {CLIENT: ""}, (ASK,))


def _hook() -> Finding:
    """Look in a new interpreter, as the host will start in one."""
    done = subprocess.run([sys.executable, "-c", _FIND_HOOK], capture_output=True, text=True, check=False)
    place = done.stdout.strip()
    facts = {"active": bool(place), "file": place}
    if place:
        return Finding("start-up hook", GOOD, f"active ({place})", facts)
    if os.environ.get("VLMEVAL_HVS_AUTOLOAD", "").strip() == "0":
        reason = "switched off by VLMEVAL_HVS_AUTOLOAD=0"
    elif not any((Path(folder) / _HOOK).is_file() for folder in sys.path):
        reason = f"no {_HOOK} in site-packages: the package was not installed by pip into this environment"
    else:
        reason = f"{_HOOK} is not read: {done.stderr.strip() or 'its folder is no site-packages of this interpreter'}"
    words = f"not active, {reason}; `vlmeval-hvs run` and `import vlmeval_hvs` work anyway"
    return Finding("start-up hook", NOTE, words, {**facts, "reason": reason})


def _registered(wanted: set[str]) -> Finding:
    try:
        datasets, models = registered()
    except DataError as error:
        return Finding("registered", PROBLEM, str(error), {}, (HOST,))
    missing = sorted(wanted - datasets), sorted(set(model_cards()) - models)
    facts = {"datasets": sorted(wanted & datasets), "missing_datasets": missing[0], "missing_models": missing[1]}
    if any(missing):
        words = f"the host does not know {', '.join([*missing[0], *missing[1]][:8])}; its start-up messages say why"
        return Finding("registered", PROBLEM, words, facts, (HOST,))
    words = f"the host knows {len(wanted)} datasets and {len(model_cards())} models of this package"
    return Finding("registered", GOOD, f"{words}, and {len(datasets - wanted)} datasets of its own", facts)


def _data_folder() -> Finding:
    root = data_root()
    from_variable, fine = bool(os.environ.get("LMUData")), writable(root)
    free = shutil.disk_usage(existing(root)).free
    facts = {"folder": str(root), "LMUData": from_variable, "writable": fine, "free": free}
    words = f"{root} ({'LMUData' if from_variable else 'LMUData is not set'}), {free / 1e9:.1f} GB free"
    words += "" if fine else "; it cannot be written: only sets that are built there can be used"
    return Finding("data folder", GOOD if fine else NOTE, words, facts)


def _set(name: str) -> Finding:
    build = f"`vlmeval-hvs build {name} --force` builds it again"
    try:
        manifest = read_manifest(name)
        unsound = unsound_files(manifest)
    except DataError as error:
        return Finding(f"set {name}", PROBLEM, f"{error}; {build}", {"name": name, "built": is_built(name)})
    facts = {"name": name, "rows": manifest.rows, "digest": manifest.digest, "damaged": unsound}
    if unsound:
        words = f"{len(unsound)} files are missing or damaged, such as {unsound[0]}; {build}"
        return Finding(f"set {name}", PROBLEM, words, facts)
    return Finding(f"set {name}", GOOD, f"{manifest.rows} rows, complete (SHA-256 of every file)", facts)


def _model(name: str) -> Finding:
    found = interleaves(name)
    facts = {"name": name, "interleave": found}
    if problem := model_problem(name):
        return Finding(f"model {name}", PROBLEM, problem, facts, (HOST, OWN))
    if found is None:
        hint = did_you_mean(name, known_models(), LIKE, ";")
        words = f"not in the host's table{hint} with --base-url a model may have any name"
        return Finding(f"model {name}", NOTE, words, facts)
    words = "takes several images in one question" if found else "takes only one image in a question"
    return Finding(f"model {name}", GOOD if found else NOTE, words, facts)


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
