"""The same models fitted by lme4 in R, when it is installed: an independent check of the engine written here.

Each model travels as a CSV file of photo counts; R answers with a CSV file of coefficients and covariances.
"""

import csv
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import Floats

if TYPE_CHECKING:
    from .mixed_models import Fitted, Model

TIMEOUT_S = 600
SCRIPT = """
suppressPackageStartupMessages(library(lme4))
for (path in list.files(".", pattern = "^model_.*[.]csv$")) {
  d <- read.csv(path)
  x <- grep("^x_", names(d), value = TRUE)
  right <- paste(c("1", x, "offset(off)", "(1 | photo)"), collapse = " + ")
  f <- suppressWarnings(suppressMessages(glmer(
    as.formula(paste("cbind(y, m - y) ~", right)), data = d, family = binomial,
    control = glmerControl(optimizer = "bobyqa", optCtrl = list(maxfun = 2e5)))))
  v <- as.matrix(vcov(f))
  out <- data.frame(name = names(fixef(f)), beta = fixef(f), v, sd = attr(VarCorr(f)$photo, "stddev"),
                    messages = length(f@optinfo$conv$lme4$messages))
  write.csv(out, sub("^model_", "fit_", path), row.names = FALSE)
}
"""


def available() -> str:
    """Empty when Rscript and lme4 are there, else what is missing."""
    rscript = shutil.which("Rscript")
    if rscript is None:
        return "Rscript is not on the path; install R"
    check = subprocess.run([rscript, "-e", "library(lme4)"], capture_output=True, text=True, timeout=TIMEOUT_S)
    return "" if check.returncode == 0 else "the R package lme4 is not installed: install.packages('lme4')"


def fit_all(models: "Mapping[str, tuple[tuple[str, ...], Floats, Model]]") -> "dict[str, Fitted]":
    """Fit all models in one R process.

    Args:
        models: by test: names of the regressors (the constant first), the design matrix, the model.

    Raises:
        RuntimeError: when R or lme4 is missing, or R stops with an error.
    """
    from .mixed_models import Fitted

    problem = available()
    if problem:
        raise RuntimeError(f"engine 'lme4' cannot run: {problem}")
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for key, (names, x, model) in models.items():
            header = ",".join(["photo", "y", "m", "off", *(f"x_{name}" for name in names[1:])])
            table = np.column_stack([np.arange(len(x)), model.y, model.m, model.offset, x[:, 1:]])
            np.savetxt(root / f"model_{key}.csv", table, delimiter=",", header=header, comments="", fmt="%.10g")
        (root / "fit.R").write_text(SCRIPT, encoding="utf-8")
        done = subprocess.run(
            ["Rscript", "--vanilla", "fit.R"], cwd=root, capture_output=True, text=True, timeout=TIMEOUT_S
        )
        if done.returncode:
            raise RuntimeError(f"lme4 failed: {done.stderr.strip()[-500:]}")
        out = {}
        for key, (names, x, _) in models.items():
            with (root / f"fit_{key}.csv").open(encoding="utf-8", newline="") as handle:
                rows = list(csv.reader(handle))[1:]
            numbers = np.array([[float(cell) for cell in row[1:]] for row in rows])
            note = "lme4 reports convergence or boundary messages" if numbers[0, -1] else ""
            out[key] = Fitted(names, numbers[:, 0], numbers[:, 1:-2], float(numbers[0, -2]), len(x), note)
    return out
