"""Scripted models with one fault each: what they lack is told by how they were made, not by the code under test."""

import json
import re

import pytest
from PIL import Image

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.probe.bounds import lower_bound, shown
from vlmeval_hvs.probe.needs import INTERLEAVED, JOINED, NONE, SENDS_SYSTEM, SHOWS_PICTURES, SHOWS_SEVERAL
from vlmeval_hvs.probe.result import ProbeResult, find_probe, probe_path
from vlmeval_hvs.probe.run import Reply, probe

NAMES = {(220, 20, 20): "red", (20, 160, 40): "green", (30, 60, 220): "blue", (250, 220, 20): "yellow"}
NAMES |= {(10, 10, 10): "black", (250, 250, 250): "white"}
PLACES = {"first": 0, "second": 1, "third": 2}


class Model:
    """Sees the pixels and obeys every request; subclasses lack something."""

    def __call__(self, message):
        words = [item for item in message if item["type"] == "text"]
        asked, system = (
            "\n".join(item["value"] for item in words if (item.get("role") == "system") == wanted)
            for wanted in (False, True)
        )
        paths = self.arriving([item["value"] for item in message if item["type"] == "image"])
        return self.cut(self.reply(paths, asked, system))

    def arriving(self, paths):
        return paths

    def cut(self, said):
        return Reply(said, "stop", len(said) // 4)

    def reply(self, paths, words, system):
        ending = f" {system.split()[-1]}" if system else ""
        if "Count from 1" in words:
            return " ".join(str(number) for number in range(1, 301))
        if "JSON" in words:
            return self.json(*re.search(r"text (\w+),.* number (\d+)\.", words).groups())
        if "animal" in words:
            return f"The elephant.{ending}"
        return self.colour(paths, words)

    def json(self, word, number):
        return json.dumps({"word": word, "number": int(number)})

    def colour(self, paths, words):
        options = dict(re.findall(r"^([A-F])\. (\w+)$", words, re.MULTILINE))
        square = re.search(r"the (\w+) square", words)
        place = PLACES[square[1]] if square else int(re.search(r"of picture (\d)", words)[1]) - 1
        colours = [NAMES[pixel] for path in paths for pixel in tiles(path)]
        if place >= len(colours):
            return "I cannot see that picture."
        return next(letter for letter, name in options.items() if name == colours[place])


def tiles(path):
    """The colours of a picture's tiles, read from its pixels along the middle line."""
    with Image.open(path) as picture:
        return [picture.getpixel((x, 168)) for x in range(100, picture.width, 360)]


class FirstForAll(Model):
    """Has one picture, and answers every question from it."""

    def arriving(self, paths):
        return paths[:1] * len(paths)


class AtMostThree(Model):
    def arriving(self, paths):
        return paths[:3]


class JsonInWords(Model):
    def json(self, word, number):
        return f"Here you are:\n```json\n{super().json(word, number)}\n```"


class Short(Model):
    def cut(self, said):
        return Reply(said[:40], "length" if len(said) > 40 else "stop", min(len(said), 40) // 4)


class NoSystem(Model):
    def reply(self, paths, words, system):
        return super().reply(paths, words, "")


class Blind(Model):
    """Answers one letter always."""

    def colour(self, paths, words):
        return "C"


@pytest.mark.long
def test_a_model_without_a_fault_and_its_file(tmp_path):
    result = probe(Model(), tmp_path, 0)
    assert (result.in_order, result.strategy) == (5, INTERLEAVED)
    assert [each["hits"]["in order"] for each in result.pictures] == [12] * 4
    assert result.joined["arrived"] == "in order"
    assert result.json == {"hits": 8, "trials": 8, "low": result.json["low"], "obeyed": True, "nothing_else": 8}
    assert (result.long["verdict"], result.long["counted_to"]) == ("whole", 300)
    assert result.system["obeyed"]
    assert (result.calls, result.failed) == (4 * 12 + 12 + 8 + 8 + 1, 0)
    assert result.unmet({SHOWS_PICTURES, SHOWS_SEVERAL, SENDS_SYSTEM}) == []
    path = probe_path(tmp_path, "org/m")
    result.write(path)
    assert ProbeResult.read(path) == result
    deep = tmp_path / "org" / "m" / "T20260101_Gabc"
    deep.mkdir(parents=True)
    assert (find_probe(deep, "org/m"), find_probe(deep, "other")) == (path, None)
    for text in ("", "[]", "{}", '{"kind": "probe", "schema": 99}', '{"kind": "probe", "schema": 1}'):
        path.write_text(text)
        with pytest.raises(DataError, match="no result of a probe"):
            ProbeResult.read(path)


@pytest.mark.long
def test_what_a_model_lacks_is_found(tmp_path):
    for model, in_order, arrived, strategy in (
        (FirstForAll(), 1, "first only", JOINED),
        (AtMostThree(), 3, "not measurable", INTERLEAVED),
        (Blind(), 0, "not measurable", NONE),
    ):
        result = probe(model, tmp_path, 0)
        assert (result.in_order, result.pictures[-1]["arrived"], result.strategy) == (in_order, arrived, strategy)
        assert bool(result.unmet({SHOWS_SEVERAL})) == (strategy != INTERLEAVED)
    assert "no better than luck" in result.unmet({SHOWS_PICTURES})[0]
    result = probe(JsonInWords(), tmp_path, 0)
    assert (result.json["obeyed"], result.json["nothing_else"]) == (True, 0)
    result = probe(Short(), tmp_path, 0)  # "1 2 ... 16" are 38 characters
    assert (result.long["verdict"], result.long["characters"], result.long["counted_to"]) == ("cut", 40, 16)
    assert "did not obey a system message" in probe(NoSystem(), tmp_path, 0).unmet({SENDS_SYSTEM})[0]


def test_luck_passes_less_than_once_in_a_million():
    from scipy.stats import beta, binom

    enough = min(hits for hits in range(13) if shown(hits, 12))
    assert enough == 10
    assert binom.sf(enough - 1, 12, 1 / 6) < 1e-6
    for hits in range(1, 13):
        assert lower_bound(hits, 12) == pytest.approx(beta.ppf(0.05, hits, 13 - hits))
