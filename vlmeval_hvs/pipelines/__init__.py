"""Multi-turn pipelines, written as generators."""
