"""Which names a piece of code needs."""

from __future__ import annotations

import ast

from vlmeval_hvs.upstream.names import free_names

NEEDED = (
        ("def f(a, b=B):\n    c = a\n    return b + c + D", {"B", "D"}),
        ("def f():\n    global G\n    G = 1\n    return G", {"G"}),
        ("x = [i + k for i in rows if i]", {"k", "rows"}),
        ("x = [(last := i) for i in rows]", {"rows"}),
        ("class C(Base):\n    size = SIZE\n\n    def f(self):\n        return size", {"Base", "SIZE", "size"}),
        ("@wrap\ndef f(x=Y):\n    def g():\n        return x, Z\n    return g", {"wrap", "Y", "Z"}),
        ("f = lambda a, *b: a + b + C", {"C"}),
        ("def f():\n    try:\n        pass\n    except Error as e:\n        return e", {"Error"}),
        ("def f(v):\n    match v:\n        case {'a': x, **rest}:\n            return x", set()),
        ("def f(v):\n    match v:\n        case Point(y):\n            return y", {"Point"}),
        ("def f():\n    import m.n\n    from k import l as o\n    return m, o", set()),
)  # fmt: skip


def test_free_names():
    for source, expected in NEEDED:
        assert free_names(ast.parse(source).body[0]) == expected, source
