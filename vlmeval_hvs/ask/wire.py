"""The connection to a server: every thread that asks keeps one connection open.

A request that may succeed later (no connection, a timeout, an overloaded or broken server, an empty reply) is sent
again after a pause; while a server asks to wait, nothing is sent. Long waits are logged, in one line for all.
"""

import base64
import json
import logging
import random
import re
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from email.message import Message
from functools import partial
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from ssl import create_default_context
from typing import Any
from urllib.parse import unquote, urlsplit
from urllib.request import getproxies, proxy_bypass

from vlmeval_hvs.ask.request import RequestFailed, Served, reply_of

# HTTP statuses after which the same request may succeed, and codes of errors that mean a refusal: by Azure, OpenAI and
# DashScope.
AGAIN = frozenset((408, 409, 425, 429, 500, 502, 503, 504, 529))
FILTERS = ("content_filter", "content_policy_violation", "data_inspection_failed", "ResponsibleAIPolicyViolation")

MOST_WAITS = 100  # how often a request waits because its server asks; such waits do not count as retries
LONGEST = 60.0  # longest pause between retries, in seconds; a server may ask for up to an hour
_CONNECT, _MOST_ASKED = 30.0, 3600.0
_LOGGED, _QUIET = 5.0, 60.0  # seconds: shortest wait that is logged, and time without a further message
# No text in JSON holds these: quotes are escaped.
_LIMIT, _NEWER_LIMIT = b'"max_tokens": ', b'"max_completion_tokens": '

logger = logging.getLogger("vlmeval_hvs")


class Interrupted(BaseException):
    """The connection was closed while a thread waited; no `Exception`, because the request did not fail."""


