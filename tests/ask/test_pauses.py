"""Pauses between tries."""

from datetime import datetime, timezone

from vlmeval_hvs.ask.pauses import LONGEST, backoff, retry_after

NOW = datetime(2026, 3, 1, 12, 0, 0, tzinfo=timezone.utc)


def test_what_a_server_asks_for():
    for text, seconds in (
        ("", None), ("120", 120), ("1.5", 1.5), ("0", 0), ("-3", 0), ("nan", 0), ("inf", 3600), ("soon", None),
        ("Sun, 01 Mar 2026 12:00:30 GMT", 30),  # an HTTP date, RFC 9110
        ("Sun, 01 Mar 2026 11:00:00 GMT", 0),
    ):  # fmt: skip
        assert retry_after({"Retry-After": text}, NOW) == seconds, text
    assert retry_after({}) is None


def test_pauses_double_up_to_a_bound():
    for attempt in range(2000):
        longest = min(LONGEST, 2.0 ** min(attempt, 50))
        assert longest / 2 <= backoff(attempt) <= longest
