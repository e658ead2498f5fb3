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

    def do_GET(self):
        what, _, rest = self.path.split("?")[0].partition(f"datasets/{REPO}")[2].strip("/").partition("/")
        commit, _, name = rest.partition("/")
        commit = type(self).newest if commit in ("", "main") else commit
        if commit not in COMMITS or "agent" in self.path:
            return self.send(b"", {"X-Error-Code": "RevisionNotFound"}, 404)
        files = files_of(commit)
        if what == "resolve":
            data = files[name]
            etag = hashlib.sha256(data).hexdigest() if name.endswith(".bin") else git_identity(data)
            return self.send(data, {"ETag": f'"{etag}"', "X-Repo-Commit": commit})
        found = {"id": REPO, "sha": commit, "siblings": [{"rfilename": name} for name in files]}
        if what == "tree":
            entries = [{"path": name, "size": len(data), "oid": git_identity(data)} for name, data in files.items()]
            found = [{"type": "file", **entry} for entry in entries]
        return self.send(json.dumps(found).encode(), {})

    do_HEAD = do_GET

    def send(self, data, headers, status=200):
        self.send_response(status)
        for key, value in {"Content-Length": str(len(data)), "Content-Type": "application/json", **headers}.items():
            self.send_header(key, value)
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(data)


CODE = """
import json, os, sys
from pathlib import Path
from huggingface_hub import constants
from dataset_builders.download import snapshot
from vlmeval_hvs.errors import DataError, MissingDataError
from vlmeval_hvs.sets import SetWriter, read_manifest
from vlmeval_hvs.store.writer import Provenance, building_from
for line in sys.stdin:
    root, revision, offline, repo = json.loads(line)
    constants.HF_HUB_OFFLINE = offline
    try:
        earlier = read_manifest("Toy", Path(root)).release
    except MissingDataError:
        earlier = {}
    try:
        with building_from(Provenance(revision=revision, earlier=earlier)):
            folder = snapshot(repo)
            with SetWriter("Toy", Path(root), source="hub", licence="none") as writer:
                writer.row({"index": 0, "text": (folder / "README.md").read_text()})
        print(json.dumps(""), flush=True)
    except DataError as error:
        print(json.dumps(str(error)), flush=True)
"""


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    """Builds sets from the download in one process of its own, as the client reads its settings when it is imported."""
    pytest.importorskip("huggingface_hub")
    server = ThreadingHTTPServer(("127.0.0.1", 0), Hub)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    cache = tmp_path_factory.mktemp("hub")
    settings = {
        **os.environ, "HF_HUB_OFFLINE": "0", "HF_HUB_DISABLE_XET": "1", "HF_HOME": str(cache), "no_proxy": "*",
        "HF_ENDPOINT": f"http://127.0.0.1:{server.server_port}", "HF_HUB_DISABLE_PROGRESS_BARS": "1",
    }  # fmt: skip
    with subprocess.Popen(
        [sys.executable, "-c", CODE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=settings
    ) as process:
        yield process, cache
        process.stdin.close()
    server.shutdown()


@pytest.fixture
def build(client, tmp_path):
    """Builds the set; gives what was wrong."""
    Hub.newest = COMMITS[0]
    process, _ = client

    def run(revision="", offline=False, repo=REPO):
        process.stdin.write(json.dumps([str(tmp_path / "sets"), revision, offline, repo]) + "\n")
        process.stdin.flush()
        return json.loads(process.stdout.readline())

    return run


def release(tmp_path):
    from vlmeval_hvs.sets import read_manifest

    return read_manifest("Toy", tmp_path / "sets").release


def test_a_set_stays_with_its_commit_until_the_user_names_another(build, tmp_path):
    assert build() == ""
    digests = {name: hashlib.sha256(data).hexdigest() for name, data in files_of(COMMITS[0]).items()}
    assert release(tmp_path) == {"repository": REPO, "commit": COMMITS[0], "files": digests}
    Hub.newest = COMMITS[1]
    for revision, offline, commit in (("", False, 0), ("main", False, 1), (COMMITS[0], True, 0)):  # from the cache
        assert build(revision, offline) == ""
        assert release(tmp_path)["commit"] == COMMITS[commit]


@pytest.mark.parametrize("name", ["README.md", "data/test.bin"])
def test_a_file_that_is_not_what_the_hub_states_is_refused(build, client, name):
    assert build() == ""
    (path,) = client[1].rglob(f"snapshots/{COMMITS[0]}/{name}")
    blob = path.resolve()
    blob.chmod(0o644)
    blob.write_bytes(b"x" * blob.stat().st_size)
    told = build()
    assert f"{name} of {REPO} differs from the file on the hub" in told
    assert len(told.splitlines()) == 1
    blob.unlink()
    assert build() == ""


def test_an_unknown_commit_and_no_hub_are_said(build):
    assert f"commit {'c' * 40}, could not be downloaded" in build("c" * 40)
    assert "--source" in build(offline=True, repo="owner/other")
