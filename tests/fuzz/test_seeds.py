"""Every input that once failed is tried again, and the fuzz job itself works: it finds a defect that is put in."""

from itertools import islice

import pytest

from tests.fuzz.run import available, main
from tests.fuzz.seeds import CORPUS, TARGETS, check_of, kept, seeds


@pytest.mark.long
@pytest.mark.parametrize("name", TARGETS)
def test_every_target_holds_on_what_once_failed_and_on_some_of_what_it_begins_with(name):
    check = check_of(name)
    for data in [*kept(name), *islice(seeds(name), 0, 120, 32 if TARGETS[name].module == "builders" else 15)]:
        check(data)


def test_a_broken_contract_is_printed_as_a_line_of_the_corpus(monkeypatch, capsys):
    import standardizers

    assert {path.stem for path in CORPUS.glob("*.jsonl")} <= set(TARGETS)
    wrong = standardizers.Standardized(99, "phrase", False)
    monkeypatch.setattr(standardizers, "option", lambda text, options, profile: wrong)
    assert main(["--smoke", "0", "option"]) == 1
    assert 'option: {"input": ' in capsys.readouterr().out


def test_the_job_skips_with_a_reason_without_the_fuzzer(monkeypatch, capsys):
    monkeypatch.setattr("tests.fuzz.run.available", lambda: False)
    assert main(["choice"]) == 0
    assert "skipped, because atheris is not installed" in capsys.readouterr().out


@pytest.mark.nightly
@pytest.mark.skipif(not available(), reason="atheris is not installed")
def test_the_job_runs_one_target_and_reports_it(tmp_path, capsys):
    assert main(["--seconds", "3", "--folder", str(tmp_path), "views"]) == 0
    assert ", 0 failures" in capsys.readouterr().out
    assert list((tmp_path / "views" / "found").iterdir())
