"""The connection to a server, against one that misbehaves as told."""

import json
import socket
import threading
from contextlib import ExitStack, closing

import pytest
from scripted_server import completion

from vlmeval_hvs.ask.request import Served
from vlmeval_hvs.ask.wire import Interrupted, RequestFailed, Wire, retry_after

BODY = b'{"messages": []}'
BROKEN = [
    (500, {}, b"broken"), (429, {}, b"full"), (200, {}, b"no json"), (200, {}, b'{"error": 1}'),
    (200, {}, completion("  ", "length")), (200, {}, completion(None)),
]  # fmt: skip


@pytest.fixture
def wired():
    """Connects: ``wired(url, ...)`` gives a wire and the pauses that it made; none of them takes time."""
    with ExitStack() as stack:

        def connect(url, **settings):
            wire, pauses = stack.enter_context(closing(Wire(Served(url, "m", **settings)))), []
            wire._sleep = pauses.append
            return wire, pauses

        yield connect


def scripted(*answers):
    """The answers one after the other, the last one again and again."""
    left = list(answers)
    return lambda body: left.pop(0) if len(left) > 1 else left[0]


def test_what_may_succeed_later_is_tried_again_after_growing_pauses(serving, wired, caplog):
    server = serving()
    for bad in BROKEN:
        server.script, server.bodies = scripted(bad, bad, bad, " A \n"), []
        wire, pauses = wired(server.url)
        reply, whole = wire.post(BODY)
        assert (reply, whole["usage"]) == ("A", {"prompt_tokens": 7, "completion_tokens": 3})
        assert len(server.bodies) == 4
        assert [low <= pause <= 2 * low for low, pause in zip((0.5, 1, 2), pauses, strict=True)] == [True] * 3
    server.script, server.bodies = scripted((503, {}, b"the queue\nis full")), []
    with pytest.raises(RequestFailed, match=r"^HTTP 503: the queue is full \(tried 3 times\)$"):
        wired(server.url, retries=2)[0].post(BODY)
    assert len(server.bodies) == 3
    assert [record.message[-8:] for record in caplog.records] == ["(2 of 6)"] * 6 + ["(2 of 2)"], "not of one try"


def test_a_refused_request_is_not_sent_again_nor_a_redirect_followed_and_no_message_has_the_key(serving, wired):
    server, other = serving(), serving()
    for status in (307, 400, 401, 404, 422):
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


def test_a_server_that_asks_to_wait_is_waited_for_and_that_is_no_try(serving, wired, caplog):
    server = serving(scripted(*[(429, {"Retry-After": "30"}, b"")] * 4, "A"))
    wire, pauses = wired(server.url, retries=0)
    wire._until_allowed = lambda: None  # the pauses of this test take no time
    assert wire.post(BODY)[0] == "A"
    assert [pause >= 30 for pause in pauses] == [True] * 4
    assert [record.message for record in caplog.records] == ["m: the server asks to wait 30 s"], "one line for all"
    found = [retry_after({"Retry-After": text}) for text in ("", "1.5", "-3", "nan", "inf", "soon")]
    assert found == [None, 1.5, 0, 0, 3600, None]


def test_the_limit_of_tokens_goes_by_the_name_that_the_server_wants(serving, wired):
    refusal = (400, {}, b"Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")
    server = serving(lambda body: refusal if "max_tokens" in body else "A")
    wire, _ = wired(server.url)
    older, newer = (
        {"messages": ['I say "max_tokens": 5'], name: 9} for name in ("max_tokens", "max_completion_tokens")
    )
    assert [wire.post(json.dumps(older).encode())[0] for _ in range(2)] == ["A", "A"]
    assert server.bodies == [older, newer, newer]


def test_a_refusal_of_a_filter_is_a_reply_and_others_say_which_option_to_change(serving, wired):
    server = serving()
    wire, _ = wired(server.url)
    for words, told in (
        (b'{"error": {"code": "other", "message": "no"}}', "HTTP 400: .*no"), (b"no", "HTTP 400: no$"),
        (b"maximum context length is 8192 tokens", "--max-tokens N asks for shorter replies$"),
        (b"'temperature' does not support 0", """--extra-body '{"temperature": null}' leaves temperature out$"""),
    ):  # fmt: skip
        server.script = scripted((400, {}, words))
        with pytest.raises(RequestFailed, match=told):
            wire.post(BODY)
    server.script = scripted((400, {}, b'{"error": {"code": "content_filter", "message": "filtered"}}'))
    assert wire.post(BODY)[0] == "filtered"


def test_no_answer_in_time_and_no_server_are_told(serving, wired):
    late, none = "no answer within 0.1 s", "127.0.0.1:9: ConnectionRefusedError: .*"
    for url, words in ((serving(latency=1).url, late), ("http://127.0.0.1:9/v1", none)):
        with pytest.raises(RequestFailed, match=rf"{words} ?\(tried 2 times\)"):
            wired(url, timeout=0.1, retries=1)[0].post(BODY)


def test_connections_are_kept_and_opened_again_where_the_server_has_closed_them(serving, wired):
    (wire, pauses), ports = wired(serving(lambda body: "A").url), set()
    for _ in range(3):
        wire.post(BODY)
        ports.add(wire._connection().sock.getsockname())
    assert len(ports) == 1
    wire._connection().sock.shutdown(socket.SHUT_RDWR)
    assert (wire.post(BODY)[0], pauses) == ("A", [])


def test_requests_go_through_the_proxy_that_the_environment_names(serving, wired, monkeypatch):
    proxy, other = serving(lambda body: "by proxy"), serving(lambda body: "direct")
    for name in ("HTTP_PROXY", "no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("http_proxy", proxy.url.removesuffix("/v1").replace("//", "//me:pass@"))
    assert wired("http://models.invalid/v1")[0].post(BODY)[0] == "by proxy"
    assert proxy.headers[0]["Proxy-Authorization"] == "Basic bWU6cGFzcw=="
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    assert wired(other.url)[0].post(BODY)[0] == "direct"


def test_closing_ends_threads_that_wait(serving, wired):
    server, ended = serving(latency=30), []
    wire, _ = wired(server.url)

    def post():
        with pytest.raises(Interrupted) as caught:
            wire.post(BODY)
        ended.append(caught.value)

    thread = threading.Thread(target=post, daemon=True)
    thread.start()
    while not server.bodies:
        thread.join(0.01)
    wire.close()
    thread.join(10)
    assert len(ended) == 1
    with pytest.raises(Interrupted):
        wire.post(BODY)
