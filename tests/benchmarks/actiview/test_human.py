"""The form of the human study: what it shows and hides, and its results as a row."""

import json
import re
import shutil
import subprocess

import pytest

from vlmeval_hvs.benchmarks.actiview import human, tables
from vlmeval_hvs.cli import main
from vlmeval_hvs.errors import DataError, UsageError
from vlmeval_hvs.results.collect import collect

pytestmark = pytest.mark.long


def data_of(page: str) -> dict:
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)[1])


def saved(page: str, answers: dict, name: str = "Anna B.", **changes: object) -> str:
    """What the page's download holds."""
    given = {"name": name, "background": "CS", "answers": answers, **changes}
    return json.dumps({**data_of(page)["head"], **given})


@pytest.fixture(autouse=True)
def sets(demo):
    return demo("ActiView_DEMO")


def test_the_page_is_self_contained_and_hides_the_answers(make, monkeypatch, tmp_path) -> None:
    for dataset, views in (("ActiView_Full_DEMO", 0), ("ActiView_Zooming_DEMO", 4)):
        page = human.make_form(dataset, limit=8, max_side=50)
        assert not re.search(r"(?:src|href)\s*=\s*[\"']?(?:https?:)?//", page)
        assert "default-src 'none'" in page
        questions = data_of(page)["questions"]
        assert len(questions) == 8
        for question in questions:
            assert set(question) == {"index", "question", "options", "full", "views"}
            assert question["full"].startswith("data:image/jpeg;base64,")
            assert len(question["views"]) == views
    with pytest.raises(UsageError, match="forms are made for"):
        human.make_form("ActiView_Mixed_DEMO")
    kind, evil = type(make("ActiView_Full_DEMO")), "</script><script>alert(1)</script>"
    row = kind.row
    monkeypatch.setattr(kind, "row", lambda self, line: {**row(self, line), "question": evil})
    page = human.make_form("ActiView_Full_DEMO", 2, max_side=50)
    assert evil not in page
    assert data_of(page)["questions"][0]["question"] == evil
    if shutil.which("node"):
        script = tmp_path / "form.js"
        script.write_text(re.search(r"<script>(.*?)</script>", page, re.DOTALL)[1])
        assert subprocess.run(["node", "--check", str(script)], capture_output=True).returncode == 0


def test_results_are_rows_of_the_summary(make, tmp_path) -> None:
    page = human.make_form("ActiView_Zooming_DEMO", limit=8, max_side=50)
    right = {
        row["index"]: {"option": int(row["answer"]), "views": json.loads(row["clue_views"]), "seconds": 3.5}
        for row in make("ActiView_Zooming_DEMO", limit=8).rows.to_dict("records")
    }
    for assisted, answers in ((False, dict(list(right.items())[:6])), (True, right)):
        (tmp_path / "result.json").write_text(saved(page, answers, assisted=assisted))
        result = human.score_result(tmp_path / "result.json", tmp_path / "out")
        assert result.model == ("human-Anna-B-assisted" if assisted else "human-Anna-B")
        assert result.metrics["Overall"] == len(answers) / 8
        assert result.metrics["R_select"] == 1.0 or not assisted
        assert (result.validity, result.reason) == ("valid", "")
    (table,) = [grid for grid in tables.summary(collect(tmp_path / "out"), paper=True) if "Table 4" in grid.title]
    assert table.rows[0] == ["Anna-B CS, ActiView_Zooming_DEMO", "75.00", "100.00", ""]
    assert ["User1 CS (paper)", "73.33", "85.00", "100.00"] in table.rows


def test_other_files_are_refused_and_odd_answers_are_unanswered(make, tmp_path) -> None:
    page, file = human.make_form("ActiView_Full_DEMO", limit=5, max_side=50), tmp_path / "result.json"
    for changes, message in (
        ({"digest": "other"}, "another build"),
        ({"form": "x"}, "no result of an ActiView form"),
        ({"limit": "8"}, "no complete result of a form: limit"),
        ({"answers": {"999": {"option": 0}}}, "index 999"),
    ):
        file.write_text(saved(page, changes.pop("answers", {}), **changes))
        with pytest.raises(DataError, match=message):
            human.score_result(file, tmp_path)
    asked = [question["index"] for question in data_of(page)["questions"]]
    right = make("ActiView_Full_DEMO", limit=5).rows.set_index("index")["answer"][asked[0]]
    odd = [{"option": 99}, {"option": "A", "views": 3}, None, {"option": None, "views": [9, "x"]}]
    for sound, overall, fallback in (({"option": int(right)}, 0.2, 0.8), (None, None, None)):
        answers = dict(zip(asked, [sound, *odd], strict=True))
        file.write_text(saved(page, answers, name="../../x", background="\ud800"))
        result = human.score_result(file, tmp_path / "out")
        assert result.model == "human-x"
        assert (result.metrics.get("Overall"), result.metrics.get("Fallback")) == (overall, fallback)
    assert (result.validity, result.reason) == ("invalid", "no row has a reply")


def test_command(make, tmp_path, capsys) -> None:
    form, results = tmp_path / "form.html", [str(tmp_path / name) for name in ("nothing.json", "r.json")]
    arguments = ["--data", "ActiView_Full_DEMO", "--questions", "4", "--max-side", "60", "--out", str(form)]
    assert main(["actiview-human", "form", *arguments]) == 0
    first = data_of(form.read_text())["questions"][0]["index"]
    key = make("ActiView_Full_DEMO", limit=4).rows.set_index("index")["answer"][first]
    (tmp_path / "r.json").write_text(saved(form.read_text(), {first: {"option": int(key == "0")}}, name=""))
    (tmp_path / "nothing.json").write_text(saved(form.read_text(), {}, name="Nobody"))
    capsys.readouterr()
    for files, status in ((results[1:], 0), (results, 1)):
        assert main(["actiview-human", "score", *files, "--work-dir", str(tmp_path / "out")]) == status
    shown = capsys.readouterr().out.splitlines()
    assert shown == ["human: 0.00 %", "human-Nobody: n/a (invalid: no row has a reply)", "human: 0.00 %"]
