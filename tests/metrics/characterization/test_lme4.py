"""The engine in R: agreement with the Python models where R is installed, its files and its words where it is not."""

import math

import numpy as np
import pytest

from vlmeval_hvs.metrics import characterize
from vlmeval_hvs.metrics.characterization import lme4
from vlmeval_hvs.metrics.characterization.glmm import Model, fit_mixed
from vlmeval_hvs.metrics.characterization.photos import from_choices
from vlmeval_hvs.metrics.characterization.regressions import design_matrix, models

# Stands in for R: keeps the table that it is given and answers as the script would.
RSCRIPT = """#!/bin/sh
if [ "$1" = "-e" ]; then exit 0; fi
cp model_2.3.csv "$KEPT"
{
  echo name,beta,constant,key,sd,messages
  echo "(Intercept),0.5,0.04,0.01,0.7,$MESSAGES"
  echo "x_key,-1,0.01,0.09,0.7,$MESSAGES"
} > fit_2.3.csv
exit "$STATUS"
"""


@pytest.mark.skipif(bool(lme4.available()), reason="R with lme4 is not installed")
def test_lme4_agrees_with_the_python_models(observers):
    photos = observers["head-dominant"]
    theirs = characterize(photos, engine="lme4")
    assert theirs.category == 4
    for key, model in models(photos, edges=False).items():
        if key in ("2.3", "2.4", "3"):
            _, x = design_matrix(photos, model)
            ours = fit_mixed(x, model.y, model.m, model.offset)
            assert ours.beta[-1] == pytest.approx(theirs.tests[key].estimate, abs=0.04 if key == "2.3" else 0.005)


@pytest.mark.skipif(bool(lme4.available()), reason="R with lme4 is not installed")
def test_a_design_of_which_r_drops_a_column(observers):
    """On incongruent photos alone d1 and d2 add up to the constant for three objects."""
    whole = observers["head-dominant"]
    rows = (whole.condition == 2) & (whole.n == 3)
    part = from_choices(
        whole.scene[rows], whole.condition[rows], whole.view[rows], whole.proximity[rows], whole.n[rows],
        whole.gaze[rows], whole.head[rows], whole.choices[rows],
    )  # fmt: skip
    tests = characterize(part, engine="lme4").tests
    assert tests["2.1"].ran
    assert tests["3"].ran
    assert not tests["4"].ran


def test_lme4_missing_is_said(monkeypatch, observers):
    monkeypatch.setattr(lme4.shutil, "which", lambda name: None)
    with pytest.raises(RuntimeError, match="Rscript is not on the path"):
        characterize(observers["random"], engine="lme4")


@pytest.mark.parametrize(("messages", "note"), [("0", ""), ("2", "lme4 reports convergence or boundary messages")])
def test_models_travel_as_tables_of_photos(monkeypatch, tmp_path, messages, note):
    fits = _fit_with_a_stand_in(monkeypatch, tmp_path, messages)
    assert (tmp_path / "kept.csv").read_text().splitlines() == ["photo,y,m,off,x_key", "0,3,16,0.25,0", "1,9,16,-0.5,1"]
    fit = fits["2.3"]
    assert (fit.names, fit.n, fit.sd, fit.note) == (("constant", "key"), 2, 0.7, note)
    assert fit.converged  # messages about a boundary do not take the errors away
    assert fit.beta.tolist() == [0.5, -1.0]
    assert fit.cov.tolist() == [[0.04, 0.01], [0.01, 0.09]]
    assert math.isnan(fit.loglik)


def test_a_model_that_r_cannot_fit_does_not_take_the_others_along(monkeypatch, tmp_path):
    fits = _fit_with_a_stand_in(monkeypatch, tmp_path, "0", keys=("2.3", "3"))
    assert set(fits) == {"2.3"}


def test_an_error_of_r_is_said(monkeypatch, tmp_path):
    with pytest.raises(RuntimeError, match="lme4 failed"):
        _fit_with_a_stand_in(monkeypatch, tmp_path, "0", status="1")


def _fit_with_a_stand_in(monkeypatch, folder, messages, status="0", keys=("2.3",)):
    script = folder / "Rscript"
    script.write_text(RSCRIPT)
    script.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder), prepend=":")
    for name, value in (("KEPT", str(folder / "kept.csv")), ("MESSAGES", messages), ("STATUS", status)):
        monkeypatch.setenv(name, value)
    y, m, offset = np.array([3.0, 9.0]), np.array([16.0, 16.0]), np.array([0.25, -0.5])
    model = Model(np.arange(2), y, m, offset, {"key": np.array([0.0, 1.0])})
    return lme4.fit_all({key: (("constant", "key"), np.array([[1.0, 0.0], [1.0, 1.0]]), model) for key in keys})
