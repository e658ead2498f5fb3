"""The fuzz job: coverage-guided inputs for every target, for a stated time; failures are printed, and end in exit 1.

``make fuzz`` runs it (``FUZZ_SECONDS`` for all targets together, 120 by default). By hand, also for one target::

    python -m tests.fuzz.run --seconds 3600 --jobs 2 option count

An input that fails is printed, as a line for ``tests/fuzz/corpus/<target>.jsonl``: once the defect is fixed, the line
goes there and is from then on tried by `test_fuzz`. Inputs that reached new code stay in the folder (``--folder``), so
that a later run starts from them. ``--smoke`` tries every saved input and changed ones in this process, without it.

Each target runs in a process of its own, because the fuzzer (atheris, which is libFuzzer) never returns.
"""

from __future__ import annotations

import argparse
import base64
import json
import random
import re
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
LONGEST = 4096
"""Bytes of an input. What is longer is another test's: tests/standardizers reads megabytes."""
SLOWEST = 90
"""Seconds of one input that count as a hang; a usual one takes a millisecond, a set from MATLAB files some seconds."""


CORPUS = Path(__file__).parent / "corpus"


class Target(NamedTuple):
    """One thing to be fuzzed.

    Attributes:
        module: The module of this package with its contract and its first inputs.
        check: Name of the function there that tries an input.
        watched: Packages whose branches guide the fuzzer.
    """

    module: str
    check: str
    watched: tuple[str, ...]


_BUILT = ("hvsbench_parquet", "hvsbench_jsonl", "hvsbench_tsv", "vpb_stage1_tsv", "vpb_stage2", "gaze_csv",
          "gaze_parquet", "actiview", "visions", "coco_search18", "coco_search18_absent")  # fmt: skip
_READ = ("choice", "order", "count", "option", "own_options", "scanpath", "fixation", "decision", "views",
         "view_operations", "frames")  # fmt: skip
_DECODING = ("vlmeval_hvs.messages", "vlmeval_hvs.answer_frames", "vlmeval_hvs.benchmarks")

TARGETS: dict[str, Target] = {
    **{name: Target("readers", "read", ("standardizers",)) for name in _READ},
    **{name: Target("records", name, _DECODING) for name in ("record", "search", "turns")},
    "predictions": Target("files", "predictions", ("vlmeval_hvs.results",)),
    **{name: Target("builders", "build", ("dataset_builders",)) for name in _BUILT},
}
"""All targets by name."""

_TOKENS = (
    *("<think>", "</think>", "<answer>", "</answer>", "\\boxed{", "```json", "```", '{"answer": "', '"}', "**", "[["),
    *("The answer is ", "Answer: ", "Option ", " is ", " not ", " and ", " or ", " but ", " > ", "X=[", "Y=[", "T=["),
    *("(0.5, 0.5)", "50%", "px", "0.", "1e9", "-1", "NaN", "Infinity", "1000", "99999999999999999999", "[]", "{}"),
    *("十", "二十", "百", "個", "答案是", "İ", "K", "ſ", "１", "²", "½", "Ⅳ", "①", "🅱", "\u0301", "\u200b", "\u2028"),
    *("upper left", "bottom", "part", "keep", "shift", "views", "none", "all", "yes", "no", "sorry", "cannot", "first"),
    *("last", "second", "one", "two", "twenty-", "hundred", "dozen", "no more than ", "A", "B", "\n1. ", "\n- "),
)
TOKENS = (*(token.encode() for token in _TOKENS), b"\xff", b"\x80")
"""Pieces that the fuzzer puts together."""


def check_of(name: str) -> Callable[[bytes], None]:
    """What tries an input of a target and raises when a contract does not hold; its modules are imported now."""
    target = TARGETS[name]
    return partial(getattr(import_module(f"tests.fuzz.{target.module}"), target.check), name)


def seeds(name: str) -> Iterator[bytes]:
    """Inputs that a target begins with."""
    yield from import_module(f"tests.fuzz.{TARGETS[name].module}").seeds(name)


def kept(name: str) -> list[bytes]:
    """Inputs that once failed."""
    path = CORPUS / f"{name}.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    return [base64.b64decode(json.loads(line)["input"]) for line in lines]


def line_of(data: bytes, why: str) -> str:
    """An input as a line of the corpus."""
    shown = data.decode("utf-8", "backslashreplace")
    return json.dumps({"input": base64.b64encode(data).decode(), "shown": shown[:300], "why": why})


