"""The figures in the documentation are those of the records."""

import re
import subprocess
import sys

from speed import blocks, record
from vlmeval_hvs.registry import all_cards

RECORDS = sorted(path.stem for path in record.FOLDER.glob("*.json"))


def test_every_block_and_picture_shows_its_record():
    command = [sys.executable, "-m", "speed.update_docs", "--check"]
    done = subprocess.run(command, cwd=record.ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_records_say_how_they_were_made():
    for name in RECORDS:
        found = record.read(name)
        assert re.fullmatch(r"[0-9a-f]{40}", found["commit"]), f"{name}: measure on a clean tree"
        assert found["command"].startswith(("python -m speed.", "python -m release.hosts.")), name
        assert found["machine"]["cores"], name
        assert found["machine"]["python"], name


def test_every_record_and_every_block_is_used():
    from speed.update_docs import BLOCK, pages

    texts = [page.read_text(encoding="utf-8") for page in pages(record.ROOT)]
    found = [match for text in texts for match in BLOCK.finditer(text)]
    shown = {match["name"] for match in found if match["kind"] == "measured"}
    assert shown == set(blocks.BLOCKS)
    assert {match["name"] for match in found if match["kind"] == "options"} == {card.name for card in all_cards()}
    assert {blocks.BLOCKS[name][0] for name in shown} == set(RECORDS)
