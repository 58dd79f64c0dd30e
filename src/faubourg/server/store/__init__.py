"""Tables on disk: SQLite or PostgreSQL, written by one thread in group commits."""