def main(arguments: list[str] | None = None) -> int:
    """Fuzz; the exit status is 1 when anything failed, and 0 with a sentence where the fuzzer is not installed."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.run", description=__doc__.split("\n")[0])
    parser.add_argument("targets", nargs="*", help=f"of {', '.join(TARGETS)}; all when left out")
    parser.add_argument("--seconds", type=float, default=120, help="for all targets together, on each job")
    parser.add_argument("--jobs", type=int, default=1, help="targets at a time")
    parser.add_argument("--folder", type=Path, default=ROOT / ".fuzz", help="found inputs and logs")
    parser.add_argument("--smoke", type=float, metavar="SECONDS", help="saved inputs, then changed ones, for so long")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    targets = given.targets or list(TARGETS)
    unknown = set(targets) - set(TARGETS)
    if unknown:
        parser.error(f"no target {', '.join(sorted(unknown))}")
    if given.smoke is not None:
        return smoke(targets, given.smoke)
    if not available():
        print("fuzz: skipped, because atheris is not installed (it has wheels for Linux, Python 3.11 and later)")
        return 0
    if given.child:
        fuzz(targets[0], given.seconds, given.folder)
    seconds = max(given.seconds * given.jobs / len(targets), 2)
    with ThreadPoolExecutor(given.jobs) as pool:
        reports = dict(zip(targets, pool.map(partial(one, seconds=seconds, folder=given.folder), targets), strict=True))
    for target, (inputs, lines) in reports.items():
        print(f"{target:20} {inputs:>10,} inputs  {len(lines)} failures")
    failures = [line for _, lines in reports.values() for line in lines]
    for line in failures:  # last, where the end of a log still shows them
        print(line)
    print(f"{sum(inputs for inputs, _ in reports.values()):,} inputs, {len(failures)} failures")
    return int(bool(failures))


def available() -> bool:
    """Whether the fuzzer is installed."""
    return find_spec("atheris") is not None


class Attempts:
    """Tries inputs of a target, and prints one for every place that fails."""

    def __init__(self, target: str) -> None:
        self.target, self.check = target, check_of(target)
        self.failed: set[str] = set()

    def __call__(self, data: bytes) -> None:
        try:
            self.check(data)
        except Exception as error:
            frames = traceback.extract_tb(error.__traceback__)
            last = [frame for frame in frames if str(ROOT) in frame.filename and ".venv" not in frame.filename][-1]
            place = f"{type(error).__name__} at {Path(last.filename).name}:{last.lineno}"
            if place not in self.failed:
                print(f"{self.target}: {line_of(data, place)}", flush=True)
            self.failed.add(place)


def smoke(targets: list[str], seconds: float) -> int:
    """Try what is saved of every target; then, in turn, changed inputs until the time is over."""
    rng, tried, end = random.Random(1), 0, time.monotonic() + seconds
    saved = {Attempts(name): [*kept(name), *islice(seeds(name), 12)] for name in targets}
    for attempt, inputs in saved.items():
        for data in inputs:
            attempt(data)
            tried += 1
    while time.monotonic() < end:
        for attempt, inputs in saved.items():
            attempt(_changed(rng.choice(inputs), rng))
            tried += 1
    failures = sum(len(attempt.failed) for attempt in saved)
    print(f"{tried:,} inputs of {len(targets)} targets, {failures} failures")
    return int(failures > 0)


def _changed(data: bytes, rng: random.Random) -> bytes:
    """An input with some bytes replaced, taken out, or with a token put in."""
    for _ in range(rng.randint(1, 4)):
        at, length = rng.randint(0, len(data)), rng.randint(0, 3)
        data = data[:at] + rng.choice((b"", rng.randbytes(1), rng.choice(TOKENS))) + data[at + length :]
    return data


def one(target: str, seconds: float, folder: Path) -> tuple[int, list[str]]:
    """Fuzz one target in another process: how many inputs it tried, and a line for every failure."""
    place = folder / target
    place.mkdir(parents=True, exist_ok=True)
    for old in place.glob("stopped-*"):
        old.unlink()
    command = [sys.executable, "-m", "tests.fuzz.run", "--child", "--seconds", f"{seconds}", "--folder", str(place)]
    log = place / "log.txt"
    with log.open("w", encoding="utf-8") as file:
        status = subprocess.run([*command, target], cwd=ROOT, stdout=file, stderr=file, check=False).returncode
    said = log.read_text(encoding="utf-8", errors="replace")
    lines = re.findall(rf"^{target}: {{.*", said, re.MULTILINE)
    for path in sorted(place.glob("stopped-*")):  # an input that hung, or ended the process
        lines.append(f"{target}: {line_of(path.read_bytes(), f'{path.name} after {SLOWEST} s or a fault; see {log}')}")
    if status and not lines:
        lines.append(f"{target}: exit status {status}: {said[-2000:]}")
    inputs = re.search(r"number_of_executed_units: *(\d+)", said)
    return int(inputs[1]) if inputs else 0, lines


def fuzz(target: str, seconds: float, folder: Path) -> None:
    """Fuzz one target in this process, which ends with it."""
    import atheris

    for name in ("found", "seeds"):
        (folder / name).mkdir(exist_ok=True)
    with atheris.instrument_imports(include=list(TARGETS[target].watched)):
        attempt = Attempts(target)
    for number, first in enumerate([*kept(target), *seeds(target)]):
        (folder / "seeds" / f"{number:05}").write_bytes(first)
    quoted = ("".join(f"\\x{byte:02x}" for byte in token) for token in TOKENS)
    (folder / "tokens.txt").write_text("".join(f'"{token}"\n' for token in quoted), encoding="utf-8")
    arguments = [
        "fuzz", "-seed=1", f"-max_total_time={seconds:.0f}", f"-timeout={SLOWEST}", f"-report_slow_units={SLOWEST}",
        f"-max_len={LONGEST}",
        "-rss_limit_mb=0",  # it goes by the peak, which a child has from its parent, a worker of tests with gigabytes
        f"-artifact_prefix={folder}/stopped-", f"-dict={folder}/tokens.txt", "-print_pcs=0", "-print_final_stats=1",
        "-len_control=20",
    ]  # fmt: skip
    atheris.Setup([*arguments, str(folder / "found"), str(folder / "seeds")], attempt)
    atheris.Fuzz()


if __name__ == "__main__":
    sys.exit(main())
