"""`gaze-reproduce` and `gaze-points` from the command line."""

import json
import os
from pathlib import Path

import pytest

from vlmeval_hvs.cli import main

SHEET = """\
Stimulus_ID,Angle,Proximity,n_candidates,Candidates,Actor,path,label,list_id,Site,HeadTarget,face_x_min,face_y_min,\
face_x_max,face_y_max,option1_x,option1_y,option2_x,option2_y,DistEyeHead
3,front,1,2,cup+bunny,X,./a.jpg,cup,1,Site0,-1,0.4,0.1,0.6,0.3,0.8,0.6,0.2,0.6,
4,front,1,2,cup+bunny,X,./b.jpg,cup,-1,Site0,-1,0.4,0.1,0.6,0.3,0.8,0.6,0.2,0.6,
1000,left,2,2,cup+bunny,Z,./c.jpg,cup,1,SiteB,bunny,0.4,0.1,0.6,0.3,0.8,0.6,0.2,0.6,1.0
"""


@pytest.mark.long
def test_moondreams_numbers_beside_the_published_ones(tmp_path, capsys):
    points, sheet, out = (tmp_path / name for name in ("MoondreamEval.json", "stimuli.csv", "out.json"))
    sheet.write_text(SHEET)
    places = {"3": (0.7, 0.5), "4": (0.1, 0.5), "1000": (0.3, 0.6)}
    entries = {number: {"gaze": {"x": x, "y": y}, "revision": "r"} for number, (x, y) in places.items()}
    points.write_text(json.dumps(entries))
    command = ["gaze-reproduce", "--points", str(points), "--sheet", str(sheet)]
    assert main([*command, "--json", str(out)]) == 0
    assert "numbers agree" in capsys.readouterr().out
    rows = {row["what"]: row for row in json.loads(out.read_text())}
    pilot = rows["photos, pilot"]
    assert (pilot["paper"], pilot["ours"]["value"], pilot["outcome"]) == ("907", 2.0, "not run")  # checks count there
    assert pilot["note"] == "2 of the study's 907 photos"
    assert rows["accuracy in the plane, pilot"]["ours"]["value"] == 0.5
    assert main([*command, "--failed"]) == 0
    assert " pass" not in capsys.readouterr().out


@pytest.mark.long
def test_a_table_of_responses(response_table, tmp_path, capsys):
    import pandas as pd

    main_rows, photos = response_table.observer("head-only", "gpt-5.2-gaze2", prompts=2, combinations={2: 1, 3: 1})
    path = tmp_path / "result.csv"
    checks = response_table.people(photos, count=2).assign(list_id=lambda table: [-1, *table["list_id"][1:]])
    pd.concat([main_rows, checks]).to_csv(path, index=False)
    assert main(["gaze-reproduce", str(path), "--engine", "fixed-effects"]) == 0
    printed = capsys.readouterr().out
    for where in ("Table 1", "Table 2", "Fig. 5", "Fig. 9", "Fig. 11", "Fig. 14", "A.7.3"):
        assert where in printed
    assert "warning: Humans: 1 attention-check responses left out" in printed


def test_moondreams_published_rows_come_out(request, tmp_path):
    """From the study's own files, of a folder in the environment or beside the checkout."""
    beside = request.config.rootpath.parent / "shared" / "data" / "gaze"
    folder = Path(os.environ.get("VLMEVAL_HVS_GAZE_FILES", beside))
    points, sheet, out = folder / "MoondreamEval.json", folder / "stimuli_1766691418.csv", tmp_path / "out.json"
    if not points.is_file() or not sheet.is_file():
        pytest.skip("the gaze study's MoondreamEval.json and stimuli_1766691418.csv are not here")
    assert main(["gaze-reproduce", "--points", str(points), "--sheet", str(sheet), "--json", str(out)]) == 0
    rows = json.loads(out.read_text())
    assert len(rows) > 100
    assert [(row["what"], row["paper"], row["ours"]) for row in rows if row["outcome"] != "pass"] == []
