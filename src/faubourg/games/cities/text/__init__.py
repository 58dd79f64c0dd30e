"""Cities in words: what things are called, do and score."""
