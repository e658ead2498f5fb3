"""Stage 1 questions of VP-Bench, generated from images with labelled objects.

Only the marks may answer a question. So the possible answers are chosen first, the right one is drawn evenly among
them, and then a scene is chosen in which it is true. docs/benchmarks/vpb.md lists what the paper leaves open.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import NamedTuple

import cv2
import numpy as np

from vlmeval_hvs.benchmarks.vpb.scoring import QUESTION_TYPES
from vlmeval_hvs.benchmarks.vpb.wording import wording
from vlmeval_hvs.choices import LETTERS
from vlmeval_hvs.seeding import rng
from vlmeval_hvs.visual_prompts import Region, Style, all_styles, draw
from vlmeval_hvs.visual_prompts.occlusion import CANDIDATES, lab
from vlmeval_hvs.visual_prompts.styles import shapes

ABSENT_SHARE, NONE_CORRECT_SHARE = 0.045, 0.08  # of the two kinds of debias items (Table 2)
CONTROL = "_control"  # ends the kind of the controls of debias items, which offer the same option where it is wrong
CONTROLS = len(LETTERS) - 1  # for each debias item, so that its option is as often right as any other
AMOUNTS = range(1, 7)  # possible numbers of marks to count
_ALIKE = (frozenset({"bbox", "oval", "contour"}), frozenset({"tag", "point"}), frozenset({"mask", "contour"}))
"""Shapes that people may confuse by name."""
MIN_DISTANCE = 12.0  # least mean CIE76 distance by which a visible drawing changes its pixels
SAMPLED = 64  # number of its pixels that are compared, about
MAX_OVERLAP = 0.1  # largest overlap of objects that are marked together, as a share of the smaller box
APART = 0.15  # their least distance, as a share of the square root of the image's area
KEPT = 0.7  # least share of a mark's pixels that later marks leave as they are
CLEAR = 0.1  # least distance from the centre lines, as a share of a side, of a mark whose place is asked for

Marks = Sequence[tuple[Style, Sequence[Region]]]
"""The drawing, in order: styles with a colour, and the objects that each of them marks."""


class NotDrawable(ValueError):
    """This scene does not allow this question; another one may."""


@dataclass(frozen=True)
class Scene:
    """A uniquely named image with its labelled objects; ``load`` returns its RGB uint8 pixels ``(h, w, 3)``."""

    name: str
    load: Callable[[], np.ndarray]
    regions: tuple[Region, ...]

    @cached_property
    def labels(self) -> list[str]:
        """The labels of the objects, each once."""
        return list(dict.fromkeys(region.label for region in self.regions if region.label))


class Plan(NamedTuple):
    """The plan of one item, on whose number all its random choices depend."""

    number: int
    style: Style  # that the question asks about
    question_type: str  # one of `QUESTION_TYPES`
    debias: str = ""  # ``absent``, ``none_correct``, one of these and ``_control``, or "" for ordinary items


def plan(count: int, seed: int, styles: Sequence[Style] | None = None) -> list[Plan]:
    """Styles, question types and debias kinds of ``count`` items, followed by the controls of the debias items.

    Shares are those of the paper's Table 2. Existence questions have no "none of the above" kind. Each debias item with
    a fourth option of its own ("None of the above", "There is no ...") has `CONTROLS` controls of its style and type.
    """
    styles = all_styles() if styles is None else styles
    kinds = [QUESTION_TYPES[(i // len(styles) + i % len(styles)) % 4] for i in range(count)]
    order = [int(i) for i in rng(seed, "debias").permutation(count)]
    absent = order[: round(ABSENT_SHARE * count)]
    rest = [i for i in order[len(absent) :] if kinds[i] != "existence"]
    debias = dict.fromkeys(absent, "absent") | dict.fromkeys(rest[: round(NONE_CORRECT_SHARE * count)], "none_correct")
    items = [Plan(i, styles[i % len(styles)], kinds[i], debias.get(i, "")) for i in range(count)]
    guarded = [item for item in items if item.debias and item.question_type != "existence" for _ in range(CONTROLS)]
    return items + [item._replace(number=count + i, debias=item.debias + CONTROL) for i, item in enumerate(guarded)]


class Item(NamedTuple):
    """One multiple-choice question with its picture."""

    pixels: np.ndarray
    color: str
    amount: int
    question: str
    options: list[str]
    answer: str
    scene: str
    label: str
    marks: list[str]  # the styles drawn, in their colours


Draws = Callable[[str], np.random.Generator]
"""The random choices of an item: every kind has a generator of its own, by its name."""


def _one_of(draws: Draws, name: str, count: int) -> int:
    return int(draws(name).integers(count))


class _Asked(NamedTuple):
    """A question before anything is drawn: equally likely answers, the position of the right one, marked objects."""

    candidates: list[str]
    right: int
    regions: list[Region]


def needed(step: Plan, seed: int) -> tuple[int, int]:
    """Least numbers of objects and of different labels that a scene for an item has."""
    draws = partial(rng, seed, "item", step.number)
    if step.question_type == "existence":
        return 2 + _one_of(draws, "third mark", 2), 0
    if step.question_type == "enumeration":
        return max(_numbers(draws)), 0
    return 1, len(LETTERS) if step.question_type == "reference" else 0


def make_item(step: Plan, scene: Scene, seed: int, lap: int = 0) -> Item:
    """The item of a plan on a scene that has what it needs (`needed`).

    Raises:
        NotDrawable: The objects are not apart, or the drawing would not be seen or would be ambiguous.
    """
    draws = partial(rng, seed, "item", step.number)
    image, key = scene.load(), _one_of(draws, "drawing", 2**31)
    # Every lap over the scenes tries other objects.
    asked = _ask(scene, step, draws, image.shape, draws(f"regions {lap}" if lap else "regions"))
    # The colour that the question names; a contrast colour is found for the first object and kept for all.
    _, (color, *_) = draw(image, asked.regions[0], step.style, seed=key)
    there = not (step.debias == "absent" or (step.question_type == "existence" and asked.right))
    marks = _marks(step, asked, color, there, draws)
    pixels = paint(image, marks, key)
    if step.question_type == "location" and there and place(image, pixels) != asked.candidates[asked.right]:
        raise NotDrawable("the drawing is not where the object is")
    phrase = step.style.phrase
    words = {"color": color, "vp": phrase, "vps": phrase + ("es" if phrase.endswith("x") else "s")}
    question = wording()["questions"][step.question_type].format(**words)
    shown = [str(style) for style, regions in marks for _ in regions]
    amount = (len(asked.regions) if step.question_type == "enumeration" else 1) if there else 0
    options, answer = _arrange(step, asked, words, draws)
    label = asked.regions[0].label or ""
    return Item(pixels, color, amount, question, options, answer, scene.name, label, shown)


def _ask(scene: Scene, step: Plan, draws: Draws, shape: tuple[int, ...], objects: np.random.Generator) -> _Asked:
    """Answers and objects of a question.

    Where marks are counted, the scene has enough objects for every offered number; where they refer to an object, all
    options can be seen in the image. So nothing but the marks shows the right answer.
    """
    if step.question_type == "existence":
        texts, least = wording()["options"], 2 + _one_of(draws, "third mark", 2)
        right = 0 if _one_of(draws, "answer", 2) and step.debias != "absent" else 1
        return _Asked([texts["yes"], texts["no"]], right, pick(scene.regions, least, shape, objects))
    if step.question_type == "enumeration":
        numbers = _numbers(draws)
        right = _one_of(draws, "answer", len(numbers))
        picked = pick(scene.regions, max(numbers), shape, objects)
        return _Asked([str(number) for number in numbers], right, picked[: numbers[right]])
    if step.question_type == "location":
        candidates = list(wording()["places"])
        right = _one_of(draws, "answer", len(candidates))
        here = [region for region in scene.regions if quadrants(region, shape) == {candidates[right]}]
    else:
        order = draws("labels").permutation(len(scene.labels))[: len(LETTERS)]
        candidates = [scene.labels[int(i)] for i in order]
        right = _one_of(draws, "answer", len(candidates))
        here = [region for region in scene.regions if region.label == candidates[right]]
    return _Asked(candidates, right, pick(here, 1, shape, objects))


def _numbers(draws: Draws) -> list[int]:
    return sorted(int(n) for n in draws("numbers").permutation(AMOUNTS)[: len(LETTERS)])


def _marks(step: Plan, asked: _Asked, color: str, there: bool, draws: Draws) -> Marks:
    style = step.style.with_color(color)
    if step.debias == "absent":
        return _absent(style, step, asked, draws)
    if step.question_type != "existence":
        return [(style, asked.regions)]
    # The asked colour and the asked shape are in every picture, on one mark or on two, so that neither alone gives the
    # answer away. A third mark, where there is one, has neither.
    second, third = (mark.with_color(c) for mark, c in zip(_others(style, draws), _colors(color, draws), strict=True))
    first = style
    if not there:
        first, second = second.with_color(color), style.with_color(second.color)
    return [(mark, [region]) for mark, region in zip((first, second, third), asked.regions, strict=False)]


def _absent(style: Style, step: Plan, asked: _Asked, draws: Draws) -> Marks:
    """Nothing, or marks of another shape, another colour, or both, in equal parts."""
    if _one_of(draws, "blank", 2):
        return []
    (other, _), (color, _) = _others(style, draws), _colors(style.color, draws)
    decoys = (other.with_color(style.color), style.with_color(color), other.with_color(color))
    regions = asked.regions[:1] if step.question_type == "existence" else asked.regions
    return [(decoys[_one_of(draws, "decoy", len(decoys))], regions)]


def _others(style: Style, draws: Draws) -> list[Style]:
    """Styles of two shapes that are not confused with the asked one."""
    alike = {style.shape}.union(*(group for group in _ALIKE if style.shape in group))
    free = [shape for shape in shapes() if shape not in alike]
    found = [all_styles(free[int(index)]) for index in draws("shapes").permutation(len(free))[:2]]
    return [styles[_one_of(draws, f"variant {place}", len(styles))] for place, styles in enumerate(found)]


def _colors(color: str, draws: Draws) -> list[str]:
    others = [name for name in CANDIDATES if name != color]
    return [others[int(i)] for i in draws("colors").permutation(len(others))[:2]]


def _arrange(step: Plan, asked: _Asked, words: dict[str, str], draws: Draws) -> tuple[list[str], str]:
    """Options in seeded order and the letter of the right one.

    "There is no ..." and "None of the above" take the place of one candidate: right in debias items, wrong in controls.
    """
    texts, options = wording()["options"], asked.candidates
    if step.question_type == "existence":
        return options, LETTERS[asked.right]
    if step.question_type == "location":
        options = [texts["location"].format(place=place, **words) for place in options]
    correct, fourth = options[asked.right], ""
    order = [int(i) for i in draws("order").permutation(len(options))]
    if step.debias:
        fourth = texts[step.debias.removesuffix(CONTROL)].format(**words)
        gone = asked.right if step.debias == "none_correct" else _one_of(draws, "gone", len(options))
        if step.debias.endswith(CONTROL):
            gone = (asked.right + 1 + gone % (len(options) - 1)) % len(options)
        else:
            correct = fourth
        options = [fourth if i == gone else text for i, text in enumerate(options)]
    options = [options[i] for i in order]
    if fourth == texts["none_correct"]:  # it is about the options above it, so it comes last
        options = [option for option in options if option != fourth] + [fourth]
    return options, LETTERS[options.index(correct)]


def paint(image: np.ndarray, marks: Marks, key: int) -> np.ndarray:
    """Draw marks one after the other; a NotDrawable where one cannot be seen, or another one covers it."""
    pixels, drawn = image, []
    for style, regions in marks:
        before = pixels
        pixels, _ = draw(before, regions, style, seed=key)
        changed = check_visible(before, pixels)
        for region in regions if len(regions) > 1 else ():
            check_visible(image, draw(image, region, style, seed=key)[0])
        drawn.append((changed, pixels))
    for changed, then in drawn[:-1]:
        if (pixels[changed] == then[changed]).all(axis=1).mean() < KEPT:
            raise NotDrawable("one mark covers another")
    return pixels


def pick(regions: Sequence[Region], amount: int, shape: tuple[int, ...], draws: np.random.Generator) -> list[Region]:
    """Objects that lie far enough apart, in random order; a NotDrawable where there are fewer."""
    height, width = shape[:2]
    apart = APART * (height * width) ** 0.5
    chosen: list[Region] = []
    for region in (regions[position] for position in draws.permutation(len(regions))):
        here = np.array(region.anchor(height, width))
        far = all(np.hypot(*(here - other.anchor(height, width))) >= apart for other in chosen)
        if far and all(_overlap(region, other) <= MAX_OVERLAP for other in chosen):
            chosen.append(region)
        if len(chosen) == amount:
            return chosen
    raise NotDrawable(f"fewer than {amount} objects apart from each other")


def _overlap(a: Region, b: Region) -> float:
    """Share of the smaller box that lies in the other."""
    (ax, ay, aw, ah), (bx, by, bw, bh) = a.bbox, b.bbox
    width, height = min(ax + aw, bx + bw) - max(ax, bx), min(ay + ah, by + bh) - max(ay, by)
    return max(width, 0) * max(height, 0) / max(min(aw * ah, bw * bh), 1)


def check_visible(before: np.ndarray, after: np.ndarray) -> np.ndarray:
    """Pixels that a mark changes, ``(h, w)`` bool; a NotDrawable where they are too few or change too little."""
    changed = cv2.absdiff(before, after).max(axis=2) > 8
    where = np.flatnonzero(changed)
    if len(where) < 20:
        raise NotDrawable("the drawing changes almost nothing")
    some = where[:: max(1, len(where) // SAMPLED)]
    pairs = zip(before.reshape(-1, 3)[some].tolist(), after.reshape(-1, 3)[some].tolist(), strict=True)
    distance = np.mean([np.hypot.reduce(np.subtract(lab(tuple(old)), lab(tuple(new)))) for old, new in pairs])
    if distance < MIN_DISTANCE:
        raise NotDrawable("the drawing hardly differs from what it covers")
    return changed


def quadrants(region: Region, shape: tuple[int, ...]) -> set[str]:
    """Quadrants of the possible middles of marks on an object: of its box, and of the point that arrows point to."""
    height, width = shape[:2]
    x, y, w, h = region.bbox
    middles = (region.anchor(height, width), (x + w / 2, y + h / 2))
    return {_quadrant(across / width, down / height) for across, down in middles}


def _quadrant(x: float, y: float) -> str:
    """Quadrant of a point in shares of width and height; "" near a centre line of the image."""
    if abs(x - 0.5) < CLEAR or abs(y - 0.5) < CLEAR:
        return ""
    return f"{'top' if y < 0.5 else 'bottom'}-{'left' if x < 0.5 else 'right'}"


def place(before: np.ndarray, after: np.ndarray) -> str:
    """Quadrant of the middle of a drawing; "" near a centre line of the image."""
    rows, columns = np.nonzero((before != after).any(axis=2))
    height, width = before.shape[:2]
    return _quadrant((columns.min() + columns.max() + 1) / 2 / width, (rows.min() + rows.max() + 1) / 2 / height)
