"""What is to be played: a study, its file, its variants and bots."""
