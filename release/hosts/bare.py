"""An interpreter for the tests of exported benchmarks: what a checkout needs, its formatters, and not this package.

Usage: python -m release.hosts.bare CHECKOUT [--work DIR]

Prints the interpreter's path.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from release.hosts import layers
from release.hosts.matrix import checkout
from vlmeval_hvs.upstream.style import pins


def main() -> None:
    """Make the interpreter, unless it is there, and print its path."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("checkout", type=Path)
    parser.add_argument("--work", type=Path, default=layers.ROOT / ".hosts" / "bare", help="folder of the layer")
    options = parser.parse_args()
    print(interpreter(options.checkout.absolute(), options.work.absolute()))


def interpreter(folder: Path, work: Path) -> Path:
    """The interpreter for a checkout.

    Raises:
        DataError: The checkout names no formatters.
        RuntimeError: Packages cannot be installed.
    """
    wanted = [f"{tool}=={version}" for tool, version in pins(folder).items()]
    host = replace(checkout(folder), path=())
    made = layers.make(host, work, plugin=False)
    install = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--python", str(made), *wanted]
    done = subprocess.run(install, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"the formatters of {folder} cannot be installed: {done.stderr[-800:]}")
    return made


if __name__ == "__main__":
    main()
