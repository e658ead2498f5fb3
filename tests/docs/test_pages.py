"""Links and examples of the documentation work, and its tables and commands are as declared."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

from vlmeval_hvs.cli import GROUPS
from vlmeval_hvs.registry import all_cards

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
WORD = re.compile(r"\S*\w\S*")
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
# What a page loads by itself: scripts, style sheets, pictures, frames. Links that a reader follows do not count.
LOADED = re.compile(
    r"""<(?:script|img|iframe|source|video|audio)\b[^>]*\bsrc=["']?(?:https?:|//)[^>]*>"""
    r"""|<link\b(?=[^>]*rel=["']?(?:stylesheet|preconnect|preload|icon))[^>]*href=["']?(?:https?:|//)[^>]*>"""
)


def script(name):
    """A module in the folder of the pages."""
    spec = importlib.util.spec_from_file_location(f"docs_{name}", ROOT / "docs" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_links_lead_to_files_of_the_repository_and_are_rewritten_for_the_site():
    links = (
        (page, target.partition("#")[0])
        for page in PAGES
        for target in re.findall(r"\]\(([^)\s]+)\)", FENCE.sub("", page.read_text(encoding="utf-8")))
        if "://" not in target
    )
    assert [f"{page}: {target}" for page, target in links if not (page.parent / target).exists()] == []
    pytest.importorskip("mkdocs")
    for written, shown in (
        ("[host](docs/host.md#files)", "[host](host.md#files)"), ("[c](CONTRIBUTING.md)", "[c](contributing.md)"),
        ("[CITATION.cff](CITATION.cff)", "CITATION.cff"), ("```\n[a](docs/b.md)\n```", "```\n[a](docs/b.md)\n```"),
    ):  # fmt: skip
        assert script("hooks").from_root(written) == shown


def test_the_examples_in_the_quickstart_run():
    text = (ROOT / "docs" / "quickstart.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    names: dict = {}
    exec(example, names)
    assert names["marked"].shape == names["image"].shape
    assert (names["marked"] != names["image"]).any()
    shown = re.search(r"^(choice\(.*?\)\.value)\s+# '(.)'$", example, re.MULTILINE)
    assert eval(shown[1], names) == shown[2]


def test_pages_stay_short():
    words = {path: len(WORD.findall(path.read_text(encoding="utf-8"))) for path in PAGES}
    assert sum(count for path, count in words.items() if path.is_relative_to(ROOT / "docs")) <= 25_000
    assert [path.name for path, count in words.items() if path.parent.name == "benchmarks" and count > 2000] == []
    terms = re.findall(r"^\| (?!term |---)", (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert 0 < len(terms) <= 60


@pytest.mark.nightly
@pytest.mark.slow
def test_the_site_builds_without_a_warning_and_loads_nothing_from_elsewhere(tmp_path):
    for name in ("mkdocs", "material", "mkdocstrings"):
        pytest.importorskip(name)
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "index.html").exists()
    assert (tmp_path / "search" / "search_index.js").exists()  # search works without a server
    assert [page for page in tmp_path.rglob("*.html") if LOADED.search(page.read_text(encoding="utf-8"))] == []


@pytest.mark.long
def test_every_benchmark_has_its_options_in_a_page_and_all_tables_are_as_declared():
    tables = script("tables")
    pages = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "docs").rglob("*.md")}
    assert [name for name, text in pages.items() if tables.fresh(text) != text] == [], "run `make tables`"
    found = [match.groups() for text in pages.values() for match in tables.BLOCK.finditer(text)]
    markers = sum(text.count(f"<!-- {kind}: ") for text in pages.values() for kind in ("options", "own", "commands"))
    assert len(found) == markers, "a marker has no partner"
    assert {name for kind, name in found if kind == "options"} == {*(card.name for card in all_cards()), tables.EVERY}
    assert {name for kind, name in found if kind == "own"} == tables.LAYOUTS.keys()
    assert [name for kind, name in found if kind == "commands"] == list(GROUPS)
