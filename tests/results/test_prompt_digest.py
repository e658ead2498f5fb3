"""What was asked has one digest: of the content, not of where it lies."""

import hashlib
import os

from vlmeval_hvs.results import prompt_digest as digests
from vlmeval_hvs.results.prompt_digest import prompt_digest


def words(value, **facts):
    return {"type": "text", "value": value, **facts}


def picture(path):
    return {"type": "image", "value": str(path)}


def test_words_roles_order_and_borders_count() -> None:
    messages = [
        [words("ab"), words("c")],
        [words("a"), words("bc")],
        [words("c"), words("ab")],
        [words("abc")],
        [words("abc", role="system")],
        [picture("abc")],
        [words("\ud800")],
        [],
    ]
    assert len({prompt_digest(message) for message in messages}) == len(messages)
    assert prompt_digest([words("a")]) == prompt_digest([words("a", role=None)])


def test_the_digest_is_the_documented_one(tmp_path) -> None:
    (tmp_path / "a.png").write_bytes(b"image")
    image = hashlib.sha256(b"image").digest()
    expected = hashlib.sha256(b"image\0\x0032\0" + image + b"text\0system\x003\0one").hexdigest()
    assert prompt_digest([picture(tmp_path / "a.png"), words("one", role="system")]) == expected


def test_image_bytes_count_and_their_place_does_not(tmp_path) -> None:
    for name, content in (("a.png", b"one"), ("b.png", b"one"), ("c.png", b"two")):
        (tmp_path / name).write_bytes(content)
    a, b, c = (prompt_digest([picture(tmp_path / name)]) for name in ("a.png", "b.png", "c.png"))
    assert a == b != c


def test_a_file_is_read_once_and_again_when_it_changes(tmp_path) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(b"one")
    before = digests._content_digest.cache_info().misses
    first = prompt_digest([picture(path)])
    assert prompt_digest([picture(path)]) == first
    assert digests._content_digest.cache_info().misses == before + 1
    path.write_bytes(b"two")
    os.utime(path, ns=(1, 1))
    assert prompt_digest([picture(path)]) != first
