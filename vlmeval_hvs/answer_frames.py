"""The coordinate frame and the order of axes in which a model answers, decided over all of its replies.

A reply such as ``[[500, 400], [200, 300]]`` does not say whether it counts thousandths or pixels. All replies of a
model together do: numbers of one frame fill that frame and do not leave it. So replies that show their frame
(fractions, percent signs, "of 1000") are read in it, and all others in the one frame that fits them best.

Where many replies follow their targets with x and y exchanged, a warning gives the score under either reading; the
order is never changed automatically, because a score must not choose the reading that favours it.
"""

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

import standardizers

Shape = tuple[int, int]
WeightedPoint = tuple[float, float, float]

FRAMES = ("unit", "thousand", "pixels")  # in which prompts ask for positions: fractions of the image, 0 to 1000, pixels
CANDIDATES = ("percent", "thousand", "pixels")  # among which replies with bare numbers above 1 are decided
AUTO = "auto"
AXES = ("xy", "yx")  # orders of x and y in replies

_RESIZED = re.compile(r"([1-9][0-9]{0,4})x([1-9][0-9]{0,4})")
_NUMBERS = re.compile(r"[\[({][-+\d.,;\s\[\](){}]*[\])}]")  # lists of nothing but numbers
_SAYS_THOUSAND = re.compile(r"1[,.]?000|\u2030")
_NAMES_X = re.compile(r"\bx\d*[\"']?\s*[=:]", re.IGNORECASE)  # "x": 5 says itself which number is x
_SLACK = 0.05  # share of the image by which a position may miss it and be moved to its border
_SLIPS = 0.02  # share of positions that may lie outside the right frame
_SURE = math.log(20)  # log-odds that another frame needs against the one that was asked for, or against the next one
_HUGE, _SMALL = 1e6, 300.0  # sides of pictures in which every number is a pixel, and in which none is a percentage
_FEWEST, _CORRELATION, _DEVIATIONS = 10, 0.3, 3.5  # pictures and strength that show x and y exchanged


@dataclass(frozen=True)
class Written:
    """The positions of a reply as it writes them."""

    points: tuple[WeightedPoint, ...] = ()  # (x, y, weight) in the reply's own numbers
    stated: str = ""  # the frame that it names: "percent", "thousand", or "unit" for places in words; "" for none
    rule: str = ""  # which standardization rule read it

    @property
    def kind(self) -> str:
        """How it shows its frame: "none" (it has no positions), "stated", "fractions" or "bare"."""
        if self.stated or not self.points:
            return "stated" if self.points else "none"
        numbers = [value for x, y, _ in self.points for value in (x, y)]
        return "fractions" if 2 * sum(0 < value < 1 for value in numbers) >= len(numbers) else "bare"


class Placed(NamedTuple):
    """Positions in px of the image."""

    points: tuple[WeightedPoint, ...]  # slightly outside ones moved to the border, others left out
    outside: int  # how many positions lay outside the image, both kinds
    frame: str  # in which they were read


@dataclass(frozen=True)
class FrameDecision:
    """The frame of a model's bare numbers, and what it was decided on."""

    frame: str  # one of `CANDIDATES`, "unit", or a size such as "1288x966"
    asked: str  # the frame that the prompts asked for
    forced: bool = False  # whether the user named it
    replies: dict[str, int] = field(default_factory=dict)  # their number by `Written.kind`
    odds: float = math.inf  # log-odds against the next best frame; infinite where there was nothing to decide
    axes: str = "xy"  # the order in which replies write x and y, one of `AXES`

    def of(self, written: Written) -> str:
        """The frame in which a reply is read: a stated one, the forced one, "unit" for fractions, or that of all."""
        return written.stated or ("unit" if written.kind == "fractions" and not self.forced else self.frame)

    @property
    def sure(self) -> bool:
        """Whether the chosen frame is at least 20 times likelier than any other."""
        return self.forced or self.odds >= _SURE

    @property
    def common(self) -> str:
        """The frame of most replies."""
        fractions, bare = self.replies.get("fractions", 0), self.replies.get("bare", 0)
        return self.frame if self.forced or bare > fractions else "unit" if fractions else self.asked

    def details(self) -> dict[str, Any]:
        """For the score file."""
        read = {"asked": self.asked, "frame": self.common, "bare_numbers_read_as": self.frame}
        return {**read, "forced": self.forced, "replies": self.replies}

    def warnings(self) -> list[str]:
        """Sentences for the user."""
        found = []
        if self.common != self.asked:
            counts = ", ".join(f"{number} {kind}" for kind, number in self.replies.items())
            found.append(
                f"answers are read in the frame {self.common}, though the prompts asked for {self.asked} "
                f"({counts}); the option answer_frame names another"
            )
        if not self.sure:
            found.append(
                f"the frame of {self.replies.get('bare', 0)} replies with bare numbers is not certain: {self.frame} "
                f"fits them {math.exp(self.odds):.1f} times as well as the next; name it with the option answer_frame"
            )
        return found


