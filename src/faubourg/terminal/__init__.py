"""The terminal game and the output of the commands."""
