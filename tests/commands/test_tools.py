"""`doctor` and `export-upstream`: what they print and refuse."""

import subprocess

from vlmeval_hvs.cli import main
from vlmeval_hvs.host.doctor import NOTE, PROBLEM, Finding


def test_doctor_marks_what_needs_fixing(monkeypatch, tmp_path, capsys):
    found = [Finding("host", NOTE, "none"), Finding("versions", "good", "numpy 2")]
    monkeypatch.setattr("vlmeval_hvs.commands.tools.findings", lambda models, folder: [*found, *map(bad, models)])

    def bad(model):
        return Finding(model, PROBLEM, "unknown")

    assert main(["doctor", "--work-dir", str(tmp_path)]) == 0
    assert main(["doctor", "--model", "m"]) == 1
    lines = ["- host: none", "  versions: numpy 2"]
    assert capsys.readouterr().out.splitlines() == [*lines, *lines, "! m: unknown"]


def test_an_export_needs_a_checkout_and_a_benchmark(tmp_path, capsys):
    subprocess.run(["git", "init", "--quiet", tmp_path / "none"], check=True)
    assert main(["export-upstream", "--patches", str(tmp_path / "p")]) == 0
    assert capsys.readouterr().out.split() == [f"{tmp_path}/p/{name}.patch" for name in ("pipelines", "plugins")]
    for arguments, words in (
        ([], "give the folder of a checkout and --benchmark NAME"),
        ([tmp_path, "--benchmark", "VPC"], "benchmark='VPC' cannot be exported; choose one of ActiView"),
        ([tmp_path / "none", "--benchmark", "VPB", "--data", "VPB_Stage1_DEMO"], "is no checkout of VLMEvalKit"),
    ):
        assert main(["export-upstream", *map(str, arguments)]) == 1
        assert words in capsys.readouterr().err
