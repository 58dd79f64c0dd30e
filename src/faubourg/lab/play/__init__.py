"""Execution of a study: shards on threads, processes or a Ray cluster; results on disk."""
