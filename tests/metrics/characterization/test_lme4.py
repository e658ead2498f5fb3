"""The engine in R: agreement with the Python models where R is installed, its files and its words where it is not."""

import numpy as np
import pytest

from vlmeval_hvs.metrics import characterize
from vlmeval_hvs.metrics.characterization import lme4
from vlmeval_hvs.metrics.characterization.glmm import Model, fit_mixed
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


@pytest.mark.nightly
@pytest.mark.skipif(bool(lme4.available()), reason="R with lme4 is not installed")
def test_lme4_agrees_with_the_python_models(observers, recounted):
    photos = observers["head-dominant"]
    theirs = characterize(photos, engine="lme4")
    assert theirs.category == 4
    for key, model in models(photos, edges=False).items():
        if key in ("2.3", "2.4", "3"):
            _, x = design_matrix(photos, model)
            ours = fit_mixed(x, model.y, model.m, model.offset)
            assert ours.beta[-1] == pytest.approx(theirs.tests[key].estimate, abs=0.04 if key == "2.3" else 0.005)
    # On incongruent photos alone d1 and d2 add up to the constant for three objects, and R drops a column.
    tests = characterize(recounted(photos, (photos.condition == 2) & (photos.n == 3)), engine="lme4").tests
    assert {key: tests[key].ran for key in ("2.1", "3", "4")} == {"2.1": True, "3": True, "4": False}


def test_lme4_missing_is_said(monkeypatch, observers):
    monkeypatch.setattr(lme4.shutil, "which", lambda name: None)
    with pytest.raises(RuntimeError, match="Rscript is not on the path"):
        characterize(observers["random"], engine="lme4")


def test_models_travel_as_tables_of_photos(monkeypatch, tmp_path):
    script = tmp_path / "Rscript"
    script.write_text(RSCRIPT)
    script.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    monkeypatch.setenv("KEPT", str(tmp_path / "kept.csv"))
    y, m, offset = np.array([3.0, 9.0]), np.array([16.0, 16.0]), np.array([0.25, -0.5])
    model = Model(np.arange(2), y, m, offset, {"key": np.array([0.0, 1.0])})
    # A model that R cannot fit, here Test 3, does not take the others along.
    todo = dict.fromkeys(("2.3", "3"), (("constant", "key"), np.array([[1.0, 0.0], [1.0, 1.0]]), model))
    for messages, note in (("0", ""), ("2", "lme4 reports convergence or boundary messages")):
        monkeypatch.setenv("MESSAGES", messages)
        monkeypatch.setenv("STATUS", "0")
        fits = lme4.fit_all(todo)
        assert set(fits) == {"2.3"}
        rows = (tmp_path / "kept.csv").read_text().splitlines()
        assert rows == ["photo,y,m,off,x_key", "0,3,16,0.25,0", "1,9,16,-0.5,1"]
        fit = fits["2.3"]
        assert (fit.names, fit.n, fit.sd, fit.note) == (("constant", "key"), 2, 0.7, note)
        assert fit.converged  # messages about a boundary do not take the errors away
        assert fit.beta.tolist() == [0.5, -1.0]
        assert fit.cov.tolist() == [[0.04, 0.01], [0.01, 0.09]]
    monkeypatch.setenv("STATUS", "1")
    with pytest.raises(RuntimeError, match="lme4 failed"):
        lme4.fit_all(todo)
