"""How the weight-free models answer HVSBench.

- ``hvs-random``: the paper's random guess (section 4.1): an option, an order, a count drawn from the set's own counts,
  a human scanpath of another image.
- ``hvs-oracle``: the annotation; for scanpaths the human scanpath that agrees best with the others.
- ``hvs-human``: one participant drawn per row: the scanpath, compared with the others, or the participant's own answer
  where the set has it (``human_answers``, demo sets); the rest it declines, because the annotation is no participant's.
- ``hvs-center-bias``: the option nearest to the centre; scanpaths stay around it. Saliency models: the picture's map.
"""

import json
from functools import lru_cache
from pathlib import Path

import numpy as np

from vlmeval_hvs.benchmarks.hvsbench.questions import (
    MOST_OPTIONS,
    TYPES,
    asked_length,
    box_in,
    options_of,
    points_in,
    scanpath_text,
)
from vlmeval_hvs.benchmarks.hvsbench.scanpaths import People, ScanpathRules, read_people, scanpath_scores
from vlmeval_hvs.files import data_root
from vlmeval_hvs.messages import Prompt, declined
from vlmeval_hvs.registry import load_set
from vlmeval_hvs.responders import responder
from vlmeval_hvs.saliency import (
    MODELS,
    Floats,
    Point,
    box_mean,
    density_of,
    foci,
    log_density_at,
    mean_at,
    proto_objects,
)

DURATION = 250
"""Of every fixation, ms: about the mean of free viewing; 14 of them stay below the five seconds that may be used."""
NO_ANSWER = "Unknown: this question gives no place in the picture."
"""Has no option in it: scored as a question without an answer."""
CENTER: Point = (0.5, 0.5)

_STORED_DIGITS = 5  # of scanpath coordinates: answers must repeat them exactly to be recognised
_LENGTHS = {"Q9": 14, "Q12": 6}
_RANKS = "ABC"


@responder("hvs-random", "HVSBench")
def random_answer(prompt: Prompt, rng: np.random.Generator) -> str:
    """A guess as the paper's random baseline makes it."""
    row, kind = prompt.row, TYPES[prompt.row["question_type"]].kind
    labels = list(row["labels"] or MOST_OPTIONS)
    if kind == "choice":
        return str(rng.choice(labels))
    if kind == "order":
        return "".join(rng.permutation(labels))
    truths, scanpaths, places = _by_type(prompt.dataset, data_root())[row["question_type"]]
    if kind == "count":
        return str(rng.choice(truths))
    own = places.get(row["image_path"], []) if len(places) > 1 else []
    drawn = int(rng.integers(len(scanpaths) - len(own)))
    for place in own:  # pass over the rows of the same image
        drawn += place <= drawn
    return _person(scanpaths[drawn], rng)


@lru_cache(maxsize=2)
def _by_type(dataset: str, root: Path) -> dict[str, tuple[np.ndarray, list[str], dict[str, list[int]]]]:
    """By type, answers and human scanpaths of all its rows, and the places of the rows of each image."""
    found = {}
    for name, rows in load_set(dataset, root)[0].groupby("question_type"):
        places: dict[str, list[int]] = {}
        for place, image in enumerate(rows["image_path"]):
            places.setdefault(image, []).append(place)
        found[str(name)] = rows["truth"].to_numpy(dtype=str), rows["scanpaths"].tolist(), places
    return found


def _person(cell: str, rng: np.random.Generator) -> str:
    """The scanpath of a person drawn from a row's cell."""
    paths = json.loads(cell)
    return scanpath_text(paths[int(rng.integers(len(paths)))], _STORED_DIGITS)


@responder("hvs-oracle", "HVSBench")
def oracle_answer(prompt: Prompt, rng: np.random.Generator) -> str:
    """The annotated answer."""
    row = prompt.row
    if TYPES[row["question_type"]].kind != "scanpath":
        return row["truth"]
    people = People(read_people(row["scanpaths"]), (int(row["width"]), int(row["height"])))
    scores = scanpath_scores(people.paths, [people] * len(people.paths), ScanpathRules())
    agreement = np.nan_to_num(scores[:, [1, 3]].sum(axis=1))  # direction and position, the reported ones
    return scanpath_text(json.loads(row["scanpaths"])[int(agreement.argmax())], _STORED_DIGITS)


