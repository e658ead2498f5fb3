"""Models fitted by lme4 in R, where it is installed: an independent check."""

import shutil
import subprocess

import numpy as np

SCRIPT = """
suppressPackageStartupMessages(library(lme4))
f <- suppressWarnings(suppressMessages(glmer(FORMULA, data = read.csv("data.csv"), family = binomial,
  control = glmerControl(optimizer = "bobyqa", optCtrl = list(maxfun = 2e5)))))
v <- as.data.frame(VarCorr(f))
cat(fixef(f), "\\n", sqrt(diag(as.matrix(vcov(f)))), "\\n", v$sdcor[order(v$grp)], "\\n", as.numeric(logLik(f)), "\\n")
"""


def missing():
    """What is missing to run lme4: "" when Rscript and the package are installed."""
    if shutil.which("Rscript") is None:
        return "R is not installed"
    check = subprocess.run(["Rscript", "-e", "library(lme4)"], capture_output=True)
    return "" if check.returncode == 0 else "R has no lme4"


def fit(formula, columns, folder):
    """Coefficients, their errors, standard deviations of the factors by name's order, and the log-likelihood."""
    np.savetxt(folder / "data.csv", np.column_stack(list(columns.values())), delimiter=",", header=",".join(columns),
               comments="", fmt="%.10g")  # fmt: skip
    (folder / "fit.R").write_text(SCRIPT.replace("FORMULA", formula))
    run = subprocess.run(["Rscript", "--vanilla", "fit.R"], cwd=folder, check=True, capture_output=True, text=True)
    return [np.array(line.split(), dtype=float) for line in run.stdout.splitlines()]
