"""The connection to a server: requests of many threads run on one event loop, and each thread waits for its answer.

A request that may succeed later (no connection, a timeout, an overloaded or broken server, an empty reply) is sent
again after a pause; while a server asks to wait, nothing is sent. Long waits are logged, in one line for all.
"""

from __future__ import annotations

import asyncio
import json
import logging
import random
import re
import threading
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import CancelledError, Future
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any, NamedTuple
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from vlmeval_hvs.ask.request import NoReply, reply_of
from vlmeval_hvs.ask.settings import Served
from vlmeval_hvs.errors import HVSError, MissingPackageError, install

try:
    import aiohttp
except ImportError as error:
    raise MissingPackageError(f"asking needs the package aiohttp: {install('ask')}") from error

AGAIN = frozenset((408, 409, 425, 429, 500, 502, 503, 504, 529))
"""HTTP statuses after which the same request may succeed."""

FILTERS = frozenset(
    ("content_filter", "content_policy_violation", "data_inspection_failed", "ResponsibleAIPolicyViolation")
)
"""Codes of errors that mean a refusal: by Azure, OpenAI and DashScope."""

MOST_WAITS = 100
"""How often a request waits because its server asks; such waits do not count as retries."""

_CONNECT = 30.0
_LOOK = aiohttp.ClientTimeout(total=10, sock_connect=4)
_SHOWN = 300
_LOGGED = 5.0  # shortest wait that is logged, in seconds
_QUIET = 60.0  # seconds between two such messages
# No text in JSON holds these: quotes are escaped.
_LIMIT, _NEWER_LIMIT = b'"max_tokens": ', b'"max_completion_tokens": '
_UNWANTED = re.compile(r"['\"`](n|max_tokens|temperature)['\"`]")

logger = logging.getLogger("vlmeval_hvs")


class RequestFailed(HVSError):
    """A request got no reply; the message says why.

    Attributes:
        refused: Whether the server refused the request (HTTP 4xx), so that sending it again is useless.
    """

    def __init__(self, message: str, refused: bool = False) -> None:
        super().__init__(message)
        self.refused = refused


class Interrupted(BaseException):
    """The connection was closed while a thread waited; no `Exception`, because the request did not fail."""


class Answer(NamedTuple):
    """A server's answer: the reply, and the whole of it."""

    reply: str
    whole: Any


def refused_by_filter(content: bytes) -> Answer | None:
    """The answer of a server whose filter refuses the question; None for other errors."""
    try:
        error = json.loads(content)["error"]
        code, words = str(error.get("code")), str(error.get("message") or error.get("code"))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    if code not in FILTERS:
        return None
    message = {"role": "assistant", "content": None, "refusal": words}
    return Answer(words, {"choices": [{"message": message, "finish_reason": "content_filter"}]})


def advice(refusal: str) -> str:
    """Which option to change if a server refuses a request for its length or for a field that can be left out."""
    if "context length" in refusal or "context_length" in refusal:
        return "; --max-tokens N asks for shorter replies"
    field = _UNWANTED.search(refusal)
    return f"; --extra-body '{{\"{field[1]}\": null}}' leaves {field[1]} out" if field else ""


