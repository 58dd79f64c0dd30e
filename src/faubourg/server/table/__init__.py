"""One table in memory: its entries, seats and position. No I/O."""
