"""Tests of a model's input limits before a run: does it see pictures, how many, and a system message?

The questions are a function of the seed. The result is a JSON file in the working folder, where runs of the model find
it.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, fields
from datetime import datetime, timezone
from pathlib import Path
from string import ascii_uppercase
from typing import Any

import numpy as np

from standardizers import option
from standardizers.text import said
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import write_atomically
from vlmeval_hvs.messages import ANY_FAIL_MARKER, Message, image, system, text
from vlmeval_hvs.seeding import rng

SHOWS_PICTURES, SHOWS_SEVERAL, SENDS_SYSTEM = "pictures", "several pictures", "system message"
"""Abilities that a dataset may need of a model."""

SWITCH = "VLMEVAL_HVS_PROBE"  # environment variable; 0 ignores results of probes
TRIALS, ENOUGH = 12, 10
"""Questions of each kind, and right replies that show the ability: guesses among six colours reach that less than
once in a million times."""

COUNTS = (1, 2, 3, 5)  # numbers of pictures in one message
TILE = 336  # side of the pictures, px
COLOURS = {
    **{"red": (220, 20, 20), "green": (20, 160, 40), "blue": (30, 60, 220)},
    **{"yellow": (250, 220, 20), "black": (10, 10, 10), "white": (250, 250, 250)},
}
"""Colours with their RGB values, far enough from each other for any encoding."""

_WORDS = ("WALNUT", "COMPASS", "LANTERN", "PEBBLE", "SADDLE", "VIOLIN", "HARBOUR", "THIMBLE")
_SCHEMA = 3
_MOST_FAILED = 3  # failed calls in a row after which a probe ends

Ask = Callable[[Message], str]  # asks the model; may raise


@dataclass(frozen=True)
class ProbeResult:
    """The result of a probe."""

    pictures: list[list[int]]  # numbers of pictures in a message, up to the first that fails, each with right replies
    system: dict[str, Any]  # ``hits`` of the system message, and how it was ``sent_as``: "system" or "text"
    calls: int
    failed: int  # calls without a reply
    seed: int
    model: dict[str, Any]  # facts about the model
    made: str  # time in UTC

    @property
    def in_order(self) -> int:
        """The largest number of pictures that the model saw in order; 0 if none."""
        return max((count for count, hits in self.pictures if hits >= ENOUGH), default=0)

    @property
    def interleave(self) -> bool | None:
        """Whether the model sees several pictures in order; None if it was not shown to see one."""
        return self.in_order > 1 if self.in_order else None

    @property
    def obeys_system(self) -> bool:
        """Whether the model followed the system message."""
        return bool(self.system["hits"] >= ENOUGH)

    def sentences(self) -> list[str]:
        """The result in sentences."""
        found = "not measurable; replies about one picture are no better than chance"
        obeyed = "followed" if self.obeys_system else "not followed"
        return [
            f"pictures: {f'{self.in_order} in order' if self.in_order else found}",
            f"system message (sent as {self.system['sent_as']}): {obeyed} ({self.system['hits']} of {TRIALS})",
            f"{self.calls} calls, {self.failed} failed",
        ]

    def unmet(self, needs: Iterable[str]) -> list[str]:
        """Abilities that a dataset needs and the model has not shown, as sentences."""
        wanted, found = set(needs), []
        if wanted & {SHOWS_PICTURES, SHOWS_SEVERAL} and not self.in_order:
            found.append("the model named the colour of one picture no better than by chance")
        elif SHOWS_SEVERAL in wanted and not self.interleave:
            found.append("the model sees one picture of a message, but the dataset's options show several")
        if SENDS_SYSTEM in wanted and not self.obeys_system:
            found.append("the model did not follow a system message, but the dataset's options put text into it")
        return found

    def summary(self) -> dict[str, Any]:
        """The part that receipts keep."""
        return {name: getattr(self, name) for name in ("in_order", "interleave", "obeys_system", "seed", "made")}

    def write(self, path: Path) -> None:
        """Write the file."""
        content = {"kind": "probe", "schema": _SCHEMA, **asdict(self), **self.summary(), "found": self.sentences()}
        write_atomically(path, f"{json.dumps(content, ensure_ascii=False, indent=1)}\n".encode())

    @classmethod
    def read(cls, path: Path) -> ProbeResult:
        """Read a file; a `DataError` where it is no result of a probe, or one of another version."""
        try:
            content = json.loads(path.read_text(encoding="utf-8"))
            if content["kind"] != "probe" or content["schema"] != _SCHEMA:
                raise ValueError(f"schema {content['schema']!r}")
            result = cls(**{item.name: content[item.name] for item in fields(cls)})
            result.summary(), result.sentences()
        except (OSError, ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
            raise DataError(f"{path} is no result of a probe ({error}); run `vlmeval-hvs probe` again") from error
        return result


def probe_path(folder: Path, model: str) -> Path:
    """Path of a model's result in the working folder of runs."""
    return folder / f"{model.replace('/', '--')}_hvs_probe.json"


