"""Generates a set of made-up pictures, and kills itself before the Nth call of a function of the system.

Usage: python killed.py PICTURES OUT MODULE FUNCTION N
"""

import os
import signal
import sys
from importlib import import_module
from pathlib import Path

from conftest import MadeUp

from dataset_builders.hvsbench.generate import blocks
from dataset_builders.hvsbench.generate.generate import generate
from dataset_builders.hvsbench.generate.settings import Settings
from dataset_builders.hvsbench.generate.survey import Given

pictures, out, module, name, number = sys.argv[1:]
blocks.SIZE = 10
left = int(number)
function = getattr(import_module(module), name)


def counted(*parts, **words):
    global left
    left -= 1
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    return function(*parts, **words)


setattr(import_module(module), name, counted)
generate(Path(out), [Given(MadeUp(), Path(pictures))], Settings())
