"""Makes the host's classes for CUDA run here, and shows what their processors are given."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

MOST_TOKENS = 4


@pytest.fixture
def on_cpu(host, monkeypatch):
    """Moves to CUDA stay here, attention is the plain one, and replies end after four tokens."""
    torch = pytest.importorskip("torch")
    hf = pytest.importorskip("transformers")

    def here(value):
        return "cpu" if str(value).startswith("cuda") else value

    def moving(original):
        def to(self, *args, **kwargs):
            return original(self, *map(here, args), **{name: here(value) for name, value in kwargs.items()})

        return to

    for owner in (torch.Tensor, torch.nn.Module):
        monkeypatch.setattr(owner, "to", moving(owner.to))
        monkeypatch.setattr(owner, "cuda", lambda self, *args, **kwargs: self)
    load = hf.PreTrainedModel.from_pretrained.__func__

    def from_pretrained(cls, *args, **kwargs):
        kept = {name: value for name, value in kwargs.items() if name not in ("device_map", "attn_implementation")}
        return load(cls, *args, **kept)

    monkeypatch.setattr(hf.PreTrainedModel, "from_pretrained", classmethod(from_pretrained))
    generate = hf.GenerationMixin.generate

    def short(self, *args, **kwargs):
        return generate(self, *args, **{**kwargs, "max_new_tokens": MOST_TOKENS})

    monkeypatch.setattr(hf.GenerationMixin, "generate", short)
    qwen = importlib.import_module("vlmeval.vlm.qwen2_vl.model")
    monkeypatch.setattr(qwen, "get_gpu_memory", lambda: [80_000])
