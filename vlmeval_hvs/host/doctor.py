"""What a run of this installation stands on, looked at without importing the host."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
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
from vlmeval_hvs.host.compatibility import LEAST, TESTED, host_folder, host_version, unfitness, version_key
from vlmeval_hvs.host.model_facts import interleaves, known_models
from vlmeval_hvs.host.runner import find_runner
from vlmeval_hvs.names import did_you_mean
from vlmeval_hvs.registry import all_cards, is_built, model_cards, set_state
from vlmeval_hvs.sets import read_manifest, unsound_files

GOOD, NOTE, PROBLEM = "good", "note", "problem"

HOST, ASK, OWN = "run with models of VLMEvalKit", "ask served models", "run with the models of this package"
WAYS = (HOST, ASK, OWN)
"""Ways in: what a user can do here."""

PLUGIN, CLIENT = "vlmeval-hvs", "aiohttp"
LIKE = 0.7
"""Likeness from which a name is taken for another one; in `run`, which refuses, it has to be greater."""
_MORE = ("torch", "transformers")
_HOOK = "vlmeval_hvs.pth"
_ASKS = """
import sys
watching = any(getattr(finder, "vlmeval_hvs", False) is True for finder in sys.meta_path)
print(sys.modules["_vlmeval_hvs_autoload"].__file__ if watching else "")
"""


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at.

    Attributes:
        what: Its name.
        state: ``good``, ``note`` (worth knowing, nothing fails), or ``problem`` (something would fail).
        words: What was found, in one sentence.
        facts: The same as data.
        stops: Ways in, of `WAYS`, that do not work where it is a problem, or where it is not there.
    """

    what: str
    state: str
    words: str
    facts: dict[str, Any] = field(default_factory=dict)
    stops: tuple[str, ...] = ()


def ways(found: Iterable[Finding]) -> dict[str, bool]:
    """Which ways in work: the host's models, served models, and the models of this package."""
    stopped = {way for one in found for way in (one.stops or (WAYS if one.state == PROBLEM else ()))}
    return {way: way not in stopped for way in WAYS}


def findings(models: Iterable[str] = (), work_dir: Path | None = None, start_host: bool = False) -> Iterator[Finding]:
    """Look at everything that a run stands on.

    Args:
        models: Names of models that will be asked.
        work_dir: Where results will be written; the host's own default for None.
        start_host: Import the host and look what it has registered, not only what it would.
    """
    yield _libraries()
    yield _host()
    yield _client()
    yield _hook()
    yield _names()
    if start_host:
        yield _registered()
    yield from _data()
    yield _results(work_folder([]) if work_dir is None else work_dir)
    for model in models:
        yield _model(model)


def _libraries() -> Finding:
    wanted = [found[0] for line in _requirements() if "extra ==" not in line and (found := re.match(r"[\w.-]+", line))]
    known = {name: _version(name) for name in [*wanted, *_MORE]}
    missing = [name for name in wanted if not known[name]]
    listed = ", ".join(f"{name} {found}" for name, found in known.items() if found)
    facts = {"vlmeval_hvs": __version__, "python": sys.version.split()[0], **known}
    words = f"vlmeval_hvs {__version__}, Python {facts['python']}, {listed}"
    if missing:
        return Finding("versions", PROBLEM, f"{', '.join(missing)} not installed; {words}", facts)
    return Finding("versions", GOOD, words, facts)


def _requirements() -> list[str]:
    try:
        return requires(PLUGIN) or []
    except PackageNotFoundError:  # run from a checkout or a folder on PYTHONPATH
        return []


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
        words = f"no VLMEvalKit is installed; models of VLMEvalKit need {LEAST}, all else works without"
        return Finding("host", NOTE, words, facts, (HOST,))
    reason = unfitness()
    words = f"{name} {number}".strip() + f" in {place}"
    if reason:
        words = f"{words} is left as it is, for {reason}; the benchmarks need {LEAST}"
        return Finding("host", PROBLEM, words, facts, (HOST,))
    if name == "ms-vlmeval":
        inside = version_key(TESTED[0]) <= version_key(number) <= version_key(TESTED[1])
        facts["tested"] = inside
        told = f"tested are {TESTED[0]} to {TESTED[1]}"
        return Finding("host", GOOD if inside else NOTE, f"{words}; {told}", facts)
    return Finding("host", GOOD, f"{words}; it has what the plugin needs", facts)


