"""The form of the human study: what it shows and hides, and its results as a row."""

import json
import re
import shutil
import subprocess

import pytest

from vlmeval_hvs.benchmarks.actiview.dataset import ActiViewDataset
from vlmeval_hvs.benchmarks.actiview.human import make_form, score_result
from vlmeval_hvs.benchmarks.actiview.tables import summary
from vlmeval_hvs.cli import main
from vlmeval_hvs.errors import DataError, UsageError
from vlmeval_hvs.results.collect import collect


def data_of(page: str) -> dict:
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)[1])


def saved(page: str, answers: dict, name: str = "Anna B.", **changes: object) -> dict:
    """What the page's download holds."""
    return {**data_of(page)["head"], "name": name, "background": "CS", "answers": answers, **changes}


@pytest.fixture
def sets(demo):
    return demo("ActiView_DEMO")


def test_the_page_is_self_contained_and_hides_the_answers(sets) -> None:
    for dataset, views in (("ActiView_Full_DEMO", 0), ("ActiView_Zooming_DEMO", 4)):
        page = make_form(dataset, limit=8, max_side=200)
        assert not re.search(r"(?:src|href)\s*=\s*[\"']?(?:https?:)?//", page)
        assert "default-src 'none'" in page
        data = data_of(page)
        assert len(data["questions"]) == 8
        for question in data["questions"]:
            assert set(question) == {"index", "question", "options", "full", "views"}
            assert question["full"].startswith("data:image/jpeg;base64,")
            assert len(question["views"]) == views
    assert data_of(make_form("ActiView_Full_DEMO", 4, 0, max_side=50)) == data_of(
        make_form("ActiView_Full_DEMO", 4, 0, max_side=50)
    )
    with pytest.raises(UsageError, match="forms are made for"):
        make_form("ActiView_Mixed_DEMO")


def test_text_of_questions_cannot_leave_its_place(sets, monkeypatch) -> None:
    row = ActiViewDataset.row
    evil = "</script><script>alert(1)</script>"
    monkeypatch.setattr(ActiViewDataset, "row", lambda self, line: {**row(self, line), "question": evil})
    page = make_form("ActiView_Full_DEMO", 2, max_side=50)
    assert evil not in page
    assert data_of(page)["questions"][0]["question"] == evil


def test_results_are_rows_of_the_summary(sets, tmp_path) -> None:
    page = make_form("ActiView_Zooming_DEMO", limit=8, max_side=50)
    rows = ActiViewDataset("ActiView_Zooming_DEMO", limit=8).rows
    right = {
        row["index"]: {"option": int(row["answer"]), "views": json.loads(row["clue_views"]), "seconds": 3.5}
        for row in rows.to_dict("records")
    }
    for assisted, answers in ((False, dict(list(right.items())[:6])), (True, right)):
        (tmp_path / "result.json").write_text(json.dumps(saved(page, answers, assisted=assisted)))
        result = score_result(tmp_path / "result.json", tmp_path / "out")
        assert result.model == ("human-Anna-B-assisted" if assisted else "human-Anna-B")
        assert result.metrics["Overall"] == len(answers) / 8
        assert result.metrics["R_select"] == 1.0 or not assisted
        assert (result.validity, result.reason) == ("valid", "")
    (table,) = [grid for grid in summary(collect(tmp_path / "out"), paper=True) if "Table 4" in grid.title]
    assert table.rows[0] == ["Anna-B CS, ActiView_Zooming_DEMO", "75.00", "100.00", ""]
    assert ["User1 CS (paper)", "73.33", "85.00", "100.00"] in table.rows


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"digest": "other"}, "another build"),
        ({"form": "x"}, "no result of an ActiView form"),
        ({"limit": "8"}, "no complete result of a form: limit"),
        ({"answers": {"999": {"option": 0}}}, "index 999"),
    ],
)
def test_other_files_are_refused(sets, tmp_path, changes, message) -> None:
    page = make_form("ActiView_Full_DEMO", limit=4, max_side=50)
    (tmp_path / "result.json").write_text(json.dumps({**saved(page, {}), **changes}))
    with pytest.raises(DataError, match=message):
        score_result(tmp_path / "result.json", tmp_path)


def test_odd_answers_are_unanswered(sets, tmp_path) -> None:
    page = make_form("ActiView_Full_DEMO", limit=5, max_side=50)
    asked = [question["index"] for question in data_of(page)["questions"]]
    right = ActiViewDataset("ActiView_Full_DEMO", limit=5).rows.set_index("index")["answer"][asked[0]]
    odd = [{"option": 99}, {"option": "A", "views": 3}, None, {"option": None, "views": [9, "x"]}]
    for sound, overall, fallback in (({"option": int(right)}, 0.2, 0.8), (None, None, None)):
        answers = dict(zip(asked, [sound, *odd], strict=True))
        (tmp_path / "result.json").write_text(json.dumps(saved(page, answers, name="../../x", background="\ud800")))
        result = score_result(tmp_path / "result.json", tmp_path / "out")
        assert result.model == "human-x"
        assert (result.metrics.get("Overall"), result.metrics.get("Fallback")) == (overall, fallback)
    assert (result.validity, result.reason) == ("invalid", "no row has a reply")


def test_command(sets, tmp_path, capsys) -> None:
    form = tmp_path / "form.html"
    arguments = ["--data", "ActiView_Full_DEMO", "--questions", "4", "--max-side", "60", "--out", str(form)]
    assert main(["actiview-human", "form", *arguments]) == 0
    first = data_of(form.read_text())["questions"][0]["index"]
    key = ActiViewDataset("ActiView_Full_DEMO", limit=4).rows.set_index("index")["answer"][first]
    wrong = 1 if key == "0" else 0
    (tmp_path / "r.json").write_text(json.dumps(saved(form.read_text(), {first: {"option": wrong}}, name="")))
    (tmp_path / "nothing.json").write_text(json.dumps(saved(form.read_text(), {}, name="Nobody")))
    results = [str(tmp_path / name) for name in ("r.json", "nothing.json")]
    assert main(["actiview-human", "score", results[0], "--work-dir", str(tmp_path / "out")]) == 0
    assert capsys.readouterr().out == f"{form}: 0.0 MB; open it in a browser\nhuman: 0.00 %\n"
    assert main(["actiview-human", "score", *reversed(results), "--work-dir", str(tmp_path / "out")]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "human-Nobody: n/a (invalid: no row has a reply)",
        "human: 0.00 %",
    ]


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_the_script_is_valid(sets, tmp_path) -> None:
    page = make_form("ActiView_Full_DEMO", limit=2, max_side=50)
    script = tmp_path / "form.js"
    script.write_text(re.search(r"<script>(.*?)</script>", page, re.DOTALL)[1])
    assert subprocess.run(["node", "--check", str(script)], capture_output=True).returncode == 0
