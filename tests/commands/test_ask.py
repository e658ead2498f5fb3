"""``vlmeval-hvs ask``: what is refused before anything is asked."""

import pytest

from vlmeval_hvs import cli
from vlmeval_hvs.ask.settings import Served
from vlmeval_hvs.errors import UsageError

BASE = ["ask", "--base-url", "http://localhost:1/v1", "--model", "m", "--data", "HVSBench_Searching_DEMO"]


REFUSED = [
    (["--base-url", "localhost:8000"], "--base-url localhost:8000: give an address like http://localhost:8000/v1"),
    (["--base-url", "http://me:secret@host/v1"], "--base-url holds a user or a password"),
    (["--base-url", "ftp://me:secret@host/v1"], "--base-url host/v1: give an address"),
    (["--model", " "], "--model names nothing"),
    (["--concurrency", "0"], "--concurrency 0: give a number from 1 to 1024"),
    (["--max-tokens", "0"], "--max-tokens 0"),
    (["--temperature", "nan"], "--temperature nan"),
    (["--timeout", "0"], "--timeout 0"),
    (["--retries", "-1"], "--retries -1"),
    (["--image-format", "webp"], "--image-format webp: give one of jpeg, png"),
    (["--extra-body", "{"], "--extra-body: this is no JSON object"),
    (["--extra-body", "[1]"], "--extra-body: give a JSON object"),
    (["--extra-body", '{"messages": []}'], "--extra-body: messages is set by the command itself"),
    (["--extra-body", '{"max_completion_tokens": 9}'], "--extra-body: max_completion_tokens is set by --max-tokens"),
    (["--base-url", "http://host/v1?key=secret"], "--base-url holds a ?"),
    (["--key-env", "NOPE"], "--key-env NOPE: this environment variable is not set"),
    (["--judge-model", "j", "--judge-key-env", "NOPE"], "--judge-key-env NOPE: this environment variable is not set"),
    (["--data", "HVSBench_Serching"], "did you mean HVSBench_Searching?"),
    (["--options", "limt=3"], "unknown option limt, did you mean limit?"),
    (["--data", "HVSBench_Searching"], "vlmeval-hvs build HVSBench"),
]


def test_what_cannot_be_asked_is_refused_without_the_password(lmu_data, tmp_path, capsys):
    for arguments, words in REFUSED:
        assert cli.main([*BASE, "--work-dir", str(tmp_path / "out"), *arguments]) == 1
        told = capsys.readouterr()
        assert words in told.err, arguments
        assert "secret" not in told.err + told.out
        assert not (tmp_path / "out").exists()


def test_the_address_may_end_with_a_slash():
    assert Served("http://h/v1/", "org/m").url == "http://h/v1/chat/completions"
    assert Served("http://h/v1", "org/m").file_name == "org--m"
    with pytest.raises(UsageError):
        Served("http://h/v1", "m", max_tokens=0)
