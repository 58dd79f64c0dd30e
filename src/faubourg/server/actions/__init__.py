"""What people do at a table: one use case a function."""
