"""`list`, `build`, `check`: what a newcomer types first."""

import json
import os
import re

import pytest

from vlmeval_hvs.errors import MissingDataError
from vlmeval_hvs.files import data_root
from vlmeval_hvs.registry import all_cards, load_set, model_cards, set_of
from vlmeval_hvs.sets import read_set, set_folder


@pytest.fixture
def said(told, lmu_data):
    """Runs a command, and gives what it said on either stream."""
    return lambda *arguments, status=0: "".join(told(*arguments, status=(status,)))


@pytest.mark.long
def test_build_list_and_check_a_demo_set(said):
    name = "VisualSearch_MCS_DEMO"
    assert "not built" in said("list")
    assert set(model_cards()) <= set(said("list", "--models").split())
    assert "no benchmark is called HVSBnch, did you mean HVSBench?" in said("list", "HVSBnch", status=1)
    said("build", "VisualSearch_MCS", "--demo")
    assert "already built" in said("build", name)
    assert "complete" in said("check", name)
    image = next(path for path in (set_folder(name) / "images").rglob("*") if path.is_file())
    image.write_bytes(b"")
    assert image.name in said("check", name, status=1)
    digest = read_set(name)[1].digest
    said("build", name, "--force")
    assert read_set(name)[1].digest == digest, "a demo set is the same every time"
    image.write_bytes(b"")
    assert "built again, as it was damaged" in said("build", name)
    before = said("check", name)
    left = data_root() / name / ".building.0123"
    left.mkdir()
    (left / "a").write_bytes(b"x" * 250_000)
    os.utime(left, (1, 1))  # of a process that was killed long ago
    assert re.search(rf"would be removed: {name}/\.building\.0123 \(.*0\.2 MB\)", said("clean", "--dry-run"))
    assert said("clean").endswith(": 0.2 MB were freed\n")
    assert (left.exists(), said("check", name)) == (False, before)


def test_every_missing_or_wrong_release_is_explained(said, tmp_path):
    (tmp_path / "notes.txt").write_text("hello")
    for card in all_cards():
        for name, info in card.sets.items():
            dataset = next(key for key, told in card.datasets.items() if told["set"] == name)
            with pytest.raises(MissingDataError) as error:
                load_set(dataset)
            wanted = (info.source, info.size, info.licence, f"vlmeval-hvs build {name}", f"{dataset}_DEMO")
            assert [words for words in wanted if words not in str(error.value)] == []
        for place, words in (("nowhere", "nowhere: there is no such file or folder"), (".", "not built")):
            assert words in said("build", card.name, "--source", tmp_path / place, status=1)
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
def test_own_sets_stand_beside_each_other_and_no_source_is_taken_for_another(own_source, said, tmp_path):
    name, two, first, second = "VisualSearch_Custom", "VisualSearch_Custom:two", own_source(1), own_source(2)
    said("build", name, "--source", first)
    assert "already built" in said("build", name, "--source", first)
    refused = said("build", name, "--source", second, status=1)
    assert [words in refused for words in ("another source", "VisualSearch_Custom:NAME")] == [True, True]
    said("build", "VisualSearch_Custom_HSP:two", "--source", second)
    assert set_of("VisualSearch_Custom_HSP:two@small") == two
    assert [load_set(one)[0]["max_length"].iloc[0] for one in (name, two)] == ["9", "10"]
    assert two in said("list", "VisualSearch", "--json", tmp_path / "list.json")
    listed = {one["name"]: one for one in json.loads((tmp_path / "list.json").read_text())["datasets"]}
    own = listed[two]
    assert (own["full"], "(own data: " in own["about"], "published format" in own["source"]) == ("built", True, True)
    assert "demo" in listed["VisualSearch_MCS"]
    said("build", name, "--force", "--source", second)
    assert read_set(name)[1].tsv_sha256 == read_set(two)[1].tsv_sha256

    info = second / "dataset_info.json"
    info.write_text(json.dumps({**json.loads(info.read_text()), "max_scanpath_length": 12}))
    assert f"built again, as {second} has changed" in said("build", two, "--source", second)
    assert read_set(two)[0]["max_length"].iloc[0] == "12"
    assert "was built from another source" in said("build", two, "--source", first, status=1)
