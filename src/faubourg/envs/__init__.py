"""The games where researchers work: in batches, and in PettingZoo, Gymnasium and OpenSpiel."""
