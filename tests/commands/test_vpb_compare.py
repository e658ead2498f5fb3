"""`vpb-compare` from the command line."""

import json

import pandas as pd
import pytest

from vlmeval_hvs.cli import main


def write_run(folder, dataset, hits, data_set="VPB_Stage2", digest="d1"):
    """The files of a run on tasks of one kind."""
    rows = [
        {"index": i, "score": float(hit), "task": "MIA", "vp_shape": "oval", "vp_style": "oval(red, thin)",
         "debias": "", "source_image": str(i)}
        for i, hit in enumerate(hits)
    ]  # fmt: skip
    folder.mkdir(parents=True, exist_ok=True)
    pd.DataFrame(rows).to_csv(folder / f"M_{dataset}_hvs_items.tsv", sep="\t", index=False)
    path = folder / f"M_{dataset}_hvs_scores.json"
    data = {"set": data_set, "digest": digest}
    path.write_text(json.dumps({"model": "M", "dataset": dataset, "benchmark": "VPB", "metrics": {}, "data": data}))
    return str(path)


def test_compare(tmp_path, capsys):
    first = write_run(tmp_path, "VPB_Stage2", [True, True, False, True])
    second = write_run(tmp_path, "VPB_Stage2_TextPrompt", [True, False, False])
    assert main(["vpb-compare", first, second]) == 0
    out = capsys.readouterr().out
    assert out.startswith("M on VPB_Stage2 - M on VPB_Stage2_TextPrompt")
    assert "MIA              n=3" in out
    assert "+33.33 points" in out
    assert "3 common samples; 1 only in the first, 0 only in the second" in out
    assert main(["vpb-compare", first.replace("scores.json", "items.tsv"), second]) == 0
    assert capsys.readouterr().out == out


@pytest.mark.parametrize(
    "other",
    [{"dataset": "VPB_Stage1", "data_set": "VPB_Stage1"}, {"dataset": "VPB_Stage2@late", "digest": "d2"},
     {"dataset": "VPB_Stage2_DEMO", "data_set": "VPB_Stage2_DEMO"}],
)  # fmt: skip
def test_different_data_are_refused_with_both_names(tmp_path, capsys, other):
    first = write_run(tmp_path, "VPB_Stage2", [True, True])
    second = write_run(tmp_path, hits=[True, True], **other)
    assert main(["vpb-compare", first, second]) == 1
    message = capsys.readouterr().err
    assert "M on VPB_Stage2 (VPB_Stage2, digest d1)" in message
    expected = f"{other.get('data_set', 'VPB_Stage2')}, digest {other.get('digest', 'd1')}"
    assert f"M on {other['dataset']} ({expected})" in message


def test_folders(tmp_path, capsys):
    write_run(tmp_path / "out/M/T1", "VPB_Stage2", [True, True, False, True])
    write_run(tmp_path / "out/M/T2", "VPB_Stage2@BVP", [True, False, False, False])
    out = str(tmp_path / "out")
    assert main(["vpb-compare", f"{out}/M/T1", f"{out}/M/T2"]) == 0
    assert "+50.00 points" in capsys.readouterr().out
    assert main(["vpb-compare", out, out, "--model", "M", "--dataset", "VPB_Stage2@BVP", "VPB_Stage2"]) == 0
    assert "-50.00 points" in capsys.readouterr().out
    assert main(["vpb-compare", out, out]) == 1
    assert "there is M on VPB_Stage2, M on VPB_Stage2@BVP" in capsys.readouterr().err
    assert main(["vpb-compare", out, out, "--model", "a", "b", "c"]) == 1
    assert "--model takes one name" in capsys.readouterr().err


def test_files_that_tell_nothing_are_refused(tmp_path, capsys):
    first = write_run(tmp_path, "VPB_Stage2", [True])
    (tmp_path / "x_hvs_items.tsv").write_text("index\n1\n")
    assert main(["vpb-compare", first, str(tmp_path / "x_hvs_items.tsv")]) == 1
    assert "nothing tells what was run" in capsys.readouterr().err
    (tmp_path / "x_hvs_scores.json").write_text((tmp_path / "M_VPB_Stage2_hvs_scores.json").read_text())
    assert main(["vpb-compare", first, str(tmp_path / "x_hvs_items.tsv")]) == 1
    assert "no item table of VP-Bench" in capsys.readouterr().err
