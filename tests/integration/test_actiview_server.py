"""ActiView over HTTP: the unmodified host against a scripted server that records what every turn shows.

The replies depend on step and row, so that each branch of each state machine is taken by a quarter of the rows.
"""

import base64
import io
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from scripted_server import Server

from vlmeval_hvs.messages import read_record
from vlmeval_hvs.registry import build_set
from vlmeval_hvs.results.ledger import iter_calls
from vlmeval_hvs.sets import read_set

pytestmark = [pytest.mark.slow, pytest.mark.host, pytest.mark.nightly]

REPOSITORY = Path(__file__).resolve().parents[2]
LAUNCH = "import runpy, vlmeval_hvs; runpy.run_module('vlmeval', run_name='__main__', alter_sys=True)"
LEVELS = {"ShiftingE": "start_easy", "ShiftingM": "start_medium", "ShiftingH": "start_hard"}
NAMES = [
    *("Full", "SingleView", "Zooming", "ZoomingGT", "ShiftingR", "ShiftingE", "ShiftingM", "ShiftingH"),
    *("Mixed", "TextOnly", "TextOnlyGuess"),
]
MODES = {
    "local": ([], NAMES),
    "api": (["--api-mode", "--monitor-interval", "1"], ["Zooming", "ShiftingR", "Mixed"]),
}

SELECT = ["2, 3", "I cannot tell.", "all", "0, 9 and 4"]
SELECTED = [[2, 3], [], [1, 2, 3, 4], [4]]
PART = ['{"part": "none", "reason": ""}', "no idea", '{"part": "1,2", "reason": ""}', '```json\n{"part": "3"}\n```']
REVISE = ["", "", '{"keep": "1", "shift": "4"}', "keep them I guess"]
MIXED = [[[0], [0]], [[0], [0]], [[0], [0, 1, 2], [0, 1, 4]], [[0], [0, 3], [0, 3]]]


def decide(case: int, shown: int) -> str:
    """Stops at once; after one more view; never; answers nothing readable."""
    return ["No", "No." if shown == 2 else "Yes", "Yes, show me more", "?"][case]


def shown_views(name: str, row: dict, start: int) -> list[list[int]]:
    """Views of every request for a row; 0 is the full image (with lines where it is asked to choose)."""
    case = int(row["index"]) % 4
    order = [(start - 1 + step) % 4 + 1 for step in range(4)]
    growing = [order[:1], order[:2], order[:3]]
    shifting = [[order[:1]] * 2, [*growing[:2], order[:2]], [*growing, order], [*growing, order]]
    return {
        "Full": [[0]],
        "SingleView": [order[:1]],
        "Zooming": [[0], [0, *SELECTED[case]]],
        "ZoomingGT": [[0, *json.loads(row["clue_views"])]],
        "Mixed": MIXED[case],
        "TextOnly": [[]],
        "TextOnlyGuess": [[]],
    }.get(name, shifting[case])


class Scripted:
    """A server that answers by script and knows which pictures it was sent."""

    def __init__(self, lmu_data: Path) -> None:
        self.lmu_data = lmu_data
        root = lmu_data / "vlmeval_hvs"
        build_set("ActiView_DEMO", root=root)
        self.rows, manifest = read_set("ActiView_DEMO", root)
        self.requests: list[dict] = []
        self.lock = threading.Lock()
        self.delay = 0.0
        self.thumbs: dict[str, list[np.ndarray]] = {}
        for row in self.rows.to_dict("records"):
            paths = json.loads(row["image_path"])
            self.thumbs[row["index"]] = [self.thumb((manifest.folder / path).read_bytes()) for path in paths]
        self.server = Server(self.answer)
        self.url = self.server.url

    @staticmethod
    def thumb(data: bytes) -> np.ndarray:
        return np.asarray(Image.open(io.BytesIO(data)).convert("RGB").resize((64, 64)), float)

    def answer(self, body: dict) -> str:
        (message,) = body["messages"]  # stateless: never a history
        parts = (
            message["content"]
            if isinstance(message["content"], list)
            else [{"type": "text", "text": message["content"]}]
        )
        text = "\n".join(part["text"] for part in parts if part["type"] == "text")
        (row,) = [row for row in self.rows.to_dict("records") if row["question"] in text]
        shown = [self.seen(row["index"], part["image_url"]["url"]) for part in parts if part["type"] == "image_url"]
        step, reply = self.script(int(row["index"]) % 4, len(shown), text)
        with self.lock:
            self.requests.append(
                {"index": row["index"], "step": step, "shown": shown, "kinds": [p["type"] for p in parts]}
            )
        time.sleep(self.delay)
        return reply

    def seen(self, index: str, url: str) -> str:
        thumb = self.thumb(base64.b64decode(url.partition(",")[2]))
        distances = [float(np.abs(thumb - known).mean()) for known in self.thumbs[index]]
        assert min(distances) < 12
        return ["full", "lined", "1", "2", "3", "4"][int(np.argmin(distances))]

    def script(self, case: int, shown: int, text: str) -> tuple[str, str]:
        if '"part": type' in text:
            return "mix_init", PART[case]
        if '"shift": type' in text:
            return "mix_revise", REVISE[case]
        if "Response with the number of part" in text:
            return "select", SELECT[case]
        if "Yes or No" in text:
            return "decide", decide(case, shown)
        return "answer", "B"

    def asked(self) -> dict[str, list[list[str]]]:
        found: dict[str, list[list[str]]] = {}
        for request in self.requests:
            found.setdefault(request["index"], []).append(request["shown"])
        return found


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    scripted = Scripted(tmp_path_factory.mktemp("LMUData"))
    with scripted.server:
        yield scripted


