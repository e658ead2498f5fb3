"""One contract for all benchmarks: items, scores and readings of every kind of dataset, under both profiles."""

import importlib
import pickle

import pytest

from vlmeval_hvs.messages import FAIL_MARKER, pack
from vlmeval_hvs.responders import respond
from vlmeval_hvs.results import guard
from vlmeval_hvs.results.contract import READ

SEARCH = ("visual_search.answers.as_written",)
READERS = {  # of the replies to a dataset
    "HVSBench_DEMO": tuple(f"hvsbench.replies.{name}" for name in ("choice", "count", "order", "scanpath")),
    "ActiView_Zooming_DEMO": ("actiview.scoring.option",), "ActiView_TextOnly_DEMO": ("actiview.scoring.option",),
    "GazeTarget_DEMO": ("gaze.answers.option",), "VisualSearch_COCOSearch18_DEMO": SEARCH,
    "VisualSearch_COCOSearch18Absent_DEMO": (*SEARCH, "visual_search.scanpath_scoring.says_absent"),
    "VisualSearch_COCOSearch18_Interactive_DEMO": SEARCH, "VisualSearch_COCOSearch18_HSP_DEMO": SEARCH,
    "VPB_Stage1_DEMO": ("vpb.scoring.option",), "VPB_Stage2_DEMO": ("vpb.scoring.option",),
}  # fmt: skip
pytestmark = pytest.mark.long

MESSY = ["", "I cannot tell.", "**B**", '{"answer": "A"}', "3", "[[0.2, 0.3], [0.5, 0.5]]"]
GROUPS = {"VPB_Stage1_DEMO": "vp_shape", "VPB_Stage2_DEMO": "task"}


@pytest.fixture
def answered(make, replies):
    """A dataset, and random answers, messy ones, and failed rows."""

    def run(name: str, failing: int = 0, **options: object):
        dataset = make(name, limit=6 if "Interactive" in name else 36, **options)
        asked = dataset.build_prompt(0)
        dataset = pickle.loads(pickle.dumps(dataset))  # one that has asked can be sent to another process
        assert list(dataset.build_prompt(0)) == list(asked)
        places = {index: place for place, index in enumerate(dataset.rows["index"])}

        def reply(turn):
            place = places[turn.row["index"]]
            said = MESSY[place % len(MESSY)] if place % 3 == 0 else respond("hvs-random", turn, 0)
            return FAIL_MARKER if place < failing else said

        return dataset, replies(dataset, reply)

    return run


@pytest.mark.parametrize("name", [name for name in READERS if "Absent" not in name])
def test_results_follow_the_contract_under_both_profiles(answered, score, numbers, name: str) -> None:
    found = {profile: score(*answered(name, profile=profile), model="model") for profile in ("robust", "paper")}
    for (profile, run), other in zip(found.items(), ("paper", "robust"), strict=True):
        items, scores, metrics = run.items, run.scores, run.metrics
        assert list(items)[:11] == ["index", "reply", *READ, *(f"{part}_{other}" for part in READ), "failed"]
        assert (scores["schema"], scores["dataset"], scores["model"], scores["n"]) == (3, name, "model", len(items))
        assert (scores["reading"], scores["validity"], scores["settings"]["profile"]) == (profile, "valid", profile)
        assert (scores["settings_from"], len(scores["digest"])) == ("this evaluation", 64)
        headline = ("Overall", f"Overall_{other}", "Fallback", "Differ")
        assert {part: scores[part] for part in headline} == {part: metrics[part] for part in headline}
        assert all(type(value) is float for value in metrics.values())
        assert "Overall_" + profile not in metrics
        assert scores["Fallback"] == pytest.approx(numbers(items, "fallback").mean())
        unlike = (items["answer"] != items[f"answer_{other}"]).mean()
        # HVSBench counts no letter that the question does not offer.
        assert scores["Differ"] <= unlike if "HVSBench" in name else scores["Differ"] == pytest.approx(unlike)
        chance = scores["Chance"]
        assert 0 <= chance["low"] <= chance["value"] <= chance["high"] <= 1
        assert [metrics[f"Chance{end}"] for end in ("", "_low", "_high")] == [*chance.values()][:3]
        for part, metric in (("score", "Overall"), (f"score_{other}", f"Overall_{other}")):
            values = numbers(items, part)
            assert values.dropna().between(0, 1).all()
            if name in GROUPS:
                asked = items["debias"] == ""
                assert metrics[metric] == pytest.approx(values[asked].groupby(items[GROUPS[name]]).mean().mean())
            elif "HSP" not in name:
                assert metrics[metric] == pytest.approx(values.mean(), abs=1e-12)
    robust, paper = found["robust"], found["paper"]
    # ActiView's profiles change its prompts, and in the interactive search the reading steers.
    if not name.startswith("ActiView") and "Interactive" not in name:
        swapped = (paper.metrics["Overall_robust"], paper.metrics["Overall"])
        assert (robust.metrics["Overall"], robust.metrics["Overall_paper"]) == swapped
        for part in READ:
            assert robust.items[part].tolist() == paper.items[f"{part}_robust"].tolist()
            assert robust.items[f"{part}_paper"].tolist() == paper.items[part].tolist()


