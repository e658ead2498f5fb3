"""One folder per benchmark: card, options, wording, pipeline, scoring, baselines and data files together."""
