"""The pages hold the tables of options and of own data, and the commands, as they are declared."""

import importlib.util
from pathlib import Path

import pytest

from vlmeval_hvs.cli import GROUPS
from vlmeval_hvs.registry import all_cards

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.mark.long
def test_every_benchmark_has_its_options_in_a_page_and_all_tables_are_as_declared():
    spec = importlib.util.spec_from_file_location("docs_tables", DOCS / "tables.py")
    tables = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tables)
    pages = {path.name: path.read_text(encoding="utf-8") for path in DOCS.rglob("*.md")}
    assert [name for name, text in pages.items() if tables.fresh(text) != text] == [], "run `make tables`"
    found = [match.groups() for text in pages.values() for match in tables.BLOCK.finditer(text)]
    markers = sum(text.count(f"<!-- {kind}: ") for text in pages.values() for kind in ("options", "own", "commands"))
    assert len(found) == markers, "a marker has no partner"
    assert {name for kind, name in found if kind == "options"} == {*(card.name for card in all_cards()), tables.EVERY}
    assert {name for kind, name in found if kind == "own"} == tables.LAYOUTS.keys()
    assert [name for kind, name in found if kind == "commands"] == list(GROUPS)
