"""The folder of built sets: its versions of sets, and locks between processes that write them."""
