"""The table: a web server on which people and bots play together, and no move is ever lost."""
