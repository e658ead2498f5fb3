"""Large sets for measurements, made of the rows of a demo set again and again."""

import io
from collections.abc import Callable
from pathlib import Path

from PIL import Image

from vlmeval_hvs.registry import build_set
from vlmeval_hvs.sets import SetWriter, file_sizes, read_set

Keep = Callable[[dict[str, str]], bool]


def enlarge(name: str, rows: int, root: Path, keep: Keep = lambda row: True, tiny: bool = False) -> None:
    """Build the set ``name`` from rows of its demo set.

    Args:
        name: The set, which must not be there yet.
        rows: Number of rows.
        root: Folder of all sets.
        keep: Which rows of the demo set are taken.
        tiny: Whether every picture is replaced by one of 16 x 16 pixels.
    """
    demo = f"{name}_DEMO"
    if not (root / demo).is_dir():
        build_set(demo, root=root)
    table, manifest = read_set(demo, root)
    known = [row for row in table.to_dict("records") if keep(row)]
    with SetWriter(name, root, source=manifest.source, licence=manifest.licence) as writer:
        for path in file_sizes(manifest):
            data = (manifest.folder / path).read_bytes()
            writer.image(path, _tiny(data) if tiny else data)
        for number in range(rows):
            writer.row({**known[number % len(known)], "index": str(number)})


def _tiny(data: bytes) -> bytes:
    with Image.open(io.BytesIO(data)) as picture:
        made = picture.convert("RGB").resize((16, 16))
    buffer = io.BytesIO()
    made.save(buffer, format="PNG")
    return buffer.getvalue()
