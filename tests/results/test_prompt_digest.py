"""What was asked has one digest: of the content, not of where it lies."""

import hashlib

from vlmeval_hvs.results.prompt_digest import prompt_digest


def words(*values, **facts):
    return [{"type": "text", "value": value, **facts} for value in values]


def test_words_roles_order_and_borders_count():
    messages = [words("ab", "c"), words("a", "bc"), words("c", "ab"), words("abc"), words("abc", role="system"),
                [{"type": "image", "value": "abc"}], words("\ud800"), []]  # fmt: skip
    assert len({prompt_digest(message) for message in messages}) == len(messages)
    assert prompt_digest(words("a")) == prompt_digest(words("a", role=None))


def test_the_digest_is_the_documented_one(tmp_path):
    (tmp_path / "a.png").write_bytes(b"image")
    image = hashlib.sha256(b"image").digest()
    expected = hashlib.sha256(b"image\0\x0032\0" + image + b"text\0system\x003\0one").hexdigest()
    picture = {"type": "image", "value": str(tmp_path / "a.png")}
    assert prompt_digest([picture, *words("one", role="system")]) == expected
