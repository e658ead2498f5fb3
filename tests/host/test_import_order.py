"""Whatever is imported first, everything is registered, and nothing is said on stderr."""

import subprocess
import sys

import pytest

CHECK = """
import vlmeval.dataset, vlmeval.config, vlmeval.vlm
from vlmeval_hvs.registry import all_cards
names = [name for card in all_cards() for name in card.dataset_names]
assert [name for name in names if name not in vlmeval.dataset.SUPPORTED_DATASETS] == []
assert [card.name for card in all_cards() if not hasattr(vlmeval.dataset, card.class_name)] == []
assert "hvs-oracle" in vlmeval.config.supported_VLM
assert hasattr(vlmeval.vlm, "HVSBaseline")
"""

FIRST = [
    "import vlmeval_hvs.benchmarks.hvsbench.dataset",
    # What reading a pickled dataset or model does first in another process:
    "from vlmeval_hvs.host.datasets import HVSBenchDataset",
    "from vlmeval_hvs.host.models import build_model, HVSBaseline",
]


@pytest.mark.host
@pytest.mark.parametrize("first", FIRST)
def test_our_modules_may_be_imported_before_the_host(first):
    pytest.importorskip("vlmeval")
    done = subprocess.run([sys.executable, "-c", first + CHECK], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "vlmeval_hvs:" not in done.stderr
