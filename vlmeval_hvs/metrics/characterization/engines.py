"""Names of the statistics that a characterization can use; apart, so that command lines start without scipy."""

ENGINES = ("fixed-effects", "paper", "glmm", "lme4")
