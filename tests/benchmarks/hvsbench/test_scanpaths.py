import numpy as np
import pytest

from vlmeval_hvs.benchmarks.hvsbench.people import Paths, People, Prediction
from vlmeval_hvs.benchmarks.hvsbench.scanpaths import Comparison, ScanpathRules, scanpath_scores
from vlmeval_hvs.metrics import multimatch

HUMAN = {"X": [0.5, 0.3, 0.2, 0.7, 0.1, 0.9, 0.4, 0.6], "Y": [0.5, 0.4, 0.8, 0.3, 0.2, 0.9, 0.1, 0.6]}
OTHER = {"X": [0.5, 0.6, 0.1, 0.2], "Y": [0.5, 0.9, 0.4, 0.1]}
LONG = Prediction([0.5, 0.31, 0.22, 0.7, 0.1, 0.9, 0.4, 0.6], [0.5, 0.4, 0.8, 0.3, 0.2, 0.9, 0.1, 0.6])


def path(x: list[float], y: list[float], screen: tuple[int, int] = (512, 320)) -> np.ndarray:
    return np.column_stack([np.array(x) * screen[0], np.array(y) * screen[1], np.ones(len(x))])


def score(prediction: Prediction, people: list, **rules: object) -> np.ndarray:
    return scanpath_scores([prediction], [people], [(640, 480)], ScanpathRules(**rules))[0, :4]


def test_predictions_are_cut_after_six_and_people_are_not() -> None:
    expected = multimatch(path(LONG.x[:6], LONG.y[:6]), path(**{k.lower(): v for k, v in HUMAN.items()}), (512, 320))
    assert score(LONG, [HUMAN]) == pytest.approx(expected[:4])
    both = multimatch(path(LONG.x[:6], LONG.y[:6]), path(HUMAN["X"][:6], HUMAN["Y"][:6]), (512, 320))
    assert score(LONG, [HUMAN], crop_human=True) == pytest.approx(both[:4])
    whole = multimatch(path(LONG.x, LONG.y), path(HUMAN["X"], HUMAN["Y"]), (512, 320))
    assert score(LONG, [HUMAN], crop=0) == pytest.approx(whole[:4])


def test_the_screen_can_be_the_image() -> None:
    screen = (640, 480)
    expected = multimatch(path(LONG.x[:6], LONG.y[:6], screen), path(OTHER["X"], OTHER["Y"], screen), screen)
    assert score(LONG, [OTHER], screen="image") == pytest.approx(expected[:4])
    assert score(LONG, [OTHER], screen="640x480") == pytest.approx(expected[:4])


def test_short_paths_are_filled_up_with_one_pixel() -> None:
    two = Prediction([0.5, 0.6], [0.5, 0.7])
    filled = np.vstack([path(two.x, two.y), [[1, 1, 1]]])
    human = path(OTHER["X"], OTHER["Y"])
    assert score(two, [OTHER]) == pytest.approx(multimatch(filled, human, (512, 320))[:4])
    assert score(two, [OTHER], short="zero") == pytest.approx(np.zeros(4))
    assert np.isnan(score(two, [OTHER], short="nan")).all()


def test_the_stand_in_of_an_unreadable_answer_is_left_unscaled() -> None:
    """The published rows of models that fail to answer (M-Dir and M-Pos near 0.5) result from this rule only."""
    stand_in = Prediction([0.5], [0.5], fallback=True)
    filled = np.array([[0.5, 0.5, 1], [1, 1, 1], [1, 1, 1]])
    expected = multimatch(filled, path(OTHER["X"], OTHER["Y"]), (512, 320))[:4]
    assert score(stand_in, [OTHER]) == pytest.approx(expected)
    rng = np.random.default_rng(0)
    people = [{"X": rng.normal(0.5, 0.15, 6).clip(0, 1), "Y": rng.normal(0.5, 0.15, 6).clip(0, 1)} for _ in range(400)]
    empty = scanpath_scores([Prediction([], [])], [people], [(640, 480)], ScanpathRules())[0]
    assert empty[[1, 3]] == pytest.approx([0.5, 0.5], abs=0.02)


