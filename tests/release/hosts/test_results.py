"""What runs left behind is compared file by file, without running any of it."""


def test_folders_differ_where_a_file_says_something_else_but_not_in_times(tmp_path):
    from release.hosts.results import counted_calls, differences

    for name, run, score in (("one", "T20260101-000000", 1), ("same", "T20260102-000001", 1), ("other", "T1", 2)):
        folder = tmp_path / name / run
        folder.mkdir(parents=True)
        (folder / "result.json").write_text(f'{{"score": {score}, "elapsed": {run[-1]}.5, "at": "{tmp_path / name}"}}')
        (folder / "part.pkl").write_bytes(run.encode())
        (folder / "m_D_hvs_ledger_0.jsonl").write_text('{"kind": "run"}\n{"kind": "call"}\n{"kind": "ca')
    assert differences(tmp_path / "one", tmp_path / "same") == []
    assert len(differences(tmp_path / "one", tmp_path / "other")) == 6
    (tmp_path / "same" / "T20260102-000001" / "result.json").write_text("{}")
    assert differences(tmp_path / "one", tmp_path / "same") == ["RUN/result.json"]
    assert counted_calls(tmp_path / "one") == 1
