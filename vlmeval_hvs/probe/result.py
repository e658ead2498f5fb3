"""The result of a probe: a JSON file beside the results, and what follows from it for a run."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import write_atomically
from vlmeval_hvs.probe.bounds import HALF, LEVEL
from vlmeval_hvs.probe.needs import INTERLEAVED, JOINED, NONE, SENDS_SYSTEM, SHOWS_PICTURES, SHOWS_SEVERAL
from vlmeval_hvs.probe.reading import IN_ORDER

PROBE = "_hvs_probe.json"
"""Ending of the file: ``<model>_hvs_probe.json``."""

SCHEMA = 1

BOUND = (
    f"a way is shown, and a request obeyed, where the exact (Clopper-Pearson) one-sided {LEVEL:.0%} lower bound of the "
    f"share of right replies is over {HALF}; luck alone is right in one of six"
)


@dataclass(frozen=True)
class ProbeResult:
    """What a probe has shown.

    Attributes:
        pictures: For every number of pictures that was tried, how they arrived (`vlmeval_hvs.probe.reading.arrival`).
        joined: The same for tiles side by side in one picture; None where one picture was not seen.
        json: Whether a JSON object comes when it is asked for: ``hits``, ``trials``, ``low``, ``obeyed``, and in
            ``nothing_else`` how many replies were that object alone.
        long: Whether a long reply comes whole: ``verdict`` (``whole``, ``cut``, ``not measurable``), ``counted_to``,
            ``characters``, ``finish``, ``tokens``.
        system: Whether the system message is obeyed, and how it is sent.
        seconds: ``median`` and ``longest`` call.
        calls: Number of calls.
        failed: Number of calls without a reply.
        seed: Seed of every question.
        model: What is known of the model.
        made: When, in UTC.
    """

    pictures: list[dict[str, Any]]
    joined: dict[str, Any] | None
    json: dict[str, Any]
    long: dict[str, Any]
    system: dict[str, Any]
    seconds: dict[str, float]
    calls: int
    failed: int
    seed: int
    model: dict[str, Any] = field(default_factory=dict)
    made: str = ""

    @property
    def in_order(self) -> int:
        """The largest number of pictures that the model has seen in order; 0 when none."""
        return max((each["pictures"] for each in self.pictures if each["arrived"] == IN_ORDER), default=0)

    @property
    def strategy(self) -> str:
        """How pictures are sent: one by one from two on, else in one picture; none where the model sees none."""
        return INTERLEAVED if self.in_order > 1 else JOINED if self.in_order == 1 else NONE

    def sentences(self) -> list[str]:
        """What was found, in words."""
        last = self.pictures[-1]
        if self.strategy == NONE:
            found = ["pictures: not measurable; replies about one picture are no better than luck allows"]
        else:
            found = [
                f"pictures: {self.in_order} in order"
                + ("" if last["arrived"] == IN_ORDER else f"; of {last['pictures']}: {last['arrived']}")
            ]
        if self.joined is not None:
            arrived = "seen in order" if self.joined["arrived"] == IN_ORDER else self.joined["arrived"]
            found.append(f"{self.joined['pictures']} tiles in one picture: {arrived}")
        found.append(f"JSON: {_obeyed(self.json)}; {self.json['nothing_else']} replies were nothing else")
        long = self.long
        told = ", ".join(f"{name} {long[name]}" for name in ("finish", "tokens") if long[name] is not None)
        found.append(
            f"long reply: {long['verdict']}; counted to {long['counted_to']} of {long['asked_to']} in "
            f"{long['characters']} characters" + (f" ({told})" if told else "")
        )
        found.append(f"system message (sent as {self.system['sent_as']}): {_obeyed(self.system)}")
        found.append(f"{self.seconds['median']:.2f} s per call (median), {self.seconds['longest']:.2f} s at most")
        found.append(f"{self.calls} calls, {self.failed} failed; strategy: {self.strategy}")
        return found

    def unmet(self, needs: Iterable[str]) -> list[str]:
        """What a dataset needs and the model has not shown, as sentences.

        Args:
            needs: What it needs (`vlmeval_hvs.probe.needs`).
        """
        wanted, found = set(needs), []
        if wanted & {SHOWS_PICTURES, SHOWS_SEVERAL} and self.strategy == NONE:
            found.append("the model told the colour of one picture no better than luck allows")
        elif SHOWS_SEVERAL in wanted and self.strategy != INTERLEAVED:
            found.append("the model sees one picture of a message, and the dataset's options show several")
        if SENDS_SYSTEM in wanted and not self.system["obeyed"]:
            found.append("the model did not obey a system message, in which the dataset's options put words")
        return found

    def summary(self) -> dict[str, Any]:
        """What a receipt keeps."""
        kept = {"strategy": self.strategy, "in_order": self.in_order, "made": self.made, "seed": self.seed}
        return {**kept, "json": self.json["obeyed"], "long": self.long["verdict"], "system": self.system["obeyed"]}

    def write(self, path: Path) -> None:
        """Write the file."""
        content = {"kind": "probe", "schema": SCHEMA, **asdict(self), "in_order": self.in_order}
        content |= {"strategy": self.strategy, "bound": BOUND, "found": self.sentences()}
        write_atomically(path, f"{json.dumps(content, ensure_ascii=False, indent=1)}\n".encode())

    @classmethod
    def read(cls, path: Path) -> ProbeResult:
        """Read a file.

        Raises:
            DataError: It is no result of a probe.
        """
        try:
            content = json.loads(path.read_text(encoding="utf-8"))
            if content["kind"] != "probe" or content["schema"] != SCHEMA:
                raise ValueError(f"schema {content['schema']!r}")
            made = cls(**{item.name: content[item.name] for item in fields(cls)})
            made.summary(), made.sentences()
        except (OSError, ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
            raise DataError(f"{path} is no result of a probe ({error}); probe the model again") from error
        return made


def probe_path(folder: Path, model: str) -> Path:
    """Where the result for a model lies in the working folder of runs."""
    return folder / f"{model.replace('/', '--')}{PROBE}"


def find_probe(folder: Path, model: str, up: int = 3) -> Path | None:
    """The result for a model in the folder of a run or above it, as hosts make folders for models and runs.

    Args:
        folder: Folder of a run.
        model: Name of the model.
        up: How many folders above are looked into.
    """
    places = [folder, *list(folder.parents)[:up]]
    return next((path for place in places if (path := probe_path(place, model)).is_file()), None)


def _obeyed(share: dict[str, Any]) -> str:
    words = "yes" if share["obeyed"] else "no"
    return f"{words} ({share['hits']} of {share['trials']}, lower bound {share['low']:.2f})"
