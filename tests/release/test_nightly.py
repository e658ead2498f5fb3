"""What the nightly run tells of its steps."""

import re
import sys

from release import nightly


def test_a_step_passes_fails_or_cannot_be_run():
    skipped = "SKIPPED [{}] tests/a/test_b.py:12: no host is installed\n".format
    passed = nightly.judged(0, f"....\n{skipped(2)}{skipped(1)}", 1.0)
    assert (passed.word, passed.missing) == ("passed", ["tests/a/test_b.py: no host is installed"])
    assert nightly.judged(2, "cannot run: VLMEVAL_HVS_UPSTREAM is not set\n", 1.0).word == "not run"
    failed = nightly.judged(1, "E  assert 0\n", 1.0)
    assert (failed.word, failed.tail) == ("failed", "E  assert 0\n")
    shown = nightly.table({"lint": passed, "hosts": nightly.judged(2, "cannot run: no index\n", 2.0), "test": failed})
    assert re.search(r"^test +1 +failed$", shown, re.MULTILINE)
    assert "  hosts: no index" in shown


def test_it_goes_on_after_a_failure_and_every_step_is_a_target(tmp_path, monkeypatch, capsys):
    makefile = (nightly.ROOT / "Makefile").read_text(encoding="utf-8")
    for target in {target for target, *_ in nightly.STEPS.values()}:
        assert re.search(rf"^({re.escape(target)}|{target.split('-')[0]}-%):", makefile, re.MULTILINE), target
    run = nightly.run
    script = "import sys; print('said'); sys.exit(sys.argv[1] == 'lint')"
    monkeypatch.setattr(nightly, "run", lambda command, log: run([sys.executable, "-c", script, *command[1:]], log))
    assert nightly.main(["--folder", str(tmp_path), "--only", "lint", "docs"]) == 1
    assert nightly.main(["--folder", str(tmp_path), "--only", "docs"]) == 0
    assert "lint: failed" in capsys.readouterr().out
    assert (tmp_path / "docs.log").read_text() == "said\n"
