"""The mixed models of gaze photos against glmer of R's lme4, for standard deviations between photos from 0.1 to 8.

Every fit takes one of the study's regressions on its full design with drawn coefficients and intercepts. glmer uses 25
quadrature nodes where the drawn standard deviation is below 2.3 and 100 (its most) above, where 25 are not enough.
Where the two still differ, the likelihood of both answers is integrated on a fine grid: it tells which is better.

Usage: python -m speed.bench_gaze_models [--quick] [--record DIR]
"""

import argparse
import csv
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
from scipy.special import expit

from speed import record
from vlmeval_hvs.metrics.characterization import agents, lme4
from vlmeval_hvs.metrics.characterization.glmm import MixedFit, fit_mixed
from vlmeval_hvs.metrics.characterization.regressions import design_matrix, models

SETTLED = 2.3
SCRIPT = """
suppressPackageStartupMessages(library(lme4))
for (path in commandArgs(TRUE)) {
  d <- read.csv(path)
  right <- paste(c("0", grep("^x", names(d), value = TRUE), "offset(off)", "(1 | photo)"), collapse = " + ")
  f <- try(suppressWarnings(suppressMessages(glmer(as.formula(paste("cbind(y, m - y) ~", right)), data = d,
    family = binomial, nAGQ = d$nodes[1],
    control = glmerControl(optimizer = "bobyqa", optCtrl = list(maxfun = 2e5))))), silent = TRUE)
  if (inherits(f, "try-error")) next
  out <- data.frame(beta = fixef(f), se = sqrt(diag(as.matrix(vcov(f)))), sd = attr(VarCorr(f)$photo, "stddev"))
  write.csv(out, sub("[.]csv$", ".fit", path), row.names = FALSE)
}
"""
Row = dict[str, Any]


class Case:
    """One regression with drawn answers."""

    def __init__(self, key: str, sd: float, seed: int) -> None:
        photos = agents.simulate(
            agents.AGENTS["head-dominant"], agents.full_design(), np.random.default_rng([77, seed])
        )
        model = models(photos, edges=False)[key]
        _, self.x = design_matrix(photos, model)
        rng = np.random.default_rng([78, seed])
        beta = np.append(rng.normal(), rng.normal(0, 0.5, self.x.shape[1] - 1))
        self.key, self.sd, self.m, self.offset = key, sd, model.m, model.offset
        eta = self.x @ beta + self.offset + rng.normal(0, sd, len(self.x))
        self.y = rng.binomial(self.m.astype(int), expit(eta)).astype(float)

    def write(self, path: Path) -> None:
        """Write the table that glmer reads."""
        nodes = np.full(len(self.x), 25 if self.sd < SETTLED else 100)
        table = np.column_stack([np.arange(len(self.x)), self.y, self.m, self.offset, nodes, self.x])
        header = ",".join(["photo", "y", "m", "off", "nodes", *(f"x{i}" for i in range(self.x.shape[1]))])
        np.savetxt(path, table, delimiter=",", header=header, comments="", fmt="%.12g")

    def fit(self) -> MixedFit:
        """Fit the model here."""
        return fit_mixed(self.x, self.y, self.m, self.offset)

    def loglik(self, beta: np.ndarray, sd: float) -> float:
        """Log-likelihood without binomial coefficients, by the trapezoid rule on a grid that shares no code."""
        z = np.linspace(-14, 14, 6001)
        total = 0.0
        for eta, y, m in zip(self.x @ beta + self.offset, self.y, self.m, strict=True):
            t = eta + sd * z
            h = y * t - m * np.logaddexp(0.0, t) - z * z / 2
            total += h.max() + np.log(np.exp(h - h.max()).sum() * (z[1] - z[0]) / np.sqrt(2 * np.pi))
        return float(total)


def compare(case: Case, here: MixedFit, path: Path) -> Row:
    """Compare a fit with that of glmer; where they differ, by their likelihoods."""
    row: Row = {"test": case.key, "drawn_sd": case.sd, "sd": here.sd, "sound": here.converged, "photos": here.n}
    if not path.exists():
        return row | {"glmer": None}
    with path.open(encoding="utf-8", newline="") as handle:
        beta, se, sd = np.array([[float(cell) for cell in line] for line in list(csv.reader(handle))[1:]]).T
    off = np.abs(here.beta - beta) / se
    row |= {"glmer": float(sd[0]), "off_in_se": float(off.max()), "se_ratio": float(np.abs(here.se / se - 1).max())}
    row["zero_se"] = bool((here.se <= 0).any())
    if not (row["off_in_se"] <= 0.1 and row["se_ratio"] <= 0.05):
        row["gain"] = case.loglik(here.beta, here.sd) - case.loglik(beta, float(sd[0]))
    return row


def share(rows: list[Row]) -> Row:
    """Return how many fits agree."""
    return {
        "fits": len(rows),
        "estimate": sum(row["off_in_se"] <= 0.1 for row in rows),
        "error": sum(row["se_ratio"] <= 0.05 for row in rows),
        "both": sum(row["off_in_se"] <= 0.1 and row["se_ratio"] <= 0.05 for row in rows),
        "zero": sum(row["zero_se"] for row in rows),
        "unsound": sum(not row["sound"] for row in rows),
    }


def main() -> None:
    """Measure, print and, if asked, record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="3 standard deviations instead of 35")
    arguments = record.parse(parser)
    if problem := lme4.available():
        raise SystemExit(problem)
    keys = ("effects", "2.1", "2.3", "2.4", "3", "4.3", "4.4")
    spreads = np.geomspace(0.1, 8.0, 3 if arguments.quick else 35)
    cases = [Case(key, float(sd), 100 * i + j) for i, sd in enumerate(spreads) for j, key in enumerate(keys)]
    start = time.process_time()
    fits = [case.fit() for case in cases]
    seconds = (time.process_time() - start) / len(cases)
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{number}.csv" for number in range(len(cases))]
        for case, path in zip(cases, paths, strict=True):
            case.write(path)
        (Path(folder) / "fit.R").write_text(SCRIPT, encoding="utf-8")
        subprocess.run(["Rscript", "--vanilla", Path(folder) / "fit.R", *paths], check=True)
        for case, fit, path in zip(cases, fits, paths, strict=True):
            rows.append(compare(case, fit, path.with_suffix(".fit")))
    found = [row for row in rows if row["glmer"] is not None]
    bands = {}
    for low, high in ((0.0, 0.5), (0.5, 2.3), (2.3, 4.0), (4.0, 9.0)):
        part = [row for row in found if low <= row["drawn_sd"] < high]
        bands[f"{low} to {min(high, 8.0)}"] = share(part) if part else {}
    differ = [row for row in found if "gain" in row]
    for name, band in {**bands, "all": share(found)}.items():
        print(name, band)
    for row in differ:
        print(row)
    figures = {
        "seconds_per_fit": seconds, "without_glmer": len(rows) - len(found), "bands": bands, "all": share(found),
        "differ": differ,
    }  # fmt: skip
    record.save(arguments.record, __file__, figures)


if __name__ == "__main__":
    main()
