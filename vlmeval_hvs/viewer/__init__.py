"""The results viewer: all runs of a folder as one web page, with every sample drawn."""
