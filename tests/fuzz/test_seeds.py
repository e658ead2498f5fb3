"""Every input that once failed is tried again, and the fuzz job itself works: it finds a defect that is put in."""

from itertools import chain, islice

import pytest

from tests.fuzz import readers
from tests.fuzz.run import available, main
from tests.fuzz.seeds import CORPUS, TARGETS, check_of, kept, seeds

KEPT = [(name, data) for name in TARGETS for data in kept(name)]


@pytest.mark.parametrize(("name", "data"), KEPT, ids=[f"{name}-{number}" for number, (name, _) in enumerate(KEPT)])
def test_what_once_failed_holds(name, data):
    check_of(name)(data, False)


@pytest.mark.parametrize("name", TARGETS)
def test_every_target_holds_on_some_of_what_it_begins_with(name):
    check = check_of(name)
    for data in chain(islice(seeds(name), 8), islice(seeds(name), 8, 200, 12)):
        check(data, False)


def test_every_file_of_the_corpus_belongs_to_a_target():
    assert {path.stem for path in CORPUS.glob("*.jsonl")} <= set(TARGETS)
    assert KEPT


@pytest.mark.parametrize("name", [name for name in readers.READERS if name != "own_options"])
def test_contracts_hold_on_replies_of_the_corpus(name):
    for number, data in enumerate(seeds(name)):
        if number % 10 == 0:
            assert readers.read(name, data) > 0


def test_a_broken_contract_is_noticed(monkeypatch):
    broken = readers.Standardized(7, "phrase", False)
    monkeypatch.setattr(readers.standardizers, "option", lambda *args: broken)
    with pytest.raises(AssertionError):
        readers.read("option", b"\x00\x00\x00B")


def test_the_job_skips_with_a_reason_without_the_fuzzer(monkeypatch, capsys):
    monkeypatch.setattr("tests.fuzz.run.available", lambda: False)
    assert main(["choice"]) == 0
    assert "skipped, because atheris is not installed" in capsys.readouterr().out


@pytest.mark.skipif(not available(), reason="atheris is not installed")
def test_the_job_runs_one_target_and_reports_it(tmp_path, capsys):
    assert main(["--seconds", "3", "--folder", str(tmp_path), "cleaning"]) == 0
    assert "0 failures" in capsys.readouterr().out
    assert (tmp_path / "cleaning" / "found").is_dir()
