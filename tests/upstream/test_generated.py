"""The generated folder of every benchmark, without this package: it scores as the plugin does by the papers' rules."""

from __future__ import annotations

import ast
import builtins
import importlib
import math
import sys

import pytest

from vlmeval_hvs.registry import all_cards, card_of, dataset_class, set_of
from vlmeval_hvs.results.contract import finished
from vlmeval_hvs.upstream.export import AIM
from vlmeval_hvs.upstream.folder import entry_of, exportable, sources
from vlmeval_hvs.upstream.reach import free_names, stored
from vlmeval_hvs.upstream.table import Table

SETS = ("HVSBench", "GazeTarget", "VPB", "VisualSearch", "ActiView")


def written(name, folder):
    card = next(card for card in all_cards() if card.name == name)
    texts = sources(card, [Table("T", ("T",), b"")], "https://data.org/t")
    folder.mkdir()
    for file, text in texts.items():
        (folder / file).write_text(text, encoding="utf-8")
    return texts


@pytest.mark.long
def test_every_folder_stands_by_itself_and_is_small(tmp_path):
    assert set(exportable()) == set(SETS)
    for name in SETS:
        texts = written(name, tmp_path / name)
        assert sum(len(text.splitlines()) for text in texts.values()) < AIM
        for text in [text for file, text in texts.items() if file.endswith(".py")]:
            roots = {root for node in ast.walk(ast.parse(text)) for root in imported(node)}
            assert not roots & {"vlmeval_hvs", "standardizers", "dataset_builders"}
            assert not max(len(line) for line in text.splitlines()) > 120
            assert undefined(ast.parse(text)) == set(), name


def undefined(tree):
    """Names that functions and classes of a module need, and nothing gives them."""
    given = {"__file__", "__name__", *dir(builtins)}
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            given |= {alias.asname or alias.name.split(".")[0] for alias in node.names}
    for node in tree.body:
        given |= {node.name} if hasattr(node, "name") else set(stored(node))
    return set().union(*(free_names(node) for node in tree.body)) - given


def imported(node):
    if isinstance(node, ast.Import):
        return {one.name.split(".")[0] for one in node.names}
    return {node.module.split(".")[0]} if isinstance(node, ast.ImportFrom) and not node.level and node.module else set()


@pytest.mark.long
@pytest.mark.parametrize("name", SETS)
def test_it_scores_every_sample_as_the_plugin_does(name, tmp_path, demo, monkeypatch):
    from answered_rows import SETS, answered

    demo(*{set_of(dataset) for dataset in SETS[name]})
    package = f"generated_{name.lower()}"
    written(name, tmp_path / package)
    (tmp_path / package / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    for ours in [module for module in sys.modules if module.split(".")[0] == package]:
        monkeypatch.delitem(sys.modules, ours)
    scoring = importlib.import_module(f"{package}.scoring")
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


@pytest.mark.long
def test_turns_have_what_the_class_asks_of_them(tmp_path):
    tools = written("ActiView", tmp_path / "folder")["tools.py"]
    classes = [node for node in ast.parse(tools).body if getattr(node, "name", "") in ("Prompt", "Turn")]
    methods = {part.name for node in classes for part in node.body if isinstance(part, ast.FunctionDef)}
    assert {"for_model", "in_one_turn", "_like", "of"} <= methods
