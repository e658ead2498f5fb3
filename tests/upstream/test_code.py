"""The generated folder of every benchmark, without this package: it scores as the plugin does by the papers' rules."""

from __future__ import annotations

import ast
import builtins
import importlib
import math

import pytest

from vlmeval_hvs.registry import card_of, dataset_class, set_of
from vlmeval_hvs.results.contract import finished
from vlmeval_hvs.upstream.code import _bound, free_names
from vlmeval_hvs.upstream.export import AIM, entry_of, exportable, sources
from vlmeval_hvs.upstream.table import Table

SETS = ("HVSBench", "VisualSearch", "ActiView", "GazeTarget", "VPB")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The folders of all benchmarks, as packages: ``generated_hvsbench``, ..."""
    root = tmp_path_factory.mktemp("generated")
    for name, card in exportable().items():
        package = root / f"generated_{name.lower()}"
        package.mkdir()
        (package / "__init__.py").write_text("")
        for file, text in sources(card, [Table("T", ("T",), b"")], "https://data.org/t").items():
            (package / ("entry.py" if file == "__init__.py" else file)).write_text(text, encoding="utf-8")
    return root


@pytest.mark.long
def test_every_folder_stands_by_itself_is_small_and_has_what_turns_need(folder):
    assert {path.name for path in folder.iterdir()} == {f"generated_{name.lower()}" for name in SETS}
    for package in folder.iterdir():
        texts = {path.name: path.read_text("utf-8") for path in package.iterdir() if path.is_file()}
        assert sum(len(text.splitlines()) for text in texts.values()) < AIM
        for tree in [ast.parse(text) for file, text in texts.items() if file.endswith(".py")]:
            imports = [node for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom))]
            own = [node.module or "" for node in imports if isinstance(node, ast.ImportFrom) and not node.level]
            own += [one.name for node in imports if isinstance(node, ast.Import) for one in node.names]
            assert not {name.split(".")[0] for name in own} & {"vlmeval_hvs", "standardizers", "dataset_builders"}
            given = {one.asname or one.name.split(".")[0] for node in imports for one in node.names}
            for node in tree.body:
                given |= {node.name} if hasattr(node, "name") else set(_bound(node))
            needed = set().union(*(free_names(node) for node in tree.body))
            assert needed - given - {"__file__", "__name__", *dir(builtins)} == set(), package.name


@pytest.mark.long
@pytest.mark.parametrize("name", [*SETS[:3], *(pytest.param(name, marks=pytest.mark.nightly) for name in SETS[3:])])
def test_it_scores_every_sample_as_the_plugin_does(name, folder, demo, monkeypatch):
    from answered_rows import SETS, answered

    demo(*{set_of(dataset) for dataset in SETS[name]})
    monkeypatch.syspath_prepend(folder)
    scoring = importlib.import_module(f"generated_{name.lower()}.scoring")
    entry = entry_of(exportable()[name])
    for dataset_name in SETS[name]:
        dataset = dataset_class(card_of(dataset_name))(dataset_name)
        items = answered(dataset)
        report = finished(dataset.score(items.copy()), items, dataset.reading, dataset.other_reading)
        end = "" if dataset.reading == "paper" else "_paper"
        own = items.assign(images=items["image_path"])
        for place, row in enumerate(own.to_dict("records")):
            for column, value in getattr(entry, "columns", lambda *_: {})(dataset, row).items():
                own.loc[place, column] = value
        metrics, table = scoring.score(own, dataset_name)
        for column in ("rule", "fallback", "score"):
            assert [plain(value) for value in table[column]] == [plain(v) for v in report.items[f"{column}{end}"]]
        answers = table["answer"].astype(object).where(~table["fallback"].astype(bool), "").astype(str)
        assert answers.tolist() == report.items[f"answer{end}"].astype(str).tolist()
        assert len(set(table["score"].dropna())) > 1
        assert math.isclose(metrics["Overall"], report.metrics[f"Overall{end}"], rel_tol=1e-12)


def plain(value):
    number = float(value) if isinstance(value, (bool, int, float)) or hasattr(value, "dtype") else value
    return None if isinstance(number, float) and math.isnan(number) else number
