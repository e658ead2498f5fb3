"""How a saliency map answers the question types of HVSBench.

Everything is read from the question's text and the picture; the annotation is never looked at.

- Q1, Q4 and Q3: objects by the mean of the map over their boxes, as saliency ranking ranks objects (Islam, Kalash and
  Bruce, CVPR 2018); Q5 names its objects without boxes, and a map knows no names: no answer.
- Q2: the number of proto-objects, where the map is over three times its mean (Hou and Zhang, CVPR 2007); one at least.
- Q6: which focus of attention is the first inside the box (Itti, Koch and Niebur, TPAMI 1998); the third and all later
  ones are rank three. Q7 names the object without a box: no answer.
- Q8, Q11: the scanpath with the higher mean log density. Q10, Q13: the point with the highest density.
- Q9, Q12: the centre, where such recordings begin, and then the foci of attention, `DURATION` ms each; a model of
  scanpaths draws the next fixation from its own density.

The map is that of free viewing in Q11 to Q13 too: no saliency model here knows what is searched for.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vlmeval_hvs.benchmarks.hvsbench.options import CAPTIONS
from vlmeval_hvs.benchmarks.hvsbench.questions import TYPES, asked_length, box_in, options_of, points_in, scanpath_text
from vlmeval_hvs.messages import Prompt, declined
from vlmeval_hvs.registry import base_name
from vlmeval_hvs.responders import Responder
from vlmeval_hvs.saliency import (
    Floats,
    MapSource,
    Point,
    box_mean,
    foci,
    log_density_at,
    mean_at,
    proto_objects,
    source_of,
    walk,
)

DURATION = 250
"""Of every fixation, ms: about the mean of free viewing; 14 of them stay below the five seconds that may be used."""
CENTER: Point = (0.5, 0.5)
NO_ANSWER = "Unknown: this question gives no place in the picture."
"""Has no option in it: scored as a question without an answer."""
_LENGTHS = {"Q9": 14, "Q12": 6}
_RANKS = "ABC"


def answers_of(name: str) -> Responder:
    """The responder that answers from the map of a source.

    Args:
        name: Name of the source, such as ``itti-koch``.
    """

    def answer(prompt: Prompt, rng: np.random.Generator) -> str:
        if base_name(prompt.dataset) == CAPTIONS:
            return declined("a saliency map describes nothing")
        return answer_from_map(source_of(name), prompt, rng)

    return answer


def answer_from_map(source: MapSource, prompt: Prompt, rng: np.random.Generator) -> str:
    """The answer of a saliency model to one question.

    Args:
        source: The model.
        prompt: The question with its picture.
        rng: Random numbers of the row, for models that draw scanpaths.

    Raises:
        DataError: The picture does not decode.
    """
    question, name = prompt.row["question"], prompt.row["question_type"]
    path = prompt.images[0]
    if TYPES[name].kind == "scanpath":
        return _scanpath(source, path, asked_length(question) or _LENGTHS[name], rng)
    density = source.density(path)
    if TYPES[name].kind == "count":
        return str(max(1, proto_objects(density)))
    if name == "Q6":
        return _rank(density, question)
    values = {label: _value(density, text) for label, text in options_of(question).items()}
    known = {label: value for label, value in values.items() if value is not None}
    if not known or len(known) < len(values):
        return NO_ANSWER
    ordered = sorted(known, key=lambda label: -known[label])
    return "".join(ordered) if TYPES[name].kind == "order" else ordered[0]


def _value(density: Floats, option: str) -> float | None:
    """How salient the box, the point or the scanpath of an option is; None when it has neither."""
    points = points_in(option)
    if len(points) == 1:
        return mean_at(density, points)
    if points:
        return log_density_at(density, points)
    box = box_in(option)
    return None if box is None else box_mean(density, box)


def _rank(density: Floats, question: str) -> str:
    box = box_in(question)
    if box is None:
        return NO_ANSWER
    inside = [_in_box(place, box) for place in foci(density, len(_RANKS) - 1)]
    return _RANKS[inside.index(True)] if True in inside else _RANKS[-1]


def _in_box(place: Point, box: Sequence[float]) -> bool:
    return box[0] <= place[0] <= box[2] and box[1] <= place[1] <= box[3]


def _scanpath(source: MapSource, path: str, length: int, rng: np.random.Generator) -> str:
    places = [CENTER, *walk(source, path, [CENTER], length - 1, rng)]
    lists = {"X": [x for x, _ in places], "Y": [y for _, y in places], "T": [float(DURATION)] * len(places)}
    return scanpath_text(lists)
