"""One typed table of all items, read back by pyarrow."""

import io
import json

import pytest

from vlmeval_hvs.cli import main
from vlmeval_hvs.results.collect import collect
from vlmeval_hvs.results.schema import schema

from .conftest import DATASETS, MODEL


@pytest.mark.long
def test_parquet_has_every_row_of_every_item_file_with_types(outputs):
    import pandas as pd
    import pyarrow.parquet as pq

    from vlmeval_hvs.export.items import arrow_table, items_table, parquet

    items = items_table(collect(outputs))
    for name in DATASETS:
        table = pd.read_csv(outputs / f"{MODEL}_{name}_hvs_items.tsv", sep="\t", dtype=str, keep_default_na=False)
        own = items[items["dataset"] == name].reset_index(drop=True)
        for column in table:
            read = column.removesuffix("_paper") in ("answer", "rule", "fallback", "score")
            shown = column.replace("_paper", "_other") if read else column
            assert list(own[shown]) == list(table[column]), column
    stored = pq.read_table(io.BytesIO(parquet(items)))
    types = {"score": "double", "score_other": "double", "failed": "bool", "fallback": "bool", "truth": "string",
             "reply": "string", "image_path": "string"}  # fmt: skip
    assert types.items() <= {field.name: str(field.type) for field in stored.schema}.items()
    read = stored.to_pandas()
    given = items["score"] != ""
    assert list(read["score"].isna()) == list(~given)
    assert list(read.loc[given, "score"]) == [float(score) for score in items.loc[given, "score"]]
    assert list(read["reply"]) == list(items["reply"])
    assert int(read["failed"].sum()) == (items["failed"] == "1").sum() == 2
    odd = {"zeros": ["007", "1", "2"], "mixed": ["1", "x", ""], "real": ["1e-3", "", "-2"], "none": ["", "", ""]}
    types = {field.name: str(field.type) for field in arrow_table(items.head(3).assign(**odd)).schema}
    assert [types[name] for name in odd] == ["string", "string", "double", "string"]


@pytest.mark.long
def test_lines_and_score_files_follow_the_schema_and_wrong_places_are_refused(outputs, tmp_path, capsys):
    import jsonschema

    command = ["export", str(outputs), "--format", "json", "--to"]
    assert main([*command, str(tmp_path)]) == 0
    assert capsys.readouterr().out.splitlines() == [str(tmp_path / name) for name in ("results.json", "items.jsonl")]
    lines = [json.loads(line) for line in (tmp_path / "items.jsonl").read_text().splitlines()]
    validator = jsonschema.Draft202012Validator(schema("item"))
    assert [error.message for line in lines for error in validator.iter_errors(line)] == []
    record = json.loads((tmp_path / "results.json").read_text())
    jsonschema.validate(record, schema("results"), jsonschema.Draft202012Validator)
    assert len(record["runs"]) == len(DATASETS)
    (tmp_path / "file").write_text("")
    for place, *more in (["file"], ["x", "--dataset", "VPB_Stage9"], ["x", "--image-side", "-1"]):
        assert main([*command, str(tmp_path / place), *more]) == 1
        assert len(capsys.readouterr().err.splitlines()) == 1
    assert not (tmp_path / "x").exists()
    assert main([*command, str(tmp_path / "x"), "--dataset", "GazeTarget_DEMO", "--model", MODEL]) == 0
    assert len((tmp_path / "x" / "items.jsonl").read_text().splitlines()) == DATASETS["GazeTarget_DEMO"]
