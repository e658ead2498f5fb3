"""Asking a served model: `vlmeval_hvs.ask` and a bare loop of aiohttp that posts the same bodies.

A scripted server in a process of its own answers every request after 50 ms, and tells what came. The CPU time of a
process is that between its first and its last request; the bare loop neither reads pictures nor keeps anything.
"""

from __future__ import annotations

import asyncio
import json
import os
import resource
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from speed.timing import table

PEER = "aiohttp"
LATENCY, DATASET = 0.05, "HVSBench_Searching"
ROOT = Path(__file__).resolve().parents[1]


def measure(quick: bool) -> str:
    """Requests per second and CPU time of a request, at 8 and at 64 requests at once, in turns."""
    rounds, rows = (1, 160) if quick else (3, 640)
    lines = []
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "LMUData"
        enlarge("HVSBench", rows, data / "vlmeval_hvs")
        for at_once in (8, 64):
            found: dict[str, list[dict[str, float]]] = {"bare": [], "ask": []}
            for number in range(rounds):
                with server() as url:
                    work = Path(folder) / f"{at_once}-{number}"
                    for name, runs in (("ask", found["ask"]), ("bare", found["bare"])):
                        runs.append(run(name, url, work, at_once, data))
            best = {name: min(runs, key=lambda one: one["cpu_ms"]) for name, runs in found.items()}
            ratio = best["ask"]["cpu_ms"] / best["bare"]["cpu_ms"]
            cells = [f"{best[name][what]:.{digits}f}" for what, digits in (("rate", 0), ("cpu_ms", 2)) for name in best]
            lines.append((at_once, f"{at_once / LATENCY:.0f}", *cells, f"{ratio:.1f}"))
    head = ("at once", "ideal a second", "aiohttp", "ask", "aiohttp, CPU ms each", "ask, CPU ms each", "CPU ratio")
    return table(head, lines)


def run(way: str, url: str, work: Path, at_once: int, data: Path) -> dict[str, float]:
    """One run in a process of its own: requests per second as the server saw them, and CPU time of a request."""
    stats(url)
    command = [sys.executable, "-m", "speed.asking", way, url, str(work), str(at_once)]
    environment = {**os.environ, "LMUData": str(data), "OMP_NUM_THREADS": "1"}
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=True)
    seen, cpu = stats(url), float(done.stdout.splitlines()[-1])
    return {"rate": seen["count"] / (seen["last"] - seen["first"]), "cpu_ms": 1000 * cpu / seen["count"]}


@contextmanager
def server() -> Iterator[str]:
    """A scripted server in a process of its own; its address without /v1."""
    command = [sys.executable, "-m", "speed.slow_server", "--latency", str(LATENCY)]
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
        found: dict[str, Any] = json.load(response)
    return found


def enlarge(name: str, rows: int, root: Path) -> None:
    """Build the set ``name`` of so many rows from those of its demo set that are asked in `DATASET`."""
    from vlmeval_hvs.registry import build_set
    from vlmeval_hvs.sets import SetWriter, file_sizes, read_set, records

    build_set(f"{name}_DEMO", root=root)
    table, manifest = read_set(f"{name}_DEMO", root)
    known = records(table[table["field"] == "Searching"])
    with SetWriter(name, root, source=manifest.source, licence=manifest.licence) as writer:
        for path in file_sizes(manifest):
            writer.image(path, (manifest.folder / path).read_bytes())
        for number in range(rows):
            writer.row({**known[number % len(known)], "index": str(number)})


def cpu() -> float:
    """Processor seconds of this process."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def ask_all(url: str, work: Path, at_once: int) -> float:
    """CPU seconds of asking every row by this package."""
    import aiohttp  # noqa: F401 - what is imported once is no cost of a request

    from vlmeval_hvs.ask.run import ASKER, ask, run_of
    from vlmeval_hvs.ask.settings import Served
    from vlmeval_hvs.configs import make_dataset

    served = Served(f"{url}/v1", "m")
    runs = [run_of(make_dataset(DATASET, None), served.facts, ASKER, work)]
    start = cpu()
    ask(runs, served, at_once)
    return cpu() - start


def post_all(url: str, at_once: int) -> float:
    """CPU seconds of posting as many bodies as `ask` sends, each with its pictures, by aiohttp alone."""
    import base64

    import aiohttp

    from vlmeval_hvs.configs import make_dataset

    dataset = make_dataset(DATASET, None)
    bodies = []
    for position in range(len(dataset)):
        parts = []
        for part in dataset.build_prompt(position):
            if part["type"] == "text":
                parts.append({"type": "text", "text": part["value"]})
            else:
                data = base64.b64encode(Path(part["value"]).read_bytes()).decode()
                parts.append({"type": "image_url", "image_url": {"url": f"data:image/jpeg;base64,{data}"}})
        bodies.append({"model": "m", "messages": [{"role": "user", "content": parts}]})

    async def post(session: aiohttp.ClientSession, body: dict[str, Any], free: asyncio.Semaphore) -> None:
        async with free, session.post(f"{url}/v1/chat/completions", json=body) as response:
            await response.json()

    async def post_every() -> None:
        free = asyncio.Semaphore(at_once)
        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=at_once)) as session:
            await asyncio.gather(*(post(session, body, free) for body in bodies))

    start = cpu()
    asyncio.run(post_every())
    return cpu() - start


if __name__ == "__main__":
    way, url, work, at_once = sys.argv[1:]
    print(ask_all(url, Path(work), int(at_once)) if way == "ask" else post_all(url, int(at_once)))
