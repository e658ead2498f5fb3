"""The fuzz job: coverage-guided inputs for every target, for a stated time; failures are collected, and end in exit 1.

``make fuzz`` runs it (``FUZZ_SECONDS`` for all targets together, 120 by default). By hand, also for one target::

    python -m tests.fuzz.run --seconds 3600 --jobs 2 option count

An input that fails is printed, as a line for ``tests/fuzz/corpus/<target>.jsonl``: once the defect is mended, the line
goes there and is from then on tried by `test_seeds`. Inputs that reached new code stay in the folder (``--folder``), so
that a later run starts from them. ``--smoke`` tries every saved input and changed ones in this process, without it.

Each target runs in a process of its own, because the fuzzer (atheris, which is libFuzzer) never returns.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import time
import traceback
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any

from tests.fuzz.seeds import TARGETS, Check, check_of, kept, line_of, seeds, tokens

ROOT = Path(__file__).parents[2]
LONGEST = 4096
"""Bytes of an input. What is longer is another test's: tests/standardizers reads megabytes."""
SLOWEST = 90
"""Seconds of one input that count as a hang; a usual one takes a millisecond, a set from MATLAB files some seconds."""
AGAIN = 4096
"""Every so many inputs one is tried twice, with all caches emptied in between, and compared."""


