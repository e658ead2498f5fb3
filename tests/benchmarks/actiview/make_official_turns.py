"""Writes ``official_turns.json``: what the released evaluation code sends, turn by turn, for scripted replies.

For maintainers, with the folder ``toolkit`` of a checkout of THUNLP-MT/ActiView:

    python tests/benchmarks/actiview/make_official_turns.py CHECKOUT/toolkit

The released code is executed with a model that replies from a script, with images that are only names, and with
stand-ins for torch and transformers. It runs twice: with stand-in templates (the name of each template and its
placeholders), whose turns are written in full, and with its own templates, of whose turns only digests are written:
that code has no licence, so none of its texts are kept here.
"""

import argparse
import functools
import hashlib
import importlib.util
import json
import random
import re
import sys
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

QUESTION = {
    "question": 'Which {price} is "highest"?',
    "options": ["69", "39", "59; or more"],
    "answer": 0,
    "images": [f"./x/{name}" for name in ("O", "F", "L", "UL", "LL", "UR", "LR")],
}
SPLITS = (6, 8, 9, 16)
REVISIONS = (("none", "none"), ("1", "none"), ("none", "4,3"), ("1,2", "4"), ("4", "3,1"), ("9", "2"))
"""What the second turn of the mixed pipeline keeps and shifts to."""
CHAT = ("qwen2vl", "idefics3", "mantis", "minicpmv2.6")
"""One model of every family of the class EvaluatorChat that names its images in the text."""
TOKEN = re.compile(r"<image(\d+)>图{32}")
"""The image tokens of the class Evaluator; the n-th image is called ``image n`` here, as in EvaluatorChat."""


class Tile(str):
    """A picture that is only a name."""


