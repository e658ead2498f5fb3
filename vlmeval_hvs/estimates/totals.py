"""Walks in numbers: calls, pictures and tokens of a sample and of a whole run, and what they cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from vlmeval_hvs.estimates.tokens import TextTokens, families, image_tokens
from vlmeval_hvs.estimates.walks import Call, Sizes, Walk


@dataclass(frozen=True)
class Prices:
    """Money for a million tokens, in any currency.

    Attributes:
        input: Of what is sent.
        output: Of replies.
    """

    input: float
    output: float


@dataclass(frozen=True)
class Counting:
    """How tokens are counted.

    Attributes:
        text: Counter of text tokens.
        families: Families of models whose pictures are counted.
        reply: Tokens that every reply is taken to have; None takes those of the walk's own replies.
        prices: What tokens cost, if known.
    """

    text: TextTokens
    families: Sequence[str]
    reply: int | None = None
    prices: Prices | None = None


def sample(calls: Sequence[Call], counting: Counting, sizes: Sizes) -> dict[str, Any]:
    """The numbers of one row: ``calls``, ``images``, ``text_tokens``, ``output_tokens``, ``image_tokens`` by family."""
    shown = [sizes.of(path) for call in calls for path in call.images]
    told = sum(counting.text(call.reply) for call in calls) if counting.reply is None else counting.reply * len(calls)
    return {
        "calls": len(calls),
        "images": len(shown),
        "text_tokens": sum(counting.text(call.text) for call in calls),
        "output_tokens": told,
        "image_tokens": {name: sum(image_tokens(name, size) for size in shown) for name in counting.families},
    }


def totals(walk: Walk, rows: int, counting: Counting, sizes: Sizes) -> dict[str, Any]:
    """The numbers of a run on all rows, from a walk over some of them.

    Args:
        walk: The walk.
        rows: Rows of the dataset; sums are scaled to them.
        counting: How tokens are counted.
        sizes: Sizes of pictures.

    Returns:
        ``name``, ``about``, ``walked`` (number of rows), ``per_sample`` (least, mean and most of each number), ``run``
        (sums for all rows, whole numbers), and with prices ``cost`` by family.
    """
    found = [sample(calls, counting, sizes) for calls in walk.calls]
    scale = rows / len(found)
    plain = ("calls", "images", "text_tokens", "output_tokens")
    columns = {name: [one[name] for one in found] for name in plain}
    columns |= {f"image_tokens {name}": [one["image_tokens"][name] for one in found] for name in counting.families}
    sums = {name: round(sum(values) * scale) for name, values in columns.items()}
    run = {**{name: sums[name] for name in plain}}
    run["image_tokens"] = {name: sums[f"image_tokens {name}"] for name in counting.families}
    result: dict[str, Any] = {
        "name": walk.name,
        "about": walk.about,
        "walked": len(found),
        "rows": rows,
        "per_sample": {
            name: {"least": min(values), "mean": sum(values) / len(values), "most": max(values)}
            for name, values in columns.items()
        },
        "run": run,
    }
    if counting.prices is not None:
        result["cost"] = {name: cost(run, name, counting.prices) for name in counting.families}
    return result


def cost(run: dict[str, Any], family: str, prices: Prices) -> float:
    """Money for a run on a family of models."""
    sent = run["text_tokens"] + run["image_tokens"][family]
    return float((sent * prices.input + run["output_tokens"] * prices.output) / 1e6)


def rules(counting: Counting, text_rule: str) -> list[str]:
    """How the numbers are made, in sentences, with the sources of the formulas."""
    replies = (
        "replies have the tokens of the walk's own short ones; models that explain themselves say far more "
        "(--output-tokens)"
        if counting.reply is None
        else f"every reply is taken to have {counting.reply} tokens"
    )
    told = [f"text: {text_rule}; {replies}"]
    return told + [f"{name}: {families()[name]['about']} ({families()[name]['source']})" for name in counting.families]
