"""A folder as `vlmeval-hvs hvsbench generate` writes it, with questions of all thirteen types, for tests."""

import json
from itertools import product
from pathlib import Path

import numpy as np
from PIL import Image

TEMPLATES = json.loads(Path(__file__, "../../dataset_builders/hvsbench/templates.json").resolve().read_text("utf-8"))


def line(kind, number, index, picture, draw):
    size = {"Q3": 3 + number % 3, "Q4": 2, "Q5": 2, "Q6": 3, "Q7": 3, "Q8": 2, "Q11": 2}.get(kind, 4)
    letters, target = "ABCDE"[:size], ("cup", "oven", "car")[number % 3]
    corners = np.sort(draw.random((size, 2, 2)), axis=1).reshape(size, 4)
    boxes = [",".join(f"{value:.2f}" for value in box) for box in corners]
    space, shown = "" if kind in ("Q10", "Q13") else " ", boxes
    if kind in ("Q8", "Q11"):
        shown = [", ".join(f"({x:.2f}, {y:.2f}) for {round(100 + 400 * t)}ms" for x, y, t in draw.random((5, 3))) + "."
                 for _ in letters]  # fmt: skip
    elif kind not in ("Q1", "Q3", "Q4"):
        shown = [f"({x:.2f}, {y:.2f})" for x, y in draw.random((size, 2))]
    words = {
        "letters": ", ".join(letters),
        "options": "\n".join(f"[{a}]{space}{b}" for a, b in zip(letters, shown, strict=True)),
        "target": target, "article": "an" if target == "oven" else "a", "box": boxes[0], "name": f"the {target}",
        "first": "a red cup", "second": "the cat",
    }  # fmt: skip
    answer = letters[int(draw.integers(size))]
    if kind == "Q2":
        answer = str(int(draw.integers(1, 9)))
    if kind == "Q3":
        answer = "".join(draw.permutation(list(letters)))
    if kind in ("Q9", "Q12"):
        answer = json.dumps([person(draw, 14 if kind == "Q9" else 6, extra) for extra in (2, 0, -1)])
    return {
        "index": index, "question": TEMPLATES[kind][number % len(TEMPLATES[kind])].format(**words),
        "question_type": kind, "answer": answer, "split": "train", "origin_dataset": "FreeView",
        "real_image_path": picture, "image_path": f"pictures/FreeView/{picture}",
    }  # fmt: skip


def person(draw, asked, extra):
    length = asked + extra
    points = draw.random((2, length)).round(5)
    return {"X": points[0].tolist(), "Y": points[1].tolist(), "T": draw.integers(80, 330, length).tolist()}


def write_set(folder, each=3, kinds=tuple(TEMPLATES)):
    """Write the set; returns the lines of the train side. Every question has a picture of its own."""
    draw, kinds, index = np.random.default_rng(5), [kind for kind in kinds if kind.startswith("Q")], 0
    (folder / "pictures" / "FreeView").mkdir(parents=True)
    lines = {"train": [], "test": []}
    for side, rows in lines.items():
        for number, kind in product(range(each if side == "train" else 1), kinds):
            picture, colour = f"{index:04d}.png", tuple(int(part) for part in draw.integers(0, 256, 3))
            Image.new("RGB", (64, 48), colour).save(folder / "pictures" / "FreeView" / picture)
            rows.append({**line(kind, number, index, picture, draw), "split": side})
            index += 1
        write_lines(folder / f"{side}.jsonl", rows)
    return lines["train"]


def write_lines(path, rows):
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
