"""What writes a game down: records, scenarios, clauses, provable fairness."""
