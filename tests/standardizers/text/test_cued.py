"""Patterns that are searched at the beginnings of their matches find what `re` finds."""

import importlib
import pkgutil
import re

import pytest

import standardizers
from standardizers.text.cued import Cued
from vlmeval_hvs.reply_corpus.cases import corpus_folder, read_cases

PATTERNS = {
    id(value): (f"{module.name[14:]}.{name}{place}", value)
    for module in pkgutil.walk_packages(standardizers.__path__, "standardizers.")
    for name, found in vars(importlib.import_module(module.name)).items()
    for place, value in enumerate(found if isinstance(found, tuple) else (found,))
    if isinstance(value, Cued)
}.values()


@pytest.fixture(scope="module")
def texts() -> list[str]:
    """Replies as they are, and each in other letters or cut at the front, so that words begin anywhere."""
    replies = [case.reply for case in read_cases(corpus_folder())]
    changes = (str.upper, lambda text: text.lower()[7:], lambda text: text.replace(" ", "_"))
    return replies + [changes[place % len(changes)](reply) for place, reply in enumerate(replies)]


@pytest.mark.parametrize(("name", "cued"), PATTERNS, ids=[name for name, _ in PATTERNS])
def test_every_pattern_of_the_readers_finds_what_re_finds(name: str, cued: Cued, texts: list[str]) -> None:
    plain = re.compile(cued.pattern, cued.flags)
    found = 0
    for place, text in enumerate(texts):
        wanted = [match.regs for match in plain.finditer(text)]
        if not wanted and place % 8:  # most patterns are in few texts
            assert cued.search(text) is None
            continue
        assert [match.regs for match in cued.finditer(text)] == wanted
        assert [match.regs for match in cued.finditer(text, 3, 40)] == [m.regs for m in plain.finditer(text, 3, 40)]
        assert (cued.search(text) is not None) == bool(wanted)
        assert cued.sub("-", text) == plain.sub("-", text)
        found += len(wanted)
    assert found, f"{name} finds nothing in {len(texts)} texts: this test says nothing about it"


@pytest.mark.parametrize(
    ("pattern", "flags"),
    [
        (r"\bone\b|\btwo(?:s|th)?|three", 0),
        (r"(?:the )?(?:a{0,2}b|c+d)|\b(?P<n>\d{1,3})%", re.IGNORECASE),
        (r"(?<!x)\(?s[ae]y|k\u0131t|\u6700", re.IGNORECASE),
        (r"^\W{0,2}\w|three|(?:x|^o)ne", 0),
    ],
)
@pytest.mark.parametrize(
    "text", ["one two", "twoth bone threes", "THE AAB ccd 12% a1%", "(SAY xsay \u017fay \u212aIT kit", "\u6700 one", ""]
)
def test_boundaries_repeats_classes_and_letters_equal_to_others(pattern: str, flags: int, text: str) -> None:
    wanted = [match.regs for match in re.finditer(pattern, text, flags)]
    assert [match.regs for match in Cued(pattern, flags).finditer(text)] == wanted


@pytest.mark.parametrize("pattern", [r"\w+x", r"a?", r".b", r"(?:a|[^b])c"])
def test_a_pattern_that_may_begin_with_anything_is_refused(pattern: str) -> None:
    with pytest.raises(ValueError, match="begin with anything"):
        Cued(pattern).search("text")