@pytest.mark.parametrize("name", [name for name in READERS if "Absent" not in name])
def test_failed_rows_never_become_an_answer(answered, make, score, numbers, name: str) -> None:
    dataset, said = answered(name, failing=2)
    found = score(dataset, said)
    scores, failed = found.scores, found.items[found.items["failed"] == "1"]
    assert len(failed) == scores["counts"]["failed"] == 2
    assert failed["reply"].tolist() == ["", ""]
    assert (numbers(failed, "fallback") == 1).all()
    assert (scores["validity"], scores["Overall"]) == ("invalid", None)
    assert any("2 of" in warning and "failed" in warning for warning in scores["warnings"])
    allowed = score(make(name, limit=len(said), max_failed=1.0), said).scores
    assert (allowed["validity"], allowed["validity_reason"]) == ("partial", f"2 of {len(found.items)} rows failed")
    assert allowed["Overall"] is not None


class Watched:
    """A reader, or a module of readers: it raises on one reply, and notes which questions it is told."""

    def __init__(self, real, bad: str, asked: dict):
        self.real, self.bad, self.asked = real, bad, asked

    def __call__(self, text, *args, **kwargs):
        if self.bad in text:
            raise KeyError(text)
        self.asked.setdefault(text, set()).add(kwargs.get("question"))
        return self.real(text, *args, **kwargs)

    def __getattr__(self, name):
        return Watched(getattr(self.real, name), self.bad, self.asked)


@pytest.mark.parametrize("name", READERS)
def test_readers_know_the_question_and_one_that_raises_costs_one_answer(name, make, score, monkeypatch) -> None:
    dataset, bad, asked = make(name, limit=24), "a reply on which the reader raises", {}
    rows = dataset.rows.to_dict("records")
    said = {row["index"]: f"I cannot tell which, says reply {row['index']}." for row in rows}
    said[rows[1]["index"]] = bad
    packed = {"Zooming": {}, "Interactive": {"fixations": []}}
    turns = next((more for part, more in packed.items() if part in name), None)
    for place in READERS[name]:
        module, _, reader = f"vlmeval_hvs.benchmarks.{place}".rpartition(".")
        loaded = importlib.import_module(module)
        monkeypatch.setattr(loaded, reader, Watched(getattr(loaded, reader), bad, asked))
    predictions = [text if turns is None else pack({"answer": text, "calls": 1, **turns}) for text in said.values()]
    found = score(dataset, predictions)
    hit = found.items.set_index("index").loc[rows[1]["index"]]
    assert (guard.READER_ERROR in (hit["rule"], hit["rule_paper"]), hit["reply"]) == (True, bad)
    assert (found.items["rule"] == guard.READER_ERROR).sum() <= found.scores["counts"]["reader_errors"] == 1
    assert found.scores["validity"] in ("partial", "invalid")
    assert any(f"index {rows[1]['index']};" in warning for warning in found.scores["warnings"])
    if "HSP" in name:  # the fixations so far stand in the question
        known = {said[row["index"]]: {dataset.reply_case(row)["question"]} for row in rows}
        wanted = {text: told for text, told in known.items() if text != bad}
        assert {text: asked[text] & told for text, told in wanted.items()} == wanted
