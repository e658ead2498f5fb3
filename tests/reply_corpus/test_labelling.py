"""Cases of a user's own run, for every benchmark that reads text, and where the run is found."""

import json

import pandas as pd
import pytest

from vlmeval_hvs.errors import DataError, UsageError
from vlmeval_hvs.host.drive import drive
from vlmeval_hvs.messages import FAIL_MARKER, INTERLEAVED
from vlmeval_hvs.registry import base_name, card_of, dataset_class
from vlmeval_hvs.reply_corpus.cases import UNLABELLED, read_cases
from vlmeval_hvs.reply_corpus.labelling import cases_of, dataset_of, keep_labels, prediction_file
from vlmeval_hvs.responders import respond
from vlmeval_hvs.results.ledger import Ledger


@pytest.fixture
def answered(demo, tmp_path):
    """A run of random answers, of which the first failed and every third is no answer; and its dataset."""

    def run(name: str, **options: object):
        demo(f"{card_of(name).datasets[base_name(name)]['set']}_DEMO")
        dataset = dataset_class(card_of(name))(dataset=name, **options)
        texts = []
        for position in range(len(dataset)):
            prompt = dataset.build_prompt(position)

            def reply(turn, position=position):
                if position == 0:
                    return FAIL_MARKER
                return "I cannot tell." if position % 3 == 0 else respond("hvs-random", turn, 0)

            driven = drive(prompt, reply, INTERLEAVED)
            texts.append(reply(prompt) if driven is None else driven[0])
        file = tmp_path / f"M_{name}.tsv"
        table = pd.DataFrame({"index": dataset.rows["index"], "prediction": texts})
        table.to_csv(file, sep="\t", index=False)
        return dataset, file

    return run


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("HVSBench_DEMO", {"choice", "count", "order", "scanpath"}),
        ("ActiView_TextOnly_DEMO", {"option"}),
        ("GazeTarget_DEMO", {"option"}),
        ("VisualSearch_COCOSearch18_DEMO", {"scanpath"}),
        ("VPB_Stage1_DEMO", {"option"}),
    ],
)
def test_cases_are_read_as_the_scoring_reads_them(answered, name: str, kinds: set[str]) -> None:
    dataset, file = answered(name, limit=40)
    cases = {case.id.rsplit("-", 1)[1]: case for case in cases_of(file, dataset)}
    assert {case.kind for case in cases.values()} == kinds
    assert {case.reading for case in cases.values()} == {UNLABELLED}
    dataset.score_file(file)
    items = pd.read_csv(str(file).replace(".tsv", "_hvs_items.tsv"), sep="\t", dtype=str, keep_default_na=False)
    assert set(cases) == set(items["index"][items["failed"] == "0"])
    for item in items.to_dict("records"):
        if item["index"] in cases:
            case = cases[item["index"]]
            assert case.reply == item["reply"]
            assert (case.ours["robust"]["value"] is None) == (item["fallback"] == "1")
            assert case.question.strip()


def test_an_interactive_search_has_no_single_answer(answered) -> None:
    dataset, file = answered("VisualSearch_COCOSearch18_Interactive_DEMO", limit=2)
    with pytest.raises(DataError, match="no reply to .* is read as one answer"):
        cases_of(file, dataset)


def test_the_receipt_names_the_dataset_and_its_options(answered) -> None:
    dataset, file = answered("HVSBench_Subitizing_DEMO", hint="field", limit=4)
    with pytest.raises(UsageError, match="say with --data"):
        dataset_of(file)
    Ledger(file.parent / "run", file.stem).begin(dataset.receipt)
    run = file.rename(file.parent / "run" / file.name)
    found = dataset_of(prediction_file(run.parent))
    assert found.receipt == dataset.receipt
    (run.parent / "again").mkdir()
    for path in list(run.parent.glob("M_*")):
        (run.parent / "again" / path.name).write_bytes(path.read_bytes())
    with pytest.raises(UsageError, match="give the prediction file of one run"):
        prediction_file(run.parent)


def test_readings_are_kept_and_another_reply_is_refused(answered, tmp_path) -> None:
    dataset, file = answered("HVSBench_Subitizing_DEMO", limit=6)
    target = tmp_path / "mine.jsonl"
    cases = keep_labels(target, cases_of(file, dataset))
    lines = [json.loads(line) for line in target.read_text().splitlines()]
    lines[0] |= {"reading": 3, "reason": "says so"}
    target.write_text("\n".join(map(json.dumps, lines)))
    kept = keep_labels(target, cases_of(file, dataset))
    assert [case.reading for case in kept] == [3, *[UNLABELLED] * (len(cases) - 1)]
    assert read_cases(target)[0].reason == "says so"
    lines[0]["reply"] = "another"
    target.write_text("\n".join(map(json.dumps, lines)))
    with pytest.raises(DataError, match="is another one than in the run"):
        keep_labels(target, cases_of(file, dataset))
