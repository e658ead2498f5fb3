"""The same server, asked by the host and without it: the same requests, replies and scores, sample by sample."""

import json

import pytest
from scripted_server import Server, drawn

from vlmeval_hvs.ask.run import ask, finish, places
from vlmeval_hvs.ask.settings import Served
from vlmeval_hvs.registry import build_set
from vlmeval_hvs.results.ledger import iter_calls, ledger_paths

pytestmark = pytest.mark.host

SETS = {
    "HVSBench_Prominence_DEMO": {"limit": 9, "hint": "field"}, "ActiView_Mixed_DEMO": {"limit": 8},
    "GazeTarget_DEMO": {"limit": 9}, "VPB_Stage2_DEMO": {"limit": 9},
    "VisualSearch_COCOSearch18_Interactive_DEMO": {"limit": 4},
}  # fmt: skip
BUILT = ("HVSBench_DEMO", "ActiView_DEMO", "GazeTarget_DEMO", "VPB_Stage2_DEMO", "VisualSearch_COCOSearch18_DEMO")


@pytest.fixture(scope="module")
def runs(host, tmp_path_factory, demo_root):
    """Every dataset asked both ways: name to the folders of the two runs and the requests that came."""
    from vlmeval.api.lmdeploy import LMDeployAPI
    from vlmeval.dataset import build_dataset
    from vlmeval.inference import infer_data_job

    folder = tmp_path_factory.mktemp("both")
    data = folder / "LMUData" / "vlmeval_hvs"
    data.mkdir(parents=True)
    for name in BUILT:
        if not (demo_root / name).is_dir():
            build_set(name, root=demo_root)
        (data / name).symlink_to(demo_root / name)
    found = {}
    with pytest.MonkeyPatch.context() as patch, Server() as server:
        patch.setenv("LMUData", str(data.parent))
        patch.setenv("PRED_FORMAT", "tsv")
        patch.setenv("VLMEVAL_HVS_PREFLIGHT", "0")
        patch.setattr("vlmeval.api.base.time.sleep", lambda seconds: None)  # the host waits up to 0.5 s before a call
        for name, options in SETS.items():
            dataset = build_dataset(name, **options)
            model = LMDeployAPI(
                model="m", api_base=f"{server.url}/chat/completions", max_tokens=32768, retry=2, verbose=False
            )
            theirs = folder / "host" / "m" / "T20260101-000000"
            theirs.mkdir(parents=True, exist_ok=True)
            infer_data_job(model, work_dir=str(theirs), model_name="m", dataset=dataset, api_nproc=8)
            dataset.evaluate(str(theirs / f"m_{name}.tsv"))
            asked, server.bodies = server.bodies, []
            served = Served(server.url, "m")
            own = places([_plain(dataset)(dataset=name, **options)], served, folder / "ask")
            ask(own, served, 8, bar=False)
            scored = finish(own, folder / "ask", served)
            found[name] = theirs, own[0].place.folder, asked, server.bodies, scored[0]
            server.bodies = []
    return found


def _plain(dataset):
    from vlmeval_hvs.registry import card_of, dataset_class

    return dataset_class(card_of(dataset.dataset_name))


def test_requests_replies_and_scores_are_the_same_sample_by_sample(runs):
    for name, (theirs, ours, asked, own, scored) in runs.items():
        assert asked
        assert sorted(map(json.dumps, asked)) == sorted(map(json.dumps, own)), name
        stem = f"m_{name}"
        items, calls, scores = ([] for _ in range(3))
        for folder in (theirs, ours):
            items.append((folder / f"{stem}_hvs_items.tsv").read_text("utf-8"))
            calls.append(sorted(
                (c.index, c.turn, c.step, c.prompt, c.reply, c.failed, c.finish, str(c.tokens))
                for c in iter_calls(folder, stem)
            ))  # fmt: skip
            scores.append(json.loads((folder / f"{stem}_hvs_scores.json").read_text("utf-8")))
            assert scores[-1]["run"].pop("host")
            del scores[-1]["files"], scores[-1]["run"]
        for one, other in (items, calls, scores):
            assert one == other, name
        assert scored.validity == scores[1]["validity"]


def test_a_run_of_the_host_goes_on_without_it(runs, serving, monkeypatch):
    name = "ActiView_Mixed_DEMO"
    theirs = runs[name][0]
    monkeypatch.setenv("LMUData", str(theirs.parents[2] / "LMUData"))
    from vlmeval_hvs.registry import card_of, dataset_class

    server = serving(drawn)
    served = Served(server.url, "m")
    dataset = dataset_class(card_of(name))(dataset=name, **SETS[name])
    before = [path.read_bytes() for path in ledger_paths(theirs, f"m_{name}")]
    own = places([dataset], served, theirs.parents[1])
    assert own[0].place.folder != theirs
    ask(own, served, 4, bar=False)
    assert finish(own, theirs.parents[1], served)[0].validity == "valid"
    assert server.bodies == []
    assert before == [path.read_bytes() for path in ledger_paths(theirs, f"m_{name}")]
