"""Score files and item tables: whatever a reply holds comes back, and odd files of any origin are refused."""

from __future__ import annotations

import copy
import hashlib
import io
import json
from functools import reduce
from operator import getitem

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vlmeval_hvs.cli import main
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.results.collect import Result, items_of, read_result
from vlmeval_hvs.results.files import plain, write_results

WHOLE = {
    "schema": 2, "model": "m", "dataset": "HVSBench_Subitizing_DEMO", "benchmark": "HVSBench", "n": 10, "left_out": 2,
    "metrics": {"Overall": 0.5, "Overall_paper": None},
    "intervals": {"Overall": [0.4, 0.6], "Overall_paper": [None, None]},
    "chances": {"Overall": {"value": 0.2, "low": 0.1, "high": 0.3, "mark": "above"}},
    "counts": {"samples": 12, "failed": 1},
    "details": {"explanation": "words", "random": {"Overall": 0.2, "Overall_paper": None}},
    "data": {"digest": "d"}, "settings": {"seed": 0}, "warnings": ["a warning"],
}  # fmt: skip

GONE = object()
ODD = [
    ("model", GONE), ("dataset", "HVSBench/x"), ("metrics", GONE), ("metrics.Overall", "0.5"),
    ("metrics.Overall", True), ("metrics.Overall", float("nan")), ("metrics.Overall", 10**400),
    ("intervals", [[0, 1]]), ("chances.Overall.low", GONE), ("n", "2"), ("validity", ["valid"]),
]  # fmt: skip
"""Entries of `WHOLE`, and what makes it odd there."""


def test_odd_files_are_refused_by_name_and_do_not_end_a_report(tmp_path, capsys, caplog):
    texts = [json.dumps([WHOLE]), "[" * 100_000, json.dumps(WHOLE)[:-20], ""]
    for place, value in ODD:
        scores, (*above, last) = copy.deepcopy(WHOLE), place.split(".")
        inside = reduce(getitem, above, scores)
        inside[last] = value
        if value is GONE:
            del inside[last]
        texts.append(json.dumps(scores))
    paths = [tmp_path / f"odd{place:02d}_hvs_scores.json" for place in range(len(texts))]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text)
        with pytest.raises(DataError, match=path.name):
            pytest.fail(f"{text[:900]}: {read_result(path)}")
    (tmp_path / "m_hvs_scores.json").write_text(json.dumps(WHOLE))
    assert read_result(tmp_path / "m_hvs_scores.json").scores == WHOLE
    (tmp_path / "folder_hvs_scores.json").mkdir()
    assert main(["report", str(tmp_path), "--data", "HVSBench_Subitizing_DEMO"]) == 0
    assert "0.5000" in capsys.readouterr().out
    assert [path.name for path in [*paths, tmp_path / "folder_hvs_scores.json"] if path.name not in caplog.text] == []


HEAD = "index\treply\tanswer\trule\tfallback\tscore\tfailed\n"
LINE = "1\tB\tB\tletter\t0\t1.0\t0\n"


def test_a_whole_table_is_read_as_text_and_an_odd_one_is_an_error_that_names_the_file(tmp_path):
    result, path = Result("m", "D", "B", tmp_path / "m_D_hvs_scores.json", {}), tmp_path / "m_D_hvs_items.tsv"
    path.write_text(HEAD + LINE + LINE.replace("1\t", "2\t", 1).replace("1.0", ""))
    assert items_of(result)["score"].to_dict() == {"1": "1.0", "2": ""}
    for content in ("", "\0\1" * 50, HEAD + LINE + LINE, HEAD + LINE.replace("1.0", "abc"), "index\treply\n1\tB\n"):
        path.write_text(content)
        with pytest.raises(DataError, match=r"m_D_hvs_items\.tsv: no table of items"):
            items_of(result)


ODD_TEXTS = ["a\rb", "a\r\nb", "line\nline", "tab\there", 'a "quoted" word', "", "NA", "None", "\ue000", "x" * 200_000]
TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")) | st.sampled_from(ODD_TEXTS)


@pytest.mark.long
@settings(max_examples=40)
@given(st.lists(TEXT, min_size=1))
def test_any_text_comes_back(tmp_path_factory, replies):
    import pandas as pd

    items = pd.DataFrame({"index": range(len(replies)), "reply": pd.Series(replies, dtype=object), "score": np.nan})
    table, _ = write_results(tmp_path_factory.mktemp("results"), "m", items, {})
    text = table.read_bytes().decode()
    read = pd.read_csv(io.StringIO(text, newline=""), sep="\t", dtype=str, keep_default_na=False, na_filter=False)
    assert read["reply"].tolist() == replies
    assert set(read["score"]) == {""}


def test_scores_are_plain_json(tmp_path):
    import pandas as pd

    scores = {"a": np.float64(0.5), "b": np.nan, "c": np.array([1, 2]), 3: (True, np.int64(4)), "d": "\ud800"}
    table, path = write_results(tmp_path, "m", pd.DataFrame({"index": [1]}), {**scores, "files": {"p.tsv": "x"}})
    files = {"p.tsv": "x", "m_hvs_items.tsv": hashlib.sha256(table.read_bytes()).hexdigest()}
    plain_scores = {"a": 0.5, "b": None, "c": [1, 2], "3": [True, 4], "d": "?"}
    assert json.loads(path.read_text()) == {**plain_scores, "files": files}
    assert plain({"x": [np.inf, -np.inf, float("nan")]}) == {"x": [None] * 3}
