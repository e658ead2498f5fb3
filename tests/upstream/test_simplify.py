"""How a module is simplified for an export, and written."""

import ast
import io
import textwrap
import tokenize
from token import STRING

import pytest

from vlmeval_hvs.upstream.simplify import WIDTH, simplified, source_of_node

MODULE = '''
"""What it is.

More of it.
"""
WORDS: dict[str, int] = {}

class Record:
    """Rows.

    More."""
    rows: int = 3

def read(text: str, profile: str = "robust", *rest: int, **more: int) -> str:
    """Return the answer.

    Raises: nothing.
    """
    found: list[int] = list(rest)
    count: int
    unused = 3
    called = print(text)
    if checked_profile(profile) == "robust":
        return careful(text)
    elif text and profile != "paper":
        found = other(text)
    if profile == "paper":
        kept = literal(found) if profile == "paper" else careful(text)
        return kept
    return careful(text)
'''
SIMPLE = '''
"""What it is."""
WORDS = {}
class Record:
    """Rows."""
    rows: int = 3
def read(text, profile='robust', *rest, **more):
    """Return the answer."""
    found = list(rest)
    print(text)
    kept = literal(found)
    return kept
'''


def test_one_reading_is_left_without_annotations_and_what_it_does_not_need():
    tree = simplified(MODULE)
    assert [line for line in ast.unparse(tree).splitlines() if line.strip()] == SIMPLE.strip().splitlines()


@pytest.mark.parametrize("value", [
    "f(x for x in y)", "a = yield f(x)", "a = yield from f(x)", "f(1, name=2)", r"r'\bX[\"]\d+'", r"'a\\\\'",
    repr("many words " * 30), repr("x" * 300), f"re.compile({'[^a]{3}(?:b|c) ' * 20!r})", repr("\\" * 30 + "a"),
    "f'{name!r} ' 'is no ' f'{kind:>3} of these words, ' 'which ' 'are {} many more than fit on one line'",
    f"call(first={'a' * 50}, second={'b' * 50}, third=call(other(x for x in y), fourth={'c' * 90}))",
])  # fmt: skip
def test_what_is_written_means_the_same_and_strings_fit_on_lines(value):
    value = value if value.startswith("a = ") else f"a = {value}"
    source = f"def function():\n    'docstring'\n    {value}\n"
    written = source_of_node(ast.parse(source).body[0])
    assert ast.dump(ast.parse(written)) == ast.dump(ast.parse(source)), written
    tokens = tokenize.generate_tokens(io.StringIO(written).readline)
    assert max(len(token.string) for token in tokens if token.type == STRING) <= WIDTH + 3
    assert "((" not in written.replace("re.compile((", "").replace("(other(", "")
    assert "(yield" not in written


def test_patterns_stay_readable():
    node = ast.parse(textwrap.dedent(r"A = re.compile('\\bX\\s{0,9}')")).body[0]
    assert source_of_node(node) == r"A = re.compile(r'\bX\s{0,9}')"
