"""The same models fitted by lme4 in R, when it is installed: an independent check of `glmm.fit_mixed`.

This is the one module of the metrics that is not pure. It starts a process of R, which reads each model from a CSV file
of photo counts and answers with a CSV file of coefficients and covariances, in a temporary folder that is removed
afterwards.
"""

import csv
import math
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from ..arrays import Floats
from .glmm import MixedFit, Model, is_extreme

TIMEOUT_S = 600
SCRIPT = """
suppressPackageStartupMessages(library(lme4))
for (path in list.files(".", pattern = "^model_.*[.]csv$")) {
  d <- read.csv(path)
  x <- grep("^x_", names(d), value = TRUE)
  right <- paste(c("1", x, "offset(off)", "(1 | photo)"), collapse = " + ")
  f <- try(suppressWarnings(suppressMessages(glmer(
    as.formula(paste("cbind(y, m - y) ~", right)), data = d, family = binomial,
    control = glmerControl(optimizer = "bobyqa", optCtrl = list(maxfun = 2e5))))), silent = TRUE)
  if (inherits(f, "try-error")) next
  v <- as.matrix(vcov(f))
  out <- data.frame(name = names(fixef(f)), beta = fixef(f), v, sd = attr(VarCorr(f)$photo, "stddev"),
                    messages = length(f@optinfo$conv$lme4$messages))
  write.csv(out, sub("^model_", "fit_", path), row.names = FALSE)
}
"""


def available() -> str:
    """What is missing to run lme4: "" when Rscript and the R package are installed, else a sentence.

    The answer costs a start of R, about a second.
    """
    rscript = shutil.which("Rscript")
    if rscript is None:
        return "Rscript is not on the path; install R"
    check = subprocess.run([rscript, "-e", "library(lme4)"], capture_output=True, text=True, timeout=TIMEOUT_S)
    return "" if check.returncode == 0 else "the R package lme4 is not installed: install.packages('lme4')"


def fit_all(models: Mapping[str, tuple[tuple[str, ...], Floats, Model]]) -> dict[str, MixedFit]:
    """Fit all models in one R process.

    Args:
        models: By test: the names of the regressors (the constant first), the (photos, k) design matrix, the model.

    Returns:
        The fits by test, without those that lme4 cannot fit. R leaves out regressors that depend on others; the names
        are those that it kept. The log-likelihood is NaN: the script does not ask R for it.

    Raises:
        RuntimeError: R or lme4 is missing, or R stops with an error.
    """
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
        for key, (_, x, _) in models.items():
            path = root / f"fit_{key}.csv"
            if path.exists():
                out[key] = _read(path, len(x))
    return out


def _read(path: Path, photos: int) -> MixedFit:
    """The fit that R wrote for one model."""
    with path.open(encoding="utf-8", newline="") as handle:
        rows = list(csv.reader(handle))[1:]
    names = tuple("constant" if row[0] == "(Intercept)" else row[0].removeprefix("x_") for row in rows)
    numbers = np.array([[float(cell) for cell in row[1:]] for row in rows])
    beta, cov, sd = numbers[:, 0], numbers[:, 1:-2], float(numbers[0, -2])
    sound = bool(np.all(np.linalg.eigvalsh(cov) > 0)) and not is_extreme(beta, sd)
    note = "lme4 reports convergence or boundary messages" if numbers[0, -1] else ""
    if not sound:
        note = "the answers are nearly all alike: log-odds are infinite, or their error is"
    return MixedFit(beta=beta, cov=cov, sd=sd, loglik=math.nan, converged=sound, n=photos, note=note, names=names)
