"""Builds the VP-Bench sets from their releases or from COCO, and the demo sets."""
