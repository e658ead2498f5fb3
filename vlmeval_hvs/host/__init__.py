"""The only part that knows VLMEvalKit's internals."""
