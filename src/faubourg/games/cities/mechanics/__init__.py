"""How Cities counts: centres, zones, sets, objectives, scores."""
