"""A small table of multiple-choice questions, as the host's users write them for their own data."""

from __future__ import annotations

import base64
import io
from pathlib import Path

import pandas as pd
from PIL import Image

OWN_TABLE = "PlainChoice"


def write_own_table(folder: Path, rows: int = 12) -> None:
    """Write ``PlainChoice.tsv``: one picture of one colour and four colours to choose from in every row."""
    colours = ("red", "green", "blue", "white")
    lines = []
    for index in range(rows):
        picture = io.BytesIO()
        Image.new("RGB", (32, 24), colours[index % 4]).save(picture, "PNG")
        lines.append(
            {
                "index": index,
                "image": base64.b64encode(picture.getvalue()).decode(),
                "question": f"Which colour has picture {index}?",
                **dict(zip("ABCD", colours, strict=True)),
                "answer": "ABCD"[index % 4],
                "category": "colour",
            }
        )
    folder.mkdir(parents=True, exist_ok=True)
    pd.DataFrame(lines).to_csv(folder / f"{OWN_TABLE}.tsv", sep="\t", index=False)
