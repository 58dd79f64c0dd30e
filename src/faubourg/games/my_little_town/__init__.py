"""My Little Town: 2 to 4 players, ages 5 and up."""
