"""What a probe asks: every trial is a function of (seed, kind, number)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from string import ascii_uppercase

from vlmeval_hvs.messages import Message, image, system, text
from vlmeval_hvs.probe.tiles import COLOURS, tile
from vlmeval_hvs.seeding import rng

PICTURES = (1, 2, 3, 5)
"""Numbers of pictures in one message."""

JOINED = 3
"""Tiles in one picture, for the strategy of models that take one."""

TRIALS = 12
"""Questions about each number of pictures, as even over their places as can be."""

OTHERS = 8
"""Questions about JSON, and about the system message."""

LAST_NUMBER = 300
"""How far a model is asked to count: about 1,100 characters."""

_WORDS = ("WALNUT", "COMPASS", "LANTERN", "PEBBLE", "SADDLE", "VIOLIN", "HARBOUR", "THIMBLE")
_ORDINALS = ("first", "second", "third", "fourth", "fifth")


@dataclass(frozen=True)
class ColourTrial:
    """One question about the colour at one place.

    Attributes:
        message: What is asked.
        colours: The colours that are shown, in order.
        place: The place that is asked about, from 0.
        options: The colours that are offered, in the order of their letters.
        question: The words of the question.
    """

    message: Message
    colours: tuple[str, ...]
    place: int
    options: tuple[str, ...]
    question: str


def colour_trials(count: int, seed: int, folder: Path, joined: bool = False) -> Iterator[ColourTrial]:
    """Questions about ``count`` tiles: in pictures of their own between words, or joined in one picture.

    Args:
        count: Number of tiles.
        seed: Decides colours, places and the order of the options.
        folder: Where pictures are kept.
        joined: Whether the tiles are joined.
    """
    draw = rng(seed, "places", count, joined)
    places = [int(place) for place in draw.permutation([number % count for number in range(TRIALS)])]
    for number, place in enumerate(places):
        draw = rng(seed, "colours", count, joined, number)
        colours = tuple(str(name) for name in draw.choice(list(COLOURS), count, replace=False))
        options = tuple(str(name) for name in draw.permutation(list(COLOURS)))
        listed = "\n".join(f"{letter}. {name}" for letter, name in zip(ascii_uppercase, options, strict=False))
        where = f"the {_ORDINALS[place]} square from the left" if joined else f"picture {place + 1}"
        question = f"What is the colour of {where}?\n{listed}\nAnswer with one letter."
        if joined:
            shown: Message = [image(tile(colours, folder))]
        else:
            shown = []
            for position, colour in enumerate(colours, 1):
                shown += [text(f"Picture {position}:"), image(tile([colour], folder))]
        yield ColourTrial([*shown, text(question)], colours, place, options, question)


def json_trials(seed: int) -> Iterator[tuple[Message, dict[str, object]]]:
    """Requests for a JSON object, each with the object."""
    for number in range(OTHERS):
        draw = rng(seed, "json", number)
        wanted: dict[str, object] = {"word": str(draw.choice(_WORDS)), "number": int(draw.integers(10, 1000))}
        words = (
            'Reply with a JSON object only, no other words. It has two keys: "word", whose value is the text '
            f'{wanted["word"]}, and "number", whose value is the number {wanted["number"]}.'
        )
        yield [text(words)], wanted


def system_trials(seed: int) -> Iterator[tuple[Message, str]]:
    """Requests that say nothing of a word which the system message asks for, each with the word."""
    for number in range(OTHERS):
        word = str(rng(seed, "system", number).choice(_WORDS))
        asked = system(f"Whatever you are asked, the last word of your reply is always {word}.")
        yield [asked, text(f"Name an animal whose name has at least {3 + number % 4} letters.")], word


def long_message() -> Message:
    """A request for a long reply."""
    return [text(f"Count from 1 to {LAST_NUMBER} in digits, one space between numbers, and write nothing else.")]
