"""The host's runner: its arguments, its start with this package imported (so without the hook), and its outcomes."""

import importlib.util
import json
import os
import runpy
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import vlmeval_hvs
from vlmeval_hvs.configs import read_config
from vlmeval_hvs.errors import INTERRUPTED
from vlmeval_hvs.host.source import known_models
from vlmeval_hvs.names import DatasetName, base_name, close_name
from vlmeval_hvs.registry import all_cards
from vlmeval_hvs.results.files import SCORES

ALIKE = 0.8  # likeness from which a name counts as misspelt
PATIENCE = 5.0  # seconds that a command gets to end by itself after Ctrl-C

Stamp = tuple[int, int]


class Arguments:
    """The arguments of a host's runner; ``arguments[option]`` gives an option's values."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = list(words)
        self.values: dict[str, list[str]] = {}
        option = ""
        for word in self.words:
            if word.startswith("--"):
                option, sign, value = word.partition("=")
                self.values.setdefault(option, []).extend([value] if sign else [])
                option = "" if sign else option
            elif option:
                self.values[option].append(word)

    def __getitem__(self, option: str) -> list[str]:
        return self.values.get(option, [])

    def __contains__(self, option: str) -> bool:
        return option in self.values

    @property
    def mode(self) -> str:
        """``eval`` to score existing replies, ``infer`` to collect replies only, else ``all`` or ""."""
        return (self["--mode"] or [""])[-1]

    @property
    def work_folder(self) -> Path:
        """Where the host writes: ``--work-dir``; in local mode ``MMEVAL_ROOT`` has precedence."""
        preferred = "" if "--api-mode" in self else os.environ.get("MMEVAL_ROOT", "")
        return Path(preferred or ["./outputs", *self["--work-dir"]][-1])

    @property
    def configs(self) -> list[Path]:
        """Config files; if one is missing, the host says so."""
        return [Path(path) for path in self["--config"] if Path(path).is_file()]

    @property
    def data_config(self) -> dict[str, Any]:
        """Upstream's ``--data-config``: JSON with entries for some datasets of ``--data``."""
        with suppress(ValueError):  # the host has a message of its own
            content = json.loads((self["--data-config"] or ["{}"])[-1])
            return content if isinstance(content, dict) else {}
        return {}

    @cached_property
    def entries(self) -> dict[str, dict[str, Any]]:
        """Every named dataset with its entry in a config (else an empty one); `DataError` for an unreadable config."""
        found = {name: self.data_config.get(name, {}) for name in self["--data"]}
        for path in self.configs:
            found |= read_config(path)["data"]
        return {name: entry if isinstance(entry, dict) else {} for name, entry in found.items()}

    @property
    def datasets(self) -> dict[str, dict[str, Any]]:
        """Our datasets among those that are named, with their options."""
        limits = [int(text) for text in self["--limit"] if text.isdigit()]
        own = {plain for card in all_cards() for plain in card.datasets}
        found = {}
        for name, entry in self.entries.items():
            if base_name(name) in own:
                options = {key: value for key, value in entry.items() if key not in ("class", "dataset")}
                found[name] = options if entry or not limits else {"limit": limits[-1]}
        return found

    @property
    def models(self) -> list[str]:
        """Names of models given by ``--model`` or in a config file."""
        return [*self["--model"], *(name for path in self.configs for name in read_config(path).get("model") or {})]

    def for_files(self) -> list[str]:
        """The words with names of own data spelt as in file names, because the host uses them there."""
        spelt = {name: DatasetName.of(name).in_files for name in self["--data"]}
        spelt |= {f"--data={name}": f"--data={in_files}" for name, in_files in spelt.items()}
        return [spelt.get(word, word) for word in self.words]

    def misspelt(self, runner: Sequence[str]) -> list[str]:
        """Models that the host's source lacks although it has a very similar one, one sentence each.

        Other unknown names pass: other packages may add models, the host may be newer, and a server has its own.
        """
        if "--base-url" in self or "--api-mode" in self:
            return []
        checkout = Path(runner[-1]).parent / "vlmeval" if runner and runner[-1].endswith(".py") else None
        known = (known_models(checkout) if checkout else set()) or known_models()
        close = {name: close_name(name, known, ALIKE) for name in self["--model"] if name not in known}
        return [f"no model {name}, did you mean {other}?" for name, other in close.items() if other]


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
    if (validity := str(scores.get("validity", "valid"))) == "valid":
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
