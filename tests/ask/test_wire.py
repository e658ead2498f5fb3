"""The connection to a server, against one that misbehaves as told."""

import asyncio
import json
import threading
from contextlib import nullcontext
from datetime import datetime, timezone

import pytest
from scripted_server import completion

from vlmeval_hvs.ask.settings import Served
from vlmeval_hvs.ask.wire import LONGEST, Interrupted, RequestFailed, Wire, backoff, retry_after

BODY = b'{"messages": []}'
BROKEN = [
    (500, {}, b"broken"), (429, {}, b"full"), (200, {}, b"no json"), (200, {}, b'{"error": 1}'),
    (200, {}, completion("  ", "length")), (200, {}, completion(None)),
]  # fmt: skip


@pytest.fixture
def wired():
    """Connects: ``wired(url, ...)`` gives a wire and the pauses that it made; none of them takes time."""
    wires = []

    def connect(url, **settings):
        pauses = []

        async def sleep(seconds):
            pauses.append(seconds)
            await asyncio.sleep(0)

        wire = Wire(Served(url, "m", **settings), 4, sleep)
        wires.append(wire)
        return wire, pauses

    yield connect
    for wire in wires:
        wire.close()


def scripted(*answers):
    """The answers one after the other, the last one again and again."""
    left = list(answers)
    return lambda body: left.pop(0) if len(left) > 1 else left[0]


@pytest.mark.long
def test_what_may_succeed_later_is_tried_again_after_growing_pauses(serving, wired):
    server = serving()
    for bad in BROKEN:
        server.script, server.bodies = scripted(bad, bad, bad, " A \n"), []
        wire, pauses = wired(server.url)
        answer = wire.post(BODY)
        assert (answer.reply, answer.whole["usage"]) == ("A", {"prompt_tokens": 7, "completion_tokens": 3})
        assert len(server.bodies) == 4
        assert [low <= pause <= 2 * low for low, pause in zip((0.5, 1, 2), pauses, strict=True)] == [True] * 3
    server.script, server.bodies = scripted((503, {}, b"the queue\nis full")), []
    with pytest.raises(RequestFailed, match=r"^HTTP 503: the queue is full \(tried 3 times\)$"):
        wired(server.url, retries=2)[0].post(BODY)
    assert len(server.bodies) == 3


def test_a_refused_request_is_not_sent_again_nor_a_redirect_followed_and_no_message_has_the_key(serving, wired):
    server, other = serving(), serving()
    for status in (307, 400, 401, 403, 404, 413, 422):
        headers = {"Location": f"{other.url}/chat/completions"} if status == 307 else {}
        server.script, server.headers = scripted((status, headers, b"no key sk-secret.")), []
        wire, pauses = wired(server.url, key="sk-secret")
        with pytest.raises(RequestFailed) as caught:
            wire.post(BODY)
        assert (str(caught.value), caught.value.refused) == (f"HTTP {status}: no key [key].", status >= 400)
        assert [headers["Authorization"] for headers in server.headers] == ["Bearer sk-secret"]
        assert pauses == []
    assert other.bodies == []
    assert "sk-secret" not in repr(Served(server.url, "m", key="sk-secret"))


def test_a_server_that_asks_to_wait_is_waited_for_and_that_is_no_try(serving, wired):
    server = serving(scripted(*[(429, {"Retry-After": "0.05"}, b"")] * 4, "A"))
    wire, pauses = wired(server.url, retries=0)
    assert wire.post(BODY).reply == "A"
    assert len(server.bodies) == 5
    assert sum(pause >= 0.05 for pause in pauses) >= 4


def test_waits_are_told_once(serving, wired, caplog):
    server = serving()
    for bad, words in (
        ((429, {"Retry-After": "30"}, b""), "m: the server asks to wait 30 s"),
        ((503, {}, b"full"), "m: HTTP 503: full; tried again in"),
    ):
        caplog.clear()
        server.script = scripted(*[bad] * 5, "A")
        wire, _ = wired(server.url)
        wire._until_allowed = lambda: asyncio.sleep(0)  # the pauses of this test take no time
        assert wire.post(BODY).reply == "A"
        assert [record.message.startswith(words) for record in caplog.records] == [True]


