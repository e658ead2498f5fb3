"""Pictures that are kept, and where caches lie."""

from __future__ import annotations

import json
import logging
import os
from pathlib import Path

import pytest

from vlmeval_hvs import cache
from vlmeval_hvs.cache import ImageCache, existing, limit_bytes, make_room, user_cache, writable, writable_place
from vlmeval_hvs.errors import DataError


def test_the_users_cache_follows_the_standard_and_without_a_home_it_says_what_to_set(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert user_cache() == tmp_path / "vlmeval_hvs"
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for ignored in ("", "relative/folder"):
        monkeypatch.setenv("XDG_CACHE_HOME", ignored)
        assert user_cache() == tmp_path / "home" / ".cache" / "vlmeval_hvs"

    def home():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", home)
    with pytest.raises(DataError, match="set XDG_CACHE_HOME"):
        user_cache()


def test_a_folder_that_does_not_exist_is_as_writable_as_the_one_above_and_a_file_is_no_place(tmp_path):
    assert existing(tmp_path / "a" / "b") == tmp_path
    assert writable(tmp_path / "a" / "b")
    assert writable_place(tmp_path / "a" / "b", tmp_path / "a") == (tmp_path / "a" / "b", tmp_path / "a")
    assert os.listdir(tmp_path) == []
    (tmp_path / "file").write_text("")
    assert not writable(tmp_path / "file" / "below")


def test_pictures_of_read_only_data_are_kept_for_the_user_and_their_facts_are_found(
    tmp_path, make_read_only, monkeypatch
):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    root = tmp_path / "data" / ".rendered"
    ImageCache(root / "a", root).put("7", b"picture", {"measures": [1]})
    make_read_only(tmp_path / "data")
    kept = ImageCache(root / "a", root)
    assert (kept.get("7"), kept.facts("7")) == (None, {"measures": [1]})
    path = Path(kept.put("8", b"picture", {"names": ["red box"]}).path)
    assert path.parent == tmp_path / "cache" / "vlmeval_hvs" / "rendered" / "a"
    assert ImageCache(root / "a", root).get("8").facts == {"names": ["red box"]}
    assert not (root / "a" / "8.json").exists()


def test_a_picture_comes_back_with_its_facts_and_a_foreign_one_never(tmp_path):
    kept = ImageCache(tmp_path / "a", tmp_path)
    assert kept.get("7") is None
    put = kept.put("7", b"picture", {"names": ["red box"]})
    assert ImageCache(tmp_path / "a", tmp_path).get("7") == put
    assert put.facts == {"names": ["red box"]}
    assert kept.missing(["7", "8"]) == ["8"]
    assert kept.put("9", b"photo", ending=".jpg").path == kept.get("9").path == str(tmp_path / "a" / "9.jpg")
    for foreign in (b"garbage", b"", b"picturf"):
        with open(kept.put("7", b"picture").path, "wb") as file:
            file.write(foreign)
        assert ImageCache(tmp_path / "a", tmp_path).get("7") is None
        assert kept.get("7") is None
    for record in ("", "{}", "[1]", json.dumps({"bytes": 7, "sha256": "0" * 64, "ending": ".png"})):
        kept.put("8", b"picture")
        (tmp_path / "a" / "8.json").write_text(record)
        assert kept.get("8") is None


def folders(root, *names):
    for age, name in enumerate(names):
        ImageCache(root / name, root).put("1", bytes(1000), {"n": 1})
        os.utime(root / name / "in_use", (1000 - age, 1000 - age))


def test_the_least_recently_used_folder_goes_first_its_facts_and_folders_in_use_stay(tmp_path, caplog):
    folders(tmp_path, "new", "old", "older")
    assert make_room(tmp_path, 2500) == 2000
    assert [(tmp_path / name / "1.png").exists() for name in ("new", "old", "older")] == [True, True, False]
    kept = ImageCache(tmp_path / "older", tmp_path)
    assert (kept.get("1"), kept.facts("1")) == (None, {"n": 1})
    assert ImageCache(tmp_path / "old", tmp_path).get("1")
    with caplog.at_level(logging.WARNING, "vlmeval_hvs"):
        make_room(tmp_path, 500)
    assert (tmp_path / "old" / "1.png").exists()
    assert not (tmp_path / "new" / "1.png").exists()
    assert "more than the limit" in caplog.text


def test_writing_makes_room_within_the_limit(tmp_path, monkeypatch, caplog):
    for said, size in ((None, 20_000_000_000), ("1.5", 1_500_000_000), ("much", 20_000_000_000), ("0.00001", 10_000)):
        monkeypatch.delenv(cache.LIMIT, raising=False)
        if said is not None:
            monkeypatch.setenv(cache.LIMIT, said)
        assert limit_bytes() == size
    assert "'much'" in caplog.text
    folders(tmp_path, *"abcdefgh")
    running = ImageCache(tmp_path / "now", tmp_path)
    for number in range(8):
        running.put(str(number), bytes(1000))
    assert sum(path.stat().st_size for path in tmp_path.rglob("*.png")) <= 10_000
    assert len(list((tmp_path / "now").glob("*.png"))) == 8
