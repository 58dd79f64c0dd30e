"""A puzzle a day for each game: real positions with exactly one clearly best move."""
