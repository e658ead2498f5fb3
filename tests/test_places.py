"""Where files may be written that can be made again."""

import os
from pathlib import Path

import pytest

from vlmeval_hvs.cache import ImageCache
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.places import existing, user_cache, writable, writable_place


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