def frame_size(frame: str, shape: Shape) -> tuple[float, float]:
    """Width and height of an image of a shape (height, width), in the units of a frame; a ValueError for no frame."""
    sizes: dict[str, Sequence[Any]] = {"unit": (1, 1), "percent": (100, 100), "thousand": (1000, 1000)}
    sizes["pixels"] = shape[::-1]
    if resized := _RESIZED.fullmatch(frame):
        sizes[frame] = resized.groups()
    if frame not in sizes:
        raise ValueError(f"unknown frame {frame!r}")
    return float(sizes[frame][0]), float(sizes[frame][1])


def is_answer_frame(value: Any) -> bool:
    """Whether a value names a frame of answers: one of the named frames, WIDTHxHEIGHT, or "auto"."""
    named = value in (AUTO, "unit", *CANDIDATES)
    return isinstance(value, str) and (named or _RESIZED.fullmatch(value) is not None)


def as_written(
    text: str, kind: str, finished: bool | None = None, question: str | None = None, axes: str = "xy"
) -> Written:
    """The positions of a reply in its own numbers; negative ones count as 0.

    Args:
        text: The reply.
        kind: What was asked for: "scanpath" or "fixation".
        finished: False when the reply was cut by a token limit, None when unknown.
        question: What was asked about the next fixation: positions that it names as past are no prediction.
        axes: The order in which numbers without names are x and y, one of `AXES`.
    """
    points, rule, frame = _read(text, kind, _HUGE, finished, question)
    stated = "unit" if rule == "words" else ""
    if frame == "percent":
        # In a large picture three or more numbers up to 100 are taken for percentages even where no sign says so.
        again, plain_rule, inferred = _read(text, kind, _SMALL, finished, question)
        points, rule, stated = (points, rule, "percent") if inferred == "percent" else (again, plain_rule, "")
    elif frame == "thousand" and _SAYS_THOUSAND.search(_NUMBERS.sub(" ", text)):  # [0, 1000] is a position
        stated = "thousand"
    if axes == "yx" and rule != "words" and not _NAMES_X.search(text):
        points = [(x, y, weight) for y, x, weight in points]
    return Written(tuple(points), stated, rule)


def _read(
    text: str, kind: str, size: float, finished: bool | None, question: str | None
) -> tuple[list[WeightedPoint], str, str]:
    """Points as written, the rule without its frame, and the frame that the standardizer took."""
    if kind == "scanpath":
        path = standardizers.scanpath(text, size=(size, size), finished=finished)
        points = [] if path.fallback else [(x, y, 1.0) for x, y in zip(path.value.x, path.value.y, strict=True)]
        rule = path.rule
    else:
        read = standardizers.fixation(text, size=(size, size), finished=finished, question=question)
        points, rule = list(read.value), read.rule
    base, _, frame = rule.rpartition("_")
    scale = {"percent": 100.0, "thousand": 1000.0, "pixels": size}.get(frame)
    if not points or scale is None:
        return points, rule, "unit"
    return [(x * scale, y * scale, weight) for x, y, weight in points], base, frame


