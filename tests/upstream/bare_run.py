"""Runs a checkout's ``run.py`` several times, with two model classes of our own and without this package.

``python bare_run.py CHECKOUT arguments of one run --next arguments of another``. The model ``written`` has its replies
in prediction files; ``scripted`` answers by a digest of what it is shown.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import runpy
import sys
from functools import partial
from pathlib import Path

assert importlib.util.find_spec("vlmeval_hvs") is None
assert importlib.util.find_spec("standardizers") is None
os.chdir(sys.argv[1])
sys.path.insert(0, sys.argv[1])
config = importlib.import_module("vlmeval.config")
base = importlib.import_module("vlmeval.vlm.base")


class Scripted(base.BaseModel):
    INTERLEAVE = True
    allowed_types = ("text", "image")

    def generate_inner(self, message, dataset=None):
        parts = [(one["type"], one["value"]) for one in message]
        shown = [Path(value).read_bytes() if kind == "image" else value.encode() for kind, value in parts]
        number = int(hashlib.sha256(b"".join(shown)).hexdigest()[:8], 16)
        return f"The answer is {'ABCD'[number % 4]}. [{number % 1000 / 1000:.3f}, {number % 777 / 777:.3f}]"


config.supported_VLM.update(written=partial(Scripted), scripted=partial(Scripted))
rest = sys.argv[2:]
while rest:
    end = rest.index("--next") if "--next" in rest else len(rest)
    sys.argv, rest = ["run.py", *rest[:end]], rest[end + 1 :]
    runpy.run_path("run.py", run_name="__main__")
