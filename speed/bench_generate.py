"""Time and memory of generating HVSBench from sources of the paper's size: 71,000 pictures, and ten times as many.

The sources are made up in the exact formats of SIFR, SIS10K, COCO-FreeView and COCO-Search18; all pictures of a source
are one small file under many names. The generation runs in a process of its own. Whether pictures look alike is not
looked at, as all of them do.

Usage: python -m speed.bench_generate [--quick] [--scales N ...] [--folder DIR]
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from PIL import Image

from speed import record

PICTURES = {"sifr": 24_000, "sis10k": 35_000, "freeview": 6_000, "search18": 6_000}
"""At scale 1: 71,000 in all, with about 175,000 questions."""

LIMIT_MB, LEAST_A_SECOND = 1000, 1000
NAMES_OF_A_FILE = 20_000  # file systems allow a file no more than 65,000; the generated set adds as many
TARGETS = ("bottle", "bowl", "car", "chair", "clock", "cup", "fork", "keyboard", "knife")
RUN = """
import json, sys, time
from pathlib import Path
from dataset_builders.hvsbench.generate import generate as module
from dataset_builders.hvsbench.generate.settings import Settings
from dataset_builders.hvsbench.generate.survey import Given
from dataset_builders.hvsbench.sources.known import SOURCES

took = {}
def timed(name):
    function = getattr(module, name)
    def call(*parts, **words):
        start = time.perf_counter(), time.process_time()
        result = function(*parts, **words)
        took[name] = [time.perf_counter() - start[0], time.process_time() - start[1]]
        return result
    setattr(module, name, call)

for name in ("survey", "_write", "finish"):
    timed(name)