@responder("hvs-human", "HVSBench")
def human_answer(prompt: Prompt, rng: np.random.Generator) -> str:
    """The answer of one participant."""
    row = prompt.row
    if TYPES[row["question_type"]].kind == "scanpath":
        return _person(row["scanpaths"], rng)
    own = json.loads(row.get("human_answers") or "[]")
    return own[int(rng.integers(len(own)))] if own else declined("the set has no participant's own answer")


@responder("hvs-center-bias", "HVSBench")
def center_answer(prompt: Prompt, rng: np.random.Generator) -> str:
    """What is nearest to the centre of the image; scanpaths jitter around it."""
    row, kind = prompt.row, TYPES[prompt.row["question_type"]].kind
    if kind == "scanpath":
        length = _LENGTHS[row["question_type"]]
        around = np.clip(rng.normal(0.5, np.linspace(0.02, 0.12, length)[:, None], (length, 2)), 0, 1)
        return _path_text(around.tolist())
    if kind == "count":
        return "1"  # there is one centre
    found = {letter: _from_centre(text) for letter, text in options_of(row["question"]).items()}
    distance = {letter: value for letter, value in found.items() if value is not None}
    nearest = sorted(distance, key=lambda letter: distance[letter])
    if kind == "order":
        return "".join(nearest) or row["labels"]
    asked = _from_centre(row["question"])
    if not distance and row["question_type"] in ("Q6", "Q7") and asked is not None:
        return _RANKS[min(2, int(asked / 0.15))]  # the nearer to the centre, the more salient
    return nearest[0] if nearest else (row["labels"] or "A")[0]


def _from_centre(text: str) -> float | None:
    """Distance of a box's middle, or mean distance of points, from the centre; None when the text has neither."""
    box, points = box_in(text), points_in(text)
    if box and not points:
        points = [((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)]
    return float(np.mean([np.hypot(x - 0.5, y - 0.5) for x, y in points])) if points else None


def _path_text(places: list[Point]) -> str:
    lists = {"X": [x for x, _ in places], "Y": [y for _, y in places], "T": [float(DURATION)] * len(places)}
    return scanpath_text(lists)


def answer_from_map(density: Floats, prompt: Prompt) -> str:
    """The answer of a saliency model to one question."""
    question, name = prompt.row["question"], prompt.row["question_type"]
    kind = TYPES[name].kind
    if kind == "scanpath":
        length = asked_length(question) or _LENGTHS[name]
        return _path_text([CENTER, *foci(density, length - 1, [CENTER])])
    if kind == "count":
        return str(max(1, proto_objects(density)))
    if name == "Q6":
        return _rank(density, question)
    values = {label: _value(density, text) for label, text in options_of(question).items()}
    known = {label: value for label, value in values.items() if value is not None}
    if not known or len(known) < len(values):
        return NO_ANSWER
    ordered = sorted(known, key=lambda label: -known[label])
    return "".join(ordered) if kind == "order" else ordered[0]


def _value(density: Floats, option: str) -> float | None:
    """How salient the box, the point or the scanpath of an option is; None when it has neither."""
    points = points_in(option)
    if points:
        return mean_at(density, points) if len(points) == 1 else log_density_at(density, points)
    box = box_in(option)
    return None if box is None else box_mean(density, box)


def _rank(density: Floats, question: str) -> str:
    box = box_in(question)
    if box is None:
        return NO_ANSWER
    inside = [box[0] <= x <= box[2] and box[1] <= y <= box[3] for x, y in foci(density, len(_RANKS) - 1)]
    return _RANKS[inside.index(True)] if True in inside else _RANKS[-1]


def _register(name: str) -> None:
    responder(f"hvs-{name}", "HVSBench")(
        lambda prompt, rng: answer_from_map(density_of(name, prompt.images[0]), prompt)
    )


for _name in MODELS:
    _register(_name)
