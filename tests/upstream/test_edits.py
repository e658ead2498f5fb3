"""What the generator leaves out of a module, and what it must not touch."""

from __future__ import annotations

import ast

from vlmeval_hvs.upstream.edits import simplified
from vlmeval_hvs.upstream.reach import free_names


def run(source, name, *arguments):
    space = {}
    exec(compile(source, "module", "exec"), space)
    return space[name](*arguments)


SOURCES = [
    'def f(profile):\n    if profile == "paper":\n        return 1\n    return 2\n',
    'def f(profile):\n    return 1 if profile == "paper" else 2\n',
    'def f(profile):\n    if profile != "paper":\n        y = 2\n    else:\n        y = 1\n    return y\n',
    'def f(profile):\n    if profile == "robust" and later():\n        return 2\n    return 1\n',
    'def f(profile):\n    for _ in (0,):\n        if profile == "paper":\n            return 1\n        print(2)\n',
]


def test_the_other_reading_is_left_out_and_the_papers_stays_what_it_is():
    for source in SOURCES:
        short = simplified(source)
        assert run(short, "f", "paper") == run(source, "f", "paper") == 1
        assert "2" not in short
        assert "robust" not in short
    source = SOURCES[0].replace("profile", "kind")
    assert simplified(source) == source, "other tests stay"


def test_a_variable_that_nothing_reads_any_more_is_gone_but_what_it_called_is_called():
    source = (
        "def f(profile, seen):\n    known = seen.append(1)\n    spare = 5\n"
        '    if profile == "paper":\n        return seen\n    return known, spare\n'
    )
    short = simplified(source)
    assert run(short, "f", "paper", []) == [1]
    assert "known" not in short
    assert "spare" not in short


def test_functions_lose_annotations_and_classes_keep_those_of_their_fields():
    source = (
        "from __future__ import annotations\nfrom typing import NamedTuple\n\n\n"
        "class Pair(NamedTuple):\n    one: int\n    two: int = 2\n\n    def total(self, more: int = 0) -> int:\n"
        "        found: int = self.one + self.two\n        return found + more\n\n\n"
        "def f(*given: int, last: dict[str, int], **rest: int) -> list[int]:\n    later: int\n    later = 1\n"
        "    return [Pair(*given).total(), last['a'], rest['b'], later]\n"
    )
    short = simplified(source)
    space = {}
    exec(compile(short, "module", "exec"), space)
    assert space["f"](1, last={"a": 3}, b=4) == [3, 3, 4, 1]
    assert "def f(*given, last, **rest):" in short
    assert "one: int" in short


def test_docstrings_keep_their_first_paragraph_and_texts_keep_everything():
    words = 'Says \\\\d and "more".'
    source = f'X = "a\\n\\nb"\n\n\ndef f():\n    """{words}\n\n    Args:\n        none: None.\n    """\n    return X\n'
    short = simplified(source)
    assert run(short, "f") == "a\n\nb"
    assert ast.get_docstring(ast.parse(short).body[1]) == 'Says \\d and "more".'


NEEDED = (
        ("def f(a, b=B):\n    c = a\n    return b + c + D", {"B", "D"}),
        ("def f():\n    global G\n    G = 1\n    return G", {"G"}),
        ("x = [i + k for i in rows if i]", {"k", "rows"}),
        ("x = [(last := i) for i in rows]", {"rows"}),
        ("class C(Base):\n    size = SIZE\n\n    def f(self):\n        return size", {"Base", "SIZE", "size"}),
        ("@wrap\ndef f(x=Y):\n    def g():\n        return x, Z\n    return g", {"wrap", "Y", "Z"}),
        ("def f():\n    try:\n        pass\n    except Error as e:\n        return e", {"Error"}),
        ("def f(v):\n    match v:\n        case {'a': x, **rest}:\n            return x", set()),
        ("def f():\n    import m.n\n    from k import l as o\n    return m, o", set()),
)  # fmt: skip


def test_free_names():
    for source, expected in NEEDED:
        assert free_names(ast.parse(source).body[0]) == expected, source
