"""Results in the formats of other tools: logs of Inspect, one table of all items, plain JSON."""
