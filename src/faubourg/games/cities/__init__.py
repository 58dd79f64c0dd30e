"""Cities: 2 to 4 players, ages 10 and up."""
