"""Asking a served model: throughput at 64 requests at once, the first answer, and cost and memory by number of rows.

Usage: python -m speed.bench_ask [--quick] [--only PART ...]

The server answers every request after 200 ms. 64 requests at once can then get no more than 320 answers per second:
the ideal. Throughput is the number of requests divided by the time from the first request to the last answer, both
seen by the server. The machine is shared: the best of some runs is given beside all of them, with the load.
"""

import argparse
import json
import os
import pickle
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from speed import record
from speed.ask_sets import enlarge
from vlmeval_hvs.registry import build_set

LATENCY = 0.2
AT_ONCE = 64
IDEAL = AT_ONCE / LATENCY
SINGLE, PIPELINE = "HVSBench_Searching", "ActiView_ShiftingR"
RECORDS = {"": ("throughput", "host"), "_first": ("first",), "_rows": ("rows",), "_host_files": ("host_files",)}
"""Parts by the end of the name of their record."""
REPLY = "No reply of a script is longer than this one, which has about as many characters as a short answer. " * 2


@contextmanager
def server(latency: float, reply: str) -> Iterator[str]:
    """A scripted server in a process of its own; its address without /v1."""
    command = [sys.executable, "-m", "speed.ask_server", "--latency", str(latency), "--reply", reply]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=record.ROOT)
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
    done = subprocess.run(command, env=environment, cwd=record.ROOT, capture_output=True, text=True, check=True)
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


def throughput(sizes: dict[str, int], rounds: int) -> dict[str, Any]:
    """Requests per second of single-turn rows and of a pipeline."""
    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "LMUData"
        enlarge("HVSBench", sizes["single"], data / "vlmeval_hvs", lambda row: row["field"] == "Searching")
        enlarge("ActiView", sizes["pipeline"], data / "vlmeval_hvs")
        for name, dataset, reply in (("single", SINGLE, "A"), ("pipeline", PIPELINE, "Yes")):
            with server(LATENCY, reply) as url:
                places = [Path(folder) / f"{name}{number}" for number in range(rounds)]
                runs = [asked(url, dataset, data, place, "--only-ask") for place in places]
            found[name] = {"dataset": dataset, "best": max(runs, key=lambda run: run["per_second"]), "runs": runs}
            best = found[name]["best"]
            print(
                f"{name}: {best['requests']} requests, {best['per_second']:.0f} per second, {best['of_ideal']:.1%} of "
                f"the ideal, {1e3 * best['asking']['cpu'] / best['requests']:.2f} ms of CPU each, "
                f"load {best['load']:.1f}"
            )
    return found


def host(rows: int) -> dict[str, Any]:
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
    found = {**window(seen), "rows": rows, "first_request_s": seen["first"] - began, "load": os.getloadavg()[0]}
    print(f"host: first request after {found['first_request_s']:.1f} s, {found['per_second']:.0f} requests per second")
    return found


def first(rounds: int) -> dict[str, Any]:
    """Seconds on the clock and of the processor from the start of a command to its first request, on a demo set."""
    found: dict[str, Any] = {"dataset": f"{SINGLE}_DEMO"}
    cli = [sys.executable, "-m", "vlmeval_hvs.cli"]
    same = ["--model", "m", "--data", f"{SINGLE}_DEMO", "--base-url"]
    with tempfile.TemporaryDirectory() as folder:
        build_set("HVSBench_DEMO", root=Path(folder) / "LMUData" / "vlmeval_hvs")
        environment = {**os.environ, "LMUData": f"{folder}/LMUData", "OMP_NUM_THREADS": "1"}
        for name, command in (("ask", [*cli, "ask", *same]), ("host", [*cli, "run", "--api-mode", *same])):
            found[name] = []
            for number in range(rounds):
                with server(LATENCY, "A") as url:
                    work = [f"{url}/v1", "--work-dir", f"{folder}/{name}{number}"]
                    found[name].append(until_asked([*command, *work], url, environment, folder))
            print(name, found[name])
    return {**found, "load": os.getloadavg()[0]}