def place(written: Written, frame: str, shape: Shape) -> Placed:
    """Positions of a reply, read in a frame, in px of an image of a shape (height, width)."""
    across, down = frame_size(frame, shape)
    kept, outside = [], 0
    for x, y, weight in written.points:
        u, v = x / across, y / down
        outside += not (0 <= u <= 1 and 0 <= v <= 1)
        if -_SLACK <= u <= 1 + _SLACK and -_SLACK <= v <= 1 + _SLACK:
            left, top = (min(max(share * side, 0.0), side - 1.0) for share, side in ((u, shape[1]), (v, shape[0])))
            kept.append((left, top, weight))
    return Placed(tuple(kept), outside, frame)


def decide_frame(replies: Iterable[tuple[Written, Shape]], asked: str, forced: str = AUTO) -> FrameDecision:
    """The frame of all replies of a model, each with the shape (height, width) of the image that it is about.

    Under each candidate, positions are taken to be spread over the frame, with 2 % of slips outside it; every reply
    counts once, by the mean over its positions. The frame that was ``asked`` for is kept unless another is 20 times
    likelier; ``forced`` is the frame that the user names, or ``auto``.
    """
    counts, bare = dict.fromkeys(("fractions", "stated", "bare", "none"), 0), []
    for written, shape in replies:
        counts[written.kind] += 1
        if written.kind == "bare" and any(max(x, y) > 1 + _SLACK for x, y, _ in written.points):
            bare.append((written, shape))
    if forced != AUTO:
        return FrameDecision(forced, asked, True, counts)
    if not bare:
        return FrameDecision("unit" if counts["fractions"] else asked, asked, False, counts)
    scores = {name: _likelihood(name, bare) + _SURE * (name == asked) for name in CANDIDATES}
    best, second = sorted(CANDIDATES, key=lambda name: -scores[name])[:2]
    return FrameDecision(best, asked, False, counts, scores[best] - scores[second])


def _likelihood(frame: str, replies: Sequence[tuple[Written, Shape]]) -> float:
    total = 0.0
    for written, shape in replies:
        across, down = frame_size(frame, shape)
        # Slips lie anywhere in a square of twice the largest frame.
        largest = 2.0 * max(1000.0, *shape)
        missed = sum(x > across or y > down for x, y, _ in written.points) / len(written.points)
        total += missed * math.log(_SLIPS / largest**2)
        total += (1 - missed) * math.log((1 - _SLIPS) / (across * down))
    return total


class Aim(NamedTuple):
    """A reply and its target."""

    written: Written
    shape: Shape  # height and width of the image
    target: tuple[float, float]  # its position, (x, y) as shares of the image
    picture: str  # its name; all replies about one picture count as one observation


def seem_swapped(aims: Iterable[Aim], decision: FrameDecision) -> bool:
    """Whether the last positions of replies follow the targets with x and y exchanged, but not as they are read.

    Correlations decide, so that neither a wrong scale nor a constant answer looks like an exchange.
    """
    pairs, pictures = [], set()
    for written, shape, target, picture in aims:
        if written.points and all(map(math.isfinite, target)):
            size = np.array(frame_size(decision.of(written), shape))
            place = np.clip(written.points[-1][:2], 0, 2 * size.max())  # the other axis may be the longer one
            pairs.append((place / size.max(), target * size / size.max()))
            pictures.add(picture)
    if len(pictures) < _FEWEST:
        return False
    answers, targets = np.array(pairs).transpose(1, 0, 2)
    answers, targets = answers - answers.mean(axis=0), targets - targets.mean(axis=0)
    spread = float(np.linalg.norm(answers) * np.linalg.norm(targets)) or math.inf
    swapped, read = ((one * targets).sum() / spread for one in (answers[:, ::-1], answers))
    return bool(swapped > _CORRELATION and (swapped - read) * math.sqrt(len(pictures)) > _DEVIATIONS)


def other_axes(axes: str) -> str:
    """The other order of x and y."""
    return AXES[1 - AXES.index(axes)]


def axes_warning(axes: str, scores: str, again: bool = False) -> str:
    """The warning that x and y, read in the order ``axes``, seem to be exchanged.

    ``scores`` is the score under either reading, or why it is unknown; ``again``, whether to ask the model again.
    """
    other = other_axes(axes)
    return (
        f"answers seem to be written as [{', '.join(other)}], and are read as [{', '.join(axes)}]: {scores}; if the "
        f"model answers so, give answer_axes={other}{', and run it again' * again}"
    )
