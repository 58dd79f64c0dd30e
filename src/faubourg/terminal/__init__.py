"""The terminal game: any game of the house, played by people and bots on one screen."""
