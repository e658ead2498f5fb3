"""Stand-ins for the texts of the released code, scripted replies, and the released annotations."""

import json
from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.fixture(scope="session")
def official() -> dict:
    """What the released code sends, and stand-ins for its texts, which are not part of this repository."""
    return json.loads((HERE / "official_turns.json").read_text(encoding="utf-8"))


@pytest.fixture(autouse=True)
def texts(official, monkeypatch) -> dict[str, str]:
    """``profile="official"`` works as if the texts were installed."""
    found = {name: entry["stand_in"] for name, entry in official["templates"].items()}
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


@pytest.fixture(scope="session")
def released() -> list[dict[str, str]]:
    """Rows of all released questions, without their texts and pictures."""
    rows = json.loads((HERE / "annotations.json").read_text(encoding="utf-8"))["rows"]
    return [
        {
            "index": str(place), "question": "What is shown?", "answer": str(answer), "category": category,
            "options": json.dumps([f"option {k}" for k in range(n_options)]), "bbox": bbox,
            "clue_views": json.dumps(clues), "image_path": str(image),
        }
        for place, (image, n_options, answer, category, bbox, clues, *_) in enumerate(rows, start=1)
    ]  # fmt: skip
