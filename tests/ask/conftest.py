"""The scripted server, and what a run leaves behind, for all tests of this folder."""

import json
from contextlib import ExitStack

import pytest
import scripted_server


@pytest.fixture
def serving():
    """Starts scripted servers: ``serving(script, latency)``."""
    with ExitStack() as stack:
        yield lambda *args, **kwargs: stack.enter_context(scripted_server.Server(*args, **kwargs))


@pytest.fixture
def plain():
    """Makes a dataset that needs no host: ``plain(name, **options)``."""
    from vlmeval_hvs.registry import card_of, dataset_class

    return lambda name, **options: dataset_class(card_of(name))(dataset=name, **options)


@pytest.fixture
def found():
    """Reads a run: who asked, and its scores, items and calls without the names of host and prediction file."""
    from vlmeval_hvs.results.ledger import iter_calls

    def read(folder, stem):
        scores = json.loads((folder / f"{stem}_hvs_scores.json").read_text("utf-8"))
        host = scores["run"].pop("host")
        scores.pop("files")
        known = ("index", "turn", "step", "prompt", "reply", "failed", "finish", "tokens")
        calls = [str([getattr(call, name) for name in known]) for call in iter_calls(folder, stem)]
        return host["name"], (scores, (folder / f"{stem}_hvs_items.tsv").read_bytes(), sorted(calls))

    return read
