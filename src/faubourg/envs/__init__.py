"""RL environments: a vectorised env, and the games for PettingZoo, Gymnasium and OpenSpiel."""
