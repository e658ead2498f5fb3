"""Pictures that are kept, and where caches lie."""

from pathlib import Path

from vlmeval_hvs.cache import ImageCache, user_cache


def test_the_users_cache_follows_the_standard(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for given, place in ((str(tmp_path), tmp_path), ("relative/folder", tmp_path / "home" / ".cache")):
        monkeypatch.setenv("XDG_CACHE_HOME", given)
        assert user_cache() == place / "vlmeval_hvs"


def test_pictures_of_read_only_data_are_kept_for_the_user(tmp_path, make_read_only, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    root = tmp_path / "data" / ".rendered"
    ImageCache(root / "a", root).put("7", b"picture", {"measures": [1]})
    make_read_only(tmp_path / "data")
    kept = ImageCache(root / "a", root)
    assert (kept.get("7"), kept.facts("7")) == (None, {"measures": [1]})
    path = Path(kept.put("8", b"picture", {"names": ["red box"]}).path)
    assert path.parent == tmp_path / "cache" / "vlmeval_hvs" / "rendered" / "a"
    assert ImageCache(root / "a", root).get("8").facts == {"names": ["red box"]}


def test_a_picture_comes_back_with_its_facts_and_a_foreign_one_never(tmp_path):
    kept = ImageCache(tmp_path / "a", tmp_path)
    assert kept.get("7") is None
    put = kept.put("7", b"picture", {"names": ["red box"]})
    assert ImageCache(tmp_path / "a", tmp_path).get("7") == put
    assert (put.facts, kept.missing(["7", "8"])) == ({"names": ["red box"]}, ["8"])
    for foreign in (b"garbage", b"", b"picturf"):
        Path(kept.put("7", b"picture").path).write_bytes(foreign)
        assert ImageCache(tmp_path / "a", tmp_path).get("7") is None
