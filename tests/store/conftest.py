"""Lets the tests of the store import what builds sets in other processes."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
