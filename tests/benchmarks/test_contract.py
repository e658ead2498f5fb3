"""One contract for all benchmarks: items, scores and readings of every kind of dataset, under both profiles."""

import json
from pathlib import Path

import pandas as pd
import pytest

from vlmeval_hvs.host.drive import drive
from vlmeval_hvs.messages import FAIL_MARKER, INTERLEAVED
from vlmeval_hvs.registry import base_name, card_of, dataset_class
from vlmeval_hvs.responders import respond
from vlmeval_hvs.results.contract import READ

DATASETS = [
    "HVSBench_DEMO",
    "ActiView_Zooming_DEMO",
    "ActiView_TextOnly_DEMO",
    "GazeTarget_DEMO",
    "VisualSearch_COCOSearch18_DEMO",
    "VisualSearch_COCOSearch18_Interactive_DEMO",
    "VisualSearch_COCOSearch18_HSP_DEMO",
    "VPB_Stage1_DEMO",
    "VPB_Stage2_DEMO",
]
MESSY = [
    "",
    "I cannot tell.",
    "**B**",
    "The answer is D. A is wrong.",
    '{"answer": "A"}',
    "3",
    "[[0.2, 0.3], [0.5, 0.5]]",
]


def predictions(dataset, failing: int) -> list[str]:
    """Replies of every kind, in the form that the host writes: random answers, messy ones, and failed rows."""
    texts = []
    for position in range(len(dataset)):
        prompt = dataset.build_prompt(position)

        def reply(turn, position=position):
            if position < failing:
                return FAIL_MARKER
            return MESSY[position % len(MESSY)] if position % 3 == 0 else respond("hvs-random", turn, 0)

        driven = drive(prompt, reply, INTERLEAVED)
        texts.append(reply(prompt) if driven is None else driven[0])
    return texts


@pytest.fixture
def scored(demo, tmp_path):
    """Scores made predictions; gives the returned metrics, the score file and the items."""

    def run(name: str, failing: int = 0, **options: object):
        demo(f"{card_of(name).datasets[base_name(name)]['set']}_DEMO")
        dataset = dataset_class(card_of(name))(dataset=name, **options)
        path = tmp_path / f"model_{name}.tsv"
        answers = pd.DataFrame({"index": dataset.rows["index"], "prediction": predictions(dataset, failing)})
        answers.to_csv(path, sep="\t", index=False)
        metrics = dataset.score_file(path)
        return metrics, *read_results(tmp_path / f"model_{name}")

    return run


def read_results(stem: Path) -> tuple[dict, pd.DataFrame]:
    scores = json.loads(Path(f"{stem}_hvs_scores.json").read_text())
    return scores, pd.read_csv(f"{stem}_hvs_items.tsv", sep="\t", dtype={"index": str, "reply": str}, na_filter=False)


def column(items: pd.DataFrame, name: str) -> pd.Series:
    return pd.to_numeric(items[name], errors="coerce")


@pytest.mark.parametrize("profile", ["robust", "paper"])
@pytest.mark.parametrize("name", DATASETS)
def test_every_result_follows_the_contract(scored, name: str, profile: str) -> None:
    metrics, scores, items = scored(name, profile=profile)
    other = {"robust": "paper", "paper": "robust"}[profile]

    assert list(items)[:11] == ["index", "reply", *READ, *(f"{part}_{other}" for part in READ), "failed"]
    assert scores["schema"] == 3
    assert (scores["dataset"], scores["model"], scores["n"]) == (name, "model", len(items))
    assert (scores["reading"], scores["validity"]) == (profile, "valid")
    assert scores["settings"]["profile"] == profile
    assert scores["settings_from"] == "this evaluation"
    assert len(scores["digest"]) == 64

    headline = ("Overall", f"Overall_{other}", "Fallback", "Differ")
    assert {name: scores[name] for name in headline} == {name: metrics[name] for name in headline}
    assert all(type(value) is float for value in metrics.values())
    assert "Overall_" + profile not in metrics
    assert scores["Fallback"] == pytest.approx(column(items, "fallback").mean())
    unlike = (items["answer"] != items[f"answer_{other}"]).mean()
    # HVSBench counts no letter that the question does not offer.
    assert scores["Differ"] <= unlike if name.startswith("HVSBench") else scores["Differ"] == pytest.approx(unlike)
    chance = scores["Chance"]
    assert 0 <= chance["low"] <= chance["value"] <= chance["high"] <= 1
    assert [metrics[f"Chance{end}"] for end in ("", "_low", "_high")] == [*chance.values()][:3]
    for part in ("score", f"score_{other}"):
        assert column(items, part).dropna().between(0, 1).all()


