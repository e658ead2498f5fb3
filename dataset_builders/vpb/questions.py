"""Stage 1 questions of VP-Bench, generated from images with labelled objects.

Each item takes one of the 255 styles and one of the four question types in turn, so that both are balanced; objects,
numbers and the order of options are seeded. What the paper leaves open is decided here and
listed in docs/benchmarks/vpb.md.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from vlmeval_hvs.benchmarks.vpb.wording import wording
from vlmeval_hvs.choices import LETTERS
from vlmeval_hvs.seeding import rng
from vlmeval_hvs.visual_prompts import Region, Style, all_styles, draw
from vlmeval_hvs.visual_prompts.contrast import CANDIDATES, lab

ABSENT_SHARE, NONE_CORRECT_SHARE = 0.045, 0.08
"""Shares of the two kinds of debias items (Table 2)."""

QUESTION_TYPES = ("existence", "enumeration", "location", "reference")
MIN_DISTANCE = 12.0
"""A drawing is visible when its pixels change by this CIE76 distance on average."""


MAX_OVERLAP = 0.1
"""Objects that are marked together overlap at most by this share of the smaller box, so that marks can be counted."""


class NotDrawable(ValueError):
    """This scene does not allow this question; another one may."""


@dataclass(frozen=True)
class Scene:
    """An image with its objects.

    Attributes:
        name: Unique name.
        load: Gives the RGB uint8 pixels ``(h, w, 3)``.
        regions: Objects large enough to be marked; ``label`` says what they are.
        other_labels: Labels for wrong options, the most similar first.
    """

    name: str
    load: Callable[[], np.ndarray]
    regions: tuple[Region, ...]
    other_labels: tuple[str, ...] = ()


@dataclass
class Item:
    """One multiple-choice question with its picture."""

    question_type: str
    style: Style
    pixels: np.ndarray
    color: str
    amount: int
    question: str
    options: list[str]
    answer: str
    scene: str
    label: str = ""
    debias: str = ""
    notes: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Plan:
    """What the ``number``-th item asks."""

    number: int
    style: Style
    question_type: str
    debias: str


def plan(count: int, seed: int, styles: Sequence[Style] | None = None) -> list[Plan]:
    """Styles, question types and debias kinds of ``count`` items.

    The paper also says that one of every six entries is a debias sample, which contradicts the 4.5 % and 8 % of its
    Table 2; the table is followed. Existence questions have no "none of the above" kind.

    Args:
        count: Number of items.
        seed: Seed of the draw of debias items.
        styles: Styles that take turns; all when None.
    """
    styles = all_styles() if styles is None else styles
    kinds = [QUESTION_TYPES[(i // len(styles) + i % len(styles)) % 4] for i in range(count)]
    order = rng(seed, "debias").permutation(count)
    absent = {int(i) for i in order[: round(ABSENT_SHARE * count)]}
    rest = [int(i) for i in order if int(i) not in absent and kinds[int(i)] != "existence"]
    none_correct = set(rest[: round(NONE_CORRECT_SHARE * count)])
    return [
        Plan(i, styles[i % len(styles)], kinds[i], "absent" if i in absent else "none_correct" * (i in none_correct))
        for i in range(count)
    ]


def make_item(step: Plan, scene: Scene, seed: int, geometry: str = "scaled") -> Item:
    """The item of a plan on a scene.

    Args:
        step: The plan: style, question type and debias kind.
        scene: The image with its objects.
        seed: Seed of everything that is drawn.
        geometry: Rule of the sizes, as `vlmeval_hvs.visual_prompts.render` takes it.

    Raises:
        NotDrawable: The scene lacks the objects, or the drawing would not be seen or would be ambiguous.
    """
    generator = rng(seed, "item", step.number)
    image = scene.load()
    marked = _mark(image, scene, step, generator, seed, geometry)
    builders = {"existence": _existence, "enumeration": _enumeration, "location": _location, "reference": _reference}
    question, correct, wrong = builders[step.question_type](marked, scene, step, generator)
    options, answer = _arrange(correct, wrong, step, marked, generator)
    return Item(
        step.question_type, step.style, marked.pixels, marked.color, marked.amount, question, options, answer,
        scene.name, marked.label, step.debias,
    )  # fmt: skip


@dataclass(frozen=True)
class _Marked:
    """A drawn image and what is true of it; ``color`` is the colour that the question names."""

    pixels: np.ndarray
    style: Style
    color: str
    there: bool
    amount: int
    label: str
    place: str = ""


def _mark(
    image: np.ndarray, scene: Scene, step: Plan, generator: np.random.Generator, seed: int, geometry: str
) -> _Marked:
    """Draw the visual prompts of an item, and check that they can be seen."""
    amount = int(generator.integers(1, 5)) if step.question_type == "enumeration" else 1
    regions = _pick(scene, amount, step.question_type, image.shape, generator)
    key = int(generator.integers(2**31))
    # The colour that the question names; a contrast colour is found for the first object and kept for all.
    _, (color, *_) = draw(image, regions[0], step.style, geometry, seed=key)
    drawn, label = step.style.with_color(color), regions[0].label or ""
    there = not (step.debias == "absent" or (step.question_type == "existence" and generator.integers(2)))
    if not there:
        if step.debias == "absent" and generator.integers(2):
            return _Marked(image, step.style, color, False, 0, label)
        drawn = _other_style(step.style, color, generator)
    pixels, _ = draw(image, regions, drawn, geometry, seed=key)
    _check_visible(image, pixels)
    place = _place(image, pixels) if step.question_type == "location" else ""
    return _Marked(pixels, step.style, color, there, amount, label, place)


def _other_style(style: Style, color: str, generator: np.random.Generator) -> Style:
    """A style of another shape or, once in three, of the same shape in another colour."""
    colors = [name for name in CANDIDATES if name != color]
    other = str(generator.choice(colors))
    if generator.integers(3) == 0:
        return style.with_color(other)
    # Shapes that people could call by the asked name are no counterexample.
    alike = {"bbox", "oval", "contour"} if style.shape in ("bbox", "oval", "contour") else {style.shape}
    alike |= {"tag", "point"} if style.shape in ("tag", "point") else set()
    alike |= {"mask", "contour"} if style.shape in ("mask", "contour") else set()
    choices = [s for s in all_styles() if s.shape not in alike and s.color == other]
    return choices[int(generator.integers(len(choices)))]


def _pick(scene: Scene, amount: int, kind: str, shape: tuple[int, ...], generator: np.random.Generator) -> list[Region]:
    """Objects that lie far enough apart."""
    height, width = shape[:2]
    apart = 0.2 * (height * width) ** 0.5
    chosen: list[Region] = []
    for position in generator.permutation(len(scene.regions)):
        region = scene.regions[position]
        if kind == "reference" and not region.label:
            continue
        here = np.array(region.anchor(height, width))
        if all(np.hypot(*(here - other.anchor(height, width))) >= apart for other in chosen) and not any(
            _overlap(region, other) > MAX_OVERLAP for other in chosen
        ):
            chosen.append(region)
        if len(chosen) == amount:
            return chosen
    raise NotDrawable(f"fewer than {amount} objects apart from each other")


def _overlap(a: Region, b: Region) -> float:
    """Share of the smaller box that lies in the other."""
    (ax, ay, aw, ah), (bx, by, bw, bh) = a.bbox, b.bbox
    width = min(ax + aw, bx + bw) - max(ax, bx)
    height = min(ay + ah, by + bh) - max(ay, by)
    return max(width, 0) * max(height, 0) / max(min(aw * ah, bw * bh), 1)


def _check_visible(before: np.ndarray, after: np.ndarray) -> None:
    changed = _difference(before, after) > 8
    if changed.sum() < 20:
        raise NotDrawable("the drawing changes almost nothing")
    old, new = before[changed], after[changed]
    step = max(1, len(old) // 200)
    pairs = zip(old[::step].tolist(), new[::step].tolist(), strict=True)
    distance = np.mean([np.hypot.reduce(np.subtract(lab(tuple(a)), lab(tuple(b)))) for a, b in pairs])
    if distance < MIN_DISTANCE:
        raise NotDrawable("the drawing hardly differs from what it covers")


def _difference(before: np.ndarray, after: np.ndarray) -> np.ndarray:
    """Largest difference of the three channels, ``(h, w)`` uint8."""
    red, green, blue = cv2.split(cv2.absdiff(before, after))
    return np.maximum(np.maximum(red, green), blue)


def _place(before: np.ndarray, after: np.ndarray) -> str:
    """Quadrant of the drawing's middle; it must be clear of the image's centre lines."""
    rows, columns = np.nonzero(_difference(before, after))
    height, width = before.shape[:2]
    y, x = (rows.min() + rows.max() + 1) / 2 / height, (columns.min() + columns.max() + 1) / 2 / width
    if abs(x - 0.5) < 0.1 or abs(y - 0.5) < 0.1:
        raise NotDrawable("the object lies near a centre line of the image")
    return f"{'top' if y < 0.5 else 'bottom'}-{'left' if x < 0.5 else 'right'}"


def _words(marked: _Marked) -> dict[str, str]:
    phrase = marked.style.phrase
    plural = phrase + ("es" if phrase.endswith("x") else "s")
    return {"color": marked.color, "vp": phrase, "vps": plural}


def _existence(marked: _Marked, scene: Scene, step: Plan, generator: np.random.Generator) -> tuple[str, str, list[str]]:
    texts = wording()["options"]
    yes, no = texts["yes"], texts["no"]
    question = wording()["questions"]["existence"].format(**_words(marked))
    return question, yes if marked.there else no, [no if marked.there else yes]


def _enumeration(
    marked: _Marked, scene: Scene, step: Plan, generator: np.random.Generator
) -> tuple[str, str, list[str]]:
    amount = max(marked.amount, 1)  # 0 would be a right answer too where nothing is drawn
    others = [n for n in range(1, 7) if n != amount]
    others.sort(key=lambda n: (abs(n - amount), generator.random()))
    question = wording()["questions"]["enumeration"].format(**_words(marked))
    return question, str(amount), [str(n) for n in others[:4]]


def _location(marked: _Marked, scene: Scene, step: Plan, generator: np.random.Generator) -> tuple[str, str, list[str]]:
    text, words = wording()["options"]["location"], _words(marked)
    places = list(wording()["places"])
    correct = marked.place or places[0]
    wrong = [text.format(place=place, **words) for place in places if place != correct]
    question = wording()["questions"]["location"].format(**words)
    return question, text.format(place=correct, **words), wrong


def _reference(marked: _Marked, scene: Scene, step: Plan, generator: np.random.Generator) -> tuple[str, str, list[str]]:
    present = list(dict.fromkeys(r.label for r in scene.regions if r.label and r.label != marked.label))
    generator.shuffle(present)
    others = [label for label in scene.other_labels if label != marked.label and label not in present]
    wrong = [*present[:2], *others, *present[2:]]
    if len(wrong) < 3:
        raise NotDrawable("too few labels for wrong options")
    question = wording()["questions"]["reference"].format(**_words(marked))
    return question, marked.label, wrong[:4]


def _arrange(
    correct: str, wrong: list[str], step: Plan, marked: _Marked, generator: np.random.Generator
) -> tuple[list[str], str]:
    """Options in seeded order and the letter of the right one.

    The options "There is no ..." and "None of the above" also stand as wrong options in about as many ordinary items as
    they are right in debias items, so that their presence tells nothing.
    """
    if step.question_type == "existence":
        options = [wording()["options"]["yes"], wording()["options"]["no"]]
        return options, LETTERS[options.index(correct)]
    nothing = wording()["options"]["absent"].format(**_words(marked))
    none = wording()["options"]["none_correct"]
    draws = generator.random(2)
    if step.debias == "absent":
        correct, wrong = nothing, [correct, *wrong][:3]
    elif step.debias == "none_correct":
        correct, wrong = none, wrong[:3]
    elif draws[0] < NONE_CORRECT_SHARE / 0.65:
        wrong = [*wrong[:2], none]
    elif draws[1] < ABSENT_SHARE:
        wrong = [*wrong[:2], nothing]
    options = [correct, *wrong[:3]]
    options = [options[i] for i in generator.permutation(len(options))]
    if none in options:  # said of the options above it, so it comes last
        options = [option for option in options if option != none] + [none]
    return options, LETTERS[options.index(correct)]
