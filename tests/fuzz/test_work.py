"""Readers take time linear in a reply's length, judged by the lines of Python that they run."""

from functools import partial

import pytest

from tests.fuzz import readers
from tests.fuzz.cuts import Cut
from tests.fuzz.work import lines_of

SHORT, TIMES = 3000, 4
"""Characters of a text, and how many times as long the text is whose work must not be much more than so many times."""
SLACK = 1.5
LINES = 40
"""Lines per character that are linear work, whatever the short text cost: some rules read short texts only."""
UNITS = (
    *(
        "B, ",
        "the answer is A. ",
        "not the bunny, ",
        "A > B; ",
        "one ",
        "十",
        "(0.5, 0.5) ",
        '{"answer": "B"} ',
        "keep 1, ",
    ),
)


def test_work_is_counted():
    def work(n):
        for _ in range(n):
            pass

    assert lines_of(lambda: work(2000)) > 1.9 * lines_of(lambda: work(1000)) > 1900


@pytest.mark.parametrize("name", readers.READERS)
def test_four_times_the_text_is_about_four_times_the_work(name):
    for call, _ in readers.READERS[name](Cut(bytes(4))):
        for unit in UNITS:
            texts = [unit * (size // len(unit)) for size in (SHORT, SHORT * TIMES)]
            call(texts[1])  # what is made once per process or question is no work of the text's
            short, long = (lines_of(partial(call, text)) for text in texts)
            assert long <= SLACK * TIMES * short + LINES * len(texts[1]), (unit, short, long)
