"""The figures in the documentation are those of the records."""

import re
import subprocess
import sys

import pytest

from speed import blocks, record
from vlmeval_hvs.registry import all_cards

RECORDS = sorted(path.stem for path in record.FOLDER.glob("*.json"))


@pytest.mark.long
def test_every_block_and_picture_shows_its_record():
    command = [sys.executable, "-m", "speed.update_docs", "--check"]
    done = subprocess.run(command, cwd=record.ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_record_says_how_it_was_made_and_is_shown():
    from speed.update_docs import BLOCK, pages

    for name in RECORDS:
        found = record.read(name)
        assert re.fullmatch(r"[0-9a-f]{40}", found["commit"]), f"{name}: measure on a clean tree"
        assert found["command"].startswith(("python -m speed.", "python -m release.hosts.")), name
        assert found["machine"].keys() >= {"cores", "python"}, name
    texts = [page.read_text(encoding="utf-8") for page in pages(record.ROOT)]
    shown = {(match["kind"], match["name"]) for text in texts for match in BLOCK.finditer(text)}
    assert {name for kind, name in shown if kind == "measured"} == blocks.BLOCKS.keys()
    assert {name for kind, name in shown if kind == "options"} == {card.name for card in all_cards()}
    assert {file for file, *_ in blocks.BLOCKS.values()} == set(RECORDS)
