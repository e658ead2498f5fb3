"""Pictures that are kept, and where caches lie."""

from pathlib import Path

from vlmeval_hvs.cache import ImageCache, existing, user_cache, writable


def test_the_users_cache_follows_the_standard_and_places_for_files_are_tried(monkeypatch, tmp_path, make_read_only):
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for given, place in ((str(tmp_path), tmp_path), ("relative/folder", tmp_path / "home" / ".cache")):
        monkeypatch.setenv("XDG_CACHE_HOME", given)
        assert user_cache() == place / "vlmeval_hvs"

    assert existing(tmp_path / "a" / "b") == existing(tmp_path) == tmp_path
    assert writable(tmp_path / "a" / "b")
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "locked").mkdir()
    make_read_only(tmp_path / "locked")
    assert not writable(tmp_path / "locked" / "b")


def test_pictures_of_read_only_data_are_kept_for_the_user(tmp_path, make_read_only, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    root = tmp_path / "data" / ".rendered"
    ImageCache(root / "a", root).put("7", b"picture", {"measures": [1]})
    make_read_only(tmp_path / "data")
    kept = ImageCache(root / "a", root)
    assert kept.get("7") is None
    path = Path(kept.put("8", b"picture", {"names": ["red box"]}).path)
    assert path.parent == tmp_path / "cache" / "vlmeval_hvs" / "rendered" / "a"
    assert ImageCache(root / "a", root).get("8").facts == {"names": ["red box"]}


def test_a_picture_comes_back_with_its_facts_and_a_foreign_one_never(tmp_path):
    kept = ImageCache(tmp_path / "a", tmp_path)
    assert kept.get("7") is None
    put = kept.put("7", b"picture", {"names": ["red box"]})
    assert ImageCache(tmp_path / "a", tmp_path).get("7") == put
    assert (put.facts, kept.missing(["7", "8"])) == ({"names": ["red box"]}, ["8"])
    assert kept.put("9", b"photo", ending=".jpg").path.endswith("9.jpg")
    for record in (b"", b"[]", b"{}", b'{"sha256": 1, "ending": ".png"}'):
        (tmp_path / "a" / "9.json").write_bytes(record)
        assert (kept.get("9"), kept.missing(["9"])) == (None, [])
    for foreign in (b"garbage", b"", b"picturf"):
        Path(kept.put("7", b"picture").path).write_bytes(foreign)
        assert ImageCache(tmp_path / "a", tmp_path).get("7") is None
