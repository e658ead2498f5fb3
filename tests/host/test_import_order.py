"""Importing one of our modules first registers everything, and nothing is said on stderr."""

import subprocess
import sys

import pytest

CHECK = """
import vlmeval_hvs.benchmarks.hvsbench.dataset
import vlmeval.dataset, vlmeval.config
from vlmeval_hvs.registry import all_cards
names = [name for card in all_cards() for name in card.dataset_names]
assert [name for name in names if name not in vlmeval.dataset.SUPPORTED_DATASETS] == []
assert "hvs-oracle" in vlmeval.config.supported_VLM
"""


@pytest.mark.host
def test_dataset_modules_may_be_imported_before_the_host():
    pytest.importorskip("vlmeval")
    done = subprocess.run([sys.executable, "-c", CHECK], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "vlmeval_hvs:" not in done.stderr