def _client() -> Finding:
    """What `vlmeval-hvs ask` needs."""
    known = _version(CLIENT)
    if known:
        return Finding("client", GOOD, f"{CLIENT} {known}; `vlmeval-hvs ask` can ask served models", {CLIENT: known})
    words = f"{CLIENT} is not installed; `vlmeval-hvs ask` needs it: {install('ask')}"
    return Finding("client", NOTE, words, {CLIENT: ""}, (ASK,))


def _hook() -> Finding:
    """Ask a fresh interpreter, as the host will be one."""
    done = subprocess.run([sys.executable, "-c", _ASKS], capture_output=True, text=True, check=False)
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
    how = "`vlmeval-hvs run` and `import vlmeval_hvs` work anyway"
    return Finding("start-up hook", NOTE, f"not active, {reason}; {how}", {**facts, "reason": reason})


def _names() -> Finding:
    names = {card.name: card.dataset_names for card in all_cards()}
    words = ", ".join(f"{name} {len(found)}" for name, found in names.items())
    return Finding("datasets", GOOD, f"names that a run registers: {words}", {"names": names})


def _registered() -> Finding:
    wanted = {name for card in all_cards() for name in card.dataset_names}
    try:
        datasets, models = registered()
    except DataError as error:
        return Finding("registered", PROBLEM, str(error), {}, (HOST,))
    missing = sorted(wanted - datasets), sorted(set(model_cards()) - models)
    facts = {"datasets": sorted(wanted & datasets), "missing_datasets": missing[0], "missing_models": missing[1]}
    if any(missing):
        words = ", ".join([*missing[0], *missing[1]][:8])
        return Finding("registered", PROBLEM, f"the host does not know {words}; its start says why", facts, (HOST,))
    words = f"the host knows {len(wanted)} datasets and {len(model_cards())} models of this package"
    return Finding("registered", GOOD, f"{words}, and {len(datasets - wanted)} datasets of its own", facts)


def _data() -> Iterator[Finding]:
    """The data folder, and every set in it that is no demo set."""
    root = data_root()
    from_variable = bool(os.environ.get("LMUData"))
    facts: dict[str, Any] = {"folder": str(root), "LMUData": from_variable, "writable": writable(root)}
    free = shutil.disk_usage(existing(root)).free
    words = f"{root} ({'LMUData' if from_variable else 'LMUData is not set'}), {free / 1e9:.1f} GB free"
    if facts["writable"]:
        yield Finding("data folder", GOOD, words, {**facts, "free": free})
    else:
        told = f"{words}; it cannot be written: only sets that are built there can be used"
        yield Finding("data folder", NOTE, told, {**facts, "free": free})
    for name in [name for card in all_cards() for name in card.sets if set_state(name) != "not built"]:
        yield _set(name)


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


def _results(folder: Path) -> Finding:
    fine = writable(folder)
    words = f"{folder.absolute()} {'can' if fine else 'cannot'} be written"
    return Finding("results folder", GOOD if fine else PROBLEM, words, {"folder": str(folder), "writable": fine})


def _model(name: str) -> Finding:
    found = interleaves(name)
    facts = {"name": name, "interleave": found}
    problem = model_problem(name)
    if problem:
        return Finding(f"model {name}", PROBLEM, problem, facts, (HOST, OWN))
    if found is None:
        meant = did_you_mean(name, known_models(), LIKE, ";")
        words = f"not in the host's table{meant} with --base-url a model may have any name"
        return Finding(f"model {name}", NOTE, words, facts)
    words = "takes several images in one question" if found else "takes one image in one question only"
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
    """Names of datasets and of models that the host knows: it is imported, which takes a quarter of a minute.

    Raises:
        DataError: The host cannot be imported; the message ends with the last line of its traceback.
    """
    folder = host_folder()
    places = [str(Path(vlmeval_hvs.__file__).parents[1]), str(folder.parent) if folder else ""]
    try:
        done = subprocess.run(
            [sys.executable, "-c", _CODE, *places], capture_output=True, text=True, check=False, timeout=_SECONDS
        )
    except subprocess.TimeoutExpired:
        raise DataError(f"the host was not imported within {_SECONDS} s") from None
    told = [line for line in done.stdout.splitlines() if line.startswith(_MARK)]
    if not told:
        last = (done.stderr.strip().splitlines() or ["it ended without a word"])[-1]
        raise DataError(f"the host cannot be imported: {last[:300]}")
    datasets, models = json.loads(told[-1].removeprefix(_MARK))
    return set(datasets), set(models)
