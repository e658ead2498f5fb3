"""Replies with the answer that a person reads in them, and how well readers read them.

`cases` reads the corpus, `reading` asks a reader, `accuracy` counts, `judging` lets another model read, and `labelling`
makes cases of a user's own run.
"""
