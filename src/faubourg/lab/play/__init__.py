"""Playing a study's games: here, in processes, or on a Ray cluster."""
