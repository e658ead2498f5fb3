"""From trials to photos, and to the regressions behind the study's tests, which all engines take from here.

One photo shown with 16 prompts is close to one observation, so the tests run on photo means. Source of the regressions:
section 3 and appendix A.7 of the study, and its published analysis.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..arrays import Booleans, Floats, Integers
from ..table_distance import expected_wrongness, max_distance

if TYPE_CHECKING:
    import pandas as pd

CONDITIONS = ("natural", "congruent", "incongruent")
VIEWS = ("front", "left", "right")
REQUIRED = (
    *("stimulus_id", "prompt_id", "scene_id", "condition", "view", "proximity", "n_objects"),
    *("gaze_pos", "head_pos", "choice_pos"),
)


@dataclass(frozen=True)
class Photos:
    """Columns with one entry per photo, and what follows from the choices; counts are over the trials of a photo."""

    scene: Integers  # scene number, 0-based
    condition: Integers  # index into CONDITIONS
    view: Integers  # index into VIEWS
    proximity: Floats  # distance between the objects, from 1 (far apart) to 3
    n: Integers  # number of objects
    gaze: Integers  # position of the gaze target, 0-based
    head: Integers  # position of the head target, 0-based; -1 when there is none
    choices: Integers  # (photos, prompts) chosen positions; -1 when unmatched, -2 when not shown
    warnings: tuple[str, ...] = ()  # what is unusual about the table, in words

    def __len__(self) -> int:
        return len(self.scene)

    @property
    def n_scenes(self) -> int:
        """Number of scenes."""
        return int(self.scene.max()) + 1 if len(self.scene) else 0

    @property
    def row_length(self) -> Integers:
        """(scenes,) numbers of objects."""
        lengths = np.zeros(self.n_scenes, dtype=np.int64)
        lengths[self.scene] = self.n
        return lengths

    @cached_property
    def trials(self) -> Integers:
        """Number of trials."""
        return (self.choices > -2).sum(axis=1)

    @cached_property
    def matched(self) -> Integers:
        """Number of trials whose reply named an option."""
        return (self.choices >= 0).sum(axis=1)

    @cached_property
    def correct(self) -> Integers:
        """Number of trials that chose the gaze target."""
        return (self.choices == self.gaze[:, None]).sum(axis=1)

    @cached_property
    def at_head(self) -> Integers:
        """Number of matched trials that chose the head target."""
        return ((self.choices == self.head[:, None]) & (self.choices >= 0)).sum(axis=1)

    @property
    def dist_eye_head(self) -> Integers:
        """Distance between gaze and head target; -1 without a head target."""
        return np.where(self.head >= 0, np.abs(self.gaze - self.head), -1)

    @property
    def head_known(self) -> Booleans:
        """Photos in which the head was controlled and its target is known."""
        return (self.condition > 0) & (self.head >= 0)


def from_trials(trials: "pd.DataFrame") -> Photos:
    """Check a trial table, one row per reply with the columns of `REQUIRED`, and gather it by photo.

    Positions are 0-based in table order; head_pos is -1 when absent, choice_pos is -1 for an unmatched reply.

    Raises:
        ValueError: A column is missing, a value lies outside its range, a photo's design columns differ between
            trials, or the same photo and prompt occur twice. The message names the photo.
    """
    missing = [name for name in REQUIRED if name not in trials.columns]
    if missing:
        raise ValueError(f"the trial table lacks the column(s) {', '.join(missing)}")
    if trials.empty:
        raise ValueError("the trial table is empty")
    ids = trials["stimulus_id"]
    stimulus, prompt = _codes(ids), _codes(trials["prompt_id"])
    first = np.unique(stimulus, return_index=True)[1]
    design = {name: _whole(trials, name) for name in ("proximity", "n_objects", "gaze_pos", "head_pos")}
    design |= {"scene_id": _codes(trials["scene_id"])}
    design |= {"condition": _codes(trials["condition"], CONDITIONS), "view": _codes(trials["view"], VIEWS)}
    for name, values in design.items():
        differs = values != values[first][stimulus]
        if differs.any():
            raise ValueError(f"photo {ids.iloc[int(np.argmax(differs))]} has more than one value of {name}")
    n, columns = design["n_objects"], design | {"choice_pos": _whole(trials, "choice_pos")}
    for name, low in (("gaze_pos", 0), ("head_pos", -1), ("choice_pos", -1)):
        values = columns[name]
        bad = (values < low) | (values >= n)
        if bad.any():
            row = int(np.argmax(bad))
            raise ValueError(f"photo {ids.iloc[row]}: {name} {values[row]} does not fit {n[row]} objects")
    twice = trials.duplicated(["stimulus_id", "prompt_id"]).to_numpy()
    if twice.any():
        again = trials.iloc[int(np.argmax(twice))]
        raise ValueError(f"photo {again['stimulus_id']} occurs twice with prompt {again['prompt_id']}")
    choices = np.full((len(first), int(prompt.max()) + 1), -2, dtype=np.int64)
    choices[stimulus, prompt] = columns["choice_pos"]
    photo = {name: values[first] for name, values in design.items()}
    head = np.where(photo["condition"] == 0, -1, photo["head_pos"])
    factors = photo["scene_id"], photo["condition"], photo["view"], photo["proximity"].astype(float)
    notes = _consistency(photo, ids.iloc[first].tolist())
    return Photos(*factors, photo["n_objects"], photo["gaze_pos"], head, choices, notes)


def _consistency(photo: dict[str, Integers], ids: list[object]) -> tuple[str, ...]:
    """What is unusual about the photos, in words; a condition that contradicts the targets is an error."""
    condition, gaze, head = photo["condition"], photo["gaze_pos"], photo["head_pos"]
    wrong = ((condition == 1) & (head >= 0) & (head != gaze)) | ((condition == 2) & (head == gaze))
    if wrong.any():
        row = int(np.argmax(wrong))
        targets = f"its gaze target is at {gaze[row]} and its head target at {head[row]}"
        raise ValueError(f"photo {ids[row]} is {CONDITIONS[condition[row]]}, but {targets}")
    notes = []
    if lost := int(((condition > 0) & (head < 0)).sum()):
        notes.append(f"{lost} congruent or incongruent photos have no head target and are left out of Tests 2 to 4")
    keys = np.stack([photo[name] for name in ("scene_id", "condition", "gaze_pos", "head_pos")], axis=1)
    if repeats := len(keys) - len(np.unique(keys, axis=0)):
        notes.append(f"{repeats} photos repeat the scene, condition, gaze and head target of another photo")
    return tuple(notes)


def _codes(values: "pd.Series", words: tuple[str, ...] = ()) -> Integers:
    """Numbers of the values: their places among the words, or in order of appearance."""
    import pandas as pd

    if values.isna().any():
        raise ValueError(f"column {values.name} has an empty cell in row {int(np.argmax(values.isna()))}")
    if words:
        values = values.astype(str).str.strip().str.lower()
        if unknown := set(values) - set(words):
            raise ValueError(f"column {values.name} holds {min(unknown)!r}; known are {', '.join(words)}")
        return values.map(words.index).to_numpy(np.int64)
    return pd.factorize(values)[0].astype(np.int64)


def _whole(trials: "pd.DataFrame", name: str) -> Integers:
    """A column of whole numbers; an empty position of head or choice is -1."""
    import pandas as pd

    cells = trials[name]
    if name in ("head_pos", "choice_pos"):
        cells = cells.where(cells.notna() & (cells.astype(str).str.strip() != ""), -1)
    values = pd.to_numeric(cells, errors="coerce").to_numpy(dtype=np.float64)
    bad = ~np.isfinite(values) | (values != np.rint(values))
    if bad.any():
        row = int(np.argmax(bad))
        raise ValueError(f"column {name}, row {row}: {trials[name].iloc[row]!r} is not a whole number")
    return values.astype(np.int64)


class Regression(NamedTuple):
    """How many of the answers to a photo are of the kind that a test is about; r photos."""

    rows: Integers  # (r,) numbers of the photos
    y: Floats  # (r,) counts of these answers, or sums of their distances in objects
    m: Floats  # (r,) the most that could be, above 0
    expected: Floats  # (r,) share of the most under blind guessing
    columns: Mapping[str, Floats]  # the test's own variables, (r,) each
    reference: Integers | None  # (r,) position of the target; photos of a scene that share it are compared


def regressions(photos: Photos) -> dict[str, Regression]:
    """The regressions by test; "effects" are those of proximity and view, "4.3" is Test 4 with three objects."""
    gaze, head = photos.gaze, photos.head
    known, conflict, right, at_head = photos.head_known, photos.condition == 2, photos.correct, photos.at_head
    from_gaze, from_head = _distances(photos, gaze), _distances(photos, head)
    distance, even = photos.dist_eye_head, np.full(len(photos), 0.5)
    table = {
        "effects": (photos.condition < 2, *from_gaze, {"congruent": photos.condition == 1}, None),
        "2.1": (conflict & known & (photos.n > 2), at_head, at_head + right, even, {}, None),
        "2.3": (known, right, photos.trials, 1 / photos.n, {"key": conflict}, gaze),
        "2.4": (known, *from_gaze, {"key": distance}, gaze),
        "3": (known, *from_head, {"key": distance}, head),
    }
    for n in (int(value) for value in np.unique(photos.n) if value > 2):
        steps = {f"d{d}": distance == d for d in range(1, n)}
        table[f"4.{n}"] = (known & (photos.n == n), at_head, photos.matched, even, steps, head)
    found = {}
    for key, (mask, y, m, expected, columns, reference) in table.items():
        rows = np.flatnonzero(mask & (m > 0))
        own = {name: column[rows].astype(float) for name, column in columns.items()}
        counts = y[rows].astype(float), m[rows].astype(float)
        found[key] = Regression(rows, *counts, expected[rows], own, None if reference is None else reference[rows])
    return found


def _distances(photos: Photos, target: Integers) -> tuple[Integers, Integers, Floats]:
    """Sums of the answers' distances from a target, the most that they could be, and its share of blind guessing."""
    place = np.maximum(target, 0)
    off = (np.abs(photos.choices - target[:, None]) * (photos.choices >= 0)).sum(axis=1)
    return off, max_distance(place, photos.n) * photos.matched, expected_wrongness(place, photos.n)


def covariates(photos: Photos, rows: Integers) -> dict[str, Floats]:
    """Design variables of the given photos; proximity and number of objects are centred."""
    view = photos.view[rows]
    return {
        "proximity": photos.proximity[rows] - photos.proximity[rows].mean(),
        "left": (view == 1).astype(float),
        "right": (view == 2).astype(float),
        "n": photos.n[rows] - photos.n[rows].mean(),
    }
