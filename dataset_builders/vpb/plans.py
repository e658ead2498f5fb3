"""Which items Stage 1 has: styles, question types, items against biases, and paired items."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from vlmeval_hvs.choices import LETTERS
from vlmeval_hvs.seeding import rng
from vlmeval_hvs.visual_prompts import Style, all_styles

ABSENT_SHARE, NONE_CORRECT_SHARE = 0.045, 0.08
"""Shares of the two kinds of debias items (Table 2)."""

CONTROL = "_control"
"""Ends the name of the items that offer what a kind of debias items has as its right option, where it is wrong."""

CONTROLS = len(LETTERS) - 1
"""Controls of each such item: the option is right in one of as many items as there are options."""

QUESTION_TYPES = ("existence", "enumeration", "location", "reference")


@dataclass(frozen=True)
class Plan:
    """What one item asks.

    Attributes:
        number: Number of the item.
        style: Style that the question asks about.
        question_type: One of `QUESTION_TYPES`.
        debias: ``absent``, ``none_correct``, one of these with ``_control`` behind it, or "" for ordinary items.
        block: What is drawn at random for this item depends on this number, so that items of one block differ in what
            their plans differ in; the item's own number when None.
        flip: Turn the answer of an existence question round: the twin of the other item of its block.
    """

    number: int
    style: Style
    question_type: str
    debias: str = ""
    block: int | None = None
    flip: bool = False

    @property
    def key(self) -> int:
        """What all random choices of this item are drawn by."""
        return self.number if self.block is None else self.block

    @property
    def pair(self) -> str:
        """Name of the paired item that this is one style of; "" for unpaired ones."""
        return "" if self.block is None else f"{self.block}{'-twin' if self.flip else ''}"


def plan(count: int, seed: int, styles: Sequence[Style] | None = None) -> list[Plan]:
    """Styles, question types and debias kinds of ``count`` items, and the controls of the debias items behind them.

    The paper also says that one of every six entries is a debias sample, which contradicts the 4.5 % and 8 % of its
    Table 2; the table is followed. Existence questions have no "none of the above" kind. Each debias item with a fourth
    option of its own ("None of the above", "There is no ...") has `CONTROLS` controls of its style and question type,
    where the same option is offered and wrong: so that it is right as often as any other of the four options, and so
    that ordinary items have no option that is never right.
    """
    styles = all_styles() if styles is None else styles
    kinds = [QUESTION_TYPES[(i // len(styles) + i % len(styles)) % 4] for i in range(count)]
    order = [int(i) for i in rng(seed, "debias").permutation(count)]
    absent = order[: round(ABSENT_SHARE * count)]
    rest = [i for i in order[len(absent) :] if kinds[i] != "existence"]
    debias = dict.fromkeys(absent, "absent") | dict.fromkeys(rest[: round(NONE_CORRECT_SHARE * count)], "none_correct")
    items = [Plan(i, styles[i % len(styles)], kinds[i], debias.get(i, "")) for i in range(count)]
    guarded = [item for item in items if item.debias and item.question_type != "existence"]
    controls = [item for item in guarded for _ in range(CONTROLS)]
    return items + [
        Plan(count + i, item.style, item.question_type, item.debias + CONTROL) for i, item in enumerate(controls)
    ]


def paired_plan(objects: int, styles: Sequence[Style] | None = None) -> list[list[Plan]]:
    """Paired items: the same object, question and options in many styles.

    Half of the existence items are twins of the others: the same objects, marked in the same colours with the shapes
    exchanged, so that the answer turns round.

    Returns:
        The plans of each paired item together: one per style, for existence twice that.
    """
    styles = all_styles() if styles is None else styles
    blocks: list[list[Plan]] = []
    number = 0
    for kind in QUESTION_TYPES:
        twins = (False, True) if kind == "existence" else (False,)
        for _ in range(-(-objects // len(twins))):
            block = [Plan(0, style, kind, "", len(blocks), flip) for flip in twins for style in styles]
            blocks.append([Plan(number + i, p.style, kind, "", p.block, p.flip) for i, p in enumerate(block)])
            number += len(block)
    return blocks