@pytest.mark.parametrize("name", [name for name in DATASETS if not name.startswith("VPB") and "HSP" not in name])
def test_the_headlines_are_means_of_the_items(scored, name: str) -> None:
    metrics, _, items = scored(name)
    assert metrics["Overall"] == pytest.approx(column(items, "score").mean(), abs=1e-12)
    assert metrics["Overall_paper"] == pytest.approx(column(items, "score_paper").mean(), abs=1e-12)


@pytest.mark.parametrize(("name", "group"), [("VPB_Stage1_DEMO", "vp_shape"), ("VPB_Stage2_DEMO", "task")])
def test_the_headlines_of_vp_bench_are_means_over_groups(scored, name: str, group: str) -> None:
    metrics, _, items = scored(name)
    ordinary = items[items["debias"] == ""]
    for metric, part in (("Overall", "score"), ("Overall_paper", "score_paper")):
        assert metrics[metric] == pytest.approx(column(ordinary, part).groupby(ordinary[group]).mean().mean())


@pytest.mark.parametrize("name", DATASETS)
def test_the_profiles_exchange_the_readings_and_nothing_else(scored, name: str) -> None:
    if name.startswith("ActiView"):
        pytest.skip("ActiView's profiles change the prompts too; its option `reading` exchanges the readings")
    robust, _, items = scored(name, profile="robust")
    paper, _, swapped = scored(name, profile="paper")
    if "Interactive" not in name:  # there the reading steers the search
        assert (robust["Overall"], robust["Overall_paper"]) == (paper["Overall_robust"], paper["Overall"])
        assert robust["Differ"] == paper["Differ"]
        for part in READ:
            assert items[part].tolist() == swapped[f"{part}_robust"].tolist()
            assert items[f"{part}_paper"].tolist() == swapped[part].tolist()
        assert paper["Fallback"] == pytest.approx(column(items, "fallback_paper").mean())


@pytest.mark.parametrize("reading", ["robust", "paper"])
def test_the_readings_of_actiview_exchange_too(scored, reading: str) -> None:
    metrics, scores, items = scored("ActiView_Zooming_DEMO", reading=reading)
    assert scores["reading"] == reading
    assert metrics["Overall"] == pytest.approx(column(items, "score").mean())


@pytest.mark.parametrize("name", DATASETS)
def test_failed_rows_never_become_an_answer(scored, name: str) -> None:
    _, scores, items = scored(name, failing=2)
    failed = items[items["failed"] == 1]
    assert len(failed) == scores["counts"]["failed"] == 2
    assert failed["reply"].tolist() == ["", ""]
    assert (column(failed, "fallback") == 1).all()
    assert scores["validity"] == ("partial" if 0.02 * len(items) >= 2 else "invalid")
    assert (scores["Overall"] is None) == (scores["validity"] == "invalid")
    _, allowed, _ = scored(name, failing=2, max_failed=1.0)
    assert (allowed["validity"], allowed["validity_reason"]) == ("partial", f"2 of {len(items)} rows failed")
    assert allowed["Overall"] is not None
    assert any("2 of" in warning and "failed" in warning for warning in scores["warnings"])
