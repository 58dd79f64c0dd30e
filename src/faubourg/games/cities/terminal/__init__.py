"""Cities as a terminal shows it."""
