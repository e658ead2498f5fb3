"""VP-Bench: perception and use of visual prompts."""
