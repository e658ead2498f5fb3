import pytest

from vlmeval_hvs.results.same_text import same_text


@pytest.mark.parametrize(
    ("wrote", "read"),
    [
        ("A", "A"), ("a\r\nb\rc", "a\nb\nc"), ("a\x0bb", "a_x000B_b"), (" a ", "a"), ("007", "7"), ("0.50", "0.5"),
        ("3", "3.0"), ("True", "True"), ("true", "1"), ("NA", ""), ("None", ""), ("", ""), ("nan", ""),
        ("https://" + "x" * 3000, ""), ("mailto:" + "x" * 3000, ""), ("a" * 40_000, "a" * 32_767),
        ("=1+2", "0"), ("=A1", ""), ("1e400", ""), ("-inf", ""), ("{=1}", "0"),
        ("internal:Sheet", "Sheet!A1"), ("file:///etc/x", "etc\\x"),
        ("mailto:a@b.org", "a@b.org"), ("0.12345678901234567", "0.1234567890123457"),
        ("I think so.</think>\n\nB", "B"),
    ],
)  # fmt: skip
def test_what_formats_do_to_a_text_is_forgiven(wrote: str, read: str) -> None:
    assert same_text(wrote, read)


@pytest.mark.parametrize(
    ("wrote", "read"),
    [
        ("A", "B"), ("A", ""), ("", "A"), ("3", "4"), ("https://x", ""), ("a" * 40_000, "a" * 100),
        ("The answer is B", "B"), ("1_0", "10"), ("=1+2", "3"), ("nan", "3"), ("B</think>", "A"),
        ("9" * 500, "inf"), ("0.1234", "0.1235"), ("x", "mailto:x"), ("NaN", "inf"),
    ],
)  # fmt: skip
def test_what_no_format_does_is_a_difference(wrote: str, read: str) -> None:
    assert not same_text(wrote, read)


@pytest.mark.host
@pytest.mark.parametrize("ending", ["tsv", "json", "xlsx"])
def test_whatever_the_host_writes_is_the_same(host, tmp_path, ending) -> None:
    import pandas as pd
    from vlmeval.smp import dump, load

    from vlmeval_hvs.results.prediction_files import read_predictions

    texts = [
        "A", "", "nan", "NA", "N/A", "None", "null", "3", "007", "-5", "+3", "@x", "True", "0.50", "1e3", "a\r\nb\rc",
        "=1+2", "{=1}", "=", "_x0041_ stays", "<think>x</think>B", "http://" + "x" * 3000, '{"answer":"A","calls":2}',
        "[1, 2]", " spaces ", "\x0b\x1f", "'", "a" * 40_000, "internal:x", "file:///etc/passwd",
        "mailto:a@b.org", "ftp://x", "0.12345678901234567", "-inf", "external:xy", "=A1", "#N/A", "1e400",
        "+", "-", "TRUE",
    ]  # fmt: skip
    # Not `external:` with one letter: there the writer of workbooks fails, and the host writes a pickle instead.
    path = tmp_path / f"m_D.{ending}"
    dump(pd.DataFrame({"index": range(len(texts)), "prediction": texts}), str(path))
    once = read_predictions(path)["prediction"]
    dump(load(str(path)), str(path))  # the host reads its own file and writes it again
    twice = read_predictions(path)["prediction"]
    for wrote, first, second in zip(texts, once, twice, strict=True):
        assert same_text(wrote, first), f"{wrote[:40]!r} came back as {first[:40]!r}"
        assert same_text(wrote, second), f"{wrote[:40]!r} came back as {second[:40]!r} the second time"
