"""`list`, `build`, `check`: what a newcomer types first."""

import json
import os

import pytest

from vlmeval_hvs.cli import main
from vlmeval_hvs.errors import MissingDataError
from vlmeval_hvs.files import data_root
from vlmeval_hvs.registry import all_cards, load_set, model_cards, set_of
from vlmeval_hvs.sets import read_set, set_folder


@pytest.fixture
def told(lmu_data, capsys):
    """Runs a command, and gives what it said on either stream."""

    def run(*arguments, status=0):
        assert main([str(one) for one in arguments]) == status, arguments
        return "".join(capsys.readouterr())

    return run


@pytest.mark.long
def test_build_list_and_check_a_demo_set(told):
    name = "VisualSearch_MCS_DEMO"
    assert "not built" in told("list")
    shown = told("list", "--models")
    assert [model for model in model_cards() if model not in shown] == []
    told("build", "VisualSearch_MCS", "--demo")
    assert "already built" in told("build", name)
    assert "complete" in told("check", name)
    image = next(path for path in (set_folder(name) / "images").rglob("*") if path.is_file())
    image.write_bytes(b"")
    assert image.name in told("check", name, status=1)
    digest = read_set(name)[1].digest
    told("build", name, "--force")
    assert read_set(name)[1].digest == digest, "a demo set is the same every time"
    image.write_bytes(b"")
    assert "built again, as it was damaged" in told("build", name)
    before = told("check", name)
    left = data_root() / name / ".building.0123"
    left.mkdir()
    (left / "a").write_bytes(b"x" * 250_000)
    os.utime(left, (1, 1))  # of a process that was killed long ago
    shown = told("clean", "--dry-run")
    assert f"would be removed: {name}/.building.0123 (" in shown
    assert "0.2 MB)" in shown
    assert told("clean").endswith(": 0.2 MB were freed\n")
    assert (left.exists(), told("check", name)) == (False, before)


def test_every_missing_or_wrong_release_is_explained(told, tmp_path):
    (tmp_path / "something").mkdir()
    (tmp_path / "something" / "notes.txt").write_text("hello")
    for card in all_cards():
        for name, info in card.sets.items():
            dataset = next(key for key, told in card.datasets.items() if told["set"] == name)
            with pytest.raises(MissingDataError) as error:
                load_set(dataset)
            wanted = (info.source, info.size, info.licence, f"vlmeval-hvs build {name}", f"{dataset}_DEMO")
            assert [words for words in wanted if words not in str(error.value)] == []
        for place, words in (("nowhere", "nowhere: there is no such file or folder"), ("something", "not built")):
            assert words in told("build", card.name, "--source", tmp_path / place, status=1)
    assert not data_root().exists() or list(data_root().iterdir()) == []


@pytest.fixture
def own_source(tmp_path, lmu_data):
    """Makes a small dataset in the published search format, of which something differs by its number."""
    from dataset_builders.visual_search.demo import STYLES, write_published

    def make(number):
        folder = tmp_path / f"own{number}"
        folder.mkdir()
        write_published(folder, "Custom", STYLES["Custom"])
        info = folder / "dataset_info.json"
        info.write_text(json.dumps({**json.loads(info.read_text()), "max_scanpath_length": 8 + number}))
        return folder

    return make


@pytest.mark.long
def test_own_sets_stand_beside_each_other_and_no_source_is_taken_for_another(own_source, told, tmp_path):
    name, two, first, second = "VisualSearch_Custom", "VisualSearch_Custom:two", own_source(1), own_source(2)
    told("build", name, "--source", first)
    assert "already built" in told("build", name, "--source", first)
    shown = told("build", name, "--source", second, status=1)
    assert "another source" in shown
    assert "VisualSearch_Custom:NAME" in shown

    told("build", "VisualSearch_Custom_HSP:two", "--source", second)
    assert set_of("VisualSearch_Custom_HSP:two@small") == two
    assert [load_set(one)[0]["max_length"].iloc[0] for one in (name, two)] == ["9", "10"]
    place = tmp_path / "list.json"
    assert two in told("list", "VisualSearch", "--json", place)
    listed = {one["name"]: one for one in json.loads(place.read_text())["datasets"]}
    assert listed[two]["full"] == "built"
    assert "(own data: " in listed[two]["about"]
    assert "published format" in listed[two]["source"]
    assert "demo" in listed["VisualSearch_MCS"]
    told("build", name, "--force", "--source", second)
    assert read_set(name)[1].tsv_sha256 == read_set(two)[1].tsv_sha256

    info = second / "dataset_info.json"
    info.write_text(json.dumps({**json.loads(info.read_text()), "max_scanpath_length": 12}))
    assert f"built again, as {second} has changed" in told("build", two, "--source", second)
    assert read_set(two)[0]["max_length"].iloc[0] == "12"
    assert "was built from another source" in told("build", two, "--source", first, status=1)
