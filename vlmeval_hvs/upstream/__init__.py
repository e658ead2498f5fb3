"""One benchmark of this package as a pull request to VLMEvalKit: its code, its table, its lines in the host's files."""
