"""La Cité des lutins as a terminal shows it."""
