"""The commands as a user runs them: in terminals of several widths, in pipes, and interrupted."""

import fcntl
import json
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

import jsonschema
import pytest

from vlmeval_hvs.registry import all_cards, card_of
from vlmeval_hvs.results.schema import schema

COMMAND = [sys.executable, "-m", "vlmeval_hvs.cli"]
MODELS = ["Qwen[vl]-7B", "Qwen2.5-VL-72B-Instruct-AWQ-long", "Qwen2.5-VL-72B-Instruct-AWQ-lone", "[/red]", "模型-乙"]
STEERING = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def piped(*arguments, **options):
    return subprocess.run(
        [*COMMAND, *map(str, arguments)], capture_output=True, text=True, check=False, timeout=120, **options
    )


def in_terminal(width, *arguments):
    """Status and text of a command in a terminal of so many columns."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, width, 0, 0))
    environment = {name: value for name, value in os.environ.items() if name != "COLUMNS"} | {"TERM": "xterm"}
    process = subprocess.Popen(
        [*COMMAND, *map(str, arguments)], stdin=theirs, stdout=theirs, stderr=theirs, env=environment
    )
    os.close(theirs)
    shown = b""
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:  # Linux says so when the other end is closed
            break
        if not piece:
            break
        shown += piece
    os.close(ours)
    return process.wait(), STEERING.sub("", shown.decode()).replace("\r\n", "\n")


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """Score files of models with alike names on all sets of ActiView, and on one of HVSBench."""
    folder = tmp_path_factory.mktemp("results")
    for number, model in enumerate(MODELS):
        for dataset in (*card_of("ActiView").datasets, "HVSBench_Searching"):
            scores = {
                "model": model,
                "dataset": dataset,
                "benchmark": card_of(dataset).name,
                "n": 10,
                "metrics": {"Overall": 0.5 + number / 100, f"Accuracy of {'a long name ' * 3}{dataset}": 0.25},
                "intervals": {"Overall": [0.1, 0.9]},
                "counts": {"samples": 10, "failed": 0},
            }
            (folder / f"{number}_{dataset}_hvs_scores.json").write_text(json.dumps(scores))
    return folder


def joined(shown):
    """A text without the breaks of lines, so that a name that was broken is whole again."""
    return "".join(line.strip() for line in shown.splitlines())


@pytest.mark.parametrize("width", [40, 80, 200])
def test_every_name_is_whole_at_any_width(results, width):
    for more in ([], ["--dataset", "HVSBench_Searching"]):
        status, shown = in_terminal(width, "report", results, *more)
        assert status == 0
        assert "…" not in shown
        names = MODELS if more else [*MODELS, *card_of("ActiView").datasets]
        assert [name for name in names if name not in joined(shown)] == []
        assert [line for line in shown.splitlines() if len(line.rstrip()) > width] == []
        for number in range(len(MODELS)):
            assert f"{0.5 + number / 100:.4f}" in shown
    status, shown = in_terminal(width, "list")
    assert status == 0
    assert "…" not in shown
    whole = joined(shown) if width < 50 else re.split(r"\s+", shown)  # the longest name has 43 characters
    assert [name for card in all_cards() for name in card.datasets if name not in whole] == []


def test_a_pipe_has_no_width(results):
    done = piped("report", results)
    rows = [line for line in done.stdout.splitlines() if line.startswith("ActiView_")]
    assert len(rows) == len(card_of("ActiView").datasets), "one line for each"
    assert all(f"{0.5 + number / 100:.4f}" in row for row in rows for number in range(len(MODELS)))
    assert "\x1b" not in done.stdout
    assert done.stderr == ""


def test_json_is_alone_on_standard_output_and_follows_the_schema(results, demo, tmp_path):
    demo("VPB_Stage2_DEMO")
    replies = tmp_path / "m_VPB_Stage2_DEMO.jsonl"
    asked = [json.loads(line)["index"] for line in piped("prompts", "VPB_Stage2_DEMO").stdout.splitlines()]
    for model in ("m", "k"):
        told = "".join(json.dumps({"index": index, "prediction": "A"}) + "\n" for index in asked)
        replies.with_name(f"{model}_VPB_Stage2_DEMO.jsonl").write_text(told)
    piped("score", replies.with_name("k_VPB_Stage2_DEMO.jsonl"), "--data", "VPB_Stage2_DEMO")
    config = tmp_path / "run.json"
    config.write_text('{"model": {}, "data": {}}')
    commands = {
        "datasets": ["list", "--json"],
        "models": ["list", "--models", "--json", "-"],
        "check": ["check", "VPB", "--demo", "--json"],
        "config": ["check", config, "--json"],
        "doctor": ["doctor", "--json", "--work-dir", tmp_path],
        "preview": ["preview", "VPB_Stage2_DEMO", "--json", "--price-in", "2", "--price-out", "8"],
        "score": ["score", replies, "--data", "VPB_Stage2_DEMO", "--json"],
        "verify": ["verify", tmp_path, "--json", "-"],
        "comparison": ["compare", tmp_path, "--json"],
        "report": ["report", results, "--json"],
    }
    for kind, command in commands.items():
        done = piped(*command)
        content = json.loads(done.stdout)
        assert content["kind"] == kind
        for name in (kind, ""):
            jsonschema.validate(content, schema(name), jsonschema.Draft202012Validator)
        assert done.stderr, "what is told to people is told there"
    assert {run["model"] for run in content["runs"]} == set(MODELS)
    place = tmp_path / "report.json"
    done = piped("report", results, "--json", place)
    assert json.loads(place.read_text()) == content
    assert "Overall" in done.stdout


def test_the_schema_is_sound_and_refuses_what_is_wrong(results):
    jsonschema.Draft202012Validator.check_schema(schema())
    right = json.loads(piped("report", results, "--json").stdout)
    for wrong in ({**right, "kind": "reprot"}, {**right, "runs": [{}]}, {**right, "schema": 2}, {**right, "more": 1}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(wrong, schema(), jsonschema.Draft202012Validator)
    with pytest.raises(KeyError):
        schema("reprot")


def test_a_minus_sign_is_standard_output(results, tmp_path):
    plain = piped("report", results, "--csv", tmp_path / "table.csv", cwd=tmp_path)
    shown = piped("report", results, "--csv", "-", cwd=tmp_path)
    assert shown.stdout == (tmp_path / "table.csv").read_text()
    assert shown.stderr == plain.stdout
    assert piped("report", results, "--markdown", "-", cwd=tmp_path).stdout.startswith("### ")
    assert [path.name for path in tmp_path.iterdir()] == ["table.csv"]


def test_special_files_and_links_stay_what_they_are(results, tmp_path):
    (tmp_path / "real.csv").write_text("old")
    (tmp_path / "link.csv").symlink_to("real.csv")
    (tmp_path / "out").symlink_to("/dev/stdout")
    os.mkfifo(tmp_path / "pipe")
    assert piped("report", results, "--csv", tmp_path / "link.csv").returncode == 0
    assert (tmp_path / "link.csv").is_symlink()
    table = (tmp_path / "real.csv").read_text()
    assert table.startswith("benchmark,")
    assert table in piped("report", results, "--csv", tmp_path / "out").stdout
    assert os.readlink(tmp_path / "out") == "/dev/stdout"
    with (tmp_path / "kept").open("wb") as kept:  # a shell's `> kept`
        subprocess.run([*COMMAND, "report", str(results), "--csv", "/dev/stdout"], stdout=kept, check=True)
    assert table in (tmp_path / "kept").read_text()
    assert "Overall [95 % interval]" in (tmp_path / "kept").read_text()
    reader = subprocess.Popen(["cat", str(tmp_path / "pipe")], stdout=subprocess.PIPE, text=True)
    assert piped("report", results, "--csv", tmp_path / "pipe").returncode == 0
    assert reader.communicate(timeout=30)[0] == table
    assert piped("report", results, "--csv", "/dev/null").returncode == 0
    assert not os.path.isfile("/dev/null")


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["report", "{}", "--json", "/dev/full"], "/dev/full: No space left on device"),
        (["report", "{}", "--csv", "/dev/full"], "/dev/full: No space left on device"),
        (["actiview-summary", "{}", "--markdown", "/dev/full"], "/dev/full: No space left on device"),
        (["tables", "{}", "--to", "/dev/full"], "/dev/full: no folder can be made there"),
        (["tables", "{}", "--to", "/dev/null/x"], "/dev/null/x: no folder can be made there"),
        (["export", "{}", "--to", "-", "--format", "json"], "several files are written, which cannot be printed"),
        (["tables", "{}", "--to", "-"], "several files are written, which cannot be printed"),
        (["figures", "{}", "--to", "-"], "several files are written, which cannot be printed"),
        (["new", "HVSBench", "-"], "several files are written, which cannot be printed"),
    ],
)
def test_what_cannot_be_written_is_told_with_its_place(results, tmp_path, command, said):
    done = piped(*(part.format(results) for part in command), cwd=tmp_path)
    assert done.returncode in (1, 2)
    assert "Traceback" not in done.stderr
    assert said in done.stderr.splitlines()[-1]
    assert not (tmp_path / "-").exists()
    assert Path("/dev/full").is_char_device()


def test_standard_output_without_room_is_told_in_one_line():
    with open("/dev/full", "w") as full:
        done = subprocess.run([*COMMAND, "list"], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert "No space left on device" in done.stderr


def test_a_closed_pipe_is_quiet(results):
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([*COMMAND, "report", str(results)], stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.parametrize(
    ("ending", "command"),
    [
        ("tsv", ["gaze-tests", "{}"]),
        ("json", ["check", "{}"]),
        ("json", ["actiview-human", "score", "{}", "--work-dir", "outputs"]),
        ("csv", ["gaze-reproduce", "{}"]),
    ],
)
def test_ctrl_c_ends_in_one_line(tmp_path, ending, command):
    pipe = tmp_path / f"x.{ending}"
    os.mkfifo(pipe)  # the command waits for somebody who writes into it
    command = [part.format(pipe) for part in command]
    process = subprocess.Popen([*COMMAND, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    writing = None
    for _ in range(600):
        time.sleep(0.05)
        try:
            writing = os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)  # fails until somebody reads
        except OSError:
            if process.poll() is None:
                continue
        break
    assert writing is not None, process.communicate()
    process.send_signal(signal.SIGINT)
    os.close(writing)  # a signal just before the read is seen only after it, and so the read has to end
    out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err) == (130, "", "vlmeval-hvs: interrupted\n")


@pytest.mark.parametrize(
    ("command", "meant"),
    [
        (["reprot", "x"], "did you mean report?"),
        (["report", "x", "--markdwon", "y"], "did you mean --markdown?"),
        (["preview", "HVSBench_Serching_DEMO"], "did you mean HVSBench_Searching_DEMO?"),
        (["preview", "HVSBench_Searching_DEMO", "--options", "hnt=field"], "did you mean hint?"),
        (["build", "HVSBunch"], "did you mean HVSBench?"),
        (["check", "VPB_Stag2"], "did you mean VPB_Stage2?"),
        (["list", "hvsbunch"], "did you mean HVSBench?"),
    ],
)
def test_what_is_misspelt_is_told_in_one_line(command, meant):
    done = piped(*command)
    assert done.returncode in (1, 2)
    assert meant in done.stderr.splitlines()[-1]
    assert done.stdout == ""


def test_builders_show_progress_in_a_terminal_only(tmp_path, monkeypatch):
    monkeypatch.setenv("LMUData", str(tmp_path))
    status, shown = in_terminal(100, "build", "VPB_Stage2", "--demo")
    assert status == 0
    assert re.search(r"VPB_Stage2_DEMO: \d+ rows and files", shown)
    done = piped("build", "VPB_Stage2", "--demo", "--force")
    assert (done.returncode, done.stderr) == (0, "")
    assert "rows and files" not in done.stdout
