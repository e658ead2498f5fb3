"""`doctor` and `export-upstream`: what they print and refuse."""

import subprocess

from vlmeval_hvs.host.doctor import NOTE, PROBLEM, Finding


def test_doctor_marks_what_needs_fixing(monkeypatch, tmp_path, told):
    found = [Finding("host", NOTE, "none"), Finding("versions", "good", "numpy 2")]
    bad = [Finding("m", PROBLEM, "unknown")]
    monkeypatch.setattr("vlmeval_hvs.commands.tools.findings", lambda models, folder: found + bad * len(models))
    lines = ["- host: none", "  versions: numpy 2"]
    assert told("doctor", "--work-dir", tmp_path).out.splitlines() == lines
    assert told("doctor", "--model", "m", status=(1,)).out.splitlines() == [*lines, "! m: unknown"]


def test_an_export_needs_a_checkout_and_a_benchmark(tmp_path, told):
    subprocess.run(["git", "init", "--quiet", tmp_path / "none"], check=True)
    patches = [f"{tmp_path}/p/{name}.patch" for name in ("pipelines", "plugins")]
    assert told("export-upstream", "--patches", tmp_path / "p").out.split() == patches
    for arguments, words in (
        ([], "give the folder of a checkout and --benchmark NAME"),
        ([tmp_path, "--benchmark", "VPC"], "benchmark='VPC' cannot be exported; choose one of ActiView"),
        ([tmp_path / "none", "--benchmark", "VPB", "--data", "VPB_Stage1_DEMO"], "is no checkout of VLMEvalKit"),
    ):
        assert words in told("export-upstream", *arguments, status=(1,)).err
