"""Writes small releases of the sources in the formats of their authors."""

import json

from PIL import Image

from dataset_builders.hvsbench.generate.annotations import Oddities
from dataset_builders.hvsbench.generate.sources import read_source


def read(name, folder, frame=""):
    """What the reader of a source finds in a folder, and what it left out or corrected."""
    oddities = Oddities()
    return read_source(name, folder, oddities, frame), oddities


def picture(path, size=(640, 480)):
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.new("RGB", size, (len(path.name) * 16 % 256, 90, 60)).save(path)
    return path


def ranked(*objects):
    """SIFR's annotations of (box, gt_rank) pairs."""
    masks = ({"size": [480, 640], "counts": "PPYo0"}, [[1, 1, 9, 1, 9, 9]])
    return [
        {"bbox": box, "segmentation": masks[number % 2], "gt_rank": rank} for number, (box, rank) in enumerate(objects)
    ]


def write_sifr(folder, split, entries, sizes=None):
    """One split of SIFR: {file name: annotations}, with its pictures."""
    content = []
    for number, (name, annotations) in enumerate(entries.items()):
        content.append({"file_name": name, "image_id": number, "annotations": annotations})
        picture(folder / split / "rgb" / name, (sizes or {}).get(name, (640, 480)))
    file = folder / split / f"{split}_annotations.json"
    file.write_text(json.dumps(content))
    return file


def instance(number, picture_id, box, **more):
    """One annotation in COCO's format."""
    polygon = {"segmentation": [[0, 0, 5, 0, 5, 5]], "area": 12.5, "iscrowd": 0, "category_id": 1}
    return {"id": number, "image_id": picture_id, "bbox": box, **polygon, **more}


def write_sis10k(folder, split, names, annotations, size=(640, 480)):
    """One split of SIS10K: pictures with ids from 1, and annotations."""
    images = []
    for number, name in enumerate(names, 1):
        picture(folder / split / "images" / name, size)
        images.append({"id": number, "file_name": name, "width": size[0], "height": size[1]})
    content = {"info": {}, "images": images, "annotations": annotations, "categories": [{"id": 1, "name": "salient"}]}
    file = folder / split / f"SIS10K_{split}.json"
    file.write_text(json.dumps(content))
    return file


def trial(name, subject, points, task="none", condition="freeview", **more):
    """A trial as COCO-Search18 and COCO-FreeView have them; points are (x, y, ms)."""
    x, y, t = ([point[axis] for point in points] for axis in range(3))
    own = {"name": name, "subject": subject, "task": task, "condition": condition, "X": x, "Y": y, "T": t}
    return {**own, "length": len(x), "split": "train", **more}


def write_freeview(folder, trials, sizes=None, name="coco_freeview_fixations_all.json"):
    """COCO-FreeView with one flat folder of pictures."""
    for one in {str(entry["name"]) for entry in trials}:
        picture(folder / "images" / one, (sizes or {}).get(one, (1680, 1050)))
    (folder / name).write_text(json.dumps(trials))


def write_search18(folder, trials, part="train", sizes=None):
    """COCO-Search18 with one folder of pictures for each target."""
    for entry in trials:
        picture(folder / "images" / entry["task"] / entry["name"], (sizes or {}).get(entry["name"], (1680, 1050)))
    (folder / f"coco_search18_fixations_TP_{part}.json").write_text(json.dumps(trials))
