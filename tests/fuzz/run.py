"""The fuzz job: saved inputs of every target, then changed ones until the time is over; failures end in exit 1.

``make fuzz`` runs it (``FUZZ_SECONDS``, 120 by default). By hand, also for one target::

    python -m tests.fuzz.run --seconds 3600 --seed 2 option count

An input that fails is printed, as a line for ``tests/fuzz/corpus/<target>.jsonl``: once the defect is fixed, the line
goes there and is from then on tried by `test_fuzz`.
"""

import argparse
import base64
import faulthandler
import json
import random
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from itertools import islice
from pathlib import Path

ROOT = Path(__file__).parents[2]
CORPUS = Path(__file__).parent / "corpus"
SLOWEST = 90
"""Seconds of one input that count as a hang; a usual one takes a millisecond, a set from MATLAB files some seconds."""

_BUILT = ("hvsbench_parquet", "vpb_stage1_tsv", "vpb_stage2", "gaze_csv",
          "gaze_parquet", "actiview", "visions", "coco_search18", "coco_search18_absent")  # fmt: skip
_READ = ("choice", "order", "count", "option", "own_options", "scanpath", "fixation", "decision", "views",
         "view_operations", "frames")  # fmt: skip
TARGETS: dict[str, tuple[str, str]] = {
    **{name: ("readers", "read") for name in _READ},
    **{name: ("records", name) for name in ("record", "search", "turns")},
    "predictions": ("files", "predictions"),
    **{name: ("builders", "build") for name in _BUILT},
}
"""All targets: the module with the contract and first inputs, and the function that tries an input."""

_TOKENS = (
    *("<think>", "</think>", "<answer>", "</answer>", "\\boxed{", "```json", "```", '{"answer": "', '"}', "**", "[["),
    *("The answer is ", "Answer: ", "Option ", " is ", " not ", " and ", " or ", " but ", " > ", "X=[", "Y=[", "T=["),
    *("(0.5, 0.5)", "50%", "px", "1e9", "-1", "NaN", "Infinity", "99999999999999999999", "[]", "{}", "A", "\n1. "),
    *("二十", "個", "答案是", "İ", "ſ", "１", "²", "Ⅳ", "①", "\u0301", "\u200b", "\u2028", "twenty-", "no more than "),
    *("upper left", "part", "keep", "shift", "views", "none", "all", "yes", "no", "cannot", "first", "two", "dozen"),
)
TOKENS = (*(token.encode() for token in _TOKENS), b"\xff", b"\x80")
"""Pieces that are put into inputs."""


def check_of(name: str) -> Callable[[bytes], None]:
    """What tries an input of a target and raises when a contract does not hold."""
    module, check = TARGETS[name]
    return partial(getattr(import_module(f"tests.fuzz.{module}"), check), name)


def seeds(name: str) -> Iterator[bytes]:
    """Inputs that a target begins with."""
    yield from import_module(f"tests.fuzz.{TARGETS[name][0]}").seeds(name)


def kept(name: str) -> list[bytes]:
    """Inputs that once failed."""
    path = CORPUS / f"{name}.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    return [base64.b64decode(json.loads(line)["input"]) for line in lines]


class Attempts:
    """Tries inputs of a target, and prints one for every place that fails; a hang ends the process with its stack."""

    def __init__(self, target: str) -> None:
        self.target, self.check = target, check_of(target)
        self.failed: set[str] = set()

    def __call__(self, data: bytes) -> None:
        faulthandler.dump_traceback_later(SLOWEST, exit=True, file=sys.__stderr__)
        try:
            self.check(data)
        except Exception as error:
            frames = traceback.extract_tb(error.__traceback__)
            last = [frame for frame in frames if str(ROOT) in frame.filename and ".venv" not in frame.filename][-1]
            place = f"{type(error).__name__} at {Path(last.filename).name}:{last.lineno}"
            if place not in self.failed:
                shown = data.decode("utf-8", "backslashreplace")[:300]
                line = {"input": base64.b64encode(data).decode(), "shown": shown, "why": place}
                print(f"{self.target}: {json.dumps(line)}", flush=True)
            self.failed.add(place)
        finally:
            faulthandler.cancel_dump_traceback_later()


def main(arguments: list[str] | None = None) -> int:
    """Try what is saved of every target; then, in turn, changed inputs until the time is over."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.run", description=__doc__.split("\n")[0])
    parser.add_argument("targets", nargs="*", help=f"of {', '.join(TARGETS)}; all when left out")
    parser.add_argument("--seconds", type=float, default=120, help="for changed inputs of all targets together")
    parser.add_argument("--seed", type=int, default=1, help="random seed of the changes")
    options = parser.parse_args(arguments)
    targets = options.targets or list(TARGETS)
    if unknown := set(targets) - set(TARGETS):
        parser.error(f"unknown target {', '.join(sorted(unknown))}")
    rng, tried = random.Random(options.seed), 0
    saved = {Attempts(name): [*kept(name), *islice(seeds(name), 12)] for name in targets}
    end = time.monotonic() + options.seconds
    for attempt, data in ((attempt, data) for attempt, inputs in saved.items() for data in inputs):
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


if __name__ == "__main__":
    sys.exit(main())
