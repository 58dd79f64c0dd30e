"""What the games of a study say: summaries with intervals."""
