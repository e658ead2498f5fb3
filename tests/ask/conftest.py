"""The scripted server, for all tests of this folder."""

import pytest
import scripted_server


@pytest.fixture
def serving():
    """Starts scripted servers: ``serving(script, latency)``."""
    from contextlib import ExitStack

    with ExitStack() as stack:
        yield lambda *args, **kwargs: stack.enter_context(scripted_server.Server(*args, **kwargs))
