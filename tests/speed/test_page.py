"""The page of measurements is made by one command, and leaves out what has no peer here."""

import subprocess
import sys

import pytest


@pytest.mark.long
def test_a_section_has_its_peer_or_says_that_it_is_missing():
    command = [sys.executable, "-m", "speed", "--quick", "multimatch", "maps"]
    page = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    multimatch, maps = page.split("\n## ")[1:]
    rows = [line.split(" | ") for line in multimatch.splitlines() if line.startswith("| ")][2:]
    assert [row[0] for row in rows] == ["| 6, no ties", "| 6, ties", "| 14, no ties", "| 14, ties"]
    assert all(float(row[-1].rstrip(" |")) < 1e-9 for row in rows)
    assert "Not measured: pysaliency is not installed." in maps or "| pysaliency, ms |" in maps
    assert "*Measured on " in page
