"""Cards, names, and benchmarks that other packages add: what is wrong with one of those never hurts the others."""

import importlib
import importlib.metadata
import json
import logging
import sys
from pathlib import Path

import pytest

from vlmeval_hvs import registry, responders
from vlmeval_hvs.errors import DataError, MissingDataError, MissingPackageError, OptionError
from vlmeval_hvs.registry import card_of, set_of

OURS = ["ActiView", "GazeTarget", "HVSBench", "VPB", "VisualSearch"]
CARD = {
    "benchmark": "Shapes", "title": "Shapes", "about": "A test.", "class": "ShapesDataset",
    "sets": {"Shapes": {"source": "drawn", "demo_builder": "shapes.build:build"}},
    "datasets": {"Shapes_One": {"set": "Shapes", "about": "one turn"}},
}  # fmt: skip
BUILD = """
from vlmeval_hvs.sets import SetWriter

def build(set_name, source, root):
    with SetWriter(set_name, root, source="drawn", licence="CC0") as writer:
        writer.row({"index": 0, "shape": "square"})
    return writer.manifest
"""


class Packages:
    """Packages from outside, made by a test: modules in a folder of the path, and their entry points."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.entries, self.asked = folder, [], []

    def add(self, name: str, card: object = CARD, **modules: str) -> Path:
        package = self.folder / name
        package.mkdir()
        text = card if isinstance(card, str) else json.dumps(card).replace('"shapes.build:', f'"{name}.build:')
        (package / "card.json").write_text(text)
        for module, code in {"__init__": "", "build": BUILD, **modules}.items():
            (package / f"{module}.py").write_text(code)
        importlib.invalidate_caches()
        self.point_to(name)
        return package

    def point_to(self, value: str) -> None:
        self.entries.append(importlib.metadata.EntryPoint(f"entry_{value}", value, registry.GROUP))


@pytest.fixture
def outside(tmp_path, monkeypatch):
    packages = Packages(tmp_path)
    monkeypatch.setattr(registry, "entry_points", lambda group: packages.asked.append(group) or packages.entries)
    monkeypatch.syspath_prepend(str(tmp_path))
    caches = (registry.all_cards, registry.code_digest, registry.wording_digest)
    for cached in caches:
        cached.cache_clear()
    known = set(sys.modules)
    yield packages
    for name in [name for name in sys.modules if name not in known and (tmp_path / name.split(".")[0]).is_dir()]:
        del sys.modules[name]
    for cached in caches:
        cached.cache_clear()


def names() -> list[str]:
    return [card.name for card in registry.all_cards()]


def test_a_package_from_outside_stands_behind_ours_and_none_of_its_modules_is_imported(outside):
    outside.add("shapes", dataset="raise RuntimeError('too early')", baselines="raise RuntimeError('too early')")
    assert names() == [*OURS, "Shapes"] == names()
    assert outside.asked == [registry.GROUP], "entry points are read once"
    card = card_of("Shapes_One_DEMO@label")
    assert (card.package, card.entry_point, card.module("baselines")) == ("shapes", "entry_shapes", "shapes.baselines")
    assert "shapes.dataset" not in sys.modules


def changed(**keys: object) -> dict:
    return {key: value for key, value in {**CARD, **keys}.items() if value is not None}


BROKEN = (
    ("{", "cannot be read"),
    (changed(title=None), "missing 1 required positional argument: 'title'"),
    (changed(benchmark=None), "it lacks 'benchmark'"),
    (changed(**{"class": "a-b"}), "class 'a-b' is not a Python name"),
    (changed(sets={"Shapes": {"source": "x", "builder": "a.b"}}), "Shapes: 'a.b' must have the form module:function"),
    (changed(sets={"Shapes": {"source": "x", "builder": "no_such.b:build"}}), "there is no module no_such.b"),
    (changed(datasets={"Shapes_One": {"set": "Forms", "about": "x"}}), "reads the set 'Forms', which is not in sets"),
    (changed(datasets={"S_DEMO": {"set": "Shapes", "about": "x"}}), "'S_DEMO' is not allowed as a name"),
    (changed(datasets={"Shapes_One": {"set": "Shapes"}}), "Shapes_One must have set and about"),
    (changed(datasets={"S": {"set": "Shapes", "about": "x", "odd": 1}}), "S must have set and about, may have"),
    (changed(presentation="shapes.presentation"), "'shapes.presentation' must have the form module:class"),
    (changed(people={"Forms": {}}), "people: Forms is not a dataset of the card"),
    (changed(benchmark="VPB"), "vlmeval_hvs.benchmarks.vpb already uses the name VPB"),
    (changed(datasets={"HVSBench_Searching": {"set": "Shapes", "about": "x"}}), "already uses the name HVSBench_S"),
)


def test_what_is_wrong_with_a_package_is_a_warning_that_names_its_entry_point(outside, caplog):
    told = [words for _, words in BROKEN]
    for place, (card, _) in enumerate(BROKEN):
        outside.add(f"broken_{place:02d}", card)
    for code, words in (("import no_such_module", "no_such_module"), ("1 / 0", "division by zero")):
        outside.add(f"broken_{len(told):02d}", __init__=code)
        told.append(words)
    outside.point_to(f"broken_{len(told):02d}")
    told.append("card.json cannot be read")
    outside.add("shapes")
    with caplog.at_level(logging.WARNING, "vlmeval_hvs"):
        assert names() == [*OURS, "Shapes"]
    assert len(caplog.messages) == len(told)
    for place, (message, words) in enumerate(zip(sorted(caplog.messages), told, strict=True)):
        assert message.startswith(f"the benchmark entry_broken_{place:02d} (broken_{place:02d}) is skipped")
        assert words in message


def test_a_demo_set_is_built_again_when_the_package_changes(outside, lmu_data):
    package = outside.add("shapes", build=BUILD, wording="QUESTION = 'Which shape?'")
    rows, _ = registry.load_set("Shapes_One_DEMO")
    assert list(rows["shape"]) == ["square"]
    assert registry.is_built("Shapes_DEMO")
    (package / "notes.txt").write_text("no code")
    registry.code_digest.cache_clear()
    assert registry.is_built("Shapes_DEMO")
    (package / "wording.py").write_text("QUESTION = 'What shape is it?'")
    registry.code_digest.cache_clear()
    assert not registry.is_built("Shapes_DEMO")
    with pytest.raises(DataError, match="Shapes has no builder in the card of Shapes"):
        registry.build_set("Shapes")


def test_the_class_of_another_package_is_imported_or_named(outside):
    code = "from vlmeval_hvs.dataset import HVSDataset\nclass {}(HVSDataset):\n    BENCHMARK = '{}'\n"
    package = outside.add("shapes", dataset=code.format("ShapesDataset", "Shapes"))
    assert registry.dataset_class(card_of("Shapes")).__module__ == "shapes.dataset"
    for wrong, words in (
        (code.format("ShapesDataset", "VPB"), "shapes.dataset does not define a class ShapesDataset .* 'Shapes'"),
        (code.format("Other", "Shapes"), "does not define a class ShapesDataset"),
        ("1 / 0", r"shapes.dataset cannot be imported \(ZeroDivisionError: division by zero\)"),
    ):
        del sys.modules["shapes.dataset"]
        (package / "dataset.py").write_text(wrong + "\n" * len(words))  # another size: not the file of the last import
        importlib.invalidate_caches()
        sys.modules.pop("shapes.dataset", None)
        with pytest.raises(DataError, match=words):
            registry.dataset_class(card_of("Shapes"))
        sys.modules.setdefault("shapes.dataset", None)


def test_builders_are_called_with_what_they_know_and_the_rest_is_refused(outside, lmu_data, tmp_path):
    build = BUILD.replace("root):", "root, *, colour='red'):").replace('"square"', "colour")
    text = "def inspect(set_name, source, *, deep=False): return f'{set_name} {source} {deep}'"
    lacks = "def build(set_name, source, root): import pyarrow_of_nobody"
    needs = "def build(set_name, source, root): raise ModuleNotFoundError('no', name='pyarrow.parquet')"
    info = {"source": "drawn", "builder": "shapes.build:build", "own_builder": "shapes.build:build"}
    forms = {"source": "x", "size": "9 GB", "licence": "CC0", "builder": "shapes.lacks:build"}
    forms["demo_builder"] = "shapes.needs:build"
    sets = {"Shapes": {**info, "inspector": "shapes.look:inspect"}, "Forms": forms}
    datasets = {name: {"set": name.partition("_")[0], "about": "x"} for name in ("Shapes_One", "Forms_One")}
    outside.add("shapes", changed(sets=sets, datasets=datasets), build=build, look=text, lacks=lacks, needs=needs)
    source = tmp_path / "source"
    source.mkdir()
    registry.build_set("Shapes:mine", source, options={"colour": "blue"})
    rows, manifest = registry.load_set("Shapes_One=mine")
    assert (rows["shape"].tolist(), manifest.name) == (["blue"], "Shapes:mine")
    assert registry.all_cards()[-1].own_dataset_names == ["Shapes_One:mine"]
    assert [registry.set_state(name) for name in ("Shapes:mine", "Shapes")] == ["built", "not built"]
    assert registry.source_difference("Shapes:mine", source) == ""
    (source / "about.json").write_text("{}")
    assert registry.source_difference("Shapes:mine", source) == "changed"
    assert registry.source_difference("Shapes:mine", tmp_path / "shapes") == "another"
    assert registry.inspect_release("Shapes", source, {"deep": 1}) == f"Shapes {source} 1"
    for call, wrong, kind, words in (
        (registry.build_set, ("Shapes:mine", None, None, {"odd_one": 1}), OptionError, "no option --odd-one"),
        (registry.build_set, ("Shapes", source), DataError, "build them as Shapes:NAME with a name of your choice"),
        (registry.build_set, ("Forms", source), DataError, "cannot be built as Forms; build them as Shapes:NAME"),
        (registry.build_set, ("Forms:mine",), DataError, "Forms has no sets of your own; build .*, Shapes:NAME"),
        (registry.build_set, ("Forms",), ModuleNotFoundError, "pyarrow_of_nobody"),
        (
            registry.build_set,
            ("Forms_DEMO",),
            MissingPackageError,
            r"Forms_DEMO needs the package pyarrow: pip .*\[build\]",
        ),
        (registry.build_set, ("Shapes_DEMO",), DataError, "Shapes_DEMO has no builder in the card of Shapes"),
        (registry.inspect_release, ("Forms",), OptionError, "--inspect does not work for Forms; give one of .*Shapes"),
        (registry.load_set, ("Shapes_One:b",), MissingDataError, "the set Shapes:b.*build Shapes:b --source FOLDER"),
        (registry.load_set, ("Forms_One",), MissingDataError, "9 GB; licence: CC0.*build Forms\n.* Forms_One_DEMO"),
    ):
        with pytest.raises(kind, match=f"(?s){words}"):
            call(*wrong)


def test_sets_of_data_sets():
    assert (set_of("HVSBench_Searching"), set_of("HVSBench_Searching_DEMO@label")) == ("HVSBench", "HVSBench_DEMO")
    for call, name, words in (
        (set_of, "VPB", "'VPB' is not a dataset; datasets of VPB: VPB_Stage1"),
        (card_of, "Nothing", "unknown benchmark or dataset 'Nothing'; benchmarks: ActiView, .*HVSBench"),
        (card_of, "HVSBench_Serching_DEMO@a", "did you mean HVSBench_Searching_DEMO?"),
        (card_of, "vp-bench", "did you mean VPB?"),
        (set_of, "VPB_Stage1:mine_DEMO", "another end than _DEMO"),
        (registry.build_set, "HVSBench_Searching", "is not a set; sets of HVSBench: HVSBench"),
    ):
        with pytest.raises(DataError, match=words):
            call(name)


@pytest.mark.long
def test_models_say_which_benchmarks_they_answer():
    by_rule = {name: set(card["benchmarks"]) for name, card in registry.model_cards().items() if "class" not in card}
    for benchmark in OURS:
        with pytest.raises(LookupError) as error:
            responders.find_responder("", benchmark)
        answering = set(str(error.value).rpartition(": ")[2].split(", ")) & set(by_rule)
        assert answering == {name for name, known in by_rule.items() if benchmark in known}, benchmark