folders = {"SIFR": "sifr", "SIS10K": "sis10k", "COCO-FreeView": "freeview", "COCO-Search18": "search18"}
root, out = map(Path, sys.argv[1:])
given = [Given(SOURCES[name].reader(), root / folder) for name, folder in folders.items()]
told = module.generate(out, given, Settings(look=False))
# Not getrusage: its peak includes what the parent process held before this program began.
peak = int(Path("/proc/self/status").read_text().split("VmHWM:")[1].split()[0]) / 1024
print(json.dumps({"questions": told["questions"], "peak_mb": peak, "took": took}))
"""


class Pictures:
    """Puts pictures into folders: one small file under many names."""

    def __init__(self, root: Path, size: tuple[int, int]) -> None:
        self.root, self.size, self.count = root, size, 0

    def put(self, path: Path) -> None:
        """Put a picture."""
        base = self.root / f"base-{self.size[0]}-{self.count // NAMES_OF_A_FILE}.jpg"
        if self.count % NAMES_OF_A_FILE == 0:
            Image.new("RGB", self.size, "grey").save(base)
        self.count += 1
        os.link(base, path)


def boxes(draw: np.random.Generator, number: int) -> list[list[int]]:
    """Boxes left, top, width, height in a picture of 640 x 480 px."""
    corners = draw.integers((0, 0), (400, 300), (number, 2))
    sizes = draw.integers((20, 20), (240, 180), (number, 2))
    return np.hstack([corners, sizes]).tolist()


def write_sifr(folder: Path, number: int, pictures: Pictures, draw: np.random.Generator) -> None:
    """Ranked objects, about six a picture."""
    (folder / "train" / "rgb").mkdir(parents=True)
    entries = []
    for image in range(number):
        name = f"{image:012d}.jpg"
        pictures.put(folder / "train" / "rgb" / name)
        found = boxes(draw, 2 + int(draw.poisson(4.2)))
        annotations = [
            {"bbox": box, "segmentation": [[box[0], box[1], box[0] + box[2], box[1] + box[3]]], "gt_rank": rank}
            for rank, box in enumerate(found)
        ]
        entries.append({"file_name": name, "image_id": image, "annotations": annotations})
    (folder / "train" / "train_annotations.json").write_text(json.dumps(entries))


def write_sis10k(folder: Path, number: int, pictures: Pictures, draw: np.random.Generator) -> None:
    """Objects without ranks."""
    (folder / "train" / "images").mkdir(parents=True)
    images: list[dict[str, object]] = []
    annotations: list[dict[str, object]] = []
    for image in range(number):
        name = f"s{image}.jpg"
        pictures.put(folder / "train" / "images" / name)
        images.append({"id": image, "file_name": name, "width": 640, "height": 480})
        for box in boxes(draw, 1 + int(draw.poisson(1.5))):
            known = {"image_id": image, "bbox": box, "iscrowd": 0, "category_id": 1}
            annotations.append({"id": len(annotations), **known})
    content = {"images": images, "annotations": annotations, "categories": [{"id": 1, "name": "salient"}]}
    (folder / "train" / "SIS10K_train.json").write_text(json.dumps(content))


def write_gaze(
    folder: Path, number: int, pictures: Pictures, draw: np.random.Generator, targets: tuple[str, ...]
) -> None:
    """Ten people a picture, 15 fixations each, 4 in a search."""
    trials = []
    for image in range(number):
        target = targets[image % len(targets)]
        name, place = f"{image:012d}.jpg", folder / "images" / target
        place.mkdir(parents=True, exist_ok=True)
        pictures.put(place / name)
        for subject in range(1, 11):
            length = int(draw.integers(3, 7) if target else draw.integers(8, 22))
            x, y = draw.uniform(20, 1660, length).round(1), draw.uniform(20, 1030, length).round(1)
            condition = {"task": target, "condition": "present"} if target else {"task": "none"}
            fixations = {"X": x.tolist(), "Y": y.tolist(), "T": draw.integers(80, 600, length).tolist()}
            trial = {"name": name, "subject": subject, "length": length, "split": "train", "correct": 1}
            trials.append({**trial, **condition, **fixations})
    file = "coco_search18_fixations_TP_train.json" if targets[0] else "coco_freeview_fixations_all.json"
    (folder / file).write_text(json.dumps(trials))


def measure(scale: float, folder: str | None) -> dict[str, float]:
    """Write the sources at a scale, generate, and print what it took."""
    with tempfile.TemporaryDirectory(dir=folder) as temporary:
        root, draw = Path(temporary), np.random.default_rng(0)
        small, screen = Pictures(root, (640, 480)), Pictures(root, (1680, 1050))
        numbers = {name: round(number * scale) for name, number in PICTURES.items()}
        write_sifr(root / "sifr", numbers["sifr"], small, draw)
        write_sis10k(root / "sis10k", numbers["sis10k"], small, draw)
        write_gaze(root / "freeview", numbers["freeview"], screen, draw, ("",))
        write_gaze(root / "search18", numbers["search18"], screen, draw, TARGETS)
        done = subprocess.run(
            [sys.executable, "-c", RUN, str(root), str(root / "set")], check=True, stdout=subprocess.PIPE, text=True
        )
    told = json.loads(done.stdout.splitlines()[-1])
    wall, cpu = (sum(pair[k] for pair in told["took"].values()) for k in (0, 1))
    figures = {
        "scale": scale,
        "pictures": sum(numbers.values()),
        "questions": told["questions"],
        "peak_mb": told["peak_mb"],
        "seconds": wall,
        "cpu_seconds": cpu,
        "questions_per_second": told["questions"] / wall,
        "questions_per_cpu_second": told["questions"] / cpu,
        **{f"{name.strip('_')}_cpu_seconds": pair[1] for name, pair in told["took"].items()},
    }
    print(", ".join(f"{name} {value:,.0f}" if value >= 10 else f"{name} {value:g}" for name, value in figures.items()))
    return figures


def main() -> None:
    """Measure, print and, if asked, record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a hundredth of the pictures")
    parser.add_argument("--scales", type=float, nargs="+", default=[1, 10])
    parser.add_argument("--folder", help="where to put the temporary files")
    arguments = record.parse(parser)
    scales = [0.01] if arguments.quick else arguments.scales
    measured = [measure(scale, arguments.folder) for scale in scales]
    record.save(arguments.record, __file__, {"generations": measured})
    first = measured[0]
    if first["peak_mb"] > LIMIT_MB or first["questions_per_cpu_second"] < LEAST_A_SECOND:
        sys.exit(1)


if __name__ == "__main__":
    main()