def main(arguments: list[str] | None = None) -> int:
    """Fuzz; the exit status is 1 when anything failed, and 0 with a sentence where the fuzzer is not installed."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.run", description=__doc__.split("\n")[0])
    parser.add_argument("targets", nargs="*", help=f"of {', '.join(TARGETS)}; all when left out")
    parser.add_argument("--seconds", type=float, default=120, help="for all targets together, on each job")
    parser.add_argument("--jobs", type=int, default=1, help="targets at a time")
    parser.add_argument("--folder", type=Path, default=ROOT / ".fuzz", help="found inputs and logs")
    parser.add_argument("--seed", type=int, default=1, help="of the mutations; 0 takes another one each time")
    parser.add_argument("--smoke", type=float, metavar="SECONDS", help="saved inputs, then changed ones, for so long")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    unknown = set(given.targets) - set(TARGETS)
    if unknown:
        parser.error(f"no target {', '.join(sorted(unknown))}")
    if given.smoke is not None:
        return _smoke(given.targets or list(TARGETS), given.smoke, given.seed)
    if not available():
        print("fuzz: skipped, because atheris is not installed (it has wheels for Linux, Python 3.11 and later)")
        return 0
    if given.child:
        _fuzz(given.targets[0], given.seconds, given.folder, given.seed)
    more = ["--seed", str(given.seed)]
    return _run(given.targets or list(TARGETS), given.seconds, given.jobs, given.folder, more)


def available() -> bool:
    """Whether the fuzzer is installed."""
    try:
        import atheris  # noqa: F401
    except ImportError:
        return False
    return True


def _smoke(targets: list[str], seconds: float, seed: int) -> int:
    """Try what is saved of every target; then, in turn, changed inputs until the time is over."""
    rng, tried, known = random.Random(seed), 0, set()
    saved = {name: [*kept(name), *islice(seeds(name), 12)] for name in targets}
    checks = {name: check_of(name) for name in targets}

    def attempt(name: str, data: bytes) -> None:
        try:
            checks[name](data, tried % 64 == 0)
        except Exception as error:
            place = place_of(error)
            if (name, place) not in known:
                print(f"{name}: {line_of(data, place)}")
            known.add((name, place))

    end = time.monotonic() + seconds
    for name, inputs in saved.items():
        for data in inputs:
            attempt(name, data)
            tried += 1
    while time.monotonic() < end:
        for name, inputs in saved.items():
            attempt(name, _changed(rng.choice(inputs), rng))
            tried += 1
    print(f"{tried:,} inputs of {len(targets)} targets, {len(known)} failures")
    return int(bool(known))


def _changed(data: bytes, rng: random.Random) -> bytes:
    """An input with some bytes replaced, taken out, or with a token put in."""
    for _ in range(rng.randint(1, 4)):
        at, length = rng.randint(0, len(data)), rng.randint(0, 3)
        data = data[:at] + rng.choice((b"", rng.randbytes(1), rng.choice(tokens()))) + data[at + length :]
    return data


def _run(targets: list[str], seconds: float, jobs: int, folder: Path, more: list[str]) -> int:
    unit = seconds * jobs / sum(TARGETS[target].share for target in targets)
    with ThreadPoolExecutor(jobs) as pool:
        reports = list(pool.map(lambda name: _one(name, max(unit * TARGETS[name].share, 2), folder, more), targets))
    for target, report in zip(targets, reports, strict=True):
        print(f"{target:18} {report['inputs']:>10,} inputs {report['calls']:>11,} calls  {report['failed']} failures")
    for target, report in zip(targets, reports, strict=True):  # last, where the end of a log still shows them
        for line in report["lines"]:
            print(f"{target}: {line}")
    failed = sum(report["failed"] for report in reports)
    print(
        f"{sum(r['inputs'] for r in reports):,} inputs, {sum(r['calls'] for r in reports):,} calls, {failed} failures"
    )
    return 1 if failed else 0


def _one(target: str, seconds: float, folder: Path, more: list[str]) -> dict[str, Any]:
    place = folder / target
    place.mkdir(parents=True, exist_ok=True)
    for old in [place / "stats.json", place / "failures.jsonl", *place.glob("stopped-*")]:
        old.unlink(missing_ok=True)
    command = [sys.executable, "-m", "tests.fuzz.run", "--child", "--seconds", str(seconds), "--folder", str(place)]
    with (place / "log.txt").open("w", encoding="utf-8") as log:
        status = subprocess.run([*command, *more, target], cwd=ROOT, stdout=log, stderr=log, check=False).returncode
    stats = json.loads(_text(place / "stats.json") or '{"inputs": 0, "calls": 0}')
    lines = _text(place / "failures.jsonl").splitlines()
    for path in sorted(place.glob("stopped-*")):  # an input that hung, or ended the process
        lines.append(line_of(path.read_bytes(), f"{path.name} after {SLOWEST} s or a fault; see {place}/log.txt"))
    if status and not lines:
        lines.append(f"exit status {status}: {_text(place / 'log.txt')[-2000:]}")
    return {**stats, "failed": len(lines), "lines": lines}


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def _fuzz(target: str, seconds: float, folder: Path, seed: int) -> None:
    """Fuzz one target in this process, which ends with it."""
    import atheris

    for name in ("found", "seeds"):
        (folder / name).mkdir(exist_ok=True)
    with atheris.instrument_imports(include=list(TARGETS[target].watched)):
        check = check_of(target)
    for number, first in enumerate([*kept(target), *seeds(target)]):
        (folder / "seeds" / f"{number:05}").write_bytes(first)
    (folder / "tokens.txt").write_text("".join(_quoted(token) for token in tokens()), encoding="utf-8")
    limits = [
        f"-max_total_time={seconds:.0f}",
        f"-seed={seed}",
        f"-timeout={SLOWEST}",
        f"-report_slow_units={SLOWEST}",
        f"-max_len={LONGEST}",
        "-rss_limit_mb=0",  # it goes by the peak, which a child has from its parent, a worker of tests with gigabytes
    ]
    places = [f"-artifact_prefix={folder}/stopped-", f"-dict={folder}/tokens.txt"]
    quiet = ["-print_pcs=0", "-print_final_stats=1", "-len_control=20"]
    arguments = ["fuzz", *limits, *places, *quiet, str(folder / "found"), str(folder / "seeds")]
    atheris.Setup(arguments, _Watch(check, folder))
    atheris.Fuzz()


def _quoted(token: bytes) -> str:
    return '"' + "".join(f"\\x{byte:02x}" for byte in token) + '"\n'


class _Watch:
    """Tries inputs, counts them, and writes down one input per place that fails."""

    def __init__(self, check: Check, folder: Path) -> None:
        self.check, self.folder = check, folder
        self.inputs = self.calls = 0
        self.known: set[str] = set()
        self.written = time.monotonic()

    def __call__(self, data: bytes) -> None:
        self.inputs += 1
        try:
            self.calls += self.check(data, self.inputs % AGAIN == 0)
        except Exception as error:
            self._note(data, error)
        if self.inputs % 64 == 0 and time.monotonic() > self.written + 1:
            self._stats()

    def _note(self, data: bytes, error: Exception) -> None:
        place = place_of(error)
        if place not in self.known:
            self.known.add(place)
            with (self.folder / "failures.jsonl").open("a", encoding="utf-8") as file:
                file.write(line_of(data, place) + "\n")

    def _stats(self) -> None:
        self.written = time.monotonic()
        temporary = self.folder / f"stats.{os.getpid()}"
        temporary.write_text(json.dumps({"inputs": self.inputs, "calls": self.calls}), encoding="utf-8")
        temporary.replace(self.folder / "stats.json")


def place_of(error: Exception) -> str:
    """Where an error came from: its kind, and the line that raised it; of a broken contract also what was found."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if str(ROOT) in frame.filename and ".venv" not in frame.filename] or frames
    last = ours[-1]
    return f"{type(error).__name__} at {Path(last.filename).name}:{last.lineno}: {str(error)[:200]!a}".split(": ", 1)[0]


if __name__ == "__main__":
    sys.exit(main())
