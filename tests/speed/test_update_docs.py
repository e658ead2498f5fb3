import json
from collections.abc import Callable
from pathlib import Path

import pytest

from speed import blocks, pictures
from speed.update_docs import DocsError, update

PAGE = "# Title\n\nBefore.\n\n<!-- measured: startup -->\nold 99 ms\n<!-- /measured -->\n\nAfter.\n"
MACHINE = {"cores": 2, "threads": "1", "python": "3.12.1", "numpy": "2.3.0"}


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "docs" / "measured").mkdir(parents=True)
    (tmp_path / "README.md").write_text("no blocks\n")
    (tmp_path / "docs" / "host.md").write_text(PAGE)
    write_record(tmp_path, 0.7)
    monkeypatch.setattr(pictures, "PICTURES", {})
    return tmp_path


@pytest.fixture
def run(site: Path) -> Callable:
    return lambda write: update(site, site / "docs" / "measured", write)


def write_record(site: Path, difference: float) -> None:
    cases = [
        {"case": "without the plugin", "best_ms": 9.0, "median_ms": 10.0, "median_difference_ms": 0.0},
        {"case": "with the hook", "best_ms": 9.5, "median_ms": 10.7, "median_difference_ms": difference},
    ]
    content = {
        "commit": "0123456789" * 4,
        "date": "2026-01-01",
        "machine": MACHINE,
        "command": "python -m speed.bench_startup",
        "figures": {"rounds": 100, "cases": cases},
    }
    (site / "docs" / "measured" / "startup.json").write_text(json.dumps(content))


def test_blocks_are_rendered_from_their_record_and_nothing_else_is_touched(site: Path, run: Callable) -> None:
    page = site / "docs" / "host.md"
    assert run(write=True) == ["docs/host.md: startup"]
    text = page.read_text()
    assert text.startswith("# Title\n\nBefore.\n\n<!-- measured: startup -->\n")
    assert text.endswith("<!-- /measured -->\n\nAfter.\n")
    words = " ".join(text.split())
    assert "adds 0.7 ms to the 10.0 ms" in words
    assert "99" not in words
    assert "at commit 0123456789, 2026-01-01; 2 cores, 1 thread, Python 3.12.1" in words
    assert "[record](measured/startup.json)" in words
    assert run(write=True) == []
    write_record(site, 1.4)
    assert run(write=False) == ["docs/host.md: startup"]
    assert page.read_text() == text


def test_bad_markers_and_missing_records_are_errors(site: Path, run: Callable) -> None:
    for page, message in (
        ("<!-- measured: startup -->\nno end\n", "no partner"),
        ("text <!-- /measured -->\n", "no partner"),
        ("<!-- measured: nonsense -->\n<!-- /measured -->\n", "no block 'nonsense'"),
    ):
        (site / "docs" / "host.md").write_text(page)
        with pytest.raises(DocsError, match=message):
            run(write=False)
    (site / "docs" / "host.md").write_text(PAGE)
    (site / "docs" / "measured" / "startup.json").unlink()
    with pytest.raises(ValueError, match="no record"):
        run(write=False)


def test_stale_pictures_are_found(site: Path, run: Callable, monkeypatch: pytest.MonkeyPatch) -> None:
    run(write=True)
    monkeypatch.setattr(pictures, "PICTURES", {"docs/picture.svg": lambda records: "<svg/>\n"})
    assert run(write=False) == ["docs/picture.svg"]
    assert not (site / "docs" / "picture.svg").exists()
    assert run(write=True) == ["docs/picture.svg"]
    assert (site / "docs" / "picture.svg").read_text() == "<svg/>\n"


def test_ranges_and_tables() -> None:
    shown = [blocks.span(*case) for case in (([1.04, 2.06], 1), ([9.0, 1000.0, 20.0], 0), ([3.1, 3.2], 0))]
    assert shown == ["1.0 to 2.1", "9 to 1,000", "3"]
    assert blocks.table(["a", "long"], [["wide cell", "1"]]).splitlines() == [
        "| a         | long |",
        "| :-------- | ---: |",
        "| wide cell | 1    |",
    ]
