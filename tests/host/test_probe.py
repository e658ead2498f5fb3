"""What a probe of a model has shown decides what it is asked, and how."""

import pytest

from vlmeval_hvs.cli import main
from vlmeval_hvs.configs import make_dataset
from vlmeval_hvs.host.generate import hook_subclasses
from vlmeval_hvs.messages import read_record
from vlmeval_hvs.results.ledger import read_receipts

SEARCH = "VisualSearch_COCOSearch18_DEMO"


def probe(in_order, folder, model="M"):
    """Write what a probe of a model has shown."""
    from vlmeval_hvs.probe import ProbeResult, probe_path

    pictures, sent = [[n, 12 if n <= in_order else 2] for n in (1, 2, 3)], {"sent_as": "system", "hits": 12}
    result = ProbeResult(pictures, sent, 70, 0, 0, {"class": "Eyes"}, "2026-11-22T21:00:00+00:00")
    result.write(probe_path(folder, model))


@pytest.mark.long
@pytest.mark.parametrize(
    ("claims", "in_order", "pictures"), [(True, None, 2), (False, None, 1), (True, 1, 1), (False, 2, 2)]
)
def test_what_the_probe_saw_outweighs_what_the_class_claims(recording, demo, tmp_path, claims, in_order, pictures):
    class Eyes:
        INTERLEAVE = claims
        seen = []

        def generate(self, message, dataset=None):
            self.seen.append([item["value"] for item in message if item["type"] == "image"])
            return "[[0.5, 0.5]]"

    @recording.recording
    def infer_data_job(model, work_dir, model_name, dataset):
        return model.generate(dataset.build_prompt(0), dataset.dataset_name)

    hook_subclasses(Eyes)
    demo(SEARCH)
    if in_order is not None:
        probe(in_order, tmp_path)
    prediction = infer_data_job(Eyes(), str(tmp_path / "M"), "M", make_dataset(SEARCH, []))
    assert [len(seen) for seen in Eyes.seen] == [pictures]
    assert (read_record(prediction) is None) == (pictures == 2)
    (kept, *_) = read_receipts(tmp_path / "M", f"M_{SEARCH}")
    assert kept.sent == ({"pictures_sent_as": "one at a time"} if pictures == 1 else {})
    assert kept.model.get("probe", {}).get("in_order") == in_order


@pytest.mark.long
def test_the_command_refuses_before_the_host_is_started(demo, tmp_path, monkeypatch, capsys):
    from vlmeval_hvs.commands import run as command

    started = []
    demo(SEARCH)
    monkeypatch.setattr(command, "find_runner", lambda folder: ["python", "host"])
    monkeypatch.setattr(command, "run_to_end", lambda *given: started.append(given) or 3)
    probe(0, tmp_path, "org/m")
    asked = ["run", "--data", SEARCH, "--model", "org/m", "--base-url", "http://x/v1", "--work-dir", str(tmp_path)]
    assert main(asked) == 1
    assert "org/m is not run on VisualSearch_COCOSearch18_DEMO" in capsys.readouterr().err
    assert started == []
    assert main([*asked, "--no-probe"]) == 3
    ((line, environment),) = started
    assert "--no-probe" not in line
    assert environment["VLMEVAL_HVS_PROBE"] == "0"
