"""My Little Town as a terminal shows it."""
