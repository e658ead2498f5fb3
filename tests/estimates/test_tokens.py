"""Token counts against the makers' own code and printed examples."""

import ast
import importlib.util
from pathlib import Path

import pytest
from PIL import Image

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.estimates.tokens import by_characters, families, image_tokens, text_counter

SIZES = [
    *[(512, 512), (640, 427), (1024, 768), (28, 28), (30, 2000), (4000, 3000), (768, 2048), (447, 449), (1, 1)],
    *[(width, height) for width in range(60, 2400, 311) for height in range(45, 2100, 293)],
]


def test_counts_are_those_of_the_makers_documentation():
    """The first two of OpenAI are its examples, the others by hand from its rule; Claude's are printed as about."""
    for size, tokens in (((1024, 1024), 765), ((2048, 4096), 1105), ((512, 512), 255), ((513, 500), 425)):
        assert image_tokens("openai-tiles", size) == tokens
    for size, tokens in (((200, 200), 54), ((1000, 1000), 1334), ((1092, 1092), 1568), ((784, 1568), 1568)):
        assert image_tokens("claude", size) == pytest.approx(tokens, rel=0.05)
    assert all(family["source"].startswith("https://") and family["about"] for family in families().values())


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
        assert image_tokens("qwen2-vl", (width, height)) == high * wide // 28**2 + 2
        picture = Image.new("L", (width, height))
        tiles = names["dynamic_preprocess"](picture, min_num=1, max_num=12, image_size=448, use_thumbnail=True)
        assert image_tokens("internvl", (width, height)) == 256 * len(tiles) + 2


def test_text_counts_by_characters_or_by_a_tokenizer(tmp_path):
    assert [by_characters(text) for text in ("", "a", "abcd", "abcde")] == [0, 1, 1, 2]
    tokenizers = pytest.importorskip("tokenizers")
    words = tokenizers.Tokenizer(tokenizers.models.WordLevel({"a": 0, "b": 1, "[UNK]": 2}, unk_token="[UNK]"))
    words.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    words.save(str(tmp_path / "tokenizer.json"))
    for path in (tmp_path, tmp_path / "tokenizer.json"):
        count, about = text_counter(path)
        assert (count("a b b word"), count("")) == (4, 0)
        assert path.name in about
    (tmp_path / "tokenizer.json").write_text("{}")
    with pytest.raises(DataError, match="--tokenizer"):
        text_counter(tmp_path)
