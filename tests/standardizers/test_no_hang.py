"""No reply makes a pattern run away: every repeat of every pattern is fed what it repeats, and an end that fails."""

import importlib
import pkgutil
import random
import re
import signal
import sys

import pytest

import standardizers
from standardizers.text.cued import Cued

if sys.version_info >= (3, 11):
    from re import _parser as parser
else:
    import sre_parse as parser

LONGEST = 600
SECONDS = 2.0  # the slowest of these texts takes some 20 ms; those of a pattern that runs away take minutes
ENDS = ("(", "!", " x9#", ". B")
ORDINARY = ("gentleman", "image section ", "my_own ")
CATEGORIES = {"WORD": "ab1_", "DIGIT": "127", "SPACE": " ", "NOT_WORD": " ,.", "NOT_SPACE": "ab1,", "NOT_DIGIT": "ab ,"}


def patterns():
    """All patterns in the modules of the readers, in their order."""
    found = {}
    for entry in pkgutil.walk_packages(standardizers.__path__, "standardizers."):
        module = importlib.import_module(entry.name)
        for value in vars(module).values():
            found.update((one.pattern, one) for one in within(value))
    return list(found.values())


def within(value):
    if isinstance(value, (list, tuple)):
        return [one for part in value for one in within(part)]
    if isinstance(value, dict):
        return within(tuple(value.values()))
    if isinstance(value, Cued):
        return [re.compile(value.pattern, value.flags)]
    return [value] if isinstance(value, re.Pattern) and isinstance(value.pattern, str) else []


def one_of(members, draw):
    """A character of a set, or a usual one outside of it where the set is negated."""
    listed = []
    for kind, value in members:
        name = str(kind)
        if name == "LITERAL":
            listed.append(chr(value))
        elif name == "RANGE":
            listed += [chr(value[0]), chr(value[1])]
        elif name == "CATEGORY":
            listed += CATEGORIES[str(value).removeprefix("CATEGORY_")]
    if str(members[0][0]) == "NEGATE":
        return draw.choice([letter for letter in "ab1 ,.;()'-:x" if letter not in listed] or ["a"])
    return draw.choice(listed)


def sample(items, draw):
    """A text that a part of a pattern matches, but for what it asserts about its surroundings."""
    text = ""
    for kind, value in items:
        name = str(kind)
        if name == "LITERAL":
            text += chr(value)
        elif name == "NOT_LITERAL":
            text += "b" if value == ord("a") else "a"
        elif name == "ANY":
            text += draw.choice("ab ,")
        elif name == "IN":
            text += one_of(value, draw)
        elif name == "BRANCH":
            text += sample(draw.choice(value[1]), draw)
        elif name == "SUBPATTERN":
            text += sample(value[3], draw)
        elif name.endswith("_REPEAT"):
            least, most, inside = value
            for _ in range(max(int(least), min(int(most), draw.choice((0, 1, 1, 2))))):
                text += sample(inside, draw)
    return text


def repeats(items, before=()):
    """What stands before each repeat of a pattern, and what is repeated."""
    for kind, value in items:
        name = str(kind)
        if name.endswith("_REPEAT"):
            if int(value[1]) > 2:
                yield list(before), value[2]
            yield from repeats(value[2], before)
        elif name == "BRANCH":
            for branch in value[1]:
                yield from repeats(branch, before)
        elif name == "SUBPATTERN":
            yield from repeats(value[3], before)
        before = (*before, (kind, value))


def hostile(pattern, draw):
    """Texts that repeat what the pattern repeats and end in something else."""
    for before, inside in repeats(parser.parse(pattern.pattern, pattern.flags)):
        opening = sample(before, draw)
        for part in (sample(inside, draw), sample(inside, draw).strip(), draw.choice(ORDINARY)):
            yield (opening + (part or "a") * 60)[:LONGEST] + draw.choice(ENDS)


class TooLongError(Exception):
    """The search did not end."""


@pytest.fixture
def bounded(monkeypatch):
    """A search that is given up after some seconds."""

    def stop(*_):
        raise TooLongError

    old = signal.signal(signal.SIGALRM, stop)

    def search(pattern, text):
        signal.setitimer(signal.ITIMER_REAL, SECONDS)
        try:
            pattern.search(text)
        except TooLongError:
            return False
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
        return True

    yield search
    signal.signal(signal.SIGALRM, old)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs a timer that interrupts a search")
@pytest.mark.parametrize("seed", range(10))
def test_no_pattern_runs_away(seed, bounded):
    draw = random.Random(seed)
    found = [
        (pattern.pattern[:80], text)
        for pattern in patterns()
        for text in hostile(pattern, draw)
        if not bounded(pattern, text)
    ]
    assert not found


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs a timer that interrupts a search")
@pytest.mark.parametrize(
    "pattern", [r"(?:a+)+b", r"\b(?:[a-z][a-z'-]*\s?){1,16};", r"all(?: (?:image )?(?:parts?|images?))*$"]
)
def test_a_pattern_that_runs_away_is_found(pattern, bounded):
    draw = random.Random(0)
    compiled = re.compile(pattern)
    assert not all(bounded(compiled, text) for _ in range(8) for text in hostile(compiled, draw))