def until_asked(command: list[str], url: str, environment: dict[str, str], folder: str) -> dict[str, float]:
    """Start a command, and end it as soon as its first request has come."""
    began = time.time()
    log = Path(folder) / "log.txt"
    with (
        log.open("wb") as to,
        subprocess.Popen(
            command, env=environment, cwd=folder, start_new_session=True, stdout=to, stderr=subprocess.STDOUT
        ) as process,
    ):
        try:
            while not (came := json.load(urllib.request.urlopen(f"{url}/begun"))):
                if process.poll() is not None:
                    raise RuntimeError(f"{command} asked nothing: {log.read_text(errors='replace')[-2000:]}")
                time.sleep(0.1)
            return {"seconds": came - began, "cpu": session_cpu(process.pid)}
        finally:
            os.killpg(process.pid, signal.SIGKILL)


def session_cpu(session: int) -> float:
    """Seconds of the processor that all processes of a session have had, and those of theirs that have ended."""
    ticks = 0
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:  # it has ended
            continue
        if int(fields[3]) == session:
            ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def rows(sizes: list[int]) -> list[dict[str, Any]]:
    """Cost and memory by number of rows, with tiny pictures and a server that answers at once."""
    found = []
    for size in sizes:
        with tempfile.TemporaryDirectory() as folder, server(0, REPLY) as url:
            data = Path(folder) / "LMUData"
            enlarge("HVSBench", size, data / "vlmeval_hvs", lambda row: row["field"] == "Searching", tiny=True)
            found.append(asked(url, SINGLE, data, Path(folder) / "out"))
        last = found[-1]
        print(
            f"{size} rows: {1e3 * last['asking']['cpu'] / size:.2f} ms of CPU each, "
            f"{last['loading']['peak_mb']:.0f} MB loaded, {last['asking']['peak_mb']:.0f} asked, "
            f"{last['scoring']['peak_mb']:.0f} scored"
        )
    return found


def host_files(sizes: list[int], rounds: int = 5) -> list[dict[str, Any]]:
    """What the host's saving costs.

    Its local mode writes all replies every ten rows; its API mode reads and writes all of them after each row.
    """
    found = []
    for size in sizes:
        replies = {number: f"{number}. {REPLY}" for number in range(size)}
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "replies.pkl"
            writes, both = [], []
            for _ in range(rounds):
                began = time.perf_counter()
                path.write_bytes(pickle.dumps(replies))
                writes.append(time.perf_counter() - began)
                began = time.perf_counter()
                again = pickle.loads(path.read_bytes())
                path.write_bytes(pickle.dumps(again))
                both.append(time.perf_counter() - began)
        found.append({"rows": size, "write_ms": 1e3 * min(writes), "read_and_write_ms": 1e3 * min(both)})
        print(found[-1])
    return found


def main() -> None:
    """Measure, print and, if asked, record."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="few rows, one round, without the host")
    parts = [name for names in RECORDS.values() for name in names]
    parser.add_argument("--only", nargs="+", choices=parts, default=parts, help="measure these parts only")
    options = record.parse(parser)
    quick = options.quick
    figures: dict[str, Any] = {}
    if "throughput" in options.only:
        sizes = {"single": 320, "pipeline": 64} if quick else {"single": 2560, "pipeline": 512}
        figures["throughput"] = throughput(sizes, 1 if quick else 5)
    if "host" in options.only and not quick:
        figures["host"] = host(640)
    if "first" in options.only and not quick:
        figures["first"] = first(2)
    if "rows" in options.only:
        figures["rows"] = rows([200, 2000] if quick else [1000, 10_000, 100_000])
    if "host_files" in options.only:
        figures["host_files"] = host_files([1000, 10_000] if quick else [1000, 10_000, 100_000])
    for part, names in RECORDS.items():
        kept = {name: figures[name] for name in names if name in figures}
        if kept:
            packages = ("aiohttp",)
            record.save(options.record, __file__, {"latency_s": LATENCY, "at_once": AT_ONCE, **kept}, packages, part)


if __name__ == "__main__":
    main()