def start(server: Scripted, folder: Path, names: list[str], *options: str) -> subprocess.Popen:
    data = [f"ActiView_{name}_DEMO" for name in names]
    command = ["--data", *data, "--model", "scripted", "--base-url", server.url, "--work-dir", str(folder)]
    command += ["--api-nproc", "4", "--retry", "1", "--max-tokens", "64", *options]
    environment = {
        **os.environ,
        "LMUData": str(server.lmu_data),
        "PYTHONPATH": str(REPOSITORY),
        "PRED_FORMAT": "tsv",
        "OPENAI_API_KEY": "none",
    }
    folder.mkdir(exist_ok=True)
    log = (folder / "log.txt").open("ab")
    return subprocess.Popen(
        [sys.executable, "-c", LAUNCH, *command],
        cwd=folder,
        env=environment,
        stdout=log,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )


def finish(process: subprocess.Popen, folder: Path) -> None:
    try:
        code = process.wait()
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
    assert code == 0, (folder / "log.txt").read_text(errors="replace")[-5000:]


def results(folder: Path, name: str) -> tuple[dict[str, dict], dict]:
    """Records by row, and the score file."""
    stem = f"scripted_ActiView_{name}_DEMO"
    (file,) = {path.resolve() for path in folder.rglob(f"{stem}.tsv")}
    (scores,) = {path.resolve() for path in folder.rglob(f"{stem}_hvs_scores.json")}
    from vlmeval_hvs.results.prediction_files import read_predictions

    frame = read_predictions(file)
    found = {index: read_record(text) for index, text in zip(frame["index"], frame["prediction"], strict=True)}
    return found, json.loads(scores.read_text())


@pytest.mark.parametrize("mode", MODES)
def test_every_turn_reaches_the_server_with_the_right_images_in_the_right_order(server, tmp_path, mode):
    options, names = MODES[mode]
    server.requests.clear()
    finish(start(server, tmp_path, names, *options), tmp_path)
    by_row: dict[str, list[list[str]]] = server.asked()
    kinds = {tuple(request["kinds"]) for request in server.requests}
    assert all(kind == tuple(sorted(kind)) for kind in kinds)  # images before the one text
    rows = server.rows.to_dict("records")
    for row in rows:
        wanted: list[list[str]] = []
        for name in names:
            record = results(tmp_path, name)[0][row["index"]]
            begin = int(row[LEVELS[name]]) if name in LEVELS else record["start"] or 1
            turns = shown_views(name, row, begin)
            full = ["lined" if name == "Mixed" or (name == "Zooming" and place == 0) else "full" for place in range(9)]
            wanted += [[str(view) if view else full[place] for view in turn] for place, turn in enumerate(turns)]
            assert record["calls"] == len(turns)
            assert "error" not in record
        # Datasets run one after the other in local mode, and at the same time in API mode.
        asked = by_row[row["index"]]
        assert asked == wanted if mode == "local" else sorted(asked) == sorted(wanted)
    steps = {request["step"] for request in server.requests}
    assert steps == {"select", "decide", "mix_init", "mix_revise", "answer"}
    for name in names:
        _, scores = results(tmp_path, name)
        assert scores["counts"] == dict.fromkeys(
            ("failed", "left_out", "reader_errors", "cut_cells", "cut_replies"), 0
        ) | {"samples": 16}
        assert scores["metrics"]["Overall"] == pytest.approx((server.rows["answer"] == "1").mean())
    _, shifting = results(tmp_path, "ShiftingR")
    assert shifting["details"]["stop_reasons"] == {"model": 8, "exhausted": 4, "invalid": 4}
    _, mixed = results(tmp_path, "Mixed")
    assert mixed["details"]["stop_reasons"] == {"nothing_selected": 4, "invalid": 8, "shifted": 4}


def test_a_killed_run_resumes_without_losing_or_repeating_finished_samples(server, tmp_path):
    server.requests.clear()
    server.delay = 0.2
    process = start(server, tmp_path, ["Mixed"])
    while len(server.requests) < 22:
        assert process.poll() is None, (tmp_path / "log.txt").read_text(errors="replace")[-3000:]
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    server.delay = 0.0
    time.sleep(1)
    stem = "scripted_ActiView_Mixed_DEMO"
    folders = {path.resolve().parent for path in tmp_path.rglob(f"{stem}_hvs_ledger_0.jsonl")}
    calls = [call for folder in folders for call in iter_calls(folder, stem)]
    done = Counter(call.index for call in calls if not call.failed)
    assert 0 < len(calls) < 32
    server.requests.clear()
    finish(start(server, tmp_path, ["Mixed"], "--reuse"), tmp_path)
    records, scores = results(tmp_path, "Mixed")
    assert set(records) == set(server.rows["index"])
    assert scores["counts"]["failed"] == 0
    for row, record in records.items():
        assert len(server.asked().get(row, [])) == record["calls"] - done[row]
