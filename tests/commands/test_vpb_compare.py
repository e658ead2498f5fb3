"""`vpb-compare` from the command line."""

import pandas as pd

from vlmeval_hvs.cli import main


def write_run(folder, dataset, hits):
    """The item table of a run on tasks of one kind."""
    rows = [
        {"index": i, "score": float(hit), "task": "MIA", "vp_shape": "oval", "vp_style": "oval(red, thin)",
         "debias": "", "source_image": str(i)}
        for i, hit in enumerate(hits)
    ]  # fmt: skip
    pd.DataFrame(rows).to_csv(folder / f"M_{dataset}_hvs_items.tsv", sep="\t", index=False)
    return str(folder / f"M_{dataset}_hvs_scores.json")


def test_compare(tmp_path, capsys):
    first = write_run(tmp_path, "VPB_Stage2", [True, True, False, True])
    second = write_run(tmp_path, "VPB_Stage2_TextPrompt", [True, False, False])
    assert main(["vpb-compare", first, second]) == 0
    out = capsys.readouterr().out
    assert "MIA              n=3" in out
    assert "+33.33 points" in out
    assert "3 common samples; 1 only in the first, 0 only in the second" in out
    (tmp_path / "x_hvs_items.tsv").write_text("index\n1\n")
    assert main(["vpb-compare", first, str(tmp_path / "x_hvs_items.tsv")]) == 1
    assert "no item table of VP-Bench" in capsys.readouterr().err
