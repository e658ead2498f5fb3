"""What HVSBench's messages say: hints, prompt variants, solved examples and requests for captions.

The texts are in ``hints.json`` (the paper's section E) and ``prompts.json`` (this package's own).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache

from vlmeval_hvs.benchmarks.hvsbench.questions import TYPES, scanpath_text
from vlmeval_hvs.errors import OptionError
from vlmeval_hvs.files import bundled
from vlmeval_hvs.seeding import rng

Row = Mapping[str, str]


@cache
def _words(file: str) -> dict[str, str]:
    return dict(bundled(__package__, file))


def hint_of(row: Row) -> str:
    """The hint of section E for the field of a row."""
    return _words("hints.json")[TYPES[row["question_type"]].hint]


def why(answer: str) -> str:
    """The question why a model gave its answer."""
    return _words("prompts.json")["why"].format(answer=answer)


def caption_request(length: str) -> str:
    """The request for a caption; ``length`` is ``short`` or ``detailed``."""
    return _words("prompts.json")[f"caption_{length}"]


def asked(question: str, variant: str) -> str:
    """A question in a prompt variant: ``released``, ``direct``, ``cot`` or ``few-shot``."""
    words = _words("prompts.json")
    return words[variant].format(question=question) if variant in ("direct", "cot") else question


def announcement(shots: int) -> str:
    """The sentence before solved examples."""
    return _words("prompts.json")["examples"].format(shots=shots)


def solved(row: Row) -> str:
    """A question with its answer; for scanpaths that of the first participant."""
    answer = row["truth"]
    if TYPES[row["question_type"]].kind == "scanpath":
        answer = scanpath_text(json.loads(row["scanpaths"])[0])
    return _words("prompts.json")["example"].format(question=row["question"], answer=answer)


class Examples:
    """Solved examples: so many other rows of the same type about other images, of all ``rows`` whatever the limit.

    An `OptionError` names a type with too few rows about other images.
    """

    def __init__(self, rows: Sequence[Row], shots: int, seed: int) -> None:
        self._shots, self._seed = shots, seed
        self._of_type: dict[str, list[Row]] = {}
        for row in rows:
            if row["truth"] or row["scanpaths"] not in ("", "[]"):
                self._of_type.setdefault(row["question_type"], []).append(row)
        for kind, known in self._of_type.items():
            least = len(known) - max(Counter(row["image_path"] for row in known).values())
            if least < shots:
                raise OptionError(f"shots={shots}: {kind} has only {least} questions about other images")

    def of(self, row: Row) -> list[Row]:
        """The examples of a row: a function of the seed and the row."""
        others = [one for one in self._of_type[row["question_type"]] if one["image_path"] != row["image_path"]]
        drawn = rng(self._seed, "few-shot", row["index"]).choice(len(others), self._shots, replace=False)
        return [others[place] for place in drawn]
