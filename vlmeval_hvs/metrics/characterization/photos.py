"""From trials to photos: the table every engine works on.

One photo shown with 16 prompts is close to one observation, so the tests run on photo means.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..arrays import Booleans, Floats, Integers
from ..table_distance import expected_distance, max_distance

if TYPE_CHECKING:
    import pandas as pd

CONDITIONS = ("natural", "congruent", "incongruent")
VIEWS = ("front", "left", "right")
DESIGN = ("scene_id", "condition", "view", "proximity", "n_objects", "gaze_pos", "head_pos")
REQUIRED = ("stimulus_id", "prompt_id", *DESIGN, "choice_pos")


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
    # Number of the combination of objects, 0-based; None where the table does not give it
    objects: Integers | None = None

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

    @cached_property
    def gaze_max(self) -> Integers:
        """Largest distance from the gaze target that a single choice could have had."""
        return max_distance(self.gaze, self.n)

    @cached_property
    def head_max(self) -> Integers:
        """Largest distance from the head target that a single choice could have had; 0 when there is none."""
        return np.where(self.head >= 0, max_distance(np.maximum(self.head, 0), self.n), 0)

    @property
    def gaze_share(self) -> Floats:
        """Wrongness, averaged over the matched trials; NaN without any."""
        return self._mean_distance(self.gaze, self.gaze_max)

    @property
    def head_share(self) -> Floats:
        """Relative distance from the head target, likewise; not a finite number without a head target."""
        return self._mean_distance(self.head, self.head_max)

    def _mean_distance(self, target: Integers, largest: Integers) -> Floats:
        distance = np.abs(self.choices - target[:, None]) * (self.choices >= 0)
        with np.errstate(divide="ignore", invalid="ignore"):
            return distance.sum(axis=1) / (self.matched * largest)

    @property
    def dist_eye_head(self) -> Integers:
        """Distance between gaze and head target; -1 without a head target."""
        return np.where(self.head >= 0, np.abs(self.gaze - self.head), -1)

    @property
    def head_known(self) -> Booleans:
        """Photos in which the head was controlled and its target is known."""
        return (self.condition > 0) & (self.head >= 0)

    @property
    def expected_wrongness(self) -> Floats:
        """Wrongness of blind guessing for each photo."""
        return expected_distance(self.gaze, self.n) / self.gaze_max

    @property
    def expected_head_distance(self) -> Floats:
        """Relative distance from the head target of blind guessing; NaN without a head target."""
        expected = expected_distance(np.maximum(self.head, 0), self.n) / np.maximum(self.head_max, 1)
        return np.where(self.head >= 0, expected, np.nan)


def from_trials(trials: "pd.DataFrame") -> Photos:
    """Check a trial table and gather it by photo.

    Args:
        trials: A table with one row per reply and the columns of `REQUIRED`. Positions are 0-based in table order;
            head_pos is -1 when absent, choice_pos is -1 for an unmatched reply. A column objects, when there is one,
            names the combination of objects.

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
    stimulus, first_rows = _codes(ids)
    design: dict[str, Any] = {
        "scene_id": _codes(trials["scene_id"])[0],
        "condition": _category(trials, "condition", CONDITIONS),
        "view": _category(trials, "view", VIEWS),
        "proximity": _number(trials, "proximity"),
        "n_objects": _whole(trials, "n_objects"),
        "gaze_pos": _whole(trials, "gaze_pos"),
        "head_pos": _whole(trials, "head_pos", default=-1),
    }
    if "objects" in trials.columns:
        design["objects"] = _codes(trials["objects"])[0]
    for name, values in design.items():
        differs = values != values[first_rows][stimulus]
        if differs.any():
            raise ValueError(f"photo {ids.iloc[int(np.argmax(differs))]} has more than one value of {name}")
    choice = _whole(trials, "choice_pos", default=-1)
    n = design["n_objects"]
    for name, low in (("gaze_pos", 0), ("head_pos", -1), ("choice_pos", -1)):
        values = choice if name == "choice_pos" else design[name]
        bad = (values < low) | (values >= n)
        if bad.any():
            row = int(np.argmax(bad))
            raise ValueError(f"photo {ids.iloc[row]}: {name} {values[row]} does not fit {n[row]} objects")
    prompt, _ = _codes(trials["prompt_id"])
    choices = np.full((len(first_rows), int(prompt.max()) + 1), -2, dtype=np.int64)
    if len(np.unique(stimulus * choices.shape[1] + prompt)) != len(stimulus):
        twice = trials.duplicated(["stimulus_id", "prompt_id"]).to_numpy()
        row = trials.iloc[int(np.argmax(twice))]
        raise ValueError(f"photo {row['stimulus_id']} occurs twice with prompt {row['prompt_id']}")
    choices[stimulus, prompt] = choice
    photo = {name: values[first_rows] for name, values in design.items()}
    notes = _consistency(photo, ids.iloc[first_rows].to_numpy())
    return Photos(
        scene=photo["scene_id"],
        condition=photo["condition"],
        view=photo["view"],
        proximity=photo["proximity"],
        n=photo["n_objects"],
        gaze=photo["gaze_pos"],
        head=np.where(photo["condition"] == 0, -1, photo["head_pos"]),
        choices=choices,
        warnings=notes,
        objects=photo.get("objects"),
    )


