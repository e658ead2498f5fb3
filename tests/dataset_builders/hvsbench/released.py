"""Writes small releases of HVSBench."""

import io

import numpy as np
from PIL import Image

QUESTION = "Which one is the most salient object? Please choose one answer from A, B, C without bracket or explanation."
PATHS = [{"X": [0.5, 0.25, 0.75], "Y": [0.5, 0.1, 0.9], "T": [200, 150, 320]}] * 10


def jpeg(number):
    buffer = io.BytesIO()
    pixels = np.random.default_rng(number).integers(0, 255, (40, 60, 3), dtype=np.uint8)
    Image.fromarray(pixels).save(buffer, "JPEG")
    return buffer.getvalue()


def row(index, **changes):
    return {
        "index": index, "image": {"bytes": jpeg(index), "path": f"{index}.jpg"}, "question": QUESTION,
        "question_type": "Q1", "answer": "B", "answer_type": "choice", "category": "Prominence", "split": "test",
        "real_image_path": f"SIFR/{index}.jpg", "origin_dataset": "SIFR", **changes,
    }  # fmt: skip


def write_parquet(path, rows, **options):
    import pyarrow as pa
    import pyarrow.parquet as pq

    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.Table.from_pylist(rows), path, **options)
    return path


def release(folder, *shards):
    for number, rows in enumerate(shards):
        name = f"test-{number:05d}-of-{len(shards):05d}.parquet"
        write_parquet(folder / "data" / name, rows, row_group_size=2)
    return folder
