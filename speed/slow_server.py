"""A scripted OpenAI-compatible server, in a process of its own: every request gets the same reply after a while.

Usage: python -m speed.slow_server [--latency S] [--reply TEXT]

The first line of its output is its port. ``GET /stats`` tells how many requests came and when.
"""

import argparse
import asyncio
import json
import resource
import time
from typing import Any

from aiohttp import web


class Script:
    """The server's replies and its clock."""

    def __init__(self, latency: float, reply: str) -> None:
        self.latency = latency
        choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": reply}}
        usage = {"prompt_tokens": 500, "completion_tokens": 1}
        self.answer = json.dumps({"choices": [choice], "usage": usage}).encode()
        self.clear()

    def clear(self) -> None:
        """Forget what came."""
        self.count = self.bytes = self.now = self.most = 0
        self.first = self.last = 0.0

    async def complete(self, request: web.Request) -> web.Response:
        """Answer one request."""
        self.first = self.first or time.time()
        self.now += 1
        self.most = max(self.most, self.now)
        self.bytes += len(await request.read())
        if self.latency:
            await asyncio.sleep(self.latency)
        self.now -= 1
        self.count += 1
        self.last = time.time()
        return web.Response(body=self.answer, content_type="application/json")

    async def stats(self, request: web.Request) -> web.Response:
        """Tell what came since the last time that this was asked."""
        used = resource.getrusage(resource.RUSAGE_SELF)
        names = ("count", "bytes", "first", "last", "most")
        told: dict[str, Any] = {name: getattr(self, name) for name in names}
        told["cpu"] = used.ru_utime + used.ru_stime
        self.clear()
        return web.json_response(told)


async def serve(script: Script) -> None:
    """Serve until the process ends."""
    app = web.Application(client_max_size=1 << 30)
    app.router.add_post("/v1/chat/completions", script.complete)
    app.router.add_get("/stats", script.stats)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0, backlog=1024)
    await site.start()
    print(runner.addresses[0][1], flush=True)
    await asyncio.Event().wait()


def main() -> None:
    """Parse the arguments and serve."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--latency", type=float, default=0.2)
    parser.add_argument("--reply", default="A")
    options = parser.parse_args()
    asyncio.run(serve(Script(options.latency, options.reply)))


if __name__ == "__main__":
    main()
