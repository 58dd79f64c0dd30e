"""What a game is made with: the parts that every game's files share."""
