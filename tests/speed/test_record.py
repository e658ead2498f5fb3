import argparse
import json
import subprocess
from pathlib import Path

import numpy as np
import pytest

from speed import record


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    def git(*arguments: str) -> None:
        names = ["-c", "user.name=n", "-c", "user.email=e@example.org", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", *names, "-C", str(tmp_path), *arguments], check=True, capture_output=True)

    (tmp_path / "docs").mkdir()
    (tmp_path / "code.py").write_text("1\n")
    (tmp_path / "docs" / "page.md").write_text("text\n")
    git("init", "-q")
    git("add", ".")
    git("commit", "-qm", "first")
    monkeypatch.setattr(record, "ROOT", tmp_path)
    return tmp_path


def test_a_record_holds_what_is_needed_to_repeat_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["speed/bench_kde.py", "--quick", "--record", str(tmp_path)])
    figures = {"ratio": np.float64(123.456), "shape": (2, 3)}
    assert record.save(None, "speed/bench_kde.py", figures) is None
    with pytest.raises(ValueError, match="no record"):
        record.read("kde", tmp_path)
    assert record.save(tmp_path, "speed/bench_kde.py", figures, ("pytest",)) == tmp_path / "kde.json"
    found = record.read("kde", tmp_path)
    assert found["command"] == "python -m speed.bench_kde --quick"
    assert found["figures"] == {"ratio": 123.5, "shape": [2, 3]}
    assert found["machine"]["pytest"] == pytest.__version__
    assert len(found["commit"].split("-")[0]) == 40
    (tmp_path / "kde.json").write_text(json.dumps({"commit": "", "date": "", "command": "", "figures": {}}))
    with pytest.raises(ValueError, match="lacks machine"):
        record.read("kde", tmp_path)


def test_the_command_leaves_out_where_the_record_goes() -> None:
    for arguments, shown in (
        (["--record", "x", "--share", "0.1"], "--share 0.1"),
        (["--record=x", "--quick"], "--quick"),
        (["a folder", "--record", "x"], "'a folder'"),
    ):
        assert record.command("/any/where/bench_kde.py", arguments) == f"python -m speed.bench_kde {shown}"
    assert record.record_name("record_demo.py") == "demo"


def test_changed_code_makes_a_commit_dirty_and_changed_docs_do_not(repository: Path) -> None:
    clean = record.commit()
    assert len(clean) == 40
    (repository / "docs" / "page.md").write_text("other\n")
    (repository / "docs" / "kde.json").write_text("{}")
    (repository / "README.md").write_text("new\n")
    assert record.commit() == clean
    (repository / "code.py").write_text("2\n")
    assert record.commit() == f"{clean}-dirty"


def test_every_script_takes_the_option(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["x", "--record", "folder"])
    assert record.parse(argparse.ArgumentParser()).record == Path("folder")
    folder = Path(record.__file__).parent
    scripts = [*folder.glob("bench_*.py"), *folder.glob("record_*.py")]
    assert len(scripts) > 10
    for script in scripts:
        text = script.read_text(encoding="utf-8")
        assert "record.parse(parser)" in text, script.name
        assert "record.save(" in text, script.name
