"""What needs no host imports none."""

import json
import os
import subprocess
import sys

import pytest

CODE = """
import json, sys
import vlmeval_hvs, vlmeval_hvs.registry, vlmeval_hvs.metrics, vlmeval_hvs.sets, standardizers
from vlmeval_hvs.cli import main
main(["doctor", "--work-dir", sys.argv[1], "--model", "GPT4o", "hvs-random"])
print(json.dumps([name for name in ("vlmeval", "torch", "transformers") if name in sys.modules]))
"""


@pytest.mark.long
def test_neither_our_modules_nor_the_doctor_import_the_host(tmp_path):
    environment = {**os.environ, "LMUData": str(tmp_path)}
    command = [sys.executable, "-c", CODE, str(tmp_path)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert json.loads(done.stdout.splitlines()[-1]) == [], done.stderr
