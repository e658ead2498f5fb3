"""Item tables that are none: told in the notes, and no end of a page."""

import pytest

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.items import items_of

HEAD = "index\treply\tanswer\trule\tfallback\tscore\tfailed\n"
LINE = "1\tB\tB\tletter\t0\t1.0\t0\n"
ODD = {
    "empty": b"",
    "binary": b"\xff\xfe\x00\x01" * 50,
    "a row twice": (HEAD + LINE + LINE).encode(),
    "score is a word": (HEAD + LINE.replace("1.0", "abc")).encode(),
    "no score": (HEAD + LINE).replace("\tscore", "").replace("\t1.0", "").encode(),
    "no answer": b"index\treply\n1\tB\n",
    "no index": (HEAD + LINE).replace("index", "row").encode(),
}


def result(folder, table):
    (folder / "m_D_hvs_items.tsv").write_bytes(table)
    return Result("m", "D", "B", folder / "m_D_hvs_scores.json", {})


def test_a_whole_table_is_read_as_text_and_an_odd_one_is_an_error_that_names_the_file(tmp_path):
    table = items_of(result(tmp_path, (HEAD + LINE + LINE.replace("1\t", "2\t", 1).replace("1.0", "")).encode()))
    assert table["score"].to_dict() == {"1": "1.0", "2": ""}
    for content in ODD.values():
        with pytest.raises(DataError, match=r"m_D_hvs_items\.tsv: no table of items"):
            items_of(result(tmp_path, content))
