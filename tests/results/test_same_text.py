FORGIVEN = [
    ("A", "A"), ("a\r\nb\rc", "a\nb\nc"), ("a\x0bb", "a_x000B_b"), (" a ", "a"), ("007", "7"), ("0.50", "0.5"),
    ("3", "3.0"), ("True", "True"), ("true", "1"), ("NA", ""), ("None", ""), ("", ""), ("nan", ""),
    ("https://" + "x" * 3000, ""), ("mailto:" + "x" * 3000, ""), ("a" * 40_000, "a" * 32_767),
    ("=1+2", "0"), ("=A1", ""), ("1e400", ""), ("-inf", ""), ("{=1}", "0"),
    ("internal:Sheet", "Sheet!A1"), ("file:///etc/x", "etc\\x"),
    ("mailto:a@b.org", "a@b.org"), ("0.12345678901234567", "0.1234567890123457"),
    ("I think so.</think>\n\nB", "B"),
]  # fmt: skip
DIFFERENT = [
    ("A", "B"), ("A", ""), ("", "A"), ("3", "4"), ("https://x", ""), ("a" * 40_000, "a" * 100),
    ("The answer is B", "B"), ("1_0", "10"), ("=1+2", "3"), ("nan", "3"), ("B</think>", "A"),
    ("9" * 500, "inf"), ("0.1234", "0.1235"), ("x", "mailto:x"), ("NaN", "inf"),
]  # fmt: skip


def test_what_formats_do_to_a_text_is_forgiven_and_nothing_else() -> None:
    from vlmeval_hvs.results.same_text import same_text

    assert [pair for pair in FORGIVEN if not same_text(*pair)] == []
    assert [pair for pair in DIFFERENT if same_text(*pair)] == []