def _consistency(photo: dict[str, Any], ids: NDArray[Any]) -> tuple[str, ...]:
    condition, gaze, head = photo["condition"], photo["gaze_pos"], photo["head_pos"]
    wrong = ((condition == 1) & (head >= 0) & (head != gaze)) | ((condition == 2) & (head == gaze))
    if wrong.any():
        row = int(np.argmax(wrong))
        raise ValueError(
            f"photo {ids[row]} is {CONDITIONS[condition[row]]}, but its gaze target is at {gaze[row]} "
            f"and its head target at {head[row]}"
        )
    notes = []
    lost = int(((condition > 0) & (head < 0)).sum())
    if lost:
        notes.append(f"{lost} congruent or incongruent photos have no head target and are left out of Tests 2 to 4")
    keys = np.stack([photo[name] for name in ("scene_id", "condition", "gaze_pos", "head_pos")], axis=1)
    repeats = len(keys) - len(np.unique(keys, axis=0))
    if repeats:
        notes.append(f"{repeats} photos repeat the scene, condition, gaze and head target of another photo")
    return tuple(notes)


def _codes(values: "pd.Series") -> tuple[Integers, Integers]:
    """Numbers of the values in order of appearance, and the first row of each."""
    import pandas as pd

    codes = pd.factorize(values)[0].astype(np.int64)
    if (codes < 0).any():
        raise ValueError(f"column {values.name} has an empty cell in row {int(np.argmax(codes < 0))}")
    return codes, np.unique(codes, return_index=True)[1]


def _category(trials: "pd.DataFrame", name: str, allowed: tuple[str, ...]) -> Integers:
    codes, first = _codes(trials[name])
    words = [str(value).strip().lower() for value in trials[name].iloc[first]]
    for word in words:
        if word not in allowed:
            raise ValueError(f"column {name} holds {word!r}; known are {', '.join(allowed)}")
    return np.array([allowed.index(word) for word in words], dtype=np.int64)[codes]


def _number(trials: "pd.DataFrame", name: str, default: float | None = None) -> Floats:
    import pandas as pd

    values = pd.to_numeric(trials[name], errors="coerce").to_numpy(dtype=np.float64)
    if default is not None:
        empty = trials[name].isna().to_numpy() | (trials[name].astype(str).str.strip() == "").to_numpy()
        values = np.where(empty, default, values)
    bad = ~np.isfinite(values)
    if bad.any():
        row = int(np.argmax(bad))
        raise ValueError(f"column {name}, row {row}: {trials[name].iloc[row]!r} is not a number")
    return values


def _whole(trials: "pd.DataFrame", name: str, default: float | None = None) -> Integers:
    if trials[name].dtype.kind in "iu":
        return trials[name].to_numpy(dtype=np.int64)
    values = _number(trials, name, default)
    if np.any(values != np.rint(values)):
        row = int(np.argmax(values != np.rint(values)))
        raise ValueError(f"column {name}, row {row}: {trials[name].iloc[row]!r} is not a whole number")
    return values.astype(np.int64)
