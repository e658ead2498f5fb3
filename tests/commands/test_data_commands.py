"""`list`, `build`, `check`: what a newcomer types first."""

import hashlib
import json
import shutil

import pytest

from vlmeval_hvs.cli import main
from vlmeval_hvs.errors import DataError, MissingDataError
from vlmeval_hvs.files import data_root
from vlmeval_hvs.registry import all_cards, card_of, dataset_class, load_set, model_cards, set_of
from vlmeval_hvs.sets import read_set, set_folder


def test_list_names_every_dataset_whole_and_every_model(lmu_data, capsys):
    assert main(["list"]) == 0
    shown = capsys.readouterr().out
    assert [name for card in all_cards() for name in card.datasets if name not in shown] == []
    assert "not built" in shown
    assert str(data_root()) in shown.replace("\n", "")
    assert main(["list", "--models"]) == 0
    shown = capsys.readouterr().out
    assert [name for name in model_cards() if name not in shown] == []


def test_build_and_check_a_demo_set(lmu_data, capsys):
    assert main(["build", "VPB_Stage2", "--demo"]) == 0
    first = capsys.readouterr().out
    assert "VPB_Stage2_DEMO: " in first
    assert main(["build", "VPB_Stage2_DEMO"]) == 0
    assert "already built" in capsys.readouterr().out
    assert main(["check", "VPB_Stage2_DEMO"]) == 0
    assert "complete" in capsys.readouterr().out
    image = next(path for path in (set_folder("VPB_Stage2_DEMO") / "images").rglob("*") if path.is_file())
    image.write_bytes(b"")
    assert main(["check", "VPB_Stage2_DEMO"]) == 1
    assert image.name in capsys.readouterr().out
    digest = read_set("VPB_Stage2_DEMO")[1].digest
    assert main(["build", "VPB_Stage2_DEMO", "--force"]) == 0
    assert main(["check", "VPB_Stage2_DEMO"]) == 0
    assert read_set("VPB_Stage2_DEMO")[1].digest == digest, "a demo set is the same every time"


def test_every_missing_release_is_explained(lmu_data):
    for card in all_cards():
        for name, info in card.sets.items():
            dataset = next(key for key, told in card.datasets.items() if told["set"] == name)
            with pytest.raises(MissingDataError) as error:
                load_set(dataset)
            told = (info.source, info.size, info.licence, f"vlmeval-hvs build {name}", f"{dataset}_DEMO")
            assert [words for words in told if words not in str(error.value)] == []


def test_a_release_that_is_not_there_or_is_something_else_is_an_error(lmu_data, tmp_path, capsys):
    (tmp_path / "something").mkdir()
    (tmp_path / "something" / "notes.txt").write_text("hello")
    for card in all_cards():
        assert main(["build", card.name, "--source", str(tmp_path / "nowhere")]) == 1
        assert "nowhere: there is no such file or folder" in capsys.readouterr().err
        assert main(["build", card.name, "--source", str(tmp_path / "something")]) == 1
        assert "not built" in capsys.readouterr().err
    assert not data_root().exists() or list(data_root().iterdir()) == []


def test_unknown_names(lmu_data, capsys):
    assert main(["build", "HVSBunch"]) == 1
    assert "HVSBench" in capsys.readouterr().err
    assert main(["build", "all"]) == 1
    assert "--demo" in capsys.readouterr().err
    assert main(["check", "HVSBench"]) == 1
    assert "vlmeval-hvs build HVSBench" in capsys.readouterr().out
    with pytest.raises(DataError, match="no dataset of"):
        set_of("VPB")
    with pytest.raises(SystemExit):
        main(["build", "HVSBench", "--sauce", "x"])


def test_an_inspection_builds_nothing(demo, tmp_path, capsys):
    demo("HVSBench_DEMO")
    folder = set_folder("HVSBench_DEMO")
    rows = read_set("HVSBench_DEMO")[0]
    release = tmp_path / "release"
    shutil.copytree(folder / "images", release / "images")
    columns = {"image": rows["image_path"], **{name: rows[name] for name in ("question", "question_type", "answer")}}
    rows[["index"]].assign(**columns).to_csv(release / "test.tsv", sep="\t", index=False)
    assert main(["build", "HVSBench", "--source", str(release), "--inspect"]) == 0
    shown = capsys.readouterr().out
    assert "260 usable, 0 lost" in shown
    assert "relative is used" in shown
    assert "verdict   can be built" in shown
    assert not (data_root() / "HVSBench").exists()


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


def test_another_source_is_never_taken_for_a_set_that_is_built(own_source, capsys):
    first, second = own_source(1), own_source(2)
    assert main(["build", "VisualSearch_Custom", "--source", str(first)]) == 0
    files = read_set("VisualSearch_Custom")[1].release["files"]
    info = (first / "dataset_info.json").read_bytes()
    assert files["dataset_info.json"] == hashlib.sha256(info).hexdigest(), "the official files, pictures excepted"
    assert not [name for name in files if name.endswith((".png", ".jpg"))]
    assert main(["build", "VisualSearch_Custom", "--source", str(first)]) == 0
    assert "already built" in capsys.readouterr().out
    assert main(["build", "VisualSearch_Custom", "--source", str(second)]) == 1
    told = capsys.readouterr().err
    assert "another source" in told
    assert "VisualSearch_Custom:NAME" in told
    assert read_set("VisualSearch_Custom")[0]["max_length"].iloc[0] == "9"
    assert main(["build", "VisualSearch_Custom:two", "--source", str(second)]) == 0
    assert main(["build", "VisualSearch_Custom", "--force", "--source", str(second)]) == 0
    assert read_set("VisualSearch_Custom")[1].tsv_sha256 == read_set("VisualSearch_Custom:two")[1].tsv_sha256


def test_several_own_sets_stand_beside_each_other(own_source, capsys):
    for number, name in ((1, "one"), (2, "two")):
        assert main(["build", f"VisualSearch_Custom_HSP:{name}", "--source", str(own_source(number))]) == 0
    assert [set_of(f"VisualSearch_Custom_HSP:{name}@small") for name in ("one", "two")] == [
        "VisualSearch_Custom:one",
        "VisualSearch_Custom:two",
    ]
    lengths = [load_set(f"VisualSearch_Custom:{name}")[0]["max_length"].iloc[0] for name in ("one", "two")]
    assert lengths == ["9", "10"]
    card = card_of("VisualSearch_Custom:one")
    assert "VisualSearch_Custom_Interactive:two" in card.own_dataset_names
    assert "VisualSearch_Custom:one" in dataset_class(card).supported_datasets()
    capsys.readouterr()
    assert main(["list", "VisualSearch"]) == 0
    assert "VisualSearch_Custom:one" in capsys.readouterr().out
    assert main(["check", "VisualSearch_Custom:two"]) == 0
    assert "VisualSearch_Custom=two" in capsys.readouterr().out
    assert main(["preview", "VisualSearch_Custom:two"]) == 0


def test_only_sets_of_ones_own_have_names(lmu_data, capsys):
    for name in ("VisualSearch_Interiors:mine", "VisualSearch:mine", "VPB:mine"):
        with pytest.raises(DataError, match="VisualSearch_Custom:NAME"):
            card_of(name)
    with pytest.raises(MissingDataError, match="VisualSearch_Custom:mine"):
        load_set("VisualSearch_Custom_HSP:mine")
