"""What was asked has one digest: of the content, not of where it lies."""

import hashlib

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
