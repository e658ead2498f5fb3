"""The questions about gaze photos: prompt templates, order of options, and the text that a model receives.

Source: appendix A.3 (Tables 4 and 5: pre-pilot and pilot prompts) and sections 2.2 and 2.4 of the study. The prompts of
its main part are not printed; those shipped here are reconstructions, marked as such, and can be replaced by a file.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vlmeval_hvs.benchmarks.gaze.options import MOST_PROMPTS
from vlmeval_hvs.choices import LETTERS, lettered
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import bundled
from vlmeval_hvs.messages import Message, image, text
from vlmeval_hvs.seeding import rng

STUDIES = ("main", "pilot", "prepilot")
IMAGE = "<image>"
_PLACEHOLDER = re.compile(r"\{(options|letters|left_to_right)\}")
POINT_TEMPLATE = (
    "<image>\nWhat is the person in this image looking at? Point to it: answer with one line "
    '{"x": X, "y": Y}, where X and Y are fractions of the image width (from the left) and height (from the top).'
)
"""Asked with the option ``answers="point-..."``. The wording is our own: the study asks for letters only."""


@dataclass(frozen=True)
class Template:
    """One prompt template."""

    prompt_id: int  # number within its study
    text: str  # template with ``<image>`` and the placeholders ``{options}``, ``{letters}``, ``{left_to_right}``
    task_hint: bool = False  # whether it says how to solve the task
    object_order: bool = False  # whether it names the objects from left to right
    reconstructed: bool = False  # whether its wording was reconstructed by this package


def templates(study: str, override: str | Path | None = None) -> dict[int, Template]:
    """Templates of one study by number.

    A JSON file (a list of objects, or an object with ``templates``) or CSV file with ``prompt_id``, ``template`` and
    optionally ``task_hint``, ``object_order`` replaces all shipped ones; a `DataError` names an entry of no use.
    """
    if study not in STUDIES:
        raise DataError(f"unknown study {study!r}; known are {', '.join(STUDIES)}")
    if override is None:
        raw = bundled(__package__, f"prompts_{study}.json")
        return _parse(raw["templates"], bool(raw["reconstructed"]), f"prompts_{study}.json")
    path = Path(override)
    try:
        content = path.read_text(encoding="utf-8-sig")
        if path.suffix.lower() == ".csv":
            return _parse(list(csv.DictReader(io.StringIO(content))), False, str(path))
        raw = json.loads(content)
    except (OSError, ValueError) as error:
        raise DataError(f"templates file {path}: cannot be read ({error})") from error
    return _parse(raw.get("templates") if isinstance(raw, dict) else raw, False, str(path))


def _parse(entries: Any, reconstructed: bool, name: str) -> dict[int, Template]:
    if not isinstance(entries, list) or not entries:
        raise DataError(f"{name}: no list of templates in it")
    found: dict[int, Template] = {}
    for number, entry in enumerate(entries):
        where = f"{name}, entry {number}"
        try:
            prompt_id, words = int(entry["prompt_id"]), str(entry["template"])
        except (KeyError, TypeError, ValueError) as error:
            raise DataError(f"{where}: needs a whole number `prompt_id` and a text `template`") from error
        if not 0 <= prompt_id < MOST_PROMPTS or prompt_id in found:
            raise DataError(f"{where}: prompt_id {prompt_id} is used twice or not within 0 to {MOST_PROMPTS - 1}")
        if "{options}" not in words:
            raise DataError(f"{where}: the template has no {{options}}, so the model would not see the choices")
        if words.count(IMAGE) > 1:
            raise DataError(f"{where}: {IMAGE} occurs more than once")
        flags = {
            key: str(entry.get(key, "")).strip().lower() in ("1", "true", "yes")
            for key in ("task_hint", "object_order")
        }
        found[prompt_id] = Template(prompt_id, words, reconstructed=reconstructed, **flags)
    return found


def option_order(n_objects: int, stimulus: object, prompt: object, seed: int = 0) -> tuple[int, ...]:
    """Table positions in the order of the letters: a function of (seed, stimulus, prompt)."""
    return tuple(int(i) for i in rng(seed, "gaze-options", stimulus, prompt).permutation(n_objects))


def render(template: str, options: Sequence[str], left_to_right: Sequence[str]) -> str:
    """The text of a question, still with ``<image>``; names in the order of their letters, and in the image."""
    values = {
        "options": lettered(options), "letters": ", ".join(LETTERS[: len(options)]),
        "left_to_right": ", ".join(left_to_right),
    }  # fmt: skip
    # Not str.format: object names and users' templates may hold braces.
    return _PLACEHOLDER.sub(lambda match: values[match[1]], template)


def ask(question: str, path: str) -> Message:
    """The host message: the image in place of ``<image>`` (first when it does not occur), and the text."""
    before, _, after = question.partition(IMAGE) if IMAGE in question else ("", "", question)
    parts = [text(before.strip()), image(path), text(after.strip())]
    return [part for part in parts if part["value"]]


def asked(row: Mapping[str, Any], template: Template, seed: int = 0) -> dict[str, str]:
    """The cells of one photo and template that follow from the wording and the seed.

    These are ``question``, ``option_order`` (digits), ``A`` to ``D`` (empty when absent), ``answer`` (letter), and the
    template's flags ``task_hint``, ``object_order`` and ``prompt_reconstructed`` ("0" or "1").
    """
    names = str(row["objects"]).split("+")
    order = option_order(len(names), row["stimulus_id"], template.prompt_id, seed)
    shown = [names[position] for position in order]
    return {
        "task_hint": str(int(template.task_hint)),
        "object_order": str(int(template.object_order)),
        "prompt_reconstructed": str(int(template.reconstructed)),
        "question": render(template.text, shown, str(row["left_to_right"]).split("+")),
        "option_order": "".join(map(str, order)),
        **{letter: shown[i] if i < len(shown) else "" for i, letter in enumerate(LETTERS)},
        "answer": LETTERS[order.index(int(row["gaze_pos"]))],
    }
