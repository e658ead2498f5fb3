"""Two patches for the host, as ``git am`` takes them.

``plugins.patch`` makes it read dataset classes of installed packages from entry points; ``pipelines.patch`` lets a
message answer itself in several turns.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from vlmeval_hvs.files import write_atomically

NAMES = ("pipelines.patch", "plugins.patch")


def write_patches(folder: Path) -> list[Path]:
    """Write the patches into a folder, and return their places."""
    places = []
    for name in NAMES:
        write_atomically(folder / name, (files(__package__) / name).read_bytes())
        places.append(folder / name)
    return places