def load(toolkit: Path, name: str) -> types.ModuleType:
    spec = importlib.util.spec_from_file_location(name, toolkit / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def split(image: str, grid: tuple[int, int]) -> tuple[str, list[str]]:
    return Tile("F"), [Tile(f"V{number}") for number in range(1, grid[0] * grid[1] + 1)]


def official(toolkit: Path) -> types.ModuleType:
    """The released module ``evaluator``, loaded with stand-ins for what it does not need here."""
    opened = types.SimpleNamespace(open=lambda path: Tile(Path(path).name))
    for name, content in {
        "transformers": {},
        "transformers.image_utils": {"load_image": opened.open},
        "torch": {"cuda": types.SimpleNamespace(empty_cache=lambda: None)},
        "tqdm": {"tqdm": lambda rows: rows},
        "image_utils": {"pil_image_to_base64": None, "test_split_image": split},
        "model_config": {"predict": None},
    }.items():
        sys.modules[name] = types.ModuleType(name)
        vars(sys.modules[name]).update(content)
    load(toolkit, "prompts_config")
    module = load(toolkit, "evaluator")
    module.Image = opened
    return module


def recorder(script: list[str], turns: list[list[Any]]) -> Any:
    """Stands for a model: replies from the script and keeps what it was sent."""
    replies = iter(script)

    def reply(images: Any, text: str) -> list[str]:
        pictures = images if isinstance(images, (list, tuple)) else [images]
        turns.append([[str(picture) for picture in pictures if isinstance(picture, Tile)], text])
        return [next(replies)]

    return reply


def text_of(prompts: Any) -> str:
    content = prompts[0]["content"]
    if isinstance(content, str):
        return content
    last = content[-1]
    return last if isinstance(last, str) else last["text"]


def evaluator(module: types.ModuleType, folder: Path, family: str, n_splits: int) -> Any:
    """An evaluator of the released code on the one question; ``Brote`` is the class for all splits."""
    kind = module.Evaluator if family == "Brote" else module.EvaluatorChat
    return kind(data_path=str(folder), model=family, num_split=n_splits)


def play(module: types.ModuleType, folder: Path, case: dict[str, Any]) -> list[list[Any]]:
    """The turns of one case as ``[images, text]``."""
    turns: list[list[Any]] = []
    reply = recorder(case["replies"], turns)
    chat = evaluator(module, folder, case["family"], case["n_splits"])
    if case["family"] == "Brote":
        module.predict = lambda model, processor, images, prompt: reply(images, prompt[0])
        named = functools.partial(TOKEN.sub, lambda found: f"image {int(found[1]) + 1}")
        return [[shown, named(text)] for shown, text in brote(chat, case, turns)]
    chat.get_response = lambda model, processor, prompts, images, kwargs: reply(images, text_of(prompts))
    kind = case["kind"]
    if kind == "full":
        (images, prompts), *_ = chat.format_data4full()
        reply(images, text_of(prompts))
    elif kind in ("shift", "single"):
        chat.format_data4shifting(model=1, initial_only=kind == "single", pre_define_initial=[case["start"] - 1])
    elif kind == "mixed" and case["n_splits"] == 4:
        chat.format_data4mix(model=1)
    elif kind == "mixed":
        columns, rows = chat.splits2grid[case["n_splits"]]
        sentence = module.DESC_ANY_SPLITS.format(grids=f"{columns}*{rows}", num_splits=case["n_splits"])
        chat.format_data4mix(model=1, description_of_splits=sentence, num_splits=case["n_splits"])
    else:
        zoom(chat, case, reply)
    return turns


def zoom(chat: Any, case: dict[str, Any], reply: Any) -> None:
    """Both turns of zooming; the clue views stand for the first reply."""
    selection: Any = case.get("clue_views")
    if case["kind"] == "zoom":
        (images, prompts), *_ = chat.format_data4zooming()
        pictures = images if isinstance(images, list) else [images]
        content = prompts[0]["content"]
        inline = [part for part in content if isinstance(part, Tile)] if isinstance(content, list) else []
        (selection,) = reply(pictures or inline, text_of(prompts))
    images, prompts = next(chat.format_data4zooming_qa([selection]))
    reply(images, text_of(prompts))


def brote(chat: Any, case: dict[str, Any], turns: list[list[Any]]) -> list[list[Any]]:
    """Turns of the class Evaluator, where it runs: its question answering after zooming does not."""
    if case["kind"] == "shift":
        chat.format_data4shifting(model=1, pre_define_initial=[case["start"] - 1])
        return turns
    images, prompts = chat.format_data4zooming(num_splits=case["n_splits"])
    return [[[str(image) for image in images] or ["L"], prompts[0]]]


def cases() -> Iterator[dict[str, Any]]:
    """What is played: every branch of every pipeline, from every start."""
    for family in CHAT:
        four = {"family": family, "n_splits": 4}
        yield {**four, "kind": "full", "replies": ["A"]}
        for start in (1, 2, 3, 4):
            yield {**four, "kind": "single", "start": start, "replies": ["A"]}
            for script in (["no"], ["Yes", "NO"], ["yes", "?", "no"], ["maybe", "", "No.", "yes"]):
                yield {**four, "kind": "shift", "start": start, "replies": [*script, "A"]}
        for reply in ("2", "4,1,1", "1,2,3,4", "1.3", "", "none", "upperleft", "left,lowerright", "3,upperright"):
            yield {**four, "kind": "zoom", "replies": [reply, "A"]}
        for clues in ([1], [2, 3], [1, 2, 3, 4]):
            yield {**four, "kind": "zoom_clues", "clue_views": clues, "replies": ["A"]}
        for first in ("none", "", "what", "7"):
            reply = json.dumps({"part": first}) if first != "" else ""
            # There is a second turn when all numbers were out of range.
            second = ['{"keep": "none", "shift": "2,1"}'] if first == "7" else []
            yield {**four, "kind": "mixed", "replies": [reply, *second, "A"]}
        for first in ("1", "1,2", "4,1", "2, 3", "1,2,3,4"):
            for keep, shift in REVISIONS:
                second = json.dumps({"keep": keep, "shift": shift})
                yield {**four, "kind": "mixed", "replies": [json.dumps({"part": first}), second, "A"]}
            yield {**four, "kind": "mixed", "replies": [json.dumps({"part": first}), "keep all of them", "A"]}
        for n_splits in SPLITS:
            yield {"family": family, "n_splits": n_splits, "kind": "mixed", "replies": ["none", "A"]}
    for n_splits in SPLITS:
        other = {"family": "Brote", "n_splits": n_splits}
        yield {**other, "kind": "zoom", "replies": ["none"]}
        for start in (1, 3, n_splits):
            for script in (["Yes", "no"], ["yes"] * n_splits):
                yield {**other, "kind": "shift", "start": start, "replies": [*script, "A"]}


def stand_in(name: str, template: str) -> str:
    """The name of a template and its placeholders in their order, bars between them."""
    return " | ".join([f"[{name}]", *re.findall(r"\{[a-z_0-9]+\}", template)])


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def templates_of(module: types.ModuleType) -> dict[str, str]:
    return {name: text for name, text in vars(module).items() if name.isupper() and isinstance(text, str)}


def make(toolkit: Path, folder: Path) -> dict[str, Any]:
    """The content of the fixture."""
    (folder / "data.json").write_text(json.dumps({"meta": {"info": ""}, "data": [QUESTION]}))
    random.seed(0)
    module = official(toolkit)
    own = templates_of(sys.modules["prompts_config"])
    code = (toolkit / "evaluator.py").read_text(encoding="utf-8")
    used = sorted(name for name in own if name == "ACTIVE_PERCEPTION_TEMPLATES" or name in code)
    stand_ins = {name: stand_in(name, own[name]) if "DESC_4" not in name else f"[{name}]" for name in used}
    played = []
    for case in cases():
        turns = []
        for texts in (own, stand_ins):
            vars(module).update(texts)
            sentence = texts["DESC_4_SPLITS"]
            for function in (module.Evaluator.format_data4zooming, module.EvaluatorChat.format_data4zooming):
                function.__defaults__ = (4, sentence)
            module.EvaluatorChat.format_data4mix.__defaults__ = (None, None, None, sentence, 4)
            turns.append(play(module, folder, case))
        released, readable = turns
        played.append({**case, "turns": readable, "released": [digest(text) for _, text in released]})
    grouped: dict[str, dict[str, Any]] = {}
    for case in played:
        family = case.pop("family")
        grouped.setdefault(json.dumps(case), {"families": [], **case})["families"].append(family)
    return {
        "about": "Written by make_official_turns.py from the released code; see there.",
        "question": {name: QUESTION[name] for name in ("question", "options")},
        "templates": {name: {"sha256": digest(own[name]), "stand_in": stand_ins[name]} for name in used},
        "cases": [*grouped.values()],
    }


def main() -> None:
    import tempfile

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("toolkit", type=Path)
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("official_turns.json"))
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = make(arguments.toolkit, Path(folder))
    lines = [json.dumps(case, ensure_ascii=False) for case in found.pop("cases")]
    head = json.dumps(found, ensure_ascii=False, indent=1)[:-2]
    arguments.out.write_text(head + ',\n "cases": [\n' + ",\n".join(lines) + "\n ]\n}\n", encoding="utf-8")
    print(f"{len(lines)} cases, {sum(len(json.loads(line)['turns']) for line in lines)} turns")


if __name__ == "__main__":
    main()
