"""What compiles a game: Numba, its cache, and the templates that are compiled around rules."""
