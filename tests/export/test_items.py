"""One typed table of all items, read back by pyarrow and pandas."""

import io
import json

import jsonschema
import pandas as pd
import pyarrow.parquet as pq
import pytest

from vlmeval_hvs.cli import main
from vlmeval_hvs.export.items import arrow_table, items_table, parquet
from vlmeval_hvs.results.collect import collect
from vlmeval_hvs.results.schema import schema

from .conftest import DATASETS, MODEL


@pytest.fixture(scope="module")
def items(outputs):
    return items_table(collect(outputs))


def test_every_row_of_every_item_file_is_there_once(items, outputs):
    for name in DATASETS:
        table = pd.read_csv(outputs / f"{MODEL}_{name}_hvs_items.tsv", sep="\t", dtype=str, keep_default_na=False)
        own = items[items["dataset"] == name].reset_index(drop=True)
        assert list(own["index"]) == list(table["index"])
        for column in table:
            shown = column.replace("_paper", "_other") if column.split("_paper")[0] in (
                "answer", "rule", "fallback", "score"
            ) else column  # fmt: skip
            assert list(own[shown]) == list(table[column]), column
    assert set(items["model"]) == {MODEL}


def test_parquet_has_types_and_loses_nothing(items):
    table = pq.read_table(io.BytesIO(parquet(items)))
    assert table.num_rows == len(items)
    types = {field.name: str(field.type) for field in table.schema}
    assert types["score"] == types["score_other"] == types["shape"] == "double"
    assert types["failed"] == types["fallback"] == "bool"
    assert types["truth"] == types["reply"] == types["image_path"] == "string"
    assert types["model"].startswith("dictionary")
    read = table.to_pandas()
    assert list(read["score"].isna()) == list(items["score"] == "")
    given = items["score"] != ""
    assert list(read.loc[given, "score"]) == [float(score) for score in items.loc[given, "score"]]
    assert list(read["reply"]) == list(items["reply"])
    assert int(read["failed"].sum()) == (items["failed"] == "1").sum() == 2


def test_a_column_is_a_number_only_where_every_cell_is_written_as_one(items):
    odd = items.head(3).assign(
        zeros=["007", "1", "2"], mixed=["1", "x", ""], real=["1e-3", "", "-2"], none=["", "", ""]
    )
    types = {field.name: str(field.type) for field in arrow_table(odd).schema}
    assert [types[name] for name in ("zeros", "mixed", "real", "none")] == ["string", "string", "double", "string"]


def test_lines_and_score_files_follow_the_schema(outputs, tmp_path, capsys):
    assert main(["export", str(outputs), "--to", str(tmp_path), "--format", "json"]) == 0
    lines = [json.loads(line) for line in (tmp_path / "items.jsonl").read_text().splitlines()]
    validator = jsonschema.Draft202012Validator(schema("item"))
    assert [error.message for line in lines for error in validator.iter_errors(line)] == []
    record = json.loads((tmp_path / "results.json").read_text())
    jsonschema.validate(record, schema("results"), jsonschema.Draft202012Validator)
    assert len(record["runs"]) == len(DATASETS)
    assert capsys.readouterr().out.splitlines() == [str(tmp_path / name) for name in ("results.json", "items.jsonl")]


def test_runs_are_chosen_and_wrong_places_refused(outputs, tmp_path, capsys):
    (tmp_path / "file").write_text("")
    wrong = (["--to", str(tmp_path / "file")], ["--dataset", "VPB_Stage9"], ["--image-side", "-1"])
    for more in wrong:
        given = more if "--to" in more else ["--to", str(tmp_path / "x"), *more]
        assert main(["export", str(outputs), "--format", "json", *given]) == 1
        assert len(capsys.readouterr().err.splitlines()) == 1
    assert not (tmp_path / "x").exists()
    chosen = ["--dataset", "GazeTarget_DEMO", "--model", MODEL]
    assert main(["export", str(outputs), "--to", str(tmp_path / "x"), "--format", "json", *chosen]) == 0
    assert len((tmp_path / "x" / "items.jsonl").read_text().splitlines()) == DATASETS["GazeTarget_DEMO"]
