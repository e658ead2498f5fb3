"""The same server, asked by the host and without it: the same requests, replies and scores, sample by sample."""

import json

import pytest

from vlmeval_hvs.ask.request import Served
from vlmeval_hvs.ask.run import ASKER, ask, run_of, score
from vlmeval_hvs.registry import set_of
from vlmeval_hvs.results.ledger import ledger_paths

SETS = [
    ("HVSBench_Prominence_DEMO", {"limit": 4, "hint": "field"}),
    ("ActiView_Mixed_DEMO", {"limit": 3}),
    ("VisualSearch_COCOSearch18_Interactive_DEMO", {"limit": 2}),
]


@pytest.mark.host
@pytest.mark.parametrize(("name", "options"), SETS)
def test_requests_replies_and_scores_are_the_same_and_a_run_of_the_host_goes_on_without_it(
    host, demo, tmp_path, monkeypatch, serving, plain, found, name, options
):
    from vlmeval.api.lmdeploy import LMDeployAPI
    from vlmeval.dataset import build_dataset
    from vlmeval.inference import infer_data_job

    demo(set_of(name))
    monkeypatch.setenv("PRED_FORMAT", "tsv")
    monkeypatch.setenv("VLMEVAL_HVS_PREFLIGHT", "0")
    monkeypatch.setattr("vlmeval.api.base.time.sleep", lambda seconds: None)  # the host waits up to 0.5 s before a call
    server = serving()
    served = Served(server.url, "m")

    def asked(dataset, work_dir):
        """Ask without the host; gives the run, what became of it, and the requests that came."""
        server.bodies = []
        run = run_of(dataset, served.facts, ASKER, work_dir)
        ask([run], served, 8)
        scored = score(run)
        return run.folder, scored.validity, server.bodies

    theirs = tmp_path / "host" / "m" / "T20260101-000000"
    theirs.mkdir(parents=True)
    address = f"{server.url}/chat/completions"
    model = LMDeployAPI(model="m", api_base=address, max_tokens=32768, retry=2, verbose=False)
    stem, dataset, server.bodies = f"m_{name}", build_dataset(name, **options), []
    infer_data_job(model, work_dir=str(theirs), model_name="m", dataset=dataset, api_nproc=8)
    dataset.evaluate(str(theirs / f"{stem}.tsv"))
    requests = server.bodies
    folder, validity, bodies = asked(plain(name, **options), tmp_path / "ask")
    assert sorted(map(json.dumps, requests)) == sorted(map(json.dumps, bodies)) != []
    (who, one), (other_who, other) = found(theirs, stem), found(folder, stem)
    for scores, *_ in (one, other):
        scores.pop("run")
    assert one == other
    assert (validity, other_who) == (one[0]["validity"], "vlmeval-hvs ask")
    assert who != other_who
    ledgers = [path.read_bytes() for path in ledger_paths(theirs, stem)]
    folder, again, bodies = asked(plain(name, **options), tmp_path / "host")
    assert (folder != theirs, again, bodies) == (True, validity, [])
    assert ledgers == [path.read_bytes() for path in ledger_paths(theirs, stem)]
