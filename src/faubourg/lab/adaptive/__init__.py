"""Sequential experiments: which games to play next, and when the answer is sure."""
