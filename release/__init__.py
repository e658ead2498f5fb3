"""Checks before a release: the nightly run, and the plugin in every host."""
