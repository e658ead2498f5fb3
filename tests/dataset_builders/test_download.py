"""The download, with the hub's own client, from a server on this machine that speaks as much of the hub as it needs."""

import hashlib
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.sets import SetWriter, read_manifest
from vlmeval_hvs.store.writer import Provenance, building_from

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
            kept = {name: {"size": len(data), "oid": git_identity(data)} for name, data in files.items()}
            found = [{"type": "file", "path": name, **kept[name]} for name in files]
        return self.send(json.dumps(found).encode(), {})

    do_HEAD = do_GET

    def send(self, data, headers, status=200):
        self.send_response(status)
        for key, value in {"Content-Length": str(len(data)), "Content-Type": "application/json", **headers}.items():
            self.send_header(key, value)
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(data)


@pytest.fixture
def cache(tmp_path, monkeypatch):
    constants = pytest.importorskip("huggingface_hub.constants")
    server = ThreadingHTTPServer(("127.0.0.1", 0), Hub)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    url, folder = f"http://127.0.0.1:{server.server_port}", tmp_path / "cache"
    template = constants.HUGGINGFACE_CO_URL_TEMPLATE.replace(constants.ENDPOINT, url)
    settings = {"ENDPOINT": url, "HUGGINGFACE_CO_URL_TEMPLATE": template, "HF_HUB_CACHE": str(folder)}
    for name, value in {**settings, "HF_HUB_OFFLINE": False, "HF_HUB_DISABLE_XET": True}.items():
        monkeypatch.setattr(constants, name, value)
    monkeypatch.setenv("no_proxy", "*")
    getattr(pytest.importorskip("huggingface_hub.utils"), "close_session", int)()  # of an earlier test
    monkeypatch.setattr(Hub, "newest", COMMITS[0])
    yield folder
    server.shutdown()
    server.server_close()


@pytest.fixture
def build(cache, tmp_path, monkeypatch):
    from huggingface_hub import constants

    from dataset_builders.download import snapshot

    def run(revision="", offline=False, repo=REPO):
        monkeypatch.setattr(constants, "HF_HUB_OFFLINE", offline)
        root = tmp_path / "sets"
        earlier = read_manifest("Toy", root).release if (root / "Toy").exists() else {}
        with building_from(Provenance(revision=revision, earlier=earlier)):
            folder = snapshot(repo)
            with SetWriter("Toy", root, source="hub", licence="none") as writer:
                writer.row({"index": 0, "text": (folder / "README.md").read_text()})
        return read_manifest("Toy", root).release

    return run


def test_a_set_stays_with_its_commit_until_the_user_names_another_that_there_is(build, monkeypatch):
    digests = {name: hashlib.sha256(data).hexdigest() for name, data in files_of(COMMITS[0]).items()}
    assert build() == {"repository": REPO, "commit": COMMITS[0], "files": digests}
    monkeypatch.setattr(Hub, "newest", COMMITS[1])
    for revision, offline, commit in (("", False, 0), ("main", False, 1), (COMMITS[0], True, 0)):  # from the cache
        assert build(revision, offline)["commit"] == COMMITS[commit]
    with pytest.raises(DataError, match=f"commit {'c' * 40}, could not be downloaded"):
        build("c" * 40)
    with pytest.raises(DataError, match="--source"):
        build(offline=True, repo="owner/other")


@pytest.mark.parametrize("name", ["README.md", "data/test.bin"])
def test_a_file_that_is_not_what_the_hub_states_is_refused(build, cache, name):
    build()
    (path,) = cache.rglob(f"snapshots/{COMMITS[0]}/{name}")
    (blob := path.resolve()).chmod(0o644)
    blob.write_bytes(b"x" * blob.stat().st_size)
    with pytest.raises(DataError, match=f"^{name} of {REPO} differs from the file on the hub"):
        build()
    blob.unlink()
    build()
