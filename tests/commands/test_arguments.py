"""What commands refuse: with the reason, and before anything is written."""

import shlex

import pytest

ASK = "ask --base-url http://localhost:1/v1 --model m --data HVSBench_Searching_DEMO --work-dir out"
VPB = "build VPB_Stage2 --source . --options"
VIEW = "preview ActiView_Zooming_DEMO"
RUN = "run --data HVSBench --model m --work-dir out"
BUILD = "vlmeval-hvs build HVSBench"

REFUSED = [
    (f"{ASK} --base-url http://me:secret@host/v1", "--base-url holds a password"),
    (f"{ASK} --concurrency 0", "--concurrency 0: give a number from 1 to 1024"),
    (f"{ASK} --extra-body '{{\"messages\": []}}'", "--extra-body: messages is set by"),
    (f"{ASK} --extra-body [1]", "[1] is no JSON object"), (f"{ASK} --judge-url x", "needs --judge-model NAME"),
    (f"{ASK} --key-env NOPE", "--key-env NOPE: this environment variable is not set"),
    (f"{ASK} --data HVSBench_Serching", "did you mean HVSBench_Searching?"),
    (f"{ASK} --options limt=3", "unknown option limt, did you mean limit?"),
    (f"{ASK} --data HVSBench_Searching", BUILD), ("vpb best-prompt . --model other", "no result"),
    ("build all", "--demo"), ("build HVSBench --sauce x", "--sauce"), ("figures .", "no result"),
    ("actiview tables .", "`report WORK_DIR --papers`"), ("vpb-summary .", "`report WORK_DIR --papers`"),
    ("gaze tests x --margin 2", "must be a number above 0 and below 1"),
    ("hvsbench generate new", "give at least one source: --sifr, --sis10k, --freeview, --search18, --interiors"),
    (f"{VIEW} --price-in 1", "unrecognized arguments: --price-in"),
    (f"{VIEW} --rows -1", "non-negative integer"), ("hvsbench generate new --sifr . --test-share -0.1", "from 0 to 1"),
    ("prompts HVSBench_DEMO --options hint", "give NAME=VALUE"),
    ("prompts HVSBench_DEMO --options \"{'a'}\"", "not a JSON object"),
    ("run --data HVSBunch --model m --work-dir out", "no dataset HVSBunch, did you mean HVSBench?"),
    (f"{RUN} --options hint=field", "the host has no --options"),
    (f'{RUN} --data-config \'{{"HVSBench": {{"class": "HVSBenchDataset", "hnt": 1}}}}\'', "dataset=None differs"),
    ("score no.tsv --data HVSBench_DEMO", "no such prediction file"), ("score x.tsv --data HVSBench", BUILD),
    ("visual-search tables", "give a folder with results"),
    ("visual-search tables --scanpaths nothing", "give SET=PATH"),
    (f"{VPB} per_style=0", "per_style=0: must be at least 1"), (f"{VPB} box_format=wxyz", "give one of xywh, xyxy"),
    (f"{VPB} asked_from=me", "give one of subject, object"), (f"{VPB} colour=1", "has no option --colour"),
    ("actiview wording nowhere", "nowhere"), ("figures . --format pgn", "did you mean png?"),
    ("vpb build stage1", "`build VPB_Stage1 --source FOLDER` takes COCO"),
]  # fmt: skip


@pytest.mark.long
def test_what_cannot_be_is_refused_with_its_reason_and_without_a_password(demo, told, tmp_path, monkeypatch):
    demo("HVSBench_DEMO", "ActiView_DEMO")
    for number, (command, words) in enumerate(REFUSED):
        here = tmp_path / f"here{number}"
        here.mkdir()
        monkeypatch.chdir(here)
        out, err = told(*shlex.split(command), status=(1, 2))
        found = (words in err, "secret" in out + err, list(here.iterdir()))
        assert found == (True, False, []), (command, err)
