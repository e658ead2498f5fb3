"""What a text says of the options that it mentions, and whether it asserts that: announced, denied, reported."""
