"""The schema accepts what scoring writes, and nothing else."""

import json

from tests.results.made_run import ask_rows
from vlmeval_hvs.configs import make_dataset
from vlmeval_hvs.schema import schema


def test_a_real_score_file_fits_and_one_that_breaks_the_contract_does_not(demo, tmp_path):
    import jsonschema

    demo("HVSBench_DEMO")
    dataset = make_dataset("HVSBench_Subitizing_DEMO", ["limit=4"])
    dataset.score_file(ask_rows(tmp_path, dataset, "m", lambda turn, place: "2")[0])
    scores = json.loads((tmp_path / "m_HVSBench_Subitizing_DEMO_hvs_scores.json").read_text())
    fits = jsonschema.Draft202012Validator(schema()).is_valid
    assert fits(scores)
    gone = [*schema()["required"], f"Overall_{'paper' if scores['reading'] == 'robust' else 'robust'}"]
    wrong = [
        {"more": 1}, {"n": -1}, {"Fallback": 1.5}, {"validity": "good"}, {"validity": "invalid"}, {"Overall": None},
        {"files": {"m.tsv": "no digest"}}, {"intervals": {"Overall": [0.1]}},
    ]  # fmt: skip
    assert not any(fits({name: value for name, value in scores.items() if name != one}) for one in gone)
    assert not any(fits({**scores, **change}) for change in wrong)
