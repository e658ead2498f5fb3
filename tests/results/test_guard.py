"""The guard around the reading of a row."""

import logging

from vlmeval_hvs.results.guard import guarded, unread_sentence


def test_a_reader_that_raises_gives_the_stand_in_and_its_traceback_is_logged(caplog):
    with caplog.at_level(logging.ERROR, logger="vlmeval_hvs"):
        assert guarded("", lambda text: text.strip(), " a ") == "a"
        assert not caplog.records
        assert guarded(-1, int, "no number") == -1
    assert caplog.records[0].exc_info[0] is ValueError
    assert "index 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 2 more;" in unread_sentence([str(n) for n in range(12)], 12)
