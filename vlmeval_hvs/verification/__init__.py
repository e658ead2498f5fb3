"""Verifies finished runs: the data by hash, the prompts by their digests, the scores by computing them again."""
