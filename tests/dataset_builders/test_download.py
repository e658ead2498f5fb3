"""The download, with the hub's own client, from a server on this machine that speaks as much of the hub as it needs."""

import hashlib
import json
import os
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

pytestmark = pytest.mark.long

COMMITS = ("a" * 40, "b" * 40)
REPO = "owner/toy"


def files_of(commit):
    """A small file, which git keeps, and a large one, which the hub keeps by its SHA-256."""
    return {"README.md": f"about {commit}".encode(), "data/test.bin": bytes([COMMITS.index(commit)]) * 5000}


def git_identity(data):
    return hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest()


class Hub(BaseHTTPRequestHandler):
    newest = COMMITS[0]

    def log_message(self, *_):
        pass

    def do_HEAD(self):
        self.answer(body=False)

    def do_GET(self):
        self.answer()

    def answer(self, body=True):
        path = self.path.split("?")[0]
        if path.startswith(f"/api/datasets/{REPO}"):
            commit = path.rpartition("/revision/")[2] if "/revision/" in path else "main"
            commit = type(self).newest if commit == "main" else commit
            if "/tree/" in path:
                commit = path.split("/tree/")[1].split("/")[0]
                entries = [
                    {"type": "file", "path": name, "size": len(data), "oid": git_identity(data)}
                    for name, data in files_of(commit).items()
                ]
                return self.send(json.dumps(entries).encode(), {}, body)
            known = commit in COMMITS
            siblings = [{"rfilename": name} for name in files_of(commit)] if known else []
            info = {"id": REPO, "sha": commit, "siblings": siblings}
            return self.send(json.dumps(info).encode(), {}, body, 200 if known else 404)
        commit, _, name = path.removeprefix(f"/datasets/{REPO}/resolve/").partition("/")
        data = files_of(commit)[name]
        etag = hashlib.sha256(data).hexdigest() if name.endswith(".bin") else git_identity(data)
        return self.send(data, {"ETag": f'"{etag}"', "X-Repo-Commit": commit}, body)

    def send(self, data, headers, body, status=200):
        self.send_response(status)
        for key, value in {"Content-Length": str(len(data)), "Content-Type": "application/json", **headers}.items():
            self.send_header(key, value)
        self.end_headers()
        if body:
            self.wfile.write(data)


CODE = """
import sys
from pathlib import Path
from dataset_builders.download import snapshot
from vlmeval_hvs.errors import DataError, MissingDataError
from vlmeval_hvs.sets import SetWriter, read_manifest
from vlmeval_hvs.store.manifest import Provenance, building_from
root, revision = Path(sys.argv[1]), sys.argv[2]
try:
    earlier = read_manifest("Toy", root).release
except MissingDataError:
    earlier = {}
try:
    with building_from(Provenance(revision=revision, earlier=earlier)):
        folder = snapshot("owner/toy")
        with SetWriter("Toy", root, source="hub", licence="none") as writer:
            writer.row({"index": 0, "text": (folder / "README.md").read_text()})
except DataError as error:
    sys.exit(str(error))
"""


@pytest.fixture
def build(tmp_path):
    """Builds a set from the download in a process of its own, as the client reads its settings when it is imported."""
    pytest.importorskip("huggingface_hub")
    server = ThreadingHTTPServer(("127.0.0.1", 0), Hub)
    Hub.newest = COMMITS[0]
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    settings = {
        **os.environ, "HF_HUB_OFFLINE": "0", "HF_HUB_DISABLE_XET": "1", "HF_HOME": str(tmp_path / "hub"),
        "HF_ENDPOINT": f"http://127.0.0.1:{server.server_port}", "HF_HUB_DISABLE_PROGRESS_BARS": "1", "no_proxy": "*",
    }  # fmt: skip

    def run(revision="", **more):
        done = subprocess.run(
            [sys.executable, "-c", CODE, tmp_path / "sets", revision],
            capture_output=True, text=True, env={**settings, **more}, check=False,
        )  # fmt: skip
        return done.returncode, done.stderr

    yield run
    server.shutdown()


def release(tmp_path):
    from vlmeval_hvs.sets import read_manifest

    return read_manifest("Toy", tmp_path / "sets").release


def test_a_set_stays_with_its_commit_until_the_user_names_another(build, tmp_path):
    assert build() == (0, "")
    digests = {name: hashlib.sha256(data).hexdigest() for name, data in files_of(COMMITS[0]).items()}
    assert release(tmp_path) == {"repository": REPO, "commit": COMMITS[0], "files": digests}
    Hub.newest = COMMITS[1]
    assert build() == (0, "")
    assert release(tmp_path)["commit"] == COMMITS[0]
    assert build("main") == (0, "")
    assert release(tmp_path)["commit"] == COMMITS[1]
    assert build(COMMITS[0], HF_HUB_OFFLINE="1") == (0, ""), "from the client's cache"
    assert release(tmp_path)["commit"] == COMMITS[0]


@pytest.mark.parametrize("name", [pytest.param("README.md", marks=pytest.mark.nightly), "data/test.bin"])
def test_a_file_that_is_not_what_the_hub_states_is_refused(build, tmp_path, name):
    assert build()[0] == 0
    (path,) = (tmp_path / "hub").rglob(f"snapshots/{COMMITS[0]}/{name}")
    blob = path.resolve()
    blob.chmod(0o644)
    blob.write_bytes(b"x" * blob.stat().st_size)
    status, told = build()
    assert status == 1
    assert f"{name} of {REPO} is not what the hub has" in told
    assert len(told.splitlines()) == 1
    blob.unlink()
    assert build() == (0, "")


def test_an_unknown_commit_and_no_hub_are_said(build):
    status, told = build("c" * 40)
    assert status == 1
    assert f"commit {'c' * 40}, could not be downloaded" in told
    status, told = build(HF_HUB_OFFLINE="1", HF_HOME="/nonexistent")
    assert status == 1
    assert "--source" in told
