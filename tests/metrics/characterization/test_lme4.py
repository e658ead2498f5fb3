"""The engine in R: agreement with the Python models where R is installed, its files and its words where it is not."""

import math

import numpy as np
import pytest

from vlmeval_hvs.metrics import characterize
from vlmeval_hvs.metrics.characterization import lme4
from vlmeval_hvs.metrics.characterization.glmm import Model

# Stands in for R: keeps the table that it is given and answers as the script would.
RSCRIPT = """#!/bin/sh
if [ "$1" = "-e" ]; then exit 0; fi
cp model_2.3.csv "$KEPT"
{
  echo name,beta,constant,key,sd,messages
  echo "constant,0.5,0.04,0.01,0.7,$MESSAGES"
  echo "x_key,-1,0.01,0.09,0.7,$MESSAGES"
} > fit_2.3.csv
exit "$STATUS"
"""


@pytest.mark.skipif(bool(lme4.available()), reason="R with lme4 is not installed")
def test_lme4_agrees_with_the_python_models(observers):
    ours = characterize(observers["head-dominant"], engine="paper")
    theirs = characterize(observers["head-dominant"], engine="lme4")
    assert ours.category == theirs.category == 4
    for key in ("2.4", "3", "proximity", "view"):
        assert ours.tests[key].estimate == pytest.approx(theirs.tests[key].estimate, abs=0.005)
    assert ours.tests["2.3"].estimate == pytest.approx(theirs.tests["2.3"].estimate, abs=0.04)


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
    assert fit.beta.tolist() == [0.5, -1.0]
    assert fit.cov.tolist() == [[0.04, 0.01], [0.01, 0.09]]
    assert fit.converged == (messages == "0")
    assert math.isnan(fit.loglik)


def test_an_error_of_r_is_said(monkeypatch, tmp_path):
    with pytest.raises(RuntimeError, match="lme4 failed"):
        _fit_with_a_stand_in(monkeypatch, tmp_path, "0", status="1")


def _fit_with_a_stand_in(monkeypatch, folder, messages, status="0"):
    script = folder / "Rscript"
    script.write_text(RSCRIPT)
    script.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder), prepend=":")
    for name, value in (("KEPT", str(folder / "kept.csv")), ("MESSAGES", messages), ("STATUS", status)):
        monkeypatch.setenv(name, value)
    y, m, offset = np.array([3.0, 9.0]), np.array([16.0, 16.0]), np.array([0.25, -0.5])
    model = Model(np.arange(2), y, m, offset, {"key": np.array([0.0, 1.0])})
    return lme4.fit_all({"2.3": (("constant", "key"), np.array([[1.0, 0.0], [1.0, 1.0]]), model)})
