"""The host matrix: the plugin in every VLMEvalKit that can be installed, and what came of it."""
