"""Calls, pictures and tokens against the makers' own code and what the pipelines' rules give by hand."""

import ast
import importlib.util
from collections import Counter
from pathlib import Path

import pytest
from PIL import Image

from vlmeval_hvs.estimates import IMAGE_TOKENS, LEAST, MOST, estimates, of_call, totals
from vlmeval_hvs.messages import INTERLEAVED, ModelTraits, Prompt, image, text
from vlmeval_hvs.registry import card_of, dataset_class, set_of

SIZES = [
    *[(512, 512), (640, 427), (1024, 768), (28, 28), (30, 2000), (4000, 3000), (768, 2048), (447, 449), (1, 1)],
    *[(width, height) for width in range(60, 2400, 311) for height in range(45, 2100, 293)],
]
ONE_IMAGE = ModelTraits("", interleave=False)


@pytest.mark.long
def test_patches_of_qwen_and_tiles_of_internvl_are_those_of_their_own_code():
    """InternVL's function is the one that the host carries, taken without the host."""
    vision = pytest.importorskip("transformers.models.qwen2_vl.image_processing_qwen2_vl")
    spec = importlib.util.find_spec("vlmeval")
    if spec is None:
        pytest.skip("no VLMEvalKit host is installed")
    path = Path(spec.submodule_search_locations[0]) / "vlm" / "internvl" / "utils.py"
    wanted = ("find_closest_aspect_ratio", "dynamic_preprocess")
    tree = ast.parse(path.read_text(encoding="utf-8"))
    tree.body = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name in wanted]
    names: dict = {}
    exec(compile(tree, str(path), "exec"), names)
    for width, height in SIZES:
        high, wide = vision.smart_resize(height, width, factor=28, min_pixels=3136, max_pixels=12845056)
        assert IMAGE_TOKENS["qwen2-vl"](width, height) == high * wide // 28**2 + 2
        picture = Image.new("L", (width, height))
        tiles = names["dynamic_preprocess"](picture, min_num=1, max_num=12, image_size=448, use_thumbnail=True)
        assert IMAGE_TOKENS["internvl"](width, height) == 256 * len(tiles) + 2


@pytest.fixture
def estimated(demo):
    def run(name, traits=INTERLEAVED, most_rows=0, **options):
        demo(set_of(name))
        dataset = dataset_class(card_of(name))(dataset=name, **options)
        return {one.pop("name"): one for one in estimates(dataset, traits, most_rows)}

    return run


HAND = [
    ("ActiView_Zooming_DEMO", {}, 2, 2, 2, 6),  # select, answer; the full image with none or all four views
    ("ActiView_Mixed_DEMO", {"revise_turns": 3}, 2, 5, 2, 17),  # 1, then four times 1 + 3
    ("VisualSearch_COCOSearch18_Interactive_DEMO", {"limit": 3}, 1, 9, 2, 18),  # 10 fixations, the first given
]


@pytest.mark.long
def test_scripted_walks_are_the_shortest_and_the_longest(estimated):
    for name, options, *by_hand in HAND:
        found = estimated(name, **options)
        each = [found[walk]["per_sample"][what] for what in ("calls", "images") for walk in (LEAST, MOST)]
        assert each == [dict.fromkeys(("least", "mean", "most"), number) for number in by_hand], name
    found = estimated("ActiView_Zooming_DEMO", ONE_IMAGE, most_rows=3)
    # The selection, and one call for each of four views, with one image each.
    assert [set(found[MOST]["per_sample"][what].values()) for what in ("calls", "images")] == [{5}, {5}]
    assert (found[MOST]["walked"], found[MOST]["rows"], found[MOST]["run"]["calls"]) == (3, 16, 5 * 16)
    assert "scripted" in found[LEAST]["about"]
    (found,) = estimated("HVSBench_Subitizing_DEMO", most_rows=3).items()
    assert (found[0], found[1]["walked"] == found[1]["rows"]) == ("single-turn", True), "each costs no call to ask"


def test_tokens_of_openais_documentation_and_totals_by_hand(tmp_path):
    # The first two are OpenAI's examples, the others by hand from its rule.
    for size, tokens in (((1024, 1024), 765), ((2048, 4096), 1105), ((512, 512), 255), ((513, 500), 425)):
        assert IMAGE_TOKENS["openai-tiles"](*size) == tokens
    a, b = str(tmp_path / "a.png"), str(tmp_path / "b.png")
    for path, size in ((a, (1024, 1024)), (b, (512, 512))):
        Image.new("RGB", size).save(path)
    prompts = [[image(a), text("t" * 40)], [image(a), image(b), text("t" * 5)], [text("t" * 4)]]
    calls = [of_call(Prompt(one), "r" * size) for one, size in zip(prompts, (8, 1, 0), strict=True)]
    asked = [Counter(calls[0]) + Counter(calls[1]), Counter(calls[2])]
    found = totals(asked, 10)
    images = found["run"].pop("image_tokens")
    assert images["openai-tiles"] == (765 + 765 + 255) * 5
    assert found["per_sample"]["calls"] == {"least": 1, "mean": 1.5, "most": 2}
    # (10 + 2 + 1) x 5 and (2 + 1 + 0) x 5
    assert found["run"] == {"calls": 15, "images": 15, "text_tokens": 65, "output_tokens": 15}
    assert of_call(Prompt([]), "r", 100)["output_tokens"] == 100
