"""What many tests of metrics do: hold that wrong arguments are refused in words."""

import pytest


@pytest.fixture(scope="session")
def refuses():
    """Function (work, (argument, ..., words), ...): every call of ``work`` is a ValueError with these words."""

    def check(work, *cases, **options):
        for *arguments, words in cases:
            with pytest.raises(ValueError, match=words):
                work(*arguments, **options)

    return check
