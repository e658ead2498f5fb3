"""Peak memory of building HVSBench from a release of the real size: 8,657 rows, 2.0 GB, four shards.

The images are JPEG noise, each made unique by bytes behind its end, so nothing compresses and nothing is shared. The
builds run in processes of their own. The hub's writer puts 100 images into a row group; larger ones are tried as well:
the parquet reader holds a page twice (packed and unpacked), and a page may be a whole row group.

Usage: python -m speed.bench_builder_memory [--quick] [--rows N] [--row-groups N ...] [--folder DIR]
"""

import argparse
import io
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from PIL import Image

from speed import record

LIMIT_MB = 500  # for the row groups of the hub
HUB_ROW_GROUP = 100
BUILD = """
import sys
from pathlib import Path
from dataset_builders.hvsbench.build import build
manifest = build("HVSBench", Path(sys.argv[1]), Path(sys.argv[2]), allow_missing=True)
# Not getrusage: its peak includes what the parent process held before this program began.
status = Path("/proc/self/status").read_text()
print(manifest.rows, status.split("VmHWM:")[1].split()[0])
"""


def write_release(folder: Path, rows: int, shards: int, row_group: int) -> int:
    """Write ``rows`` rows into so many shards and return their bytes."""
    rng = np.random.default_rng(0)
    noise = rng.integers(0, 255, (430, 520, 3), dtype=np.uint8)
    buffer = io.BytesIO()
    Image.fromarray(noise).save(buffer, "JPEG", quality=92)
    scanpath = json.dumps([{"X": [0.5, 0.4, 0.6], "Y": [0.5, 0.4, 0.6], "T": [200, 210, 220]}] * 10)
    (folder / "data").mkdir(parents=True)
    for shard, part in enumerate(np.array_split(np.arange(rows), shards)):
        table = {"index": part.tolist(), "image": [], "question": [], "question_type": [], "answer": []}
        for number in part:
            kind = ("Q1", "Q9", "Q2")[number % 3]
            data = buffer.getvalue() + number.tobytes()
            table["image"].append({"bytes": data, "path": f"{number}.jpg"})
            table["question"].append("Please choose one answer from A, B, C without bracket or explanation.")
            table["question_type"].append(kind)
            table["answer"].append({"Q1": "B", "Q9": scanpath, "Q2": "3"}[kind])
        for column in ("answer_type", "category", "split", "real_image_path", "origin_dataset"):
            table[column] = ["x"] * len(part)
        path = folder / "data" / f"test-{shard:05d}-of-{shards:05d}.parquet"
        pq.write_table(pa.table(table), path, row_group_size=row_group)
    return sum(path.stat().st_size for path in folder.rglob("*.parquet"))


def main() -> None:
    """Measure, print and, if asked, record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of the rows")
    parser.add_argument("--rows", type=int, default=8657)
    parser.add_argument("--row-groups", type=int, nargs="+", default=[HUB_ROW_GROUP, 1000])
    parser.add_argument("--folder", help="where to put the 4 GB of temporary files")
    arguments = record.parse(parser)
    rows = arguments.rows // 10 if arguments.quick else arguments.rows
    builds = [build_once(rows, row_group, arguments.folder) for row_group in arguments.row_groups]
    record.save(arguments.record, __file__, {"builds": builds})
    if any(build["peak_mb"] > LIMIT_MB for build in builds if build["row_group"] == HUB_ROW_GROUP):
        sys.exit(1)


def build_once(rows: int, row_group: int, folder: str | None) -> dict[str, float]:
    """Write a release, build it and print what the build took."""
    with tempfile.TemporaryDirectory(dir=folder) as temporary:
        release, root = Path(temporary) / "release", Path(temporary) / "sets"
        size = write_release(release, rows, max(1, round(4 * rows / 8657)), row_group)
        start = time.perf_counter()
        done = subprocess.run(
            [sys.executable, "-c", BUILD, str(release), str(root)], check=True, stdout=subprocess.PIPE, text=True
        )
        seconds = time.perf_counter() - start
    built, peak = (int(word) for word in done.stdout.split()[-2:])
    what = f"{size / 1e9:.2f} GB release, {built} rows, {row_group} a row group"
    print(f"{what}: peak {peak / 1024:.0f} MB, {seconds:.0f} s")
    return {
        "row_group": row_group,
        "rows": built,
        "release_gb": size / 1e9,
        "peak_mb": peak / 1024,
        "seconds": seconds,
    }


if __name__ == "__main__":
    main()