def test_the_limit_of_tokens_goes_by_the_name_that_the_server_wants(serving, wired):
    def newer(body):
        refusal = b"Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."
        return "A" if "max_tokens" not in body else (400, {}, refusal)

    server = serving(newer)
    wire, _ = wired(server.url)
    words = 'I say "max_tokens": 5'
    body = json.dumps({"messages": [words], "max_tokens": 9}).encode()
    assert [wire.post(body).reply for _ in range(2)] == ["A", "A"]
    newer_body = {"messages": [words], "max_completion_tokens": 9}
    assert server.bodies == [{"messages": [words], "max_tokens": 9}, newer_body, newer_body]


def test_a_refusal_says_which_option_to_change(serving, wired):
    server = serving()
    wire, _ = wired(server.url)
    for words, told in (
        (b"maximum context length is 8192 tokens", "--max-tokens N asks for shorter replies$"),
        (b"'temperature' does not support 0", """--extra-body '{"temperature": null}' leaves temperature out$"""),
        (b"no", "HTTP 400: no$"),
    ):
        server.script = lambda body, words=words: (400, {}, words)
        with pytest.raises(RequestFailed, match=told):
            wire.post(BODY)
    for code, refused in (("content_filter", True), ("other", False)):
        error = json.dumps({"error": {"code": code, "message": "filtered"}}).encode()
        server.script = lambda body, error=error: (400, {}, error)
        with nullcontext() if refused else pytest.raises(RequestFailed):
            assert wire.post(BODY).reply == "filtered"


def test_no_answer_in_time_and_no_server_are_told(serving, wired):
    wire, _ = wired(serving(latency=1).url, timeout=0.1, retries=1)
    with pytest.raises(RequestFailed, match=r"no answer within 0.1 s \(tried 2 times\)"):
        wire.post(BODY)
    wire, _ = wired("http://127.0.0.1:9/v1", retries=1)
    with pytest.raises(RequestFailed, match="tried 2 times"):
        wire.post(BODY)


def test_requests_go_through_the_proxy_that_the_environment_names(serving, wired, monkeypatch):
    proxy, other = serving(lambda body: "by proxy"), serving(lambda body: "direct")
    for name in ("HTTP_PROXY", "no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("http_proxy", proxy.url.removesuffix("/v1"))
    assert wired("http://models.invalid/v1")[0].post(BODY).reply == "by proxy"
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    assert wired(other.url)[0].post(BODY).reply == "direct"


def test_closing_ends_threads_that_wait(serving, wired):
    server = serving(latency=30)
    wire, _ = wired(server.url)
    ended = []

    def post():
        try:
            wire.post(BODY)
        except Interrupted as error:
            ended.append(error)

    thread = threading.Thread(target=post, daemon=True)
    thread.start()
    while not server.bodies:
        thread.join(0.01)
    wire.close()
    thread.join(10)
    assert len(ended) == 1
    with pytest.raises(Interrupted):
        wire.post(BODY)


NOW = datetime(2026, 3, 1, 12, 0, 0, tzinfo=timezone.utc)


def test_what_a_server_asks_for():
    for text, seconds in (
        ("", None), ("120", 120), ("1.5", 1.5), ("0", 0), ("-3", 0), ("nan", 0), ("inf", 3600), ("soon", None),
        ("Sun, 01 Mar 2026 12:00:30 GMT", 30),  # an HTTP date, RFC 9110
        ("Sun, 01 Mar 2026 11:00:00 GMT", 0),
    ):  # fmt: skip
        assert retry_after({"Retry-After": text}, NOW) == seconds, text
    assert retry_after({}) is None


def test_pauses_double_up_to_a_bound():
    for attempt in range(2000):
        longest = min(LONGEST, 2.0 ** min(attempt, 50))
        assert longest / 2 <= backoff(attempt) <= longest
