"""What the start-up hook adds to the start of a Python interpreter: two virtual environments, in turns, in one run.

Usage: python -m speed.bench_startup [--quick] [--rounds N]
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
HOOK = ("vlmeval_hvs.pth", "vlmeval_hvs.start", "_vlmeval_hvs_autoload.py")


def make_environment(folder: Path, files: tuple[str, ...]) -> Path:
    """A virtual environment with only these files in site-packages -> its interpreter."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    site = Path(sysconfig.get_path("purelib", vars={"base": str(folder), "platbase": str(folder)}))
    for name in files:
        shutil.copyfile(ROOT / name, site / name)
    return folder / ("bin/python" if os.name == "posix" else "Scripts/python.exe")


def start(interpreter: Path, **environment: str) -> float:
    """Milliseconds from the call to the end of an interpreter that does nothing."""
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VLMEVAL_HVS"))}
    begin = time.perf_counter()
    subprocess.run([str(interpreter), "-c", "pass"], env={**env, **environment}, check=True)
    return 1e3 * (time.perf_counter() - begin)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--quick", action="store_true", help="20 rounds")
    options = parser.parse_args()
    rounds = 20 if options.quick else options.rounds
    with tempfile.TemporaryDirectory() as folder:
        plain = make_environment(Path(folder) / "plain", ())
        hooked = make_environment(Path(folder) / "hooked", HOOK)
        cases = {
            "without the plugin": lambda: start(plain),
            "with the hook": lambda: start(hooked),
            "with the hook, VLMEVAL_HVS_AUTOLOAD=0": lambda: start(hooked, VLMEVAL_HVS_AUTOLOAD="0"),
        }
        times: dict[str, list[float]] = {name: [] for name in cases}
        for _ in range(rounds + 1):
            for name, case in cases.items():
                times[name].append(case())
    base = times["without the plugin"][1:]
    print(f"interpreter start-up, {rounds} rounds in turns (ms)")
    for name, values in times.items():
        extra = statistics.median(value - other for value, other in zip(values[1:], base, strict=True))
        print(
            f"  {name:40s} best {min(values[1:]):6.2f}   median {statistics.median(values[1:]):6.2f}   "
            f"median difference {extra:+6.2f}"
        )


if __name__ == "__main__":
    main()
