"""HVSBench: salience, counting, ranking and scanpaths."""
