"""The laboratory: simulation, studies, statistics and reports."""