def test_a_participant_is_compared_with_the_others() -> None:
    own = Prediction(OTHER["X"], OTHER["Y"])
    assert score(own, [OTHER, HUMAN]) == pytest.approx(score(own, [HUMAN]))
    assert score(own, [OTHER], humans="all") == pytest.approx([1, 1, 1, 1])
    assert np.isnan(score(own, [OTHER])).all()  # nobody else


@pytest.mark.parametrize("x", [[np.nan, 0.2, 0.3], [np.inf, 0.1, 0.2], [1e12, 0.1, 0.2]])
def test_impossible_coordinates_count_as_no_answer(x: list[float]) -> None:
    assert score(Prediction(x, [0.1, 0.2, 0.3]), [OTHER]) == pytest.approx(score(Prediction([], []), [OTHER]))


def test_no_people_no_score() -> None:
    assert np.isnan(score(LONG, [])).all()
    assert scanpath_scores([], [], [], ScanpathRules()).shape == (0, 5)


def test_durations_are_compared_on_the_same_alignment_and_change_nothing_else() -> None:
    """The reference package computes the duration from the reply's and the human's own times."""
    from multimatch_gaze import docomparison

    times, human = [100, 250, 300, 90, 400, 80, 70, 60], {**HUMAN, "T": [200, 210, 90, 400, 120, 130, 333, 80]}
    timed = Prediction(LONG.x, LONG.y, t=times)
    own, stored = path(timed.x[:6], timed.y[:6]), path(HUMAN["X"], HUMAN["Y"])
    own[:, 2], stored[:, 2] = times[:6], human["T"]
    records = [np.rec.fromarrays(part.T, names="start_x,start_y,duration") for part in (own, stored)]
    found = scanpath_scores([timed], [[human]], [(640, 480)], ScanpathRules())[0]
    assert found == pytest.approx(docomparison(*records, (512, 320)), abs=1e-9)
    assert found[:4].tolist() == score(LONG, [HUMAN]).tolist()


def test_a_reply_without_durations_is_compared_in_the_other_dimensions_only() -> None:
    assert np.isnan(scanpath_scores([LONG], [[HUMAN]], [(640, 480)], ScanpathRules())[0, 4])
    none_given = Prediction(LONG.x, LONG.y, t=[0] * len(LONG.x))
    timed = {**HUMAN, "T": [200] * len(HUMAN["X"])}
    assert scanpath_scores([none_given], [[timed]], [(640, 480)], ScanpathRules())[0, 4] == 0


@pytest.mark.parametrize("engine", ["own", "multimatch-gaze"])
def test_one_comparison_gives_every_rule_what_a_fresh_one_gives(engine: str) -> None:
    rng = np.random.default_rng(2)
    lengths = [0, 1, 2, 3, 6, 9, 14, 5]
    paths = [Prediction(rng.random(n).tolist(), rng.random(n).tolist(), n == 1, [200.0] * n) for n in lengths]
    people = [[OTHER, HUMAN, {"X": [0.1, 0.2], "Y": [0.3, 0.4]}], [HUMAN]] * 4
    paths[5] = Prediction(HUMAN["X"], HUMAN["Y"])  # repeats a person
    sizes = [(640, 480), (300, 500)] * 4
    together = Comparison(Paths.of(paths), np.arange(8), People.of(people, sizes))
    changes = [{}, {"short": "nan"}, {"short": "zero"}, {"crop_human": True}, {"crop": 0}, {"screen": "image"}]
    for change in [*changes, {"humans": "all"}, {}]:
        rules = ScanpathRules(engine=engine, **change)
        np.testing.assert_array_equal(together.scores(rules), scanpath_scores(paths, people, sizes, rules), str(change))
