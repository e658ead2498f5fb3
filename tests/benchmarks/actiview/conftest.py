"""The texts of the released code, which are not part of this repository, have stand-ins in these tests."""

import json
from pathlib import Path

import pytest

TEMPLATES = json.loads(Path(__file__).with_name("official_turns.json").read_text(encoding="utf-8"))["templates"]


@pytest.fixture(autouse=True)
def texts(monkeypatch) -> dict[str, str]:
    """``profile="official"`` works as if the texts were installed."""
    found = {name: entry["stand_in"] for name, entry in TEMPLATES.items()}
    monkeypatch.setattr("vlmeval_hvs.benchmarks.actiview.dataset.installed", lambda: found)
    return found


@pytest.fixture
def make_task(texts):
    """Makes the task of one question about a picture in named views."""
    from vlmeval_hvs.benchmarks.actiview.session import Task
    from vlmeval_hvs.benchmarks.actiview.wording import read_wording

    def make(profile: str = "official", n_views: int = 4, reading: str = "", **changes: object) -> Task:
        views = ("UL", "LL", "UR", "LR") if n_views == 4 else tuple(f"V{number}" for number in range(1, n_views + 1))
        settings = {"question": "Which {price} is highest?", "options": ("69", "39", "59"), "full": "F", "lined": "L"}
        settings |= {"views": views, "start": 1, "clue_views": (1, 3), "wording": read_wording(profile, texts)}
        settings |= {"locate": str, "stitch": "+".join}
        settings["reading"] = reading or ("robust" if profile == "robust" else "paper")
        return Task(**{**settings, **changes})

    return make
