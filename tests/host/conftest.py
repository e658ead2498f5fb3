"""Runs that are under way, stand-ins for the host's functions, and our datasets, for all tests of this folder."""

import pytest


@pytest.fixture
def start(tmp_path):
    """Begins (or goes on with) the run of a rank on the dataset D by the model m, as another process would."""
    from vlmeval_hvs.host.run import Run, close_run, open_run
    from vlmeval_hvs.results.ledger import Ledger
    from vlmeval_hvs.results.receipt import Receipt

    def begin(rank=0, world=1, **options):
        ledger = Ledger(tmp_path, "m_D", rank, world)
        ledger.begin(Receipt("D", "d", {}, "1"))
        return open_run("D", Run("m_D", ledger, **options))

    yield begin
    close_run("D")


@pytest.fixture
def recording(monkeypatch):
    """The module, with what it tells of model and host stood in for."""
    from vlmeval_hvs.host import resume

    monkeypatch.setattr(resume, "model_facts", lambda model, name: {"name": name, "class": type(model).__name__})
    monkeypatch.setattr(resume, "host_version", lambda: ("host", "1"))
    monkeypatch.delenv("VLMEVAL_HVS_PROBE", raising=False)
    return resume
