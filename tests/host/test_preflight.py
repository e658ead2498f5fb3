"""What is found before the first question."""

import importlib
import shutil
import sys

import pytest

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import data_root
from vlmeval_hvs.registry import card_of, dataset_class


@pytest.fixture
def module():
    from vlmeval_hvs.host import preflight

    return preflight


def preflight(*arguments, **options):
    from vlmeval_hvs.host.preflight import preflight

    preflight(*arguments, **options)


def before_the_first_question(dataset):
    from vlmeval_hvs.host.preflight import before_the_first_question

    before_the_first_question(dataset)


def made(name, **options):
    return dataset_class(card_of(name))(dataset=name, **options)


@pytest.fixture
def own(demo, demo_root):
    """Makes a dataset on a copy of its demo set, to be damaged."""

    def make(name):
        demo(SETS[name])
        (data_root() / SETS[name]).unlink()
        shutil.copytree(demo_root / SETS[name], data_root() / SETS[name])
        return made(name)

    return make


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch, module):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(module, "_passed", set())
    return tmp_path / "cache" / "vlmeval_hvs"


SETS = {
    "ActiView_Mixed_DEMO": "ActiView_DEMO",
    "GazeTarget_DEMO": "GazeTarget_DEMO",
    "HVSBench_Searching_DEMO": "HVSBench_DEMO",
    "VPB_Stage1_DEMO": "VPB_Stage1_DEMO",
    "VisualSearch_Interiors_HSP_DEMO": "VisualSearch_Interiors_DEMO",
}


def test_whole_data_pass_and_nothing_is_left_of_the_rehearsal(demo, tmp_path, capsys):
    for name, built in SETS.items():
        demo(built)
        dataset = made(name)
        before = dict(dataset.settings), dataset.data
        preflight(dataset, [tmp_path / "outputs"])
        assert dict(dataset.settings) == before[0]
        assert dataset.data is before[1]
    preflight(made("HVSBench_Searching_DEMO", limit=1), [])
    assert not (tmp_path / "outputs").exists()
    assert capsys.readouterr().out == ""


def test_zeroed_and_missing_images_are_named(own):
    name = "VPB_Stage1_DEMO"
    dataset = own(name)
    images = [path for path in sorted(dataset.folder.rglob("*")) if path.suffix in (".png", ".jpg")]
    zeroed, missing = images[0], images[-1]
    zeroed.write_bytes(bytes(zeroed.stat().st_size))
    missing.unlink()
    with pytest.raises(DataError) as error:
        preflight(dataset, [])
    assert "2 of" in str(error.value)
    for path in (zeroed, missing):
        assert path.relative_to(dataset.folder).as_posix() in str(error.value)
    assert f"vlmeval-hvs build {SETS[name]} --force" in str(error.value)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("VPB_Stage2_DEMO", {}),
        pytest.param("ActiView_Zooming_DEMO", {"n_splits": 9}, marks=pytest.mark.nightly),
        ("VisualSearch_Interiors_HSP_DEMO", {}),
    ],
)
def test_read_only_data_are_no_obstacle(demo_root, demo, make_read_only, monkeypatch, cache, name, options):
    from vlmeval_hvs.registry import set_of

    demo(set_of(name))
    monkeypatch.setenv("LMUData", str(demo_root.parent))
    hidden = {path.name for path in demo_root.glob(".*")}
    make_read_only(demo_root)
    preflight(made(name, **options), [])
    assert {path.name for path in demo_root.glob(".*")} == hidden
    kinds = {path.name for path in cache.iterdir()}
    assert kinds >= {"verified", "references" if "HSP" in name else "rendered"}


def test_caches_and_results_that_cannot_be_written_are_named(demo_root, demo, make_read_only, monkeypatch, tmp_path):
    demo("VPB_Stage2_DEMO")
    monkeypatch.setenv("LMUData", str(demo_root.parent))
    monkeypatch.setenv("XDG_CACHE_HOME", "/proc/none")
    results = tmp_path / "results"
    results.mkdir()
    make_read_only(demo_root)
    (tmp_path / "file").write_text("")
    with pytest.raises(DataError) as error:
        preflight(made("VPB_Stage2_DEMO"), [tmp_path / "file" / "outputs"])
    assert "/proc/none/vlmeval_hvs/rendered" in str(error.value)
    assert "set XDG_CACHE_HOME" in str(error.value)
    assert f"{tmp_path / 'file' / 'outputs'} cannot be written" in str(error.value)


def test_space_is_asked_for_pictures_and_results_together(demo, monkeypatch, tmp_path, module):
    demo("VPB_Stage2_DEMO")
    dataset = made("VPB_Stage2_DEMO")
    pictures = sum(size for _, size in dataset.keeps())
    assert pictures > 0
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage._replace(free=module.RESERVE + pictures - 1))
    with pytest.raises(DataError, match="GB free; the run needs about"):
        preflight(dataset, [data_root()])
    preflight(dataset, [])


