"""How La Cité des lutins looks in a terminal."""
