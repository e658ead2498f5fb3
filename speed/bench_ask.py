"""Asking a served model: throughput at 64 requests at once, beside the host, and cost and memory by number of rows.

Usage: python -m speed.bench_ask [--quick] [--only PART ...]

The server answers every request after 200 ms. 64 requests at once can then get no more than 320 answers per second:
the ideal. Throughput is the number of requests divided by the time from the first request to the last answer, both
seen by the server. The machine is shared: the best of some runs is given beside all of them, with the load.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from speed.ask_sets import enlarge

LATENCY = 0.2
AT_ONCE = 64
IDEAL = AT_ONCE / LATENCY
SINGLE, PIPELINE = "HVSBench_Searching", "ActiView_ShiftingR"
PARTS = ("throughput", "host", "rows")
ROOT = Path(__file__).resolve().parents[1]
REPLY = "No reply of a script is longer than this one, which has about as many characters as a short answer. " * 2


@contextmanager
def server(latency: float, reply: str) -> Iterator[str]:
    """A scripted server in a process of its own; its address without /v1."""
    command = [sys.executable, "-m", "speed.ask_server", "--latency", str(latency), "--reply", reply]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    try:
        assert process.stdout is not None
        yield f"http://127.0.0.1:{process.stdout.readline().strip()}"
    finally:
        process.terminate()
        process.wait()


def stats(url: str) -> dict[str, Any]:
    """What came to a server since this was last asked."""
    with urllib.request.urlopen(f"{url}/stats") as response:
        told: dict[str, Any] = json.load(response)
    return told


def asked(url: str, dataset: str, data: Path, work: Path, *more: str) -> dict[str, Any]:
    """One run: what the server saw, and what the asking process needed."""
    stats(url)
    command = [sys.executable, "-m", "speed.ask_run", f"{url}/v1", dataset, str(work), *more]
    environment = {**os.environ, "LMUData": str(data), "OMP_NUM_THREADS": "1"}
    before, began = stats(url)["cpu"], time.time()
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=True)
    seen = stats(url)
    return {
        **json.loads(done.stdout.splitlines()[-1]),
        **window(seen),
        "first_request_s": seen["first"] - began,
        "server_cpu": seen["cpu"] - before,
        "load": os.getloadavg()[0],
    }


def window(seen: dict[str, Any]) -> dict[str, Any]:
    """Throughput as the server saw it."""
    seconds = seen["last"] - seen["first"]
    per_second = seen["count"] / seconds
    return {
        "requests": seen["count"],
        "at_once": seen["most"],
        "kb_per_request": seen["bytes"] / seen["count"] / 1024,
        "window_s": seconds,
        "per_second": per_second,
        "of_ideal": per_second / IDEAL,
    }


def throughput(sizes: dict[str, int], rounds: int) -> None:
    """Requests per second of single-turn rows and of a pipeline."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "LMUData"
        enlarge("HVSBench", sizes["single"], data / "vlmeval_hvs", lambda row: row["field"] == "Searching")
        enlarge("ActiView", sizes["pipeline"], data / "vlmeval_hvs")
        for name, dataset, reply in (("single", SINGLE, "A"), ("pipeline", PIPELINE, "Yes")):
            with server(LATENCY, reply) as url:
                places = [Path(folder) / f"{name}{number}" for number in range(rounds)]
                runs = [asked(url, dataset, data, place, "--only-ask") for place in places]
            best = max(runs, key=lambda run: run["per_second"])
            print(
                f"{name}: {best['requests']} requests, {best['per_second']:.0f} per second, {best['of_ideal']:.1%} of "
                f"the ideal, {1e3 * best['asking']['cpu'] / best['requests']:.2f} ms of CPU each, "
                f"load {best['load']:.1f}"
            )


def host(rows: int) -> None:
    """The same through the host's API mode, from the start of the process."""
    with tempfile.TemporaryDirectory() as folder, server(LATENCY, "A") as url:
        data = Path(folder) / "LMUData"
        enlarge("HVSBench", rows, data / "vlmeval_hvs", lambda row: row["field"] == "Searching")
        command = [sys.executable, "-m", "vlmeval_hvs.cli", "run", "--api-mode", "--api-nproc", str(AT_ONCE)]
        command += ["--base-url", f"{url}/v1", "--model", "m", "--data", SINGLE, "--work-dir", folder]
        environment = {**os.environ, "LMUData": str(data), "OMP_NUM_THREADS": "1", "VLMEVAL_HVS_PREFLIGHT": "0"}
        stats(url)
        began = time.time()
        subprocess.run(command, env=environment, cwd=folder, capture_output=True, check=True)
        seen = stats(url)
    rate = window(seen)["per_second"]
    print(f"host: first request after {seen['first'] - began:.1f} s, {rate:.0f} requests per second")


def rows(sizes: list[int]) -> None:
    """Cost and memory by number of rows, with tiny pictures and a server that answers at once."""
    for size in sizes:
        with tempfile.TemporaryDirectory() as folder, server(0, REPLY) as url:
            data = Path(folder) / "LMUData"
            enlarge("HVSBench", size, data / "vlmeval_hvs", lambda row: row["field"] == "Searching", tiny=True)
            last = asked(url, SINGLE, data, Path(folder) / "out")
        print(
            f"{size} rows: {1e3 * last['asking']['cpu'] / size:.2f} ms of CPU each, "
            f"{last['loading']['peak_mb']:.0f} MB loaded, {last['asking']['peak_mb']:.0f} asked, "
            f"{last['scoring']['peak_mb']:.0f} scored"
        )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="few rows, one round, without the host")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS, help="measure these parts only")
    options = parser.parse_args()
    quick = options.quick
    if "throughput" in options.only:
        throughput({"single": 320, "pipeline": 64} if quick else {"single": 2560, "pipeline": 512}, 1 if quick else 5)
    if "host" in options.only and not quick:
        host(640)
    if "rows" in options.only:
        rows([200, 2000] if quick else [1000, 10_000, 100_000])


if __name__ == "__main__":
    main()
