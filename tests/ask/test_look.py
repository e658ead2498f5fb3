"""One look at a server before it is asked."""

import pytest

from vlmeval_hvs.ask.look import look, tokens_within
from vlmeval_hvs.ask.settings import Served
from vlmeval_hvs.errors import UsageError

KEY = "MY_KEY"


def listed(*names, **more):
    return [{"id": name, **more} for name in names]


@pytest.mark.long
def test_what_a_server_tells_is_understood(serving):
    server = serving()
    for models, name, context in (
        (None, "m", None), ([], "m", None), ((500, {}, b"broken"), "m", None), ((200, {}, b"<html>"), "m", None),
        ((403, {}, b"no right to list"), "m", None), (listed("a", "m"), "m", None),
        (listed("m", max_model_len=8192), "m", 8192), (listed("m", context_length=100), "m", 100),
        (listed("m", max_model_len="8192"), "m", None), (listed("models/M"), "m", None),
        (listed("m:latest"), "m", None),
    ):  # fmt: skip
        server.models = models
        for url in (server.url, server.url + "/", server.url + "/chat/completions"):
            assert look(Served(url, name, key="k"), KEY) == context, models
    assert server.bodies == []


def test_what_cannot_work_is_told_in_one_line(serving):
    server = serving()
    url, few = server.url, listed("a", "b")
    for served, models, words in (
        (Served(url, "c"), few, f"{url}: no model c; served there: a, b"),
        (Served(url, "mm-2"), listed("mm-1", *(f"z{n}" for n in range(20))), "served there: mm-1 and 20 more"),
        (Served(url.removesuffix("/v1"), "a"), few, f"no models are listed there, but at {url}; give this address"),
        (Served(url.replace("/v1", "/api"), "a"), few, f"but at {url}; give this address"),
        (Served(url, "m"), (401, {}, b"wanted"), f"a key is wanted in the environment variable {KEY} (HTTP 401: wan"),
        (Served(url, "m", key="sk-1"), (401, {}, b"bad sk-1"), f"the key in {KEY} is refused (HTTP 401: bad [key])"),
        (Served("http://127.0.0.1:9/v1", "m"), None, "http://127.0.0.1:9/v1: no server answers there"),
    ):
        server.models = models
        with pytest.raises(UsageError) as caught:
            look(served, KEY)
        assert words in str(caught.value)
        assert "\n" not in str(caught.value)


def test_the_longest_reply_leaves_room_for_the_question():
    found = {context: tokens_within(context) for context in (None, 1, 4096, 16384, 32768, 40960, 10**6)}
    assert found == {None: 32768, 1: 1, 4096: 2048, 16384: 8192, 32768: 24576, 40960: 32768, 10**6: 32768}