class Wire:
    """Connections to a server, one for each thread."""

    def __init__(self, served: Served) -> None:
        self._served = served
        self._server = urlsplit(served.address)
        proxy = "" if proxy_bypass(self._server.netloc) else getproxies().get(self._server.scheme, "")
        self._proxy = urlsplit(proxy if "://" in proxy else f"http://{proxy}") if proxy else None
        self._tls = create_default_context() if self._server.scheme == "https" else None
        self._headers = {"Content-Type": "application/json"}
        if served.key:
            self._headers["Authorization"] = f"Bearer {served.key}"
        self._login: dict[str, str] = {}
        if self._proxy and self._proxy.username:
            user = unquote(f"{self._proxy.username}:{self._proxy.password or ''}").encode()
            self._login["Proxy-Authorization"] = f"Basic {base64.b64encode(user).decode()}"
        self._own = threading.local()
        self._connections: list[HTTPConnection] = []
        self._lock, self._closed = threading.Lock(), threading.Event()
        self._sleep: Callable[[float], object] = self._closed.wait
        self._not_before = self._quiet_until = 0.0
        self._newer_limit = False

    def post(self, body: bytes) -> tuple[str, Any]:
        """Send a request for a chat completion; gives the reply and the whole answer, or raises `RequestFailed`."""
        tries = waits = 0
        while True:
            self._until_allowed()
            if self._newer_limit:
                body = body.replace(_LIMIT, _NEWER_LIMIT, 1)
            wait = None
            try:
                status, headers, content = self._exchange("POST", f"{self._served.address}/chat/completions", body)
                if status in (400, 422) and b"max_completion_tokens" in content and _LIMIT in body:
                    self._newer_limit = True
                    continue
                wait = retry_after(headers) if status in AGAIN and waits < MOST_WAITS else None
                return self._answer(status, content)
            except RequestFailed as error:
                if not error.again:
                    raise
                why = str(error)
            if wait is not None:
                waits, pause = waits + 1, wait + backoff(0)
                self._not_before = max(self._not_before, time.monotonic() + wait)
                self._log_wait(wait, f"the server asks to wait {wait:.0f} s")
            else:
                tries, pause = tries + 1, backoff(tries)
                if tries > self._served.retries:
                    raise RequestFailed(f"{why} (tried {tries} times)")
                if tries > 1:  # one failed try is nothing new
                    self._log_wait(_LOGGED, f"{why}; tried again in {pause:.0f} s ({tries} of {self._served.retries})")
            self._sleep(pause)

    def get(self, url: str) -> tuple[int, bytes]:
        """Status and body of an address of the server, without retries; `RequestFailed` where it does not answer."""
        status, _, content = self._exchange("GET", url, None)
        return status, content

    def close(self) -> None:
        """Close all connections; threads that wait raise `Interrupted`."""
        self._closed.set()
        with self._lock:
            for connection in self._connections:
                if connection.sock is not None:
                    with suppress(OSError):  # the method of a TLS socket would end TLS under a thread that reads
                        socket.socket.shutdown(connection.sock, socket.SHUT_RDWR)

    def _exchange(self, method: str, url: str, body: bytes | None) -> tuple[int, Message, bytes]:
        """One request; a redirect is not followed, because it would carry the key to another address."""
        plain_proxy = self._proxy is not None and self._tls is None
        target, more = (url, self._login) if plain_proxy else (urlsplit(url).path, {})
        timeout = self._served.timeout if body else _CONNECT
        connection = self._connection()
        kept = connection.sock is not None
        try:
            if not kept:
                connection.connect()
            with self._lock:  # from here on, `close` reaches the socket
                if self._closed.is_set():
                    raise Interrupted
            connection.sock.settimeout(timeout)
            connection.request(method, target, body, {**self._headers, **more})
            response = connection.getresponse()
            return response.status, response.headers, response.read()
        except (HTTPException, OSError) as error:
            connection.close()
            if self._closed.is_set():
                raise Interrupted from None
            if kept and isinstance(error, ConnectionError):  # the server has closed it meanwhile
                return self._exchange(method, url, body)
            if isinstance(error, TimeoutError):
                raise RequestFailed(f"no answer within {timeout:g} s", again=True) from None
            place = self._proxy.netloc.rpartition("@")[2] if self._proxy else self._server.netloc
            raise RequestFailed(self._without_key(f"{place}: {type(error).__name__}: {error}"), again=True) from None

    def _connection(self) -> HTTPConnection:
        """This thread's connection, which may not be open yet."""
        found: HTTPConnection | None = getattr(self._own, "connection", None)
        if found is None:
            there = self._proxy or self._server
            kind = partial(HTTPSConnection, context=self._tls) if self._tls else HTTPConnection
            found = kind(there.hostname or "", there.port, timeout=_CONNECT)
            if self._tls and self._proxy:
                found.set_tunnel(self._server.hostname or "", self._server.port or 443, self._login)
            self._own.connection = found
            with self._lock:
                self._connections.append(found)
        return found

    def _answer(self, status: int, content: bytes) -> tuple[str, Any]:
        """The reply in an answer; a filter's refusal is one."""
        try:
            whole = json.loads(content)
        except (ValueError, RecursionError):
            whole = None
        if 200 <= status < 300:
            if whole is None:
                raise RequestFailed(f"the answer is no JSON: {self.shown(content)}", again=True)
            return reply_of(whole), whole
        error = whole.get("error") if isinstance(whole, dict) else None
        if status == 400 and isinstance(error, dict) and error.get("code") in FILTERS:
            words = str(error.get("message") or error["code"])
            message = {"role": "assistant", "content": None, "refusal": words}
            return words, {"choices": [{"message": message, "finish_reason": "content_filter"}]}
        why = f"HTTP {status}: {self.shown(content)}"
        if status in AGAIN:
            raise RequestFailed(why, again=True)
        raise RequestFailed(why + _advice(why), refused=400 <= status < 500)

    def _until_allowed(self) -> None:
        while (left := self._not_before - time.monotonic()) > 0 and not self._closed.is_set():
            self._sleep(left)
        if self._closed.is_set():
            raise Interrupted

    def _log_wait(self, seconds: float, words: str) -> None:
        if seconds >= _LOGGED and time.monotonic() >= self._quiet_until:
            self._quiet_until = time.monotonic() + max(seconds, _QUIET)
            logger.warning("%s: %s", self._served.model, words)

    def shown(self, content: bytes) -> str:
        """The beginning of an answer in one line, without the key."""
        return self._without_key(" ".join(content[:1200].decode("utf-8", "replace").split())[:300])

    def _without_key(self, text: str) -> str:
        key = self._served.key  # servers quote a wrong key in their answer
        return text.replace(key, "[key]") if key else text


def _advice(refusal: str) -> str:
    """Which option to change where a server refuses a request for its length, or for a field that can be left out."""
    if "context length" in refusal or "context_length" in refusal:
        return "; --max-tokens N asks for shorter replies"
    field = re.search(r"['\"`](n|max_tokens|temperature)['\"`]", refusal)
    return f"; --extra-body '{{\"{field[1]}\": null}}' leaves {field[1]} out" if field else ""


def backoff(attempt: int) -> float:
    """Seconds before the next try: doubled each time, with a random part to spread requests."""
    longest = min(LONGEST, 2.0 ** min(attempt, 10))
    return longest * (0.5 + random.random() / 2)


def retry_after(headers: Message | dict[str, str]) -> float | None:
    """Seconds that a server asks to wait, by its header ``Retry-After``; None where it does not."""
    try:
        seconds = float(headers.get("Retry-After") or "")
    except ValueError:
        return None
    return min(seconds, _MOST_ASKED) if seconds >= 0 else 0.0
