"""The receipt of a run."""

from pathlib import Path

import pytest

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.host.run import begin_run
from vlmeval_hvs.results.receipt import Receipt, read_receipt, receipt_path, write_receipt

RUN = Receipt("Toy", "digest", {"hint": "field", "prompts": [0, 11], "limit": None}, "1")


def test_it_comes_back_equal(tmp_path: Path) -> None:
    assert read_receipt(tmp_path, "m_Toy") is None
    write_receipt(tmp_path, "m_Toy", RUN)
    assert read_receipt(tmp_path, "m_Toy") == RUN
    RUN.refuse_unless(RUN, tmp_path)


def test_every_difference_is_named_with_both_values(tmp_path: Path) -> None:
    now = Receipt("Toy", "another", {"hint": "none", "prompts": [0, 11], "limit": 5}, "2")
    with pytest.raises(DataError) as caught:
        RUN.refuse_unless(now, tmp_path)
    for words in ("hint='field' then, 'none' now", "limit=None then, 5 now", "another build of the data", "Toy@LABEL"):
        assert words in str(caught.value)
    assert "prompts" not in str(caught.value)


def test_another_wording_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="another wording of the prompts .version 1 then, 2 now"):
        RUN.refuse_unless(Receipt("Toy", "digest", RUN.settings, "2", "new words"), tmp_path)
    RUN.refuse_unless(Receipt("Toy", "digest", RUN.settings, "2"), tmp_path)


def test_a_receipt_of_another_form_is_refused(tmp_path: Path) -> None:
    write_receipt(tmp_path, "m_Toy", Receipt("Toy", "d", [], "1"))  # type: ignore[arg-type]
    with pytest.raises(DataError, match="cannot be read"):
        read_receipt(tmp_path, "m_Toy")


def test_a_torn_receipt_is_an_error_not_a_guess(tmp_path: Path) -> None:
    receipt_path(tmp_path, "m_Toy").write_text('{"dataset": "Toy"')
    with pytest.raises(DataError, match="cannot be read"):
        read_receipt(tmp_path, "m_Toy")


def test_the_key_follows_data_settings_and_version() -> None:
    keys = {
        Receipt(*change).key
        for change in [
            ("Toy", "d", {"a": 1}, "1"),
            ("Toy", "e", {"a": 1}, "1"),
            ("Toy", "d", {"a": 2}, "1"),
            ("Toy", "d", {"a": 1}, "2"),
        ]
    }
    assert len(keys) == 4
    assert Receipt("Toy", "d", {"a": 1}, "1", "other words").key not in keys
    assert Receipt("Toy", "d", {"a": 1, "b": 2}, "1").key == Receipt("Toy", "d", {"b": 2, "a": 1}, "1").key


def test_predictions_of_unknown_origin_get_no_receipt(tmp_path: Path) -> None:
    (tmp_path / "m_Toy.xlsx").write_bytes(b"old")
    begin_run(tmp_path, "m_Toy", RUN)
    assert read_receipt(tmp_path, "m_Toy") is None


def test_a_run_is_continued_with_the_same_settings_only(tmp_path: Path) -> None:
    begin_run(tmp_path, "m_Toy", RUN)
    begin_run(tmp_path, "m_Toy", RUN)
    with pytest.raises(DataError, match="hint='field' then, 'none' now"):
        begin_run(tmp_path, "m_Toy", Receipt("Toy", "digest", {**RUN.settings, "hint": "none"}, "1"))
    assert read_receipt(tmp_path, "m_Toy") == RUN
