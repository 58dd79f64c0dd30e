"""Tables that are open: rooms of connections, bots, worker processes, housekeeping."""
