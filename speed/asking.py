"""Asking a served model, beside a bare loop of aiohttp that posts the same bodies."""

import asyncio
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import aiohttp
from aiohttp import web

from speed.scoring import make_set
from speed.timing import Case
from vlmeval_hvs.ask.request import Served, request_of
from vlmeval_hvs.ask.run import ASKER, ask, run_of
from vlmeval_hvs.configs import make_dataset

LATENCY = 0.05


def asking(quick: bool) -> Iterator[Case]:
    """A request to a served model: `vlmeval_hvs.ask`, and a bare loop of aiohttp that posts the same bodies.

    A server in a process of its own answers every request after 50 ms. The loop neither reads pictures nor keeps
    anything.
    """
    rows, runs = 160 if quick else 640, count()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["LMUData"] = folder
        make_set(1, Path(folder) / "vlmeval_hvs")
        dataset = make_dataset("HVSBench_Searching", [f"limit={rows}"])
        command = [sys.executable, "-m", "speed.asking"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            served = Served(f"http://127.0.0.1:{server.stdout.readline().strip()}/v1", "m")
            bodies = [json.loads(request_of(dataset.build_prompt(row), None, served)) for row in range(len(dataset))]

            def ours(at_once: int) -> None:
                ask([run_of(dataset, served.facts, ASKER, Path(folder) / f"run{next(runs)}")], served, at_once)

            for at_once in (8, 64):
                theirs = partial(_post_all, f"{served.address}/chat/completions", bodies, at_once)
                yield Case(f"{at_once} at once", theirs, partial(ours, at_once), items=rows)
            server.terminate()


def _post_all(url: str, bodies: list[Any], at_once: int) -> None:
    async def post() -> None:
        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=at_once)) as session:

            async def one(body: Any) -> None:
                async with session.post(url, json=body) as response:
                    await response.json()

            await asyncio.gather(*map(one, bodies))

    asyncio.run(post())


async def _serve() -> None:
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "A"}}
    answer = json.dumps({"choices": [choice], "usage": {"prompt_tokens": 500, "completion_tokens": 1}}).encode()

    async def complete(request: web.Request) -> web.Response:
        await request.read()
        await asyncio.sleep(LATENCY)
        return web.Response(body=answer, content_type="application/json")

    app = web.Application(client_max_size=1 << 30)
    app.router.add_post("/v1/chat/completions", complete)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0, backlog=1024).start()
    print(runner.addresses[0][1], flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(_serve())