class Wire:
    """A connection to a server."""

    def __init__(
        self, served: Served, connections: int, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        self._served, self._sleep = served, sleep
        self._proxy = proxy_of(served.url)  # once: aiohttp's trust_env reads the environment for every request
        self._connections = connections
        self._not_before = self._quiet_until = 0.0
        self._newer_limit = False
        self._loop = asyncio.new_event_loop()
        self._closed = False
        self._thread = threading.Thread(target=self._loop.run_forever, name="requests", daemon=True)
        self._thread.start()
        self._session: aiohttp.ClientSession = asyncio.run_coroutine_threadsafe(self._open(), self._loop).result()

    def post(self, body: bytes) -> Answer:
        """Send a request and wait for its answer.

        Raises:
            RequestFailed: There is no reply.
            Interrupted: The connection was closed.
        """
        if self._closed:
            raise Interrupted
        waiting: Future[Answer] = asyncio.run_coroutine_threadsafe(self._ask(body), self._loop)
        try:
            return waiting.result()
        except CancelledError:
            raise Interrupted from None

    def get(self, url: str) -> tuple[int, bytes]:
        """Status and body of an address of the server, without retries; (0, b"") after a timeout.

        Raises:
            RequestFailed: There is no connection.
        """
        return asyncio.run_coroutine_threadsafe(self._get(url), self._loop).result()

    def close(self) -> None:
        """Cancel pending requests and close all connections; waiting threads raise `Interrupted`."""
        if self._closed:
            return
        self._closed = True
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _open(self) -> aiohttp.ClientSession:
        key = self._served.key
        return aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=self._connections),
            timeout=aiohttp.ClientTimeout(total=self._served.timeout, sock_connect=_CONNECT),
            headers={"Content-Type": "application/json", **({"Authorization": f"Bearer {key}"} if key else {})},
        )

    async def _end(self) -> None:
        others = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        await self._session.close()

    async def _get(self, url: str) -> tuple[int, bytes]:
        try:
            async with self._session.get(url, allow_redirects=False, timeout=_LOOK, proxy=self._proxy) as response:
                return response.status, await response.read()
        except (aiohttp.ClientError, ConnectionError) as error:
            raise RequestFailed(self._hidden(f"{type(error).__name__}: {error}")) from None
        except asyncio.TimeoutError:  # there was a connection
            return 0, b""

    async def _ask(self, body: bytes) -> Answer:
        tries = waits = 0
        while True:
            await self._until_allowed()
            pause: float | None = None
            if self._newer_limit:
                body = body.replace(_LIMIT, _NEWER_LIMIT, 1)
            try:
                status, content, pause = await self._send(body)
                if 200 <= status < 300:
                    return self._read(content)
                why = f"HTTP {status}: {self.shown(content)}"
                if status == 400 and (filtered := refused_by_filter(content)):
                    return filtered
                if status in (400, 422) and b"max_completion_tokens" in content and _LIMIT in body:
                    self._newer_limit = True
                    continue
                if status in (400, 422):
                    why += advice(why)
                if status not in AGAIN:
                    raise RequestFailed(why, refused=400 <= status < 500)
            except NoReply as error:
                why = str(error)
                if not error.again:
                    raise RequestFailed(why) from None
            except asyncio.TimeoutError:
                why = f"no answer within {self._served.timeout:g} s"
            except (aiohttp.ClientError, OSError) as error:
                why = self._hidden(f"{type(error).__name__}: {error}")
            if pause is not None and waits < MOST_WAITS:
                waits += 1
                self._not_before = max(self._not_before, self._loop.time() + pause)
                self._log_wait(pause, f"the server asks to wait {pause:.0f} s")
                await self._sleep(pause + backoff(0))
                continue
            tries += 1
            if tries > self._served.retries:
                raise RequestFailed(f"{why} (tried {tries} times)")
            pause = backoff(tries - 1)
            if tries > 1:  # one failed try is nothing new
                self._log_wait(_LOGGED, f"{why}; tried again in {pause:.0f} s ({tries} of {self._served.retries})")
            await self._sleep(pause)

    def _log_wait(self, seconds: float, words: str) -> None:
        if seconds >= _LOGGED and self._loop.time() >= self._quiet_until:
            self._quiet_until = self._loop.time() + max(seconds, _QUIET)
            logger.warning("%s: %s", self._served.model, words)

    async def _until_allowed(self) -> None:
        while (left := self._not_before - self._loop.time()) > 0:
            await self._sleep(left)

    async def _send(self, body: bytes) -> tuple[int, bytes, float | None]:
        # A redirect would carry the request, and with it the key, to another address.
        url, proxy = self._served.url, self._proxy
        async with self._session.post(url, data=body, allow_redirects=False, proxy=proxy) as response:
            content = await response.read()
            return response.status, content, retry_after(response.headers) if response.status in AGAIN else None

    def _read(self, content: bytes) -> Answer:
        try:
            whole = json.loads(content)
        except (ValueError, RecursionError):
            raise NoReply(f"the answer is no JSON: {self.shown(content)}") from None
        return Answer(reply_of(whole), whole)

    def shown(self, content: bytes) -> str:
        """The beginning of an answer in one line, without the key."""
        return self._hidden(" ".join(content[: 4 * _SHOWN].decode("utf-8", "replace").split())[:_SHOWN])

    def _hidden(self, text: str) -> str:
        """A text without the key, because servers quote a wrong key in their answer."""
        key = self._served.key
        return text.replace(key, "[key]") if key else text


def proxy_of(url: str) -> str | None:
    """Address of the proxy that the environment names for a server; None for a direct connection."""
    parts = urlsplit(url)
    return None if proxy_bypass(parts.netloc) else getproxies().get(parts.scheme)


LONGEST = 60.0
"""Longest pause between retries, in seconds; a server may ask for more."""

_MOST_ASKED = 3600.0


def backoff(attempt: int) -> float:
    """Seconds before the next try: doubled each time, with a random part to spread requests."""
    longest = min(LONGEST, 2.0 ** min(attempt, 10))
    return longest * (0.5 + random.random() / 2)


def retry_after(headers: Mapping[str, str], now: datetime | None = None) -> float | None:
    """Seconds that a server asks to wait, by its header ``Retry-After``; None where it does not."""
    text = headers.get("Retry-After", "").strip()
    try:
        seconds = float(text)
    except ValueError:
        try:
            until = parsedate_to_datetime(text)
        except ValueError:
            return None
        until = until if until.tzinfo else until.replace(tzinfo=timezone.utc)
        seconds = (until - (now or datetime.now(timezone.utc))).total_seconds()
    return min(seconds, _MOST_ASKED) if seconds >= 0 else 0.0  # a date that is over, or no number
