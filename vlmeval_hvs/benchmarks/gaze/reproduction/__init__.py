"""The published tables and figures of the gaze study, computed again from its published responses.

`published.json` holds the numbers of the paper and of the notebooks in its repository, each as it is printed, so that
the number of digits says how closely it has to be met.
"""
