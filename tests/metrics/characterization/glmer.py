"""The additive mixed models fitted by lme4 in R, where it is installed: an independent check of `fit_mixed`."""

import csv
import shutil
import subprocess

import numpy as np

SCRIPT = """
suppressPackageStartupMessages(library(lme4))
d <- read.csv("model.csv")
x <- grep("^x_", names(d), value = TRUE)
right <- paste(c("1", x, "offset(off)", "(1 | photo)"), collapse = " + ")
f <- suppressWarnings(suppressMessages(glmer(
  as.formula(paste("cbind(y, m - y) ~", right)), data = d, family = binomial,
  control = glmerControl(optimizer = "bobyqa", optCtrl = list(maxfun = 2e5)))))
write.csv(data.frame(name = names(fixef(f)), beta = fixef(f)), "fit.csv", row.names = FALSE)
"""


def missing():
    """What is missing to run lme4: "" when Rscript and the package are installed."""
    if shutil.which("Rscript") is None:
        return "R is not installed"
    check = subprocess.run(["Rscript", "-e", "library(lme4)"], capture_output=True)
    return "" if check.returncode == 0 else "R has no lme4"


def coefficients(names, x, model, folder):
    """Coefficients by name: the (photos, k) design matrix with its names, the constant first, and the model."""
    header = ",".join(["photo", "y", "m", "off", *(f"x_{name}" for name in names[1:])])
    table = np.column_stack(
        [np.arange(len(x)), model.y, model.m, np.log(model.expected / (1 - model.expected)), x[:, 1:]]
    )
    np.savetxt(folder / "model.csv", table, delimiter=",", header=header, comments="", fmt="%.10g")
    (folder / "fit.R").write_text(SCRIPT)
    subprocess.run(["Rscript", "--vanilla", "fit.R"], cwd=folder, check=True, capture_output=True)
    with (folder / "fit.csv").open(newline="") as file:
        return {row["name"].removeprefix("x_"): float(row["beta"]) for row in csv.DictReader(file)}