def test_a_scoring_that_cannot_work_and_a_reader_that_fails_are_found(demo, monkeypatch):
    demo("HVSBench_DEMO")
    dataset = made("HVSBench_DEMO")

    def score(items, judge=None):
        assert len(items) == 3
        raise KeyError("truth")

    monkeypatch.setattr(dataset, "score", score)
    with pytest.raises(DataError, match=r"3 synthetic replies cannot be scored: KeyError: 'truth'"):
        preflight(dataset, [])
    preflight(dataset, [], rehearsed=False)

    def score_file(file):
        (file.parent / f"{file.stem}_hvs_scores.json").write_text('{"counts": {"reader_errors": 2}}')

    monkeypatch.setattr(dataset, "score_file", score_file)
    with pytest.raises(DataError, match="cannot be scored: the reader fails on 2 of them"):
        preflight(dataset, [])


def test_rows_that_cannot_be_asked_end_it_when_they_are_most(demo, monkeypatch, caplog):
    demo("HVSBench_DEMO")
    dataset = made("HVSBench_DEMO")
    original, first = dataset.messages, dataset.row(0)["index"]

    def one_fails(row):
        if row["index"] == first:
            raise DataError("no such region")
        return original(row)

    monkeypatch.setattr(dataset, "messages", one_fails)
    preflight(dataset, [])
    assert f"row {first} cannot be asked: no such region" in caplog.text

    def all_fail(row):
        raise ValueError("broken")

    monkeypatch.setattr(dataset, "messages", all_fail)
    with pytest.raises(DataError, match=r"12 of 12 rows: row \d+ cannot be asked: ValueError: broken"):
        preflight(dataset, [])


def test_rows_to_try_are_spread_from_the_first_to_the_last():
    from vlmeval_hvs.host.rehearsal import TRIES, _spread

    for count in (1, 2, 3, 7, 12, 500):
        places = _spread(count)
        assert set(places) <= set(range(count))
        assert {0, count - 1} <= set(places)
        assert len(set(places)) == len(places) == min(len(places), TRIES)


class Calls(list):
    def __call__(self, dataset, results, rehearsed):
        self.append((dataset.dataset_name, results, rehearsed))


@pytest.fixture
def calls(monkeypatch, module):
    found = Calls()
    monkeypatch.setattr(module, "preflight", found)
    monkeypatch.setattr(sys, "argv", ["run.py", "--data", "HVSBench_DEMO", "--work-dir", "out"])
    return found


def test_it_happens_once_per_dataset_and_options_where_questions_are_asked(demo, calls, monkeypatch, module):
    demo("HVSBench_DEMO")
    for _ in range(2):
        before_the_first_question(made("HVSBench_DEMO"))
    assert [(name, [str(path) for path in results], first) for name, results, first in calls] == [
        ("HVSBench_DEMO", ["out"], True)
    ]
    monkeypatch.setenv("RANK", "1")
    before_the_first_question(made("HVSBench_DEMO", limit=2))
    assert calls[1][2] is False
    monkeypatch.setattr(sys, "argv", ["run.py", "--mode", "eval"])
    before_the_first_question(made("HVSBench_DEMO", limit=3))
    monkeypatch.setattr(sys, "argv", ["run.py"])
    monkeypatch.setenv(module.SWITCH, "0")
    before_the_first_question(made("HVSBench_DEMO", limit=4))
    assert len(calls) == 2


def test_a_wrong_config_is_found_where_the_host_was_started_directly(demo, calls, monkeypatch, tmp_path):
    import json

    demo("HVSBench_DEMO")
    entry = {"class": "HVSBenchDataset", "dataset": "HVSBench_DEMO"}
    (tmp_path / "c.json").write_text(json.dumps({"model": {}, "data": {"HVSBench_DEMO@x": entry}}))
    monkeypatch.setattr(sys, "argv", ["run.py", "--config", str(tmp_path / "c.json")])
    with pytest.raises(DataError, match="differs from the key"):
        before_the_first_question(made("HVSBench_DEMO"))
    assert calls == []


@pytest.mark.host
def test_the_hosts_own_classes_begin_with_it(host, real, monkeypatch, module):
    real("HVSBench")
    build_dataset = importlib.import_module("vlmeval.dataset").build_dataset
    image = next((build_dataset("HVSBench").folder / "images").iterdir())
    image.write_bytes(bytes(image.stat().st_size))
    monkeypatch.setattr(module, "_passed", set())
    with pytest.raises(DataError, match="1 of .* files of the set HVSBench are missing or damaged"):
        build_dataset("HVSBench")
    monkeypatch.setenv(module.SWITCH, "0")
    assert len(build_dataset("HVSBench"))
