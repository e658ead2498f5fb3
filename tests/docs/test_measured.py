"""The figures in the documentation are those of the records."""

import re
import subprocess
import sys

import pytest

from speed import blocks, record
from speed.update_docs import BLOCK, pages
from vlmeval_hvs.registry import all_cards

RECORDS = sorted(record.FOLDER.glob("*.json"))
PAGES = pages(record.ROOT)


def test_every_block_and_picture_shows_its_record() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "speed.update_docs", "--check"], cwd=record.ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_records_say_how_they_were_made(path) -> None:
    found = record.read(path.stem)
    assert re.fullmatch(r"[0-9a-f]{40}", found["commit"]), "measure on a clean tree"
    assert found["command"].startswith(("python -m speed.", "python -m release.hosts."))
    assert found["machine"]["cores"]
    assert found["machine"]["python"]


def test_every_record_and_every_block_is_used() -> None:
    found = [match for page in PAGES for match in BLOCK.finditer(page.read_text(encoding="utf-8"))]
    shown = {match["name"] for match in found if match["kind"] == "measured"}
    assert shown == set(blocks.BLOCKS)
    assert {match["name"] for match in found if match["kind"] == "options"} == {card.name for card in all_cards()}
    assert {blocks.BLOCKS[name][0] for name in shown} == {path.stem for path in RECORDS}