def find_probe(folder: Path, model: str) -> Path | None:
    """Path of a model's result in the folder of a run or up to three above it; None if there is none."""
    paths = [probe_path(place, model) for place in (folder, *list(folder.parents)[:3])]
    return next((path for path in paths if path.is_file()), None)


def probe(ask: Ask, model: dict[str, Any], seed: int = 0, system_sent_as: str = "system") -> ProbeResult:
    """Ask a model, of which some facts are known; a DataError says that three calls in a row failed."""
    with tempfile.TemporaryDirectory(prefix="vlmeval_hvs_probe_") as folder:
        asking = _Asking(ask, seed, Path(folder))
        pictures: list[list[int]] = []
        for count in COUNTS:
            pictures.append([count, sum(asking.about_one_of(count, number) for number in range(TRIALS))])
            if pictures[-1][1] < ENOUGH:
                break
        sent = {"sent_as": system_sent_as, "hits": sum(map(asking.about_an_animal, range(TRIALS)))}
    made = datetime.now(timezone.utc).isoformat(timespec="seconds")
    return ProbeResult(pictures, sent, asking.calls, asking.failed, seed, model, made)


class _Asking:
    """Asks one question after the other; a failed call has an empty reply."""

    def __init__(self, ask: Ask, seed: int, folder: Path) -> None:
        self.ask, self.seed, self.folder = ask, seed, folder
        self.calls = self.failed = self.in_a_row = 0

    def about_one_of(self, count: int, number: int) -> bool:
        """Pictures of one colour each, numbered by text; each place is asked about equally often."""
        place = int(rng(self.seed, "places", count).permutation(np.arange(TRIALS) % count)[number])
        draw = rng(self.seed, "colours", count, number)
        colours = [str(name) for name in draw.choice(list(COLOURS), count, replace=False)]
        shown: Message = []
        for position, colour in enumerate(colours, 1):
            shown += [text(f"Picture {position}:"), image(self.picture(colour))]
        options = [str(name) for name in draw.permutation(list(COLOURS))]
        listed = "\n".join(f"{letter}. {name}" for letter, name in zip(ascii_uppercase, options, strict=False))
        question = f"What is the colour of picture {place + 1}?\n{listed}\nAnswer with one letter."
        read = option(self.reply([*shown, text(question)]), options)
        return not read.fallback and options[read.value] == colours[place]

    def about_an_animal(self, number: int) -> bool:
        """A request without the word that the system message asks for."""
        word = str(rng(self.seed, "system", number).choice(_WORDS))
        wanted = system(f"Whatever you are asked, the last word of your reply is always {word}.")
        reply = self.reply([wanted, text(f"Name an animal whose name has at least {3 + number % 4} letters.")])
        return word.lower() in said(reply).text.lower()

    def reply(self, message: Message) -> str:
        self.calls += 1
        try:
            reply = self.ask(message)
            error = reply if ANY_FAIL_MARKER in reply else ""
        except Exception as fault:  # a model may raise anything
            error = f"{type(fault).__name__}: {fault}"
        if not error:
            self.in_a_row = 0
            return reply
        self.failed, self.in_a_row = self.failed + 1, self.in_a_row + 1
        if self.in_a_row >= _MOST_FAILED:
            raise DataError(f"{self.in_a_row} calls of the model failed in a row, the last with: {error[:300]}")
        return ""

    def picture(self, colour: str) -> str:
        """Path of a PNG of one colour."""
        from PIL import Image  # not needed for the names of this module

        path = self.folder / f"{colour}.png"
        Image.new("RGB", (TILE, TILE), COLOURS[colour]).save(path)
        return str(path)
