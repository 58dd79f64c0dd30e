"""La Cité des lutins: 2 to 6 players, ages 4 and up."""
