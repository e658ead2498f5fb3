"""A served model is probed by the command, where no host is."""

import base64
import io
import json

import pytest
from PIL import Image

from vlmeval_hvs import cli


@pytest.fixture
def no_host(monkeypatch):
    from vlmeval_hvs.host import probing

    def missing(*args):
        raise ModuleNotFoundError("No module named 'vlmeval'", name="vlmeval")

    monkeypatch.setattr(probing, "configured_model", missing)
    monkeypatch.setattr(probing, "model_facts", missing)


def told(body):
    """What a model sees and reads that obeys."""
    *system, user = body["messages"]
    words = "\n".join(part["text"] for part in user["content"] if part["type"] == "text")
    urls = [part["image_url"]["url"] for part in user["content"] if part["type"] == "image_url"]
    if "Count from 1" in words:
        return " ".join(str(number) for number in range(1, 301))
    if system:
        return f"The elephant. {system[0]['content'].split()[-1]}"
    if not urls:
        return "no JSON"
    return colour(urls[0], words)


def colour(url, words):
    """The option that is the colour of the first tile: a model that sees one picture."""
    with Image.open(io.BytesIO(base64.b64decode(url.split(",")[1]))) as picture:
        pixel = picture.convert("RGB").getpixel((168, 168))
    from vlmeval_hvs.probe.tiles import COLOURS

    name = min(COLOURS, key=lambda name: sum(abs(a - b) for a, b in zip(COLOURS[name], pixel, strict=True)))
    return next(line[0] for line in words.splitlines() if line.endswith(f". {name}"))


@pytest.mark.long
def test_a_served_model_is_probed(serving, no_host, tmp_path, capsys):
    server = serving(told, models=[{"id": "org/m", "max_model_len": 8192}])
    given = ["probe", "--base-url", server.url, "--work-dir", str(tmp_path)]
    assert cli.main([*given, "--model", "org/m"]) == 0
    found = json.loads((tmp_path / "org--m_hvs_probe.json").read_text("utf-8"))
    assert [one["arrived"] for one in found["pictures"]] == ["in order", "first only"]
    assert (found["system"]["obeyed"], found["system"]["sent_as"], found["json"]["hits"]) == (True, "system", 0)
    assert (found["long"]["verdict"], found["long"]["finish"], found["long"]["tokens"]) == ("whole", "stop", 3)
    assert (found["model"]["class"], found["model"]["path"]) == ("LMDeployAPI", "org/m")
    assert {body["max_tokens"] for body in server.bodies} == {4096}
    capsys.readouterr()
    assert cli.main([*given, "--model", "n"]) == 1
    assert "no model n; served there: org/m" in capsys.readouterr().err


def test_what_is_not_served_is_told_of(no_host, capsys):
    for model, words in (("InternVL3-8B", "InternVL3-8B needs VLMEvalKit"), ("hvs-random", "nothing to probe")):
        assert cli.main(["probe", "--model", model]) == 1
        error = capsys.readouterr().err
        assert words in error
        assert error.count("\n") == 1
