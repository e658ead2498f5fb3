"""Takes the prompt templates out of a checkout of the official repository, without running any of it."""

from __future__ import annotations

import ast
import json
from pathlib import Path

from vlmeval_hvs.errors import DataError

FILE = "prompts_config.py"
TEMPLATES = {
    "answer": ("QA_TEMPLATES_CHAT", {"image": "image"}),
    "select": ("ZOOM_MANUAL_DECISION_TEMPLATES_CHAT", {"image": "image"}),
    "zoom_answer": ("ZOOM_QA_TEMPLATES_CHAT", {"image": "image", "zoomed_images": "views"}),
    "decide": ("SHIFT_DECISION_TEMPLATES_CHAT", {"images": "views"}),
    "mix_init": ("MIX_INIT_DECISION_TEMPLATE", {"image": "image"}),
    "mix_revise": ("MIX_INTER_DECISION_TEMPLATE", {"image": "image", "zoomed_images": "views"}),
}
"""Our step: its name in the official file, and the placeholders that have another name here."""
DERIVED = {
    "single": ("answer", "{views}"),
    "shift_answer": ("answer", "{views}"),
    "mix_answer": ("answer", "Image 1 is the full image,{views}"),
    "mix_answer_none": ("answer", "{image}"),
}
"""Steps for which the official code fills the question-answering template with something else for its image."""
_COMMON = {"question": "question", "option": "options", "num_splits": "num_splits"}
_COMMON["description_of_splits"] = "description_of_splits"


def release_prompts(folders: list[Path]) -> bytes | None:
    """Templates of the release in our form, as JSON, or None when the release does not bring its code.

    Args:
        folders: Unpacked release.

    Raises:
        DataError: The file is there but lacks a template.
    """
    found = [path for folder in folders for path in sorted(folder.rglob(FILE))]
    if not found:
        return None
    texts = _strings(found[0])
    steps = {}
    for step, (name, renamed) in TEMPLATES.items():
        if name not in texts:
            raise DataError(f"{FILE} has no template {name}")
        steps[step] = _renamed(texts[name], {**_COMMON, **renamed})
    for step, (base, image) in DERIVED.items():
        steps[step] = steps[base].replace("{image}", image)
    splits = {"splits_4": texts["DESC_4_SPLITS"]} if "DESC_4_SPLITS" in texts else {}
    return json.dumps({**splits, "steps": steps}, ensure_ascii=False, indent=1).encode()


def _strings(path: Path) -> dict[str, str]:
    """Module-level string constants of a Python file, read from its syntax tree."""
    try:
        tree = ast.parse(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, SyntaxError, RecursionError) as error:
        raise DataError(f"{path.name} is not readable Python ({error})") from error
    return {
        target.id: node.value.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def _renamed(template: str, names: dict[str, str]) -> str:
    for official, own in names.items():
        template = template.replace("{" + official + "}", "{" + own + "}")
    return template
